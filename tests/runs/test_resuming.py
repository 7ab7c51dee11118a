"""A run that was broken off goes on as if nothing had been."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.agents.adapter import AgentStatus, Exchange
from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.errors import RunError
from pytest_marathonmem.grading.evaluate import evaluate
from pytest_marathonmem.grading.outcome import Evaluation
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event, read_events
from pytest_marathonmem.runs.plan import RunPlan

PETS = "# Pets\n## 1. Boss\n1.1 Boss is a ginger tom\n1.2 Boss gets 70 g of food a day\n"
CHAPTER_1 = """\
# One
## Cat
```script
tell pets 1.1-1.2
| Boss is a ginger tom and gets 70 g of food a day.
edit pets 1.2: Boss gets 55 g of food a day #RECONSIDER
| Make it 55 g, he is round.

| Good.

| Good.
```
"""
CHAPTER_2 = """\
# Two
## Exam
```js
await bench.newSession();
```
❓ 2.1 How much food a day does Boss get now?
   Correct answer: 55 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "55 g"}
❓ 2.2 What is Boss allergic to?
   Correct answer: you never told me.
   Key: {type: "VOID", topic: ["allergic"]}
"""
CHAPTER_3 = """\
# Three
## Later
❓ 3.1 What colour is Boss?
   Correct answer: ginger.
   Key: {type: "RECALL", facts: ["pets:1.1"], value: "ginger"}
"""


class Durable(ReplyAgent):
    """Keeps its conversation outside of itself, and needs a second chance."""

    def __init__(self, kept: list[tuple[str, str]]) -> None:
        super().__init__()
        self.kept = kept
        self.sessions: list[bool] = []

    async def reply(self, text: str) -> str:
        answer = self._answer(text)
        self.kept.append((text, answer))
        return answer

    def _answer(self, text: str) -> str:
        asked = self.kept[-1][0] if self.kept else ""
        if "food" in asked and "?" in asked:
            return "Boss gets 55 g a day."
        if "?" in text:
            return "It is ginger." if "colour" in text else "You never told me that."
        return "Noted."

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        self.sessions.append(resumed)
        await super().create_session(name, workdir, resumed=resumed)

    async def destroy_session(self) -> None:
        self.kept.clear()
        await super().destroy_session()

    async def start_new_conversation(self) -> None:
        pass

    async def history(self) -> Sequence[Exchange] | None:
        return [Exchange(sent, (reply,)) for sent, reply in self.kept[-2:]]


class Forgetful(Durable):
    """Survives, but can't tell what it was told last."""

    async def history(self) -> None:
        return None


@pytest.fixture
def plan(write_benchmark: Callable[..., Path], tmp_path: Path) -> RunPlan:
    folder = write_benchmark({"pets.md": PETS, "chapter1.md": CHAPTER_1, "chapter2.md": CHAPTER_2})
    return RunPlan(folder, "mine", tmp_path / "results")


def changed(plan: RunPlan, **changes: Any) -> RunPlan:
    given = {name: getattr(plan, name) for name in plan.__slots__}
    return RunPlan(**given | changes)


def start(plan: RunPlan, agent: ReplyAgent) -> list[Event]:
    observed: list[Event] = []
    asyncio.run(play(plan, agent, observed.append))
    return observed


def unbroken(plan: RunPlan, results: Path) -> tuple[list[tuple[str, str]], list[dict[str, Any]]]:
    """What the agent hears and how it is graded in a run that nothing breaks."""
    heard: list[tuple[str, str]] = []
    return heard, evaluations(start(changed(plan, results=results), Durable(heard)))


def evaluations(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [{**event.data, "seconds": 0} for event in events if event.type == "evaluated"]


def lines_of(plan: RunPlan) -> list[bytes]:
    return (plan.folder / "events.jsonl").read_bytes().splitlines(keepends=True)


def killed_after(plan: RunPlan, lines: Sequence[bytes], torn: bytes = b"") -> None:
    (plan.folder / "events.jsonl").write_bytes(b"".join(lines) + torn)


def messages_in(lines: Sequence[bytes]) -> int:
    return sum(json.loads(line)["type"] in ("received", "failed") for line in lines)


@pytest.mark.parametrize("arrived", [True, False], ids=["arrived", "on its way"])
def test_a_kill_after_any_event_changes_nothing(plan: RunPlan, tmp_path: Path, arrived: bool) -> None:
    heard, graded = unbroken(plan, tmp_path / "unbroken")
    start(plan, Durable([]))
    whole = lines_of(plan)
    assert len(whole) > 30

    for number in range(1, len(whole)):
        agent = Durable([])
        killed_after(plan, whole[:number], torn=whole[number][:-2])
        on_its_way = json.loads(whole[number - 1])["type"] == "sending" and arrived
        agent.kept += heard[: messages_in(whole[:number]) + on_its_way]
        resumed = start(plan, agent)
        assert (agent.kept, evaluations(resumed)) == (heard, graded), f"killed after event {number}"


def test_earlier_checks_are_observed_before_the_play_goes_on(plan: RunPlan) -> None:
    heard: list[tuple[str, str]] = []
    start(plan, Durable(heard))
    lines = lines_of(plan)
    number = next(number for number, line in enumerate(lines) if b'"evaluated"' in line) + 1
    killed_after(plan, lines[:number])

    agent = Durable(heard[: messages_in(lines[:number])])
    observed = [event for event in start(plan, agent) if event.type in ("started", "evaluated", "finished")]

    assert [event.type for event in observed] == ["started", "evaluated", "evaluated", "finished"]
    assert (observed[0]["resumed"], agent.sessions) == (True, [True])


def break_off(plan: RunPlan, event_type: str, count: int = 1) -> list[bytes]:
    """Play a run, and leave of its record what a kill right after an event leaves."""
    start(plan, Durable([]))
    lines = lines_of(plan)
    found = [number for number, line in enumerate(lines) if json.loads(line)["type"] == event_type]
    killed_after(plan, lines[: found[count - 1] + 1])
    return lines[: found[count - 1] + 1]


def heard_until(plan: RunPlan, tmp_path: Path, lines: Sequence[bytes]) -> list[tuple[str, str]]:
    return unbroken(plan, tmp_path / "unbroken")[0][: messages_in(lines)]


def test_events_are_numbered_on_over_the_starts(plan: RunPlan, tmp_path: Path) -> None:
    lines = break_off(plan, "received", 3)
    start(plan, Durable(heard_until(plan, tmp_path, lines)))
    events = list(read_events(plan.folder / "events.jsonl"))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))


def test_a_message_in_doubt_stops_the_run_and_names_the_option(plan: RunPlan) -> None:
    break_off(plan, "sending", 2)
    last = start(plan, Forgetful([]))[-1]
    assert (last.type, last["reason"]) == ("stopped", "infrastructure")
    assert "'Make it 55 g, he is round.'" in last["error"]
    assert "--mmb-unknown=sent" in last["error"]
    assert "--mmb-unknown=resend" in last["error"]


@pytest.mark.parametrize(("unknown", "heard"), [("sent", 0), ("resend", 1)])
def test_a_message_in_doubt_is_sent_again_only_if_it_is_said_so(
    plan: RunPlan, unknown: str, heard: int
) -> None:
    break_off(plan, "sending", 2)
    agent = Forgetful([])
    events = start(changed(plan, unknown=unknown), agent)
    assert [sent for sent, _ in agent.kept].count("Make it 55 g, he is round.") == heard
    assert events[-1].type == "finished"


def test_the_lost_answer_to_a_question_is_no_fault_of_the_agent(plan: RunPlan) -> None:
    break_off(plan, "sending", 5)
    first = evaluations(start(changed(plan, unknown="sent"), Forgetful([])))[0]
    assert (first["check"], first["score"], first["owner"]) == ("2.1", None, "infrastructure")


def test_the_same_message_twice_in_a_row_is_told_apart(plan: RunPlan, tmp_path: Path) -> None:
    lines = break_off(plan, "sending", 4)
    agent = Durable(heard_until(plan, tmp_path, lines))
    start(plan, agent)
    assert [sent for sent, _ in agent.kept].count("Good.") == 2


def test_an_agent_that_does_not_survive_starts_anew_and_says_so(plan: RunPlan) -> None:
    class Simple(ReplyAgent):
        async def reply(self, text: str) -> str:
            return "Noted."

    start(plan, Simple())
    killed_after(plan, lines_of(plan)[:12])
    started = start(plan, Simple())[0]
    assert (started["resumed"], started["anew"]) == (False, "the agent 'mine' doesn't survive a restart")
    assert len(list((plan.results / "old" / plan.name).iterdir())) == 1


def test_a_finished_run_starts_anew(plan: RunPlan) -> None:
    start(plan, Durable([]))
    started = start(plan, Durable([]))[0]
    assert (started["resumed"], started["anew"]) == (False, "")


def test_a_fresh_start_puts_an_unfinished_run_aside(plan: RunPlan) -> None:
    break_off(plan, "received", 2)
    started = start(changed(plan, fresh=True), Durable([]))[0]
    assert not started["resumed"]
    assert len(list((plan.results / "old" / plan.name).iterdir())) == 1


def test_an_unfinished_run_of_something_else_is_refused_with_the_difference(plan: RunPlan) -> None:
    kept = b"".join(break_off(plan, "received", 2))
    (plan.benchmark / "chapter2.md").write_text(CHAPTER_2.replace("allergic", "averse"))

    with pytest.raises(RunError) as caught:
        start(changed(plan, ignore_session_break=True), Durable([]))

    assert str(caught.value).splitlines()[:3] == [
        "the run 'demo-mine' is unfinished, and was begun with something else:",
        "  chapter2.md has changed",
        "  ignore_session_break: False then, True now",
    ]
    assert "--mmb-fresh" in str(caught.value)
    assert (plan.folder / "events.jsonl").read_bytes() == kept


def test_a_finished_run_goes_on_with_chapters_that_were_appended(plan: RunPlan) -> None:
    kept: list[tuple[str, str]] = []
    start(plan, Durable(kept))
    manifest = plan.benchmark / "benchmark.json"
    for number in (3, 4):
        (plan.benchmark / f"chapter{number}.md").write_text(CHAPTER_3.replace("3.1", f"{number}.1"))
        chapters = [f"chapter{known}.md" for known in range(1, number + 1)]
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "chapters": chapters}))
        before = len(kept)
        events = start(plan, Durable(kept))
        assert events[0]["resumed"]
        assert [sent for sent, _ in kept[before:]] == ["What colour is Boss?"]
        assert [event["check"] for event in events if event.type == "evaluated"][-1] == f"{number}.1"
        assert events[-1].type == "finished"


def test_a_damaged_record_is_refused_with_its_line(plan: RunPlan) -> None:
    lines = break_off(plan, "received", 2)
    killed_after(plan, [*lines[:3], b"{not json\n", *lines[3:]])
    with pytest.raises(RunError, match=r"events\.jsonl:4: .*--mmb-fresh"):
        start(plan, Durable([]))


def test_a_record_that_does_not_fit_the_play_is_refused_before_anything_is_sent(plan: RunPlan) -> None:
    lines = break_off(plan, "received", 3)
    killed_after(
        plan, [line.replace(b"ginger", b"black") if b'"sending"' in line else line for line in lines]
    )
    agent = Durable([])
    with pytest.raises(RunError, match="the record can't be continued"):
        start(plan, agent)
    assert agent.kept == []


def test_a_message_that_stopped_the_run_is_sent_by_the_next_start(plan: RunPlan) -> None:
    class Down(Durable):
        async def reply(self, text: str) -> str:
            raise OSError("connection refused")

    kept: list[tuple[str, str]] = []
    assert start(plan, Down(kept))[-1].type == "stopped"
    assert start(plan, Durable(kept))[-1].type == "finished"
    assert kept[0][0] == "Good."


def test_the_state_shows_where_a_run_stands(plan: RunPlan) -> None:
    start(plan, Durable([]))
    state = json.loads((plan.folder / "state.json").read_text())
    assert (state["run"], state["ended"], state["place"]["chapter"]) == ("demo-mine", True, "chapter2")
    assert state["sheets"]["pets"]["1.2"] == {"text": "Boss gets 55 g of food a day", "told": True}
    assert [evaluation["check"] for evaluation in state["evaluations"]] == ["2.1", "2.2"]
    assert state["messages"][0]["role"] == "system"


class Slow(Durable):
    """Has got the message when the run is killed, and answers it some looks later."""

    def __init__(self, kept: list[tuple[str, str]], looks: int) -> None:
        super().__init__(kept)
        self.looks = looks

    async def history(self) -> Sequence[Exchange]:
        self.looks -= 1
        *before, (sent, reply) = self.kept
        return [
            *(Exchange(text, (said,)) for text, said in before),
            Exchange(sent, (reply,) if self.looks < 0 else ()),
        ]

    async def get_status(self) -> AgentStatus:
        return AgentStatus(thinking=self.looks >= 0)


def test_the_answer_to_a_question_that_arrived_is_waited_for(
    plan: RunPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, graded = unbroken(plan, tmp_path / "unbroken")
    monkeypatch.setattr("pytest_marathonmem.runs.conversation.POLL_INTERVAL", 0)
    lines = break_off(plan, "sending", 5)
    agent = Slow(heard[: messages_in(lines) + 1], looks=3)
    assert evaluations(start(plan, agent)) == graded
    assert agent.kept == heard


class Grading:
    """Breaks at one check."""

    def __init__(self, check_id: str) -> None:
        self.check_id = check_id

    def __call__(self, check_id: str, *arguments: Any) -> Evaluation:
        if check_id == self.check_id:
            raise RuntimeError("the judge is down")
        return evaluate(check_id, *arguments)


@pytest.mark.parametrize("check_id", ["2.1", "2.2"])
def test_a_check_whose_grading_broke_is_graded_by_the_next_start_without_asking_again(
    plan: RunPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check_id: str
) -> None:
    heard, graded = unbroken(plan, tmp_path / "unbroken")
    kept: list[tuple[str, str]] = []
    with monkeypatch.context() as patch:
        patch.setattr("pytest_marathonmem.runs.examiner.evaluate", Grading(check_id))
        with pytest.raises(RuntimeError, match="the judge is down"):
            start(plan, Durable(kept))
    broken_off = [*read_events(plan.folder / "events.jsonl")]
    assert check_id not in [event["check"] for event in broken_off if event.type == "evaluated"]
    assert (broken_off[-1].type, broken_off[-1]["error"]) == ("stopped", "RuntimeError: the judge is down")

    resumed = start(plan, Durable(kept))

    assert (kept, evaluations(resumed)) == (heard, graded)
    assert [*read_events(plan.folder / "events.jsonl")][: len(broken_off)] == broken_off


@pytest.mark.parametrize("broken", ["destroy_session", "create_session"])
def test_an_agent_that_could_not_be_reset_is_reset_by_the_next_start(
    plan: RunPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    async def down(*_: object, **__: object) -> None:
        raise OSError("connection refused")

    heard, graded = unbroken(plan, tmp_path / "unbroken")
    kept = [("Boss gets 99 g.", "Noted.")]
    with monkeypatch.context() as patch:
        patch.setattr(Durable, broken, down)
        assert start(plan, Durable(kept))[-1].type == "stopped"
    kept[:] = [("Boss gets 99 g.", "Noted.")]
    agent = Durable(kept)

    assert evaluations(start(plan, agent)) == graded
    assert (kept, agent.sessions) == (heard, [False])


def test_an_agent_that_a_kill_kept_from_being_reset_is_reset_by_the_next_start(
    plan: RunPlan, tmp_path: Path
) -> None:
    heard, _ = unbroken(plan, tmp_path / "unbroken")
    break_off(plan, "started")
    kept = [("Boss gets 99 g.", "Noted.")]
    start(plan, Durable(kept))
    assert kept == heard


def test_runs_that_start_in_the_same_second_keep_their_records_apart(plan: RunPlan, tmp_path: Path) -> None:
    heard, graded = unbroken(plan, tmp_path / "unbroken")
    plans = [changed(plan, repeat=repeat) for repeat in (1, 2, 3)]
    agents = [Durable([]) for _ in plans]

    async def at_once() -> None:
        await asyncio.gather(
            *(play(one, agent, lambda _: None) for one, agent in zip(plans, agents, strict=True))
        )

    asyncio.run(at_once())

    records = [[*read_events(one.folder / "events.jsonl")] for one in plans]
    assert [record[0]["run"] for record in records] == ["demo-mine", "demo-mine.2", "demo-mine.3"]
    assert [evaluations(record) for record in records] == [graded] * 3
    assert [agent.kept for agent in agents] == [heard] * 3


def test_a_text_among_the_settings_is_compared_and_not_recorded(plan: RunPlan) -> None:
    break_off(changed(plan, agent_settings={"key": "sk-secret", "ratio": 0.5}), "received", 2)
    assert b"sk-secret" not in (plan.folder / "events.jsonl").read_bytes()
    with pytest.raises(RunError, match=r"settings: .*digest .* then"):
        start(changed(plan, agent_settings={"key": "sk-other", "ratio": 0.5}), Durable([]))


def test_a_run_that_can_not_go_on_anyway_may_begin_with_something_else(plan: RunPlan) -> None:
    class Simple(ReplyAgent):
        async def reply(self, text: str) -> str:
            return "Noted."

    start(plan, Simple())
    killed_after(plan, lines_of(plan)[:12])
    started = start(changed(plan, ignore_session_break=True), Simple())[0]
    assert started["anew"] == "the agent 'mine' doesn't survive a restart"
