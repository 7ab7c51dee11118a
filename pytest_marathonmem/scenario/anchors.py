"""Days and times of a phase: the date on its first line, and the moments that it must not end before."""

from __future__ import annotations

import re
from datetime import date, time
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.languages import ENGLISH, weekday
from pytest_marathonmem.scenario.model import Anchor
from pytest_marathonmem.scenario.sheets import LINE_START

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_marathonmem.scenario.source import Line, Source

_DATE_LINE = re.compile(r" {0,3}([0-9]{4}-[0-9]{2}-[0-9]{2})(,.*)?[ \t]*")
_WEEKDAY = re.compile(r",[ \t]*([^\W\d_]+\.?)[ \t]*")
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_ANCHOR = re.compile(rf"{LINE_START}({_TIME.pattern})[ \t]+[-–—](.*)")
_ONE_DIGIT = re.compile(rf"{LINE_START}[0-9]:[0-5][0-9][ \t]+[-–—]")


def time_of_day(text: str) -> time | None:
    """``HH:MM`` from 00:00 to 23:59; None for anything else."""
    match = _TIME.fullmatch(text)
    return time(int(match[1]), int(match[2])) if match else None


def anchored_time(text: str) -> time | None:
    """The time of a line that begins with an anchor: ``HH:MM``, a space and a dash; None for another line."""
    match = _ANCHOR.match(text)
    return time(int(match[2]), int(match[3])) if match else None


def is_date_line(text: str) -> bool:
    """Whether the line gives a day, rightly or not."""
    return _DATE_LINE.fullmatch(text) is not None


def read_date(line: Line | None, source: Source, problems: list[Problem]) -> date | None:
    """The day that a phase's first line gives: ``2026-03-10``, or ``2026-03-10, Tue`` with the weekday checked."""
    match = _DATE_LINE.fullmatch(line.text) if line is not None else None
    if line is None or match is None:
        return None
    try:
        day = date.fromisoformat(match[1])
    except ValueError as error:
        problems.append(source.problem(line.number, f"there is no day {match[1]!r}: {error}"))
        return None
    if match[2]:
        _check_weekday(day, match[2], line, source, problems)
    return day


def _check_weekday(day: date, behind: str, line: Line, source: Source, problems: list[Problem]) -> None:
    right = ENGLISH.short_weekdays[day.weekday()]
    word = _WEEKDAY.fullmatch(behind)
    if word is None or weekday(word[1]) is None:
        names = ", ".join(ENGLISH.short_weekdays)
        rule = f"a phase's date stands alone or with its weekday ({names}, full names, or Russian ones)"
        problems.append(
            source.problem(line.number, f"{line.text.strip()[:60]!r}: {rule}; write '{day}, {right}'")
        )
    elif weekday(word[1]) != day.weekday():
        problems.append(source.problem(line.number, f"{day} is a {right}, not {word[1]!r}"))


def read_anchors(lines: Iterable[Line], source: Source, warnings: list[Problem]) -> tuple[Anchor, ...]:
    """The anchors among lines of prose: ``HH:MM``, a space and a dash."""
    anchors = []
    for line in lines:
        if match := _ANCHOR.match(line.text):
            moment = time(int(match[2]), int(match[3]))
            anchors.append(Anchor(moment, match[4].strip(), source.place(line.number)))
        elif _ONE_DIGIT.match(line.text):
            warnings.append(
                source.problem(line.number, "a time with a one-digit hour is text; write 08:00 for an anchor")
            )
    return tuple(anchors)


def check_order(anchors: Iterable[Anchor], problems: list[Problem]) -> None:
    """Report each anchor that is earlier than the one before it."""
    before: Anchor | None = None
    for anchor in anchors:
        if before is not None and anchor.time < before.time:
            message = f"{anchor.time:%H:%M} comes after {before.time:%H:%M} of line {before.place.line}; times ascend in a phase"
            problems.append(Problem(anchor.place, message))
        before = anchor
