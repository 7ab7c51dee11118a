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


@dataclass(frozen=True, slots=True)
class Entry:
    """What the user said, when, and what the agent answered."""

    at: datetime
    sent: str
    reply: str
    stated: tuple[str, ...] = ()
    """The sentences of it that the agent took in."""


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
        """The index of the first entry of the current conversation."""
        for line in read_lines(path):
            fields = json.loads(line)
            if _NEW_CONVERSATION in fields:
                self.window_start = len(self.entries)
            else:
                self.entries.append(_entry(**fields))

    @property
    def window(self) -> list[Entry]:
        """What was said in the current conversation."""
        return self.entries[self.window_start :]

    @property
    def newest(self) -> Entry | None:
        """What was said last in the current conversation."""
        return self.entries[-1] if len(self.entries) > self.window_start else None

    def append(self, entry: Entry) -> None:
        """Record an exchange."""
        self._write(asdict(entry) | {"at": entry.at.isoformat()})
        self.entries.append(entry)

    def start_new_conversation(self) -> None:
        """Record that the window is empty from here on; twice is like once."""
        self._write({_NEW_CONVERSATION: True})
        self.window_start = len(self.entries)

    def _write(self, fields: Mapping[str, Any]) -> None:
        # JSON in ASCII: a lone surrogate of the user is kept as it came.
        append_lines(self._path, [json.dumps(fields)])


def _entry(at: str, sent: str, reply: str, stated: list[str]) -> Entry:
    return Entry(datetime.fromisoformat(at), sent, reply, tuple(stated))
