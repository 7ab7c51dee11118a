"""Telephone numbers, in whatever groups they are written."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.values.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.values.anchors import Anchors

_END = r"(?![0-9]|[-.,:/][0-9])"
_PHONE = re.compile(
    r"(?:(?<=\+)[0-9]{1,3}(?:[ .-]?\(?[0-9]{2,4}\)?){2,6}|(?<![\w+,.:/-])\(?[0-9]{2,4}\)?(?:[ -]?[0-9]{2,4}(?=-)|-[0-9]{2,4}){2,4})"
    + _END
)
_LENGTHS = range(7, 16)
"""Digits: E.164 allows fifteen; shorter than seven is an extension."""


def read_phones(text: str, anchors: Anchors) -> Iterator[Value]:
    """Yield numbers with a plus and a country's code, and those of several groups that hyphens join."""
    for start in anchors.digits:
        match = _PHONE.match(text, start)
        digits = re.sub(r"\D", "", match[0]) if match else ""
        if match and len(digits) in _LENGTHS:
            yield Value("phone", (Decimal(digits),), text=match[0], span=match.span())


def same_phone(one: Value, other: Value) -> bool:
    """Whether two numbers are the same, with or without the country's code."""
    shorter, longer = sorted((str(one.amounts[0]), str(other.amounts[0])), key=len)
    return len(shorter) >= _LENGTHS.start and longer.endswith(shorter)
