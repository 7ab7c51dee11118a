"""The lines of ``script`` blocks, read one by one. What they mean together is ``resolve``'s job.

``//`` begins a comment line, ``|`` a line of a message. Marks (``#CASCADE``) stand at an operation's end; a ``#`` before a
digit is text. ``ask`` and ``wait`` take none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from pytest_marathonmem.scenario.anchors import time_of_day
from pytest_marathonmem.scenario.model import RETIRED, TRAPS, Ask, Change, FactRef, Wait
from pytest_marathonmem.scenario.sheets import FACT_ID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_marathonmem.errors import Place, Problem
    from pytest_marathonmem.scenario.source import Line, Source

FORMS = {
    "tell": "tell SHEET IDS",
    "add": "add SHEET ID: text",
    "edit": "edit SHEET ID: text",
    "derive": "derive SHEET ID: text",
    "retire": "retire SHEET ID",
    "ask": "ask CHECK",
    "wait": "wait HH:MM",
}
_CHANGE = re.compile(rf"(\S+)[ \t]+({FACT_ID})[ \t]*:[ \t]*(.*)")
_RETIREMENT = re.compile(rf"(\S+)[ \t]+({FACT_ID})")
_IDS = re.compile(rf"(?:{FACT_ID}(?:-{FACT_ID})?|[0-9]{{1,6}})")
_DASH = re.compile(r"[ \t]*+[-–—][ \t]*")
_MARK = re.compile(r"#[A-Za-z][\w-]*")


@dataclass(frozen=True, slots=True)
class TellIds:
    """A ``tell`` whose ids are not looked up yet: facts, ranges (``1.1-1.6``) and whole categories (``1``)."""

    sheet: str
    ids: tuple[str, ...]
    marks: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Message:
    text: str
    place: Place


ScriptLine = TellIds | Change | Message | Ask | Wait


def read_script(
    blocks: Iterable[Iterable[Line]], source: Source, problems: list[Problem]
) -> tuple[ScriptLine, ...]:
    """Read the contents of a phase's script blocks; what can't be read is reported and left out."""
    reader = _Reader(source, problems)
    for block in blocks:
        for line in block:
            reader.line(line)
        reader.end_message()
    return tuple(reader.read)


class _Reader:
    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        self.read: list[ScriptLine] = []
        self._said: list[str] = []
        self._said_from = 0

    def line(self, line: Line) -> None:
        text = line.text.replace("\t", " ").strip()
        if text.startswith("//"):
            return
        if text.startswith("|"):
            self._said_from = line.number if not self._said else self._said_from
            self._said.append(text[1:].removeprefix(" "))
            return
        self.end_message()
        if text:
            try:
                self.read.append(self._operation(text, self.source.place(line.number)))
            except ValueError as error:
                self.problems.append(self.source.problem(line.number, str(error)))

    def end_message(self) -> None:
        """Close the message whose lines came last, if any."""
        if self._said:
            text = "\n".join(self._said).strip()
            if text:
                self.read.append(Message(text, self.source.place(self._said_from)))
            else:
                self.problems.append(
                    self.source.problem(self._said_from, "a message says nothing; write it behind '|'")
                )
            self._said = []

    def _operation(self, text: str, place: Place) -> ScriptLine:
        verb, _, rest = text.partition(" ")
        if verb not in FORMS:
            forms = ", ".join(FORMS.values())
            raise ValueError(
                f"unknown operation {verb[:40]!r}; known are {forms}, '| message' and '// comment'"
            )
        rest, marks = _split_marks(rest.strip())
        for mark in marks:
            if mark not in TRAPS:
                raise ValueError(
                    f"unknown trap {mark!r}; the marks are {', '.join(f'#{trap}' for trap in TRAPS)}"
                )
        if marks and verb in {"ask", "wait"}:
            raise ValueError(f"'{verb}' takes no marks; put #{marks[0]} behind the change itself")
        operation = _read_operation(verb, rest, marks, place)
        if operation is None:
            raise ValueError(f"{text[:80]!r} can't be read; write {FORMS[verb]!r}")
        return operation


def _read_operation(verb: str, rest: str, marks: tuple[str, ...], place: Place) -> ScriptLine | None:
    if verb == "ask":
        return Ask(rest, place) if rest and " " not in rest else None
    if verb == "wait":
        until = time_of_day(rest)
        return None if until is None else Wait(until, place)
    if verb == "tell":
        sheet, _, listed = rest.partition(" ")
        ids = tuple(_DASH.sub("-", listed).replace(",", " ").split())
        return TellIds(sheet, ids, marks, place) if ids and all(map(_IDS.fullmatch, ids)) else None
    if verb == "retire":
        named = _RETIREMENT.fullmatch(rest)
        return Change("retire", FactRef(named[1], named[2]), RETIRED, marks, place) if named else None
    return _read_change(cast("Literal['add', 'edit', 'derive']", verb), rest, marks, place)


def _read_change(
    kind: Literal["add", "edit", "derive"], rest: str, marks: tuple[str, ...], place: Place
) -> Change | None:
    named = _CHANGE.fullmatch(rest)
    if named is None or not named[3]:
        return None
    if named[3] == RETIRED:
        raise ValueError(f"{RETIRED!r} stands for a retired fact; write 'retire {named[1]} {named[2]}'")
    return Change(kind, FactRef(named[1], named[2]), named[3], marks, place)


def _split_marks(text: str) -> tuple[str, tuple[str, ...]]:
    """Divide an operation's end, ``#NAME`` once or more, from the rest."""
    marks: list[str] = []
    end = len(text)
    while True:
        blank = text.rfind(" ", 0, end)
        if blank < 0 or not _MARK.fullmatch(text, blank + 1, end):
            return text[:end], tuple(reversed(marks))
        marks.append(text[blank + 2 : end])
        end = blank
        while end and text[end - 1] == " ":
            end -= 1
