"""Rules on days: phases go forward in time, and a weekday beside a date is that date's."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.languages import ENGLISH, weekday
from pytest_marathonmem.scenario.model import Check, Utterance
from pytest_marathonmem.values import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Place
    from pytest_marathonmem.scenario.lint.view import View
    from pytest_marathonmem.scenario.model import Phase
    from pytest_marathonmem.values import DateParts, Value

_WORD_BEFORE = re.compile(r"([^\W\d_]{2,})\.?,?\s(?:the\s)?$")
_WORD_AFTER = re.compile(r"[\s,(]{1,3}([^\W\d_]{2,})")


def phases_go_forward(view: View) -> Iterator[Problem]:
    """No phase is dated before an earlier one, and of two on one day the later has no earlier times."""
    last: Phase | None = None
    for phase in view.benchmark.phases:
        if phase.date is None:
            continue
        if last is not None and last.date is not None:
            if phase.date < last.date:
                fault = (
                    f"the phase is dated {phase.date}, before the phase at {last.place}, dated {last.date}"
                )
                yield Problem(phase.place, f"{fault}; phases are played in their order")
            elif phase.date == last.date and last.anchors and phase.anchors:
                yield from _earlier_times(last, phase)
        last = phase


def _earlier_times(last: Phase, phase: Phase) -> Iterator[Problem]:
    first, before = phase.anchors[0], last.anchors[-1]
    if first.time < before.time:
        fault = f"{first.time:%H:%M} comes after {before.time:%H:%M} of the same day, at {before.place}"
        yield Problem(first.place, f"{fault}; times ascend within a day")


def weekdays_are_right(view: View) -> Iterator[Problem]:
    """Where a text gives a date with its weekday, the two agree."""
    for place, text, day in _dated_texts(view):
        plain = plain_text(text)
        for value in view.passage(text).numbers:
            named = _weekday_beside(plain, value)
            if named is not None and value.kind == "date":
                dates = [found for parts in value.dates if (found := _nearest(parts, day))]
                if dates and all(found.weekday() != weekday(named) for found in dates):
                    right = ENGLISH.weekdays[dates[0].weekday()]
                    yield Problem(place, f"{value.text!r} stands with {named!r}, but {dates[0]} is a {right}")


def _weekday_beside(text: str, value: Value) -> str | None:
    """The word right before or behind a date, if it is a weekday's name."""
    start, end = value.span
    for match in (_WORD_BEFORE.search(text[max(0, start - 30) : start]), _WORD_AFTER.match(text[end:])):
        if match and match[1][0].isupper() and weekday(match[1]) is not None:
            return match[1]
    return None


def _nearest(parts: DateParts, day: date) -> date | None:
    """The date that is meant on a day: without a year, the nearest one; None without a day or a month."""
    if parts.day is None or parts.month is None:
        return None
    years = (parts.year,) if parts.year else (day.year - 1, day.year, day.year + 1)
    dates = [found for year in years if (found := _date_or_none(year, parts.month, parts.day))]
    return min(dates, key=lambda found: abs(found - day), default=None)


def _date_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _dated_texts(view: View) -> Iterator[tuple[Place, str, date]]:
    """Every text that somebody says or reads, with its place and the day from which it is meant."""
    for ref in view.ledger.end.refs:
        for version in view.ledger.end.chain(ref):
            phase = version.moment.phase if version.moment else None
            yield version.place, version.text, view.carrying.day_of(phase) if phase else view.carrying.start
    for phase in view.benchmark.phases:
        day = view.carrying.day_of(phase)
        for part in phase.body:
            if isinstance(part, Check):
                yield part.place, part.question, day
                yield part.place, part.answer, day
        for step in phase.script:
            if isinstance(step, Utterance):
                yield step.place, step.text, day
