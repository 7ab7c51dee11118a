"""A whole play for the loop and its guards: a real stage, record and examiner; the model says what it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.models.chat import ChatMessage, ChatModel, ToolCall, ToolSpec
from pytest_marathonmem.persona.cast import Cast
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.persona.guarding import DEFAULT_MODES
from pytest_marathonmem.persona.loop import play_persona
from pytest_marathonmem.runs.events import Event, EventLog
from pytest_marathonmem.runs.examiner import Examiner
from pytest_marathonmem.runs.record import Record
from pytest_marathonmem.scenario.model import Benchmark

SHEET = """\
# Pets
## 1. Boss
1.1 Boss is a ginger tom
1.2 Boss gets 70 g of food a day
1.3 Boss weighs 6.9 kg
"""
CHAPTER = """\
# One
## Cat
Be brief.
❓ 1.1 How much food does Boss get?
   Correct answer: 55 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "55 g"}
```script
tell pets 1.1-1.2
| Boss is ginger and gets 70 g a day.
edit pets 1.2: Boss gets 55 g of food a day #RECONSIDER
| Make it 55 g.
ask 1.1
```
## Later
```script
tell pets 1.3 #XREF
| He weighs as much as his brother.
```
"""
NOW = datetime(2026, 7, 28, 9, 0, tzinfo=UTC)
Said = str | tuple[str, dict[str, Any]]


def turn(*said: Said, reasoning: str = "", content: str = "", fault: str = "") -> ChatMessage:
    """A turn of the model: a call for each tuple, a message for each text."""
    calls = [("send_message", {"text": each}) if isinstance(each, str) else each for each in said]
    return ChatMessage(
        "assistant",
        content,
        tuple(
            ToolCall(f"{number}", name, arguments, fault if number == 0 else "")
            for number, (name, arguments) in enumerate(calls)
        ),
        reasoning=reasoning,
    )


def ask(text: str) -> Said:
    return "send_message", {"text": text, "check_id": "1.1"}


def mark(*ids: str) -> Said:
    return "facts_mark_told", {"sheet": "pets", "ids": list(ids)}


EDIT: Said = ("facts_edit", {"sheet": "pets", "id": "1.2", "text": "Boss gets 55 g of food a day"})
LOG: Said = ("log_evaluation", {"check_id": "1.1", "verdict": "right"})
READ: Said = ("facts_read", {"sheet": "pets"})
NEXT: Said = ("next_phase", {})
GOOD = (
    turn("Boss is a ginger tom, he gets 70 g a day."),
    turn(mark("1.1", "1.2")),
    turn(EDIT),
    turn("I'll make it 55 g, he is getting round."),
    turn(ask("How much food does Boss get now?")),
    turn(LOG),
    turn(NEXT),
    turn("He weighs as much as his brother, by the way."),
    turn(mark("1.3"), NEXT),
)
"""The turns of a persona that does everything right."""


class Turns:
    """A model that says one turn after the other, and keeps what it was asked."""

    name = "turns"
    reads_scripts: ClassVar[bool] = False

    def __init__(self, turns: Iterable[ChatMessage]) -> None:
        self._turns = list(turns)
        self.asked: list[tuple[ChatMessage, ...]] = []

    async def complete(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatMessage:
        self.asked.append(tuple(messages))
        return self._turns[len(self.asked) - 1]


class Agent:
    """The way to an agent that answers the same to everything; an answer may come again from the record."""

    def __init__(self, answer: str, record: Record) -> None:
        self._answer = answer
        self._record = record

    async def say(self, text: str, check_id: str | None) -> Sequence[str]:
        self._record("sending", text=text, check=check_id)
        self._record("received", texts=[self._answer], seconds=0)
        return [self._answer]

    async def new_conversation(self) -> None:
        self._record("conversation", cleared=True, reason="scenario")


class SwiftClock(Clock):
    """Nobody waits for it; keeps for how many seconds each was to sleep."""

    def __init__(self) -> None:
        super().__init__(UTC, NOW)
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.skip(seconds)


def perform(
    benchmark: Benchmark,
    model: ChatModel,
    folder: Path,
    earlier: Sequence[Event] = (),
    *,
    answer: str = "55 g.",
    compaction: Compaction | None = None,
    modes: Mapping[Any, Any] = DEFAULT_MODES,
    clock: Clock | None = None,
) -> list[Event]:
    """Play it, on from earlier events, and return all events; what the loop raises comes through."""
    events: list[Event] = []
    clock = clock or Clock(UTC, NOW)
    with EventLog(folder / "events.jsonl", clock, len(earlier)) as log:
        record = Record(log, events.append, earlier)
        cast = Cast(
            benchmark,
            Agent(answer, record),
            Examiner(benchmark, clock, record, persona_judges=not model.reads_scripts),
            clock,
            record,
            model.reads_scripts,
            lambda _: None,
            modes,
            guards_scripts=True,
        )
        asyncio.run(play_persona(model, cast, compaction or Compaction()))
    return events


def data_of(events: Iterable[Event], event_type: str) -> list[dict[str, Any]]:
    """The data of all events of a type."""
    return [dict(event.data) for event in events if event.type == event_type]
