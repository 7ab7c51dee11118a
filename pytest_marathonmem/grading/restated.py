"""When two values of an answer are one: "50 g (1.8 oz)", "about $1,370 ($1,369.50)"."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.values.units import CURRENCIES, dimension, to_base

if TYPE_CHECKING:
    from pytest_marathonmem.grading.mentions import Mention
    from pytest_marathonmem.values import Value

_CONVERSION = Decimal("0.05")
_ROUNDING = Decimal("0.005")


def restates(mention: Mention, right: Mention) -> bool:
    """Whether a mention gives the right value once more: in another unit, in another currency in parentheses, or rounded."""
    one, other = mention.value, right.value
    if one is None or other is None or not one.amounts or len(one.amounts) != len(other.amounts):
        return False
    if one.unit and other.unit and one.unit != other.unit:
        if {one.unit, other.unit} <= CURRENCIES:
            return mention.parenthesis >= 0 > right.parenthesis
        return dimension(one.unit) == dimension(other.unit) and _near(one, other, _CONVERSION)
    return _near(one, other, _ROUNDING)


def _near(one: Value, other: Value, tolerance: Decimal) -> bool:
    pairs = zip(one.amounts, other.amounts, strict=True)
    return all(
        abs(to_base(a, one.unit) - to_base(b, other.unit)) <= tolerance * abs(to_base(b, other.unit))
        for a, b in pairs
    )
