"""The event log: what happened in a run, in order, append-only. Everything else is folded from it.

One JSON object a line, in `events.jsonl`, written and flushed when it happens. Every event has ``seq`` (from 1),
``type``, ``real`` and ``virtual`` (ISO 8601 with zone). The types and what each holds besides:

    started       run, group, benchmark, folder, agent, persona, start, nonce, cassette, timezone, resumed, anew, survives,
                  clears_context, fingerprint, forecast, checks; a resumed run has one for each start; anew says why a record wasn't
                  gone on with; nonce is the run's random number; cassette is record, replay or null;
                  forecast is what the run will likely cost, for each of its models (`Forecast`)
    phase         chapter, number, title: the phase is given to the persona
    turn          content, calls, reasoning: what the persona's model said ({id, name, arguments, fault} each)
    result        id, content: what a tool answered
    sending       text, check: a message goes to the agent; check is the id of the check it asks, or null
    received      texts, seconds: all that the agent answered to it
    failed        error, seconds: the agent could not be reached, broke, or was silent too long
    delivery      arrived, by: whether a message arrived that was on its way when an earlier start ended, and who says so
    told          sheet, ids
    changed       kind, sheet, id, text
    conversation  cleared: whether the agent started a new one; reason
    status        compactions, context_tokens, usage: when one of them has changed
    waited        until: a moment that the persona waited for has come
    cut           messages, tokens: what is left of the persona's history
    guard         name, mode, reason: what a guard saw; the mode says if the persona was kept from it (refuse) or not (observe)
    refused       tool, reason: a tool call that could not be carried out
    judged        check, word, points, comment, error: what the judge said, with partly for each point if it is right; error
                  says why it has no verdict, word is null then
    evaluated     check, score, outcome, attempt, owner, expected, got, comment, points, flags, seconds
    called        role, model, input_tokens, cached_tokens, output_tokens, cost_usd, seconds, fault: an attempt to call a
                  model; figures that aren't known are null, fault is null where there was an answer
    close_failed  error: the agent could not free what it holds
    stopped       reason, error, seconds: the run ended before its end
    finished      seconds: real, since this start
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from pytest_marathonmem.errors import Place, RunError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pytest_marathonmem.clock import Clock

EventType = Literal[
    "started",
    "phase",
    "turn",
    "result",
    "sending",
    "received",
    "failed",
    "delivery",
    "told",
    "changed",
    "conversation",
    "status",
    "waited",
    "cut",
    "guard",
    "refused",
    "judged",
    "evaluated",
    "called",
    "close_failed",
    "stopped",
    "finished",
]
EVENT_TYPES: frozenset[str] = frozenset(get_args(EventType))

FILE_NAME = "events.jsonl"


@dataclass(frozen=True, slots=True)
class Event:
    seq: int
    type: EventType
    real: str
    virtual: str
    data: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.data[name]


class EventLog:
    """Appends events to a run's file; a context manager that closes it.

    Args:
        path: The file; created if it isn't there.
        clock: Gives each event its times.
        last_seq: The ``seq`` of the file's last event, 0 for a new file.
    """

    def __init__(self, path: Path, clock: Clock, last_seq: int = 0) -> None:
        self._file = path.open("ab", buffering=0)
        self._size = _cut_torn_end(path)
        self.clock = clock
        self._seq = last_seq

    def append(self, event_type: EventType, **data: Any) -> Event:
        """Record an event, at once; the data must be plain JSON types.

        Raises:
            OSError: if it can't be written; the file then ends with the event before.
        """
        real, virtual = self.clock.real_now().isoformat(), self.clock.now().isoformat()
        event = Event(self._seq + 1, event_type, real, virtual, data)
        head = {"seq": event.seq, "type": event.type, "real": event.real, "virtual": event.virtual}
        # ASCII only: whatever an agent says, lone surrogates too, is one readable line for every tool.
        self._write((json.dumps(head | data) + "\n").encode("ascii"))
        self._seq = event.seq
        return event

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        except OSError:
            # A part of a line in the middle would make the whole record unreadable.
            self._file.truncate(self._size)
            raise
        self._size += len(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read_events(path: Path) -> Iterator[Event]:
    """Yield the events of a file in order; a torn last line, left by a kill, is passed over.

    Raises:
        RunError: at a line that is no event.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                return
            try:
                yield read_event(line)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise RunError(
                    f"{Place(str(path), number)}: {line[:80]!r} is no event ({error}); the record is damaged. To play "
                    "the run anew and keep the record below results/old, give --mmb-fresh"
                ) from error


def read_event(line: bytes | str) -> Event:
    """Read one line of the file."""
    fields = json.loads(line)
    return Event(fields.pop("seq"), fields.pop("type"), fields.pop("real"), fields.pop("virtual"), fields)


def _cut_torn_end(path: Path) -> int:
    """Take away a last line that a kill has torn, and return the file's size."""
    content = path.read_bytes()
    size = content.rfind(b"\n") + 1
    if size < len(content):
        with path.open("r+b") as file:
            file.truncate(size)
    return size
