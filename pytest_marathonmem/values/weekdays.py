"""Days named by their weekday: "last Thursday", "on Thursday", "в прошлый четверг"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from pytest_marathonmem.values.value import DateParts, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.values.anchors import Anchors

_NAMES = (
    "monday понедельник",
    "tuesday вторник",
    "wednesday среда среду",
    "thursday четверг",
    "friday пятница пятницу",
    "saturday суббота субботу",
    "sunday воскресенье",
)
_WEEKDAYS = {word: number for number, line in enumerate(_NAMES) for word in line.split()}
_BEFORE = re.compile(
    r"(?:\b(?P<week>next week(?: on)?|на следующей неделе(?: в)?)|\b(?P<past>last|past|прошл\w+)|\b(?P<next>next|следующ\w+)|\b(?P<coming>this|coming|эт\w+|ближайш\w+))\s$",
    re.IGNORECASE,
)
_TAKEN_BEFORE = re.compile(r"\x00[^\w\x00]{0,3}$")
_TAKEN_AFTER = re.compile(r"[^\w\x00]{1,3}(?:the\s)?\x00", re.IGNORECASE)


def read_weekdays(text: str, anchors: Anchors, today: date) -> Iterator[Value]:
    """Yield weekdays of a text from which the dates are taken out; one without "last" or "next" may be either.

    A weekday beside a date only says it once more.
    """
    for start in anchors.of(_WEEKDAYS):
        word = re.compile(r"\w+").match(text, start)
        end = word.end() if word else start
        if _TAKEN_AFTER.match(text, end) or _TAKEN_BEFORE.search(text, max(0, start - 4), start):
            continue
        before = _BEFORE.search(text, max(0, start - 24), start)
        days = _days(_WEEKDAYS[text[start:end].casefold()], before.lastgroup if before else None, today)
        dates = tuple(DateParts(day.year, day.month, day.day) for day in days)
        yield Value("date", dates=dates, text=text[start:end], span=(start, end))


def _days(weekday: int, direction: str | None, today: date) -> tuple[date, ...]:
    coming = today + timedelta(days=(weekday - today.weekday()) % 7)
    gone = today - timedelta(days=(today.weekday() - weekday) % 7 or 7)
    week = timedelta(days=7)
    return {
        None: (coming, gone),
        "week": (today + timedelta(days=7 - today.weekday() + weekday),),
        "past": (gone,),
        "next": (coming + week, coming) if coming > today else (coming + week,),
        "coming": (coming,),
    }[direction]
