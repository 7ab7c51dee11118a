"""Read the values of a text: numbers with their units, money, prices per unit, dates, times, pairs, dimensions."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from pytest_marathonmem.values.anchors import find_anchors
from pytest_marathonmem.values.compound import read_compounds
from pytest_marathonmem.values.dates import parts_of, read_dates
from pytest_marathonmem.values.joining import join_neighbours
from pytest_marathonmem.values.number_words import read_number_words
from pytest_marathonmem.values.phones import read_phones
from pytest_marathonmem.values.plain import plain_text
from pytest_marathonmem.values.singles import read_singles
from pytest_marathonmem.values.units import dimension, to_base
from pytest_marathonmem.values.weekdays import read_weekdays

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from pytest_marathonmem.values.value import Value

_SHORT = 300
"""Characters; longer texts are no facts and are not kept."""
_TAKEN = "\x00"
"""Stands for characters that a value already uses; no plain text has it."""


def read_values(
    text: str, language: str = "en", *, today: date | None = None, bare_words: bool = False
) -> tuple[Value, ...]:
    """Return the values of ``text`` in the order in which they stand.

    Args:
        text: what somebody wrote, markup and all.
        language: two letters; decides between readings of "1.100" and of 5/7.
        today: the day to which "yesterday" and "in three weeks" refer; None leaves them without a date.
        bare_words: whether number words without a unit ("two sisters") and "a week" anywhere count; "two weeks" and "for a
            week" always do.
    """
    read = _read_again if len(text) <= _SHORT else _read
    return read(text, language, today, bare_words)


def _read(text: str, language: str, today: date | None, bare_words: bool) -> tuple[Value, ...]:  # noqa: FBT001 - behind a cache
    plain = plain_text(text)
    anchors = find_anchors(plain)
    scanners: tuple[Callable[[str], Iterable[Value]], ...] = (
        lambda rest: read_dates(rest, anchors, language, today),
        lambda rest: read_weekdays(rest, anchors, today) if today else (),
        lambda rest: read_phones(rest, anchors),
        lambda rest: read_compounds(rest, anchors, language),
        lambda rest: read_singles(rest, anchors, language),
        lambda rest: read_number_words(rest, anchors, bare=bare_words),
    )
    found: list[Value] = []
    taken = bytearray(len(plain))
    for scan in scanners:
        rest = (
            "".join(_TAKEN if used else c for c, used in zip(plain, taken, strict=True)) if found else plain
        )
        for value in scan(rest):
            start, end = value.span
            if not any(taken[start:end]):
                found.append(value)
                taken[start:end] = b"\x01" * (end - start)
    joined = join_neighbours(sorted(found, key=lambda value: value.span), plain)
    return tuple(_dated(value, today) for value in joined) if today else joined


_read_again = lru_cache(maxsize=1024)(_read)
"""Facts, keys and questions are read again and again."""


def _dated(value: Value, today: date) -> Value:
    """Give "in three weeks" its date; what no calendar has, such as a million years, stays without one."""
    if not value.relation:
        return value
    try:
        day = _day_away(value, today)
    except (ArithmeticError, ValueError):
        return value
    return replace(value, dates=(parts_of(day),)) if day else value


def _day_away(value: Value, today: date) -> date | None:
    amount = value.amounts[0] * (1 if value.relation == "in" else -1)
    if dimension(value.unit) == "time":
        return today + timedelta(seconds=float(to_base(amount, value.unit)))
    return _months_later(today, int(to_base(amount, value.unit))) if amount % 1 == 0 else None


def _months_later(day: date, months: int) -> date:
    """Return the day so many months later; a day that the month lacks becomes its last."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = monthrange(year, month + 1)[1]
    return day.replace(year=year, month=month + 1, day=min(day.day, last))
