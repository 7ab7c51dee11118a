"""``state.json``: where a run stands, for people to read. The record alone says how it goes on."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_marathonmem.runs.events import Event

FILE_NAME = "state.json"


class StateFile:
    """Keeps a run's state, written at the end of each phase and whenever the run stops.

    Args:
        folder: The run's folder.
        run: Its name.
    """

    def __init__(self, folder: Path, run: str) -> None:
        self._path = folder / FILE_NAME
        self._run = run
        self._evaluations: dict[str, Mapping[str, Any]] = {}
        self._last_seq = 0

    def observe(self, event: Event) -> None:
        """Take in an event of the run."""
        self._last_seq = event.seq
        if event.type == "evaluated":
            self._evaluations[event["check"]] = event.data

    def keep(self, play: Mapping[str, Any]) -> None:
        """Write the state: what the play says of itself, and the evaluations so far.

        Nothing is lost where it can't be written: everything in it follows from the record.
        """
        state = {
            "run": self._run,
            "seq": self._last_seq,
            **play,
            "evaluations": [*self._evaluations.values()],
        }
        with suppress(OSError):
            write_whole(self._path, _by_lines(state))


def _by_lines(state: Mapping[str, Any]) -> str:
    """JSON with a line for each part, and for each item of a list: written often, it must be made fast."""
    parts = (f"{json.dumps(name)}: {_items(part)}" for name, part in state.items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _items(part: object) -> str:
    if not isinstance(part, list):
        return json.dumps(part)
    return "[\n  " + ",\n  ".join(map(json.dumps, part)) + "\n]"


def write_whole(path: Path, text: str) -> None:
    """Write so that a reader finds the old text or the new one, never a part."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(path)
