"""A value as a text says it: an amount with its unit, a price, a date, a pair."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal  # noqa: TC003 - a type of dataclass fields
from typing import Literal, NamedTuple

Kind = Literal[
    "number", "quantity", "money", "percent", "date", "time", "pair", "dimensions", "range", "phone"
]
"""``number`` is a bare one; ``pair`` is 142/95; ``dimensions`` is 5.2 × 4.0 m; ``range`` is 50–55."""


class DateParts(NamedTuple):
    """A date as far as a text gives it: "the 27th" has a day only, "in March" a month only."""

    year: int | None
    month: int | None
    day: int | None


@dataclass(frozen=True, slots=True)
class Value:
    kind: Kind
    amounts: tuple[Decimal, ...] = ()
    """As said, in ``unit``; one for most kinds, several for pairs, dimensions and ranges; a time's hour, minute, second."""
    unit: str = ""
    """Canonical unit or currency (``g``, ``USD``); empty where none is said."""
    per: str = ""
    """What the amount is taken per, canonical (``m2``, ``night``); empty where it is no rate."""
    relation: Literal["", "in", "ago"] = ""
    """How a duration lies to now: "in three weeks", "a year ago"."""
    dates: tuple[DateParts, ...] = ()
    """Every date that the words may mean: 5/7 has two. Filled also for a number that may be a date, such as 31.05."""
    others: tuple[tuple[Decimal, ...], ...] = ()
    """Other readings of ``amounts``: 1.100 may be 1100 or 1.1."""
    listed: tuple[Decimal, ...] = ()
    """The numbers that "0,1" is if it is a list and no decimal."""
    text: str = ""
    """The words, as they stand in the plain text."""
    span: tuple[int, int] = (0, 0)
    """Where ``text`` stands in ``plain_text`` of what was read."""

    @property
    def bare(self) -> bool:
        """Whether it is a number of which nothing more is said."""
        return self.kind == "number" and not self.per

    @property
    def readings(self) -> tuple[tuple[Decimal, ...], ...]:
        """Every reading of the amounts, the likeliest first."""
        return (self.amounts, *self.others)
