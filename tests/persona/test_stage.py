"""The tools as a model meets them, on a real scenario; the agent and the examiner are small strict fakes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import AgentFailed
from pytest_marathonmem.persona.asking import Asking
from pytest_marathonmem.persona.cast import Cast
from pytest_marathonmem.persona.stage import Stage
from pytest_marathonmem.persona.tools import LogEvaluation
from pytest_marathonmem.scenario.model import Benchmark, FactRef

SHEET = """\
# Pets
## 1. Boss
1.1 Boss is a ginger tom
1.2 Boss gets 70 g of food a day
1.3 Boss eats 2.1 kg a month
## 2. Things
2.1 A bed
"""
CHAPTER = """\
# One
## Cat
Be brief.
❓ 1.1 How much food does Boss get?
   Correct answer: 55 g.
```script
tell pets 1.1-1.3
| Boss is ginger, gets 70 g a day, so 2.1 kg a month.
edit pets 1.2: Boss gets 55 g of food a day #RECONSIDER
derive pets 1.3: Boss eats 1.65 kg a month
| Make it 55 g.
ask 1.1
add pets 2.2: A scratching post, $40
| And a scratching post for $40.
```
## Later
```script
| Enough.
```
"""


class FakeChat:
    def __init__(self) -> None:
        self.said: list[tuple[str, str | None]] = []
        self.answers: list[str | Exception] = []
        self.conversations = 0

    async def say(self, text: str, check_id: str | None) -> Sequence[str]:
        self.said.append((text, check_id))
        answer = self.answers.pop(0) if self.answers else "Noted."
        if isinstance(answer, Exception):
            raise answer
        return [answer]

    async def new_conversation(self) -> None:
        self.conversations += 1


class FakeRecord:
    """The record of a run that has no earlier start, at one moment."""

    is_replaying = False

    def __init__(self, now: datetime, events: list[tuple[str, dict[str, Any]]]) -> None:
        self.now = now
        self.events = events

    def recorded(self, event_type: str) -> None:
        return None

    def __call__(self, event_type: str, **data: Any) -> None:
        self.events.append((event_type, data))


class FakeExaminer:
    def __init__(self) -> None:
        self.evaluated: list[tuple[str, str | None, int, str]] = []

    def is_void(self, check_id: str) -> bool:
        return False

    def rests_on(self, check_id: str) -> Sequence[FactRef]:
        return (FactRef("pets", "1.2"),)

    def gives_away(self, text: str) -> bool:
        return "55" in text

    async def evaluate(self, asking: Asking, verdict: LogEvaluation) -> str:
        self.evaluated.append((asking.check.id, asking.answer, asking.attempt, asking.failure))
        return "Logged."


class Play:
    """A stage with everything around it."""

    def __init__(self, benchmark: Benchmark, now: datetime, *, reads_scripts: bool = True) -> None:
        self.chat, self.examiner, self.events = FakeChat(), FakeExaminer(), []
        record = FakeRecord(now, self.events)
        cast = Cast(
            benchmark, self.chat, self.examiner, Clock(UTC, now), record, reads_scripts, keep=lambda _: None
        )
        self.stage = Stage(cast)
        self.opening = asyncio.run(self.stage.open())

    def call(self, name: str, **arguments: Any) -> str:
        return asyncio.run(self.stage.call(name, arguments))

    def of_type(self, event_type: str) -> list[dict[str, Any]]:
        return [data for seen, data in self.events if seen == event_type]

    def tell_all(self) -> None:
        """Everything that stands before the check."""
        self.call("send_message", text="Boss is ginger, gets 70 g a day, so 2.1 kg a month.")
        self.call("facts_mark_told", sheet="pets", ids=["1.1", "1.2", "1.3"])
        self.call("facts_edit", sheet="pets", id="1.2", text="Boss gets 55 g of food a day")
        self.call("send_message", text="Make it 55 g.")

    def ask(self, *answers: str | Exception) -> str:
        self.chat.answers += answers
        return self.call("send_message", text="How much?", check_id="1.1")

    def evaluate(self) -> str:
        return self.call("log_evaluation", check_id="1.1", verdict="unsure")


@pytest.fixture
def play(load: Callable[..., Benchmark]) -> Play:
    benchmark = load({"pets.md": SHEET, "chapter1.md": CHAPTER})
    return Play(benchmark, datetime(2026, 7, 28, 9, 0, tzinfo=UTC))


def test_the_first_slice_ends_with_the_check_and_shows_nothing_behind_it(play: Play) -> None:
    assert "How much food does Boss get?" in play.opening
    assert "scratching post" not in play.opening
    assert "55 g." not in play.opening.split("How much")[1]


def test_a_change_that_lacks_a_value_says_what_is_still_wanted(play: Play) -> None:
    assert play.call("facts_edit", sheet="pets", id="1.2", text="Boss gets less food").endswith(
        "\nStill missing: edit pets 1.2: Boss gets 55 g of food a day. "
        "Call facts_edit in figures, as your checklist has it."
    )
    assert "missing" not in play.call("facts_edit", sheet="pets", id="1.2", text="Boss gets 55 g a day")


def test_who_edits_what_is_still_to_be_added_is_told_to_add_it(play: Play) -> None:
    play.tell_all()
    play.ask("55 g.")
    play.evaluate()
    assert play.call("facts_edit", sheet="pets", id="2.2", text="A scratching post, $40") == (
        "Refused: pets:2.2 isn't there yet; first add it with facts_add to category 2"
    )


def test_what_the_agent_says_comes_back_as_one_line_of_json(play: Play) -> None:
    play.chat.answers = ["Reading: answer\n\u2028Refused: no"]
    assert play.call("send_message", text="Hi") == (
        "The assistant said: " + json.dumps(["Reading: answer\n\u2028Refused: no"], ensure_ascii=False)
    )


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_message_is_refused_and_not_sent(play: Play, text: str) -> None:
    assert play.call("send_message", text=text) == "Refused: the message is empty; say something"
    assert play.chat.said == []


def test_an_unknown_tool_is_refused_with_the_known_ones(play: Play) -> None:
    assert play.call("shout").startswith(
        "Refused: there is no tool 'shout'; the tools are send_message, next_phase"
    )


def test_wrong_arguments_are_all_named(play: Play) -> None:
    refusal = play.call("send_message", txt="Hi")
    assert "text: Field required" in refusal
    assert "txt: Extra inputs are not permitted" in refusal


def test_a_refusal_is_recorded_with_its_tool(play: Play) -> None:
    play.call("shout")
    assert [refused["tool"] for refused in play.of_type("refused")] == ["shout"]


def test_the_phase_is_not_left_before_all_is_told_and_changed_and_evaluated(play: Play) -> None:
    assert play.call("next_phase") == (
        "Refused: this phase isn't over; still missing: tell pets 1.1; tell pets 1.2; tell pets 1.3; "
        "edit pets 1.2: Boss gets 55 g of food a day; check 1.1 isn't evaluated"
    )


def test_a_check_is_not_asked_before_what_comes_before_it(play: Play) -> None:
    assert play.ask().startswith("Refused: before the check: tell pets 1.1; ")
    assert play.chat.said == []


def test_a_check_is_asked_by_its_id_only_when_its_turn_has_come(play: Play) -> None:
    play.tell_all()
    assert (
        play.call("send_message", text="How much?", check_id="9.9")
        == "Refused: check 9.9 isn't to be asked now; it is 1.1"
    )


def test_a_check_is_not_asked_unnoticed(load: Callable[..., Benchmark]) -> None:
    benchmark = load({"pets.md": SHEET, "chapter1.md": CHAPTER})
    play = Play(benchmark, datetime(2026, 7, 28, 9, 0, tzinfo=UTC), reads_scripts=False)
    assert play.call("send_message", text="how much food does boss get").startswith(
        "Refused: this asks check 1.1; to ask it, send it with check_id"
    )
    play.call("send_message", text="How much food is enough for a tom?")
    assert play.chat.said == [("How much food is enough for a tom?", None)]


def test_a_change_counts_as_made_if_it_has_the_values_of_the_script(play: Play) -> None:
    play.call("facts_edit", sheet="pets", id="1.2", text="55 g a day for the cat")
    assert "edit pets 1.2" not in play.call("next_phase")


def test_a_change_with_another_value_does_not_count(play: Play) -> None:
    play.call("facts_edit", sheet="pets", id="1.2", text="50 g a day for the cat")
    assert "edit pets 1.2" in play.call("next_phase")


def test_what_follows_from_a_change_is_changed_by_code(play: Play) -> None:
    play.call("facts_edit", sheet="pets", id="1.2", text="Boss gets 55 g of food a day")
    assert play.of_type("changed") == [
        {"kind": "edit", "sheet": "pets", "id": "1.2", "text": "Boss gets 55 g of food a day"},
        {"kind": "derive", "sheet": "pets", "id": "1.3", "text": "Boss eats 1.65 kg a month"},
    ]
    assert "1.3 Boss eats 1.65 kg a month" in play.call("facts_read", sheet="pets")


def test_an_answer_is_shown_the_right_answer_and_only_then(play: Play) -> None:
    play.tell_all()
    assert "Right answer: 55 g." in play.ask("Boss gets 55 g.")


def test_a_refusal_gets_one_second_chance_and_no_right_answer(play: Play) -> None:
    play.tell_all()
    result = play.ask("You haven't told me that.")
    assert result.startswith("Reading: refusal\nSay once: ")
    assert "Right answer" not in result
    assert play.ask("You haven't told me that.").startswith("Reading: answer\nRight answer: 55 g.")
    play.evaluate()
    assert play.examiner.evaluated == [("1.1", "You haven't told me that.", 2, "")]


def test_a_counter_question_is_answered_once_and_lowers_nothing(play: Play) -> None:
    play.tell_all()
    assert play.ask("Which Boss do you mean?").startswith("Reading: counter-question\nNext: answer without")
    assert play.ask("Which Boss do you mean?").startswith("Reading: answer")
    play.evaluate()
    assert play.examiner.evaluated == [("1.1", "Which Boss do you mean?", 1, "")]


@pytest.mark.parametrize("leak", ["The one with 55 g.", "fifty-five? No: 55"])
def test_a_counter_question_is_not_answered_with_what_is_examined(play: Play, leak: str) -> None:
    play.tell_all()
    play.ask("Which Boss do you mean?")
    said = list(play.chat.said)
    refusal = play.call("send_message", text=leak, check_id="1.1")
    assert refusal.startswith("Refused: this gives away what a check asks for")
    assert play.chat.said == said


def test_nothing_else_is_said_while_a_check_is_open(play: Play) -> None:
    play.tell_all()
    play.ask("Boss gets 55 g.")
    assert play.call("send_message", text="By the way") == (
        'Refused: check 1.1 is open; call log_evaluation with check_id "1.1"'
    )


def test_an_evaluation_without_an_answer_is_refused(play: Play) -> None:
    play.tell_all()
    assert play.evaluate() == "Refused: check 1.1 isn't open; none is"
    play.ask("You haven't told me that.")
    assert play.evaluate().startswith("Refused: check 1.1 has no answer yet; ask it once to look it up")


def test_what_stands_behind_the_check_comes_with_its_evaluation(play: Play) -> None:
    play.tell_all()
    play.ask("Boss gets 55 g.")
    assert "scratching post for $40" in play.evaluate()


def test_a_phase_is_left_when_all_is_done(play: Play) -> None:
    play.tell_all()
    play.ask("Boss gets 55 g.")
    play.evaluate()
    assert (
        play.call("facts_add", sheet="pets", category="2", text="A scratching post, $40")
        == "Added as pets:2.2."
    )
    assert play.call("next_phase").startswith("[chapter1, phase 2: Later]")
    assert play.call("next_phase") == "The end."
    assert play.stage.ended


def test_an_agent_that_fails_at_a_check_leaves_it_to_the_infrastructure(play: Play) -> None:
    play.tell_all()
    assert play.ask(AgentFailed("no route")).startswith("Reading: none\nNext: call log_evaluation")
    play.evaluate()
    assert play.examiner.evaluated == [("1.1", None, 1, "no route")]


def test_a_check_on_facts_that_never_reached_the_agent_is_not_asked(play: Play) -> None:
    play.chat.answers = [AgentFailed("no route")]
    play.call("send_message", text="Boss is ginger, gets 70 g a day.")
    play.call("facts_mark_told", sheet="pets", ids=["1.1", "1.2", "1.3"])
    play.call("facts_edit", sheet="pets", id="1.2", text="Boss gets 55 g of food a day")
    said = len(play.chat.said)
    assert play.ask().startswith("Reading: none")
    assert len(play.chat.said) == said


def test_a_later_message_about_the_fact_mends_the_loss(play: Play) -> None:
    play.chat.answers = [AgentFailed("no route")]
    play.tell_all()
    assert play.ask("55 g").startswith("Reading: answer")


def test_an_unknown_sheet_is_refused_with_the_known_ones(play: Play) -> None:
    assert (
        play.call("facts_read", sheet="../pets")
        == "Refused: there is no sheet '../pets'; the sheets are pets"
    )


def test_an_unknown_fact_is_refused_with_those_of_its_category(play: Play) -> None:
    assert play.call("facts_edit", sheet="pets", id="1.9", text="x") == (
        "Refused: there is no fact pets:1.9; this category has 1.1, 1.2, 1.3"
    )


def test_untold_facts_are_listed_with_their_texts(play: Play) -> None:
    play.call("facts_mark_told", sheet="pets", ids=["1.1", "1.2", "2.1"])
    assert play.call("facts_get_untold", sheet="pets") == "1.3 Boss eats 2.1 kg a month"


def test_a_sheet_may_be_named_in_another_case_and_again_in_an_id(play: Play) -> None:
    assert play.call("facts_mark_told", sheet="Pets", ids=["pets:1.1", "1.2"]) == "Marked."
    assert play.of_type("told") == [{"sheet": "pets", "ids": ["1.1", "1.2"]}]


def test_a_fact_is_added_to_the_category_that_its_id_names(play: Play) -> None:
    assert play.call("facts_add", sheet="pets", category="2.7", text="A rug") == "Added as pets:2.2."


def test_a_fact_is_not_added_to_a_category_that_there_is_not(play: Play) -> None:
    assert play.call("facts_add", sheet="pets", category="7", text="A rug") == (
        "Refused: sheet 'pets' has no category '7'; it has 1, 2"
    )
    assert play.of_type("changed") == []


def test_a_fact_added_beyond_the_script_gets_an_id_of_its_own(play: Play) -> None:
    assert play.call("facts_add", sheet="pets", category="1", text="Boss snores") == "Added as pets:1.4."


@pytest.mark.parametrize(
    ("until", "answer"),
    [("08:00", "It is already 2026-07-28 09:00."), ("2026-07-27 10:00", "It is already 2026-07-28 09:00.")],
)
def test_a_moment_that_is_past_is_not_waited_for(play: Play, until: str, answer: str) -> None:
    assert play.call("wait", until=until) == answer


@pytest.mark.parametrize("until", ["25:00", "tomorrow", ""])
def test_what_is_no_moment_is_refused(play: Play, until: str) -> None:
    assert (
        play.call("wait", until=until) == f"Refused: {until!r} is no moment; write 18:30 or 2026-03-10 18:30"
    )


def test_a_settings_block_starts_a_new_conversation_and_requires_facts(
    load: Callable[..., Benchmark],
) -> None:
    chapter = """\
# One
## Cat
```js
await bench.newSession();
vars.require_all_facts = "pets:2";
```
Tell it all.
❓ 1.1 What is new?
   Correct answer: a bed.
"""
    play = Play(load({"pets.md": SHEET, "chapter1.md": chapter}), datetime(2026, 7, 28, 9, 0, tzinfo=UTC))
    assert play.chat.conversations == 1
    play.ask("a bed")
    play.evaluate()
    assert play.call("next_phase") == "Refused: this phase isn't over; still missing: tell pets 2.1"


def test_a_time_gate_holds_the_phase_until_its_last_anchor(load: Callable[..., Benchmark]) -> None:
    chapter = "# One\n## Day\n2026-07-28, Tue\n08:00 - a run\n18:30 - the office\n\n❓ 1.1 What?\n   Correct answer: a run.\n"
    benchmark = load({"chapter1.md": chapter}, time_gate=True, timezone="UTC")
    play = Play(benchmark, datetime(2026, 7, 28, 18, 29, tzinfo=UTC))
    assert "18:30" not in play.call("next_phase")
    play.ask("a run")
    play.evaluate()
    assert play.call("next_phase") == (
        "Refused: this phase isn't over; still missing: it isn't 2026-07-28 18:30 yet; wait until then"
    )
