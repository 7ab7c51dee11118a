"""What a run makes of a persona that examines on what it hasn't told, or says nothing that the scenario wants."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.persona.guarding import DEFAULT_MODES
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.testing.double.wire import Call, completion

CHAPTER = """\
# One
## Cat
Talk about the cat.
❓ 1.1 How much food does Boss get?
   Correct answer: 70 g.
   Key: {type: "RECALL", facts: ["pets:1.1"], value: "70 g"}
"""
SCRIPTED = """\
# One
## Weather
```script
| It rains.
```
## Cat
```script
tell pets 1.1
| Boss gets 70 g of food a day.
ask 1.1
```
❓ 1.1 How much food does Boss get?
   Correct answer: 70 g.
   Key: {type: "RECALL", facts: ["pets:1.1"], value: "70 g"}
"""
SHEET = "# Pets\n## 1. Boss\n1.1 Boss gets 70 g of food a day\n"
MARK: Call = ("facts_mark_told", {"sheet": "pets", "ids": ["1.1"]})
ASK: Call = ("send_message", {"text": "How much food does Boss get?", "check_id": "1.1"})
EVALUATE: Call = ("log_evaluation", {"check_id": "1.1", "verdict": "unsure"})
NEXT: Call = ("next_phase", {})


def say(text: str) -> Call:
    return ("send_message", {"text": text})


class Says:
    """The way to a model that says one thing after the other; several calls are one turn."""

    def __init__(self, turns: Iterable[Call | list[Call]]) -> None:
        self._turns = iter(turns)

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        turn = next(self._turns)
        return completion(body, "", turn if isinstance(turn, list) else [turn])

    async def close(self) -> None: ...


class Knowing(ReplyAgent):
    async def reply(self, text: str) -> str:
        return "It gets 70 g." if text.endswith("?") else "Noted."


@pytest.fixture
def events(write_benchmark: Callable[..., Path], tmp_path: Path) -> Callable[..., list[Event]]:
    def of(*turns: Call | list[Call], chapter: str = CHAPTER, **guards: str) -> list[Event]:
        plan = RunPlan(
            write_benchmark({"pets.md": SHEET, "chapter1.md": chapter}),
            "knowing",
            tmp_path / "results",
            persona="strange",
            endpoints={"strange": Endpoint("strange", "http://127.0.0.1:1/v1", "strange")},
            guards={**DEFAULT_MODES, **guards},  # type: ignore[dict-item]
        )
        seen: list[Event] = []
        asyncio.run(play(plan, Knowing(), seen.append, lambda _: Says(turns)))
        return seen

    return of


def the(events: list[Event], event_type: str) -> Event:
    (found,) = (event for event in events if event.type == event_type)
    return found


def test_a_check_on_what_nobody_told_is_not_asked_and_costs_the_agent_nothing(
    events: Callable[..., list[Event]],
) -> None:
    seen = events(ASK, EVALUATE, NEXT)
    evaluated = the(seen, "evaluated")
    assert (None, "persona") == (evaluated["score"], evaluated["owner"])
    assert "not asked, since the persona never told pets:1.1" == evaluated["comment"]
    assert [] == [event for event in seen if event.type == "sending"]


def test_a_check_on_what_was_only_marked_is_asked_and_flagged(events: Callable[..., list[Event]]) -> None:
    evaluated = the(events(say("Boss is well."), MARK, ASK, EVALUATE, NEXT, missing_value="off"), "evaluated")
    assert 10 == evaluated["score"]
    assert ["pets:1.1 counts as told, but no message has '70 g of food a day'"] == evaluated["flags"]


def test_a_check_on_what_was_said_has_no_flag(events: Callable[..., list[Event]]) -> None:
    evaluated = the(events(say("Boss gets 70 g a day."), MARK, ASK, EVALUATE, NEXT), "evaluated")
    assert (10, []) == (evaluated["score"], evaluated["flags"])


def test_a_persona_that_talks_for_ever_is_stopped(events: Callable[..., list[Event]]) -> None:
    seen = events(*(say(f"And another thing, number {number}.") for number in range(1000)))
    assert "persona" == the(seen, "stopped")["reason"]
    assert "has sent 40 messages without telling" in the(seen, "stopped")["error"]


def test_marking_the_same_again_does_not_keep_an_idle_persona_going(
    events: Callable[..., list[Event]],
) -> None:
    turns = ([say(f"By the way, number {number} of my thoughts."), MARK] for number in range(1000))
    seen = events(say("Boss gets 70 g a day."), MARK, *turns)
    assert "persona" == the(seen, "stopped")["reason"]


@pytest.mark.parametrize("until", ["9999-12-31 23:59", "23:59", "9999-12-31T23:59:59-14:00"])
def test_nobody_waits_for_what_no_phase_has(events: Callable[..., list[Event]], until: str) -> None:
    seen = events(("wait", {"until": until}), say("Boss gets 70 g a day."), MARK, ASK, EVALUATE, NEXT)
    assert "nothing here is to be waited for; go on with what comes next" == the(seen, "refused")["reason"]
    assert "finished" == seen[-1].type


def test_a_persona_that_only_waits_is_stopped(events: Callable[..., list[Event]]) -> None:
    seen = events(*[("wait", {"until": "23:59"})] * 1000)
    assert "persona" == the(seen, "stopped")["reason"]


@pytest.mark.parametrize(
    "call",
    [
        ("facts_edit", {"sheet": "pets", "id": "1.1", "text": "—"}),
        ("facts_edit", {"sheet": "pets", "id": "1.1", "text": "Boss is well"}),
        ("facts_add", {"sheet": "pets", "category": "1", "text": "Boss likes tuna"}),
    ],
)
def test_a_script_decides_what_changes(events: Callable[..., list[Event]], call: Call) -> None:
    seen = events(
        call,
        say("It rains."),
        NEXT,
        say("Boss gets 70 g a day."),
        MARK,
        ASK,
        EVALUATE,
        NEXT,
        chapter=SCRIPTED,
    )
    assert the(seen, "refused")["reason"].startswith("nothing in this part of your scenario ")
    assert [] == [event for event in seen if event.type == "changed"]
    assert 10 == the(seen, "evaluated")["score"]


def test_of_very_many_calls_in_a_turn_the_first_are_carried_out(events: Callable[..., list[Event]]) -> None:
    turn = [("facts_read", {"sheet": "pets"})] * 60
    seen = events(turn, say("Boss gets 70 g a day."), MARK, ASK, EVALUATE, NEXT)
    refused = [event for event in seen if event.type == "refused"]
    assert 10 == len(refused)
    assert "a turn has 50 calls at most" in refused[0]["reason"]


def test_a_message_is_no_novel(events: Callable[..., list[Event]]) -> None:
    seen = events(say("Boss. " * 5000), say("Boss gets 70 g a day."), MARK, ASK, EVALUATE, NEXT)
    assert "the message has more than 8000 characters" in the(seen, "refused")["reason"]
