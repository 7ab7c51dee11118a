"""Fills date templates into a text: ``{{TODAY}}``, ``{{NOW}}``, ``{{PAST:3:weeks}}``, ``{{FUTURE:3:weeks:%d %B}}``.

What follows a third colon is strftime's (``{{TODAY:::%A}}``), with the names of months and weekdays in the benchmark's
language. Without a format a template gives the date, and ``NOW``, hours and minutes the time as well. Days and longer
units count on the calendar, a month's end clamped; hours and minutes count real time, also across a change of clocks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from dateutil.relativedelta import relativedelta
from dateutil.tz import datetime_exists

from pytest_marathonmem.errors import Place, Problem
from pytest_marathonmem.scenario.languages import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo

_UNITS = ("minute", "hour", "day", "week", "month", "year")
_TEMPLATE = re.compile(r"\{\{([^{}\n]*)(\}\}?)?")
_NAMES = frozenset({"TODAY", "NOW", "PAST", "FUTURE"})
_ALLOWED = "allowed are {{TODAY}}, {{NOW}}, {{PAST:3:weeks}} and {{FUTURE:3:weeks}}, each also with a third colon and a strftime format"
_DIRECTIVE = re.compile(r"%([BbAa])")


@dataclass(frozen=True, slots=True)
class DateTemplates:
    """Fills templates counted from one moment."""

    base: datetime
    """Zone-aware."""
    language: str
    """Two letters; a language without names of its own gets ISO dates, and English names in formats."""

    def fill(self, text: str, file: str, problems: list[Problem]) -> str:
        """Return the text with every template replaced; one that can't be is reported and stays as it is."""
        line_starts = _LineCounter(text)

        def replacement(match: re.Match[str]) -> str:
            name = match[1].strip().partition(":")[0]
            if match[2] != "}}" and name not in _NAMES:
                return match[0]
            try:
                return self._value(match[1].strip(), closed=match[2] == "}}")
            except ValueError as error:
                place = Place(file, line_starts.line_of(match.start()))
                problems.append(Problem(place, f"date template {match[0]!r} can't be filled in: {error}"))
                return match[0]

        return _TEMPLATE.sub(replacement, text)

    def _value(self, template: str, *, closed: bool) -> str:
        name, count, unit, form = (template.split(":", 3) + [""] * 3)[:4]
        if name not in _NAMES:
            raise ValueError(_ALLOWED)
        if not closed:
            raise ValueError("it isn't closed by }}")
        moment, timed = self._moment(name, count.strip(), unit.strip())
        return self._formatted(moment, form) if form else self._default(moment, timed=timed)

    def _moment(self, name: str, count: str, unit: str) -> tuple[datetime, bool]:
        if name in {"TODAY", "NOW"}:
            if count or unit:
                raise ValueError(f"{name} takes neither a number nor a unit; write PAST or FUTURE")
            return self.base, name == "NOW"
        if not re.fullmatch(r"[0-9]{1,6}", count):
            raise ValueError(f"{count!r} is no whole number of units; write {name}:3:weeks")
        singular = unit.removesuffix("s")
        if singular not in _UNITS:
            raise ValueError(f"unknown unit {unit!r}; allowed are {', '.join(f'{unit}s' for unit in _UNITS)}")
        sign = -1 if name == "PAST" else 1
        try:
            return _shifted(self.base, sign * int(count), singular), singular in {"minute", "hour"}
        except (ValueError, OverflowError):
            raise ValueError(f"{count} {unit} lead out of the years 1 to 9999") from None

    def _default(self, moment: datetime, *, timed: bool) -> str:
        time = f"{moment:%H:%M}"
        if self.language not in LANGUAGES:
            return moment.date().isoformat() + (f" {time}" if timed else "")
        month = LANGUAGES[self.language].months[moment.month - 1]
        return f"{moment.day} {month} {moment.year:04}" + (f", {time}" if timed else "")

    def _formatted(self, moment: datetime, form: str) -> str:
        names = LANGUAGES.get(self.language, ENGLISH)
        values: dict[str, Callable[[], str]] = {
            "B": lambda: names.months[moment.month - 1],
            "b": lambda: names.short_months[moment.month - 1],
            "A": lambda: names.weekdays[moment.weekday()],
            "a": lambda: names.short_weekdays[moment.weekday()],
        }
        # Names are ours, not the process's locale. A doubled %% is no directive's beginning.
        parts = [_DIRECTIVE.sub(lambda match: values[match[1]](), part) for part in form.split("%%")]
        return moment.strftime("%%".join(parts))


def _shifted(base: datetime, count: int, unit: str) -> datetime:
    if unit in {"minute", "hour"}:
        return (base.astimezone(UTC) + timedelta(**{f"{unit}s": count})).astimezone(base.tzinfo)
    return base + relativedelta(**{f"{unit}s": count})  # type: ignore[arg-type]  # the unit is one of relativedelta's


def first_valid(moment: datetime, zone: tzinfo) -> datetime:
    """The moment of a local time without a zone: in a gap the first valid minute, in a fold the first occurrence."""
    while not datetime_exists(moment, zone):
        moment = moment.replace(second=0, microsecond=0) + timedelta(minutes=1)
    return moment.replace(tzinfo=zone)


class _LineCounter:
    """Line numbers of ascending offsets, without counting from the start each time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = 0
        self._line = 1

    def line_of(self, offset: int) -> int:
        self._line += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return self._line
