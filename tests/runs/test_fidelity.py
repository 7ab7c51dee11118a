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
SHEET = "# Pets\n## 1. Boss\n1.1 Boss gets 70 g of food a day\n"
MARK: Call = ("facts_mark_told", {"sheet": "pets", "ids": ["1.1"]})
ASK: Call = ("send_message", {"text": "How much food does Boss get?", "check_id": "1.1"})
EVALUATE: Call = ("log_evaluation", {"check_id": "1.1", "verdict": "unsure"})
NEXT: Call = ("next_phase", {})


def say(text: str) -> Call:
    return ("send_message", {"text": text})


class Says:
    """The way to a model that says one thing after the other."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self._calls = iter(calls)

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        return completion(body, "", [next(self._calls)])

    async def close(self) -> None: ...


class Knowing(ReplyAgent):
    async def reply(self, text: str) -> str:
        return "It gets 70 g." if text.endswith("?") else "Noted."


@pytest.fixture
def events(write_benchmark: Callable[..., Path], tmp_path: Path) -> Callable[..., list[Event]]:
    def of(*calls: Call, **guards: str) -> list[Event]:
        plan = RunPlan(
            write_benchmark({"pets.md": SHEET, "chapter1.md": CHAPTER}),
            "knowing",
            tmp_path / "results",
            persona="strange",
            endpoints={"strange": Endpoint("strange", "http://127.0.0.1:1/v1", "strange")},
            guards={**DEFAULT_MODES, **guards},  # type: ignore[dict-item]
        )
        seen: list[Event] = []
        asyncio.run(play(plan, Knowing(), seen.append, lambda _: Says(calls)))
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
