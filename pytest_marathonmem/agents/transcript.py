"""A conversation kept in a file, so that an agent in our process outlives it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.agents.lines import append_lines, read_lines

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_NEW_CONVERSATION = "new_conversation"
_COMPACTED = "compacted"
_SENDING = "sending"


@dataclass(frozen=True, slots=True)
class Entry:
    """What the user said, when, and what the agent answered."""

    at: datetime
    sent: str
    reply: str
    stated: tuple[str, ...] = ()
    """The sentences of it that the agent took in."""
    reasoning: str = ""
    """What a model thought beside its reply."""


class Transcript:
    """Records exchanges, one JSON object a line: what stands here was said, and what doesn't was not.

    Args:
        path: The file; it may be missing, and what it holds is taken in.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.entries: list[Entry] = []
        """Everything said, oldest first."""
        self.window_start = 0
        """The index of the first entry of the window: the current conversation, or what is left of it."""
        self.conversations = 0
        """How many new ones were started."""
        self.compactions = 0
        """How often the oldest part of a window was left out."""
        self.on_its_way: str | None = None
        """A message that is being sent, or of which nobody knows if it arrived."""
        for line in read_lines(path):
            self._take_in(json.loads(line))

    @property
    def window(self) -> list[Entry]:
        """What was said in the current conversation, without what was left out of it."""
        return self.entries[self.window_start :]

    @property
    def newest(self) -> Entry | None:
        """What was said last in the current conversation."""
        return self.entries[-1] if len(self.entries) > self.window_start else None

    def append(self, entry: Entry) -> None:
        """Record an exchange."""
        fields = asdict(entry) | {"at": entry.at.isoformat()}
        if not entry.reasoning:
            del fields["reasoning"]
        self._write(fields)

    def start_new_conversation(self) -> None:
        """Record that the window is empty from here on; twice is like once."""
        self._write({_NEW_CONVERSATION: True})

    def compact(self, kept: int) -> None:
        """Record that the window has only its newest entries from here on, so many."""
        self._write({_COMPACTED: len(self.entries) - kept})

    def send(self, text: str) -> None:
        """Record that a message goes where it can't be taken back from, before it does; its exchange ends that."""
        self._write({_SENDING: text})

    def take_back(self) -> None:
        """Record that the message on its way did not arrive."""
        self._write({_SENDING: None})

    def _write(self, fields: Mapping[str, Any]) -> None:
        # JSON in ASCII: a lone surrogate of the user is kept as it came.
        append_lines(self._path, [json.dumps(fields)])
        self._take_in(fields)

    def _take_in(self, fields: Mapping[str, Any]) -> None:
        if _NEW_CONVERSATION in fields:
            self.window_start = len(self.entries)
            self.conversations += 1
        elif _COMPACTED in fields:
            self.window_start = fields[_COMPACTED]
            self.compactions += 1
        elif _SENDING in fields:
            self.on_its_way = fields[_SENDING]
        else:
            self.entries.append(_entry(**fields))
            self.on_its_way = None


def _entry(at: str, sent: str, reply: str, stated: list[str], reasoning: str = "") -> Entry:
    return Entry(datetime.fromisoformat(at), sent, reply, tuple(stated), reasoning)
