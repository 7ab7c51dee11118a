"""The digits of a number: thousands marks, decimal marks, and what is left open."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

AMOUNT = (
    r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?![0-9]|[.,][0-9])"
    r"|[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?(?![0-9]|[.,][0-9])"
    r"|[1-9][0-9]{0,2}(?:[ '][0-9]{3})+(?:[.,][0-9]{1,2})?(?![0-9]|[.,'][0-9])"
    r"|(?!0[0-9])[0-9]+(?:[.,][0-9]+)?(?![0-9]|[.,][0-9])|\.[0-9]+(?![0-9]|[.,][0-9]))"
)
"""A whole number token; what precedes it is for the caller to guard with ``NOT_INSIDE``."""
NOT_INSIDE = r"(?<![\w#])(?<![0-9][.,:/'])(?<![^\W\d_]['-])(?<![^\W\d_]-)"
"""Not inside a word, an id such as CX-5, a longer number or a version."""


class Amount(NamedTuple):
    value: Decimal
    others: tuple[Decimal, ...] = ()
    """Other readings of the same digits."""
    listed: tuple[Decimal, ...] = ()
    """Two numbers, if the comma between them makes a list."""


def read_amount(token: str, language: str, *, money: bool) -> Amount:
    """Read the digits of one ``AMOUNT``.

    Marks are thousands marks only where they form groups of three. A single group of three behind a dot ("1.100") may
    also be a decimal: the likelier reading is first, which depends on the language and on whether it is a price.
    """
    digits = re.sub(r"[ ']", "", token)
    marks = re.findall(r"[.,]", digits)
    if not marks:
        return Amount(Decimal(digits))
    if len(set(marks)) == 2:
        grouping, decimal = marks[0], marks[-1]
        return Amount(Decimal(digits.replace(grouping, "").replace(decimal, ".")))
    if len(marks) > 1:
        return Amount(Decimal(digits.replace(marks[0], "")))
    whole, fraction = re.split(r"[.,]", digits)
    as_decimal = Decimal(f"{whole or 0}.{fraction}")
    if len(fraction) == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0") and digits == token:
        return _three_behind_one_mark(marks[0], Decimal(whole + fraction), as_decimal, language, money=money)
    if marks == [","] and not money and language == "en":
        return Amount(as_decimal, listed=(Decimal(whole), Decimal(fraction)))
    return Amount(as_decimal)


def _three_behind_one_mark(
    mark: str, grouped: Decimal, as_decimal: Decimal, language: str, *, money: bool
) -> Amount:
    if mark == "," and language == "en":
        return Amount(grouped)
    if mark == "." and language == "en" and not money:
        return Amount(as_decimal, others=(grouped,))
    return Amount(grouped, others=(as_decimal,))
