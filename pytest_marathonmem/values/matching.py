"""When a value that an answer gives is the value that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.values.phones import same_phone
from pytest_marathonmem.values.units import CURRENCIES, dimension, to_base

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from pytest_marathonmem.values.value import DateParts, Value

_SINGLE = frozenset({"number", "quantity", "money", "percent"})
_SAME_PER = {"m": "m2"}
"""A price "per metre" of tile or parquet is one per square metre."""


def matches(found: Value, wanted: Value) -> bool:
    """Whether ``found`` says what ``wanted`` says.

    A unit, a currency or a "per" that is missing on one side does not matter; another one does, but units of one
    dimension convert (0.05 kg is 50 g). Dates agree on the parts that both give, and the day must be given if it is wanted.
    """
    if wanted.kind == "date" or (found.kind == "date" and wanted.dates):
        return any(same_date(a, b) for a in found.dates for b in wanted.dates)
    if "phone" in {found.kind, wanted.kind}:
        return {found.kind, wanted.kind} <= {"phone", "number"} and same_phone(found, wanted)
    if (found.kind, wanted.kind) == ("time", "quantity"):
        return _same_duration(found, wanted)
    if (found.kind, wanted.kind) == ("quantity", "time"):
        return _same_duration(wanted, found)
    return _agree(found, wanted) and any(
        _same_amounts(found, one, wanted, other) for one in found.readings for other in wanted.readings
    )


def among(found: Value, wanted: Iterable[Value]) -> bool:
    """Whether ``found`` matches one of ``wanted``."""
    return any(matches(found, value) for value in wanted)


def same_date(found: DateParts, wanted: DateParts) -> bool:
    """Whether two dates agree on the parts that both give; "in March" is not 14 March."""
    if wanted.day is not None and found.day is None:
        return False
    if wanted.day is None and wanted.month is not None and found.month is None:
        return False
    pairs = [(a, b) for a, b in zip(found, wanted, strict=True) if a is not None and b is not None]
    return bool(pairs) and all(a == b for a, b in pairs)


def same_kind(found: Value, other: Value) -> bool:
    """Whether two values could answer the same question: both prices, both masses, both dates, both prices per night."""
    return signature(found) == signature(other)


def signature(value: Value) -> tuple[str, str, str, str]:
    """Return what makes a value's kind: kind, dimension, per, relation. All currencies are one dimension."""
    per = _SAME_PER.get(value.per, value.per)
    unit = "money" if value.unit in CURRENCIES else dimension(value.unit)
    return value.kind, unit, per, value.relation


def _agree(found: Value, wanted: Value) -> bool:
    if found.kind != wanted.kind and not (found.kind in _SINGLE and wanted.kind in _SINGLE):
        return False
    if (
        "percent" in (found.kind, wanted.kind)
        and found.kind != wanted.kind
        and not (found.bare or wanted.bare)
    ):
        return False
    pers = {_SAME_PER.get(value.per, value.per) for value in (found, wanted) if value.per}
    relations = {value.relation for value in (found, wanted) if value.relation}
    return len(pers) <= 1 and len(relations) <= 1 and _units_agree(found.unit, wanted.unit)


def _units_agree(one: str, other: str) -> bool:
    if not one or not other or one == other:
        return True
    if "pound" in (one, other):
        return {one, other} <= {"pound", "GBP", "lb"}
    if "CENT" in (one, other):
        return {one, other} <= CURRENCIES
    return one not in CURRENCIES and dimension(one) == dimension(other)


def _same_amounts(found: Value, one: tuple[Decimal, ...], wanted: Value, other: tuple[Decimal, ...]) -> bool:
    if len(one) != len(other):
        return False
    if found.unit and wanted.unit and found.unit != wanted.unit:
        one = tuple(to_base(amount, found.unit) for amount in one)
        other = tuple(to_base(amount, wanted.unit) for amount in other)
    if found.kind == "dimensions":
        return sorted(one) == sorted(other)
    return one == other


def _same_duration(clock: Value, duration: Value) -> bool:
    """40:50 is 40 minutes and 50 seconds, or 40 hours and 50 minutes."""
    if dimension(duration.unit) != "time":
        return False
    seconds = to_base(duration.amounts[0], duration.unit)
    first, second, *rest = clock.amounts
    if rest:
        return seconds == first * 3600 + second * 60 + rest[0]
    return seconds in {first * 60 + second, first * 3600 + second * 60}
