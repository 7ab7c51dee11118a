"""Values of one number: bare, with a unit, money, percent."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.values.amounts import AMOUNT, NOT_INSIDE, read_amount
from pytest_marathonmem.values.number_words import read_number_words
from pytest_marathonmem.values.units import (
    CURRENCY_AFTER,
    CURRENCY_BEFORE,
    PERCENT,
    UNIT,
    currency_name,
    dimension,
    unit_name,
)
from pytest_marathonmem.values.value import Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAGNITUDE = (
    r"\s?(?P<magnitude>k|thousand|тыс(?:\.|яч\w*)?|million|mln\.?|млн\.?|миллион\w*|billion|bn|m)(?![^\W_])"
)
_POWERS = {"k": 3, "th": 3, "ты": 3, "mi": 6, "ml": 6, "мл": 6, "ми": 6, "m": 6, "bi": 9, "bn": 9}
_NUMBER = re.compile(
    rf"{NOT_INSIDE}(?P<sign>(?<![\w)])[-−–+]\s?(?={CURRENCY_BEFORE}|[0-9.]))?(?:(?P<before>{CURRENCY_BEFORE})\s?(?P<inner>[-−])?)?"
    rf"(?P<amount>{AMOUNT})(?:(?<=[0-9]){_MAGNITUDE})?"
    rf"(?:\s?(?P<percent>{PERCENT})|\s?(?P<after>{CURRENCY_AFTER})|\s?-?(?P<unit>{UNIT}))?(?![^\W_])",
    re.IGNORECASE,
)
_LIST = re.compile(rf"{NOT_INSIDE}[0-9]+(?:,[0-9]+){{2,}}(?!\w|[.,][0-9])")
_ID_BEFORE = re.compile(
    r"(?:#|\b(?:no|nr|v)\.?|\b(?:version|chapter|step|option|question|item|page|глава|вопрос|пункт|вариант))\s?$",
    re.IGNORECASE,
)
_NEVER_NEGATIVE = frozenset(
    {
        "mass",
        "length",
        "area",
        "volume",
        "time",
        "months",
        "night",
        "times",
        "piece",
        "person",
        "data",
        "energy",
        "power",
    }
)
_YEARS = range(1900, 2101)


def read_singles(text: str, language: str, *, bare_words: bool) -> Iterator[Value]:
    """Yield the single numbers of a plain text from which dates and compounds are taken out."""
    for match in _LIST.finditer(text):
        yield from _list(match)
    for match in _NUMBER.finditer(text):
        if not _ID_BEFORE.search(text, max(0, match.start() - 12), match.start()):
            yield _single(match, language)
    yield from read_number_words(text, bare=bare_words)


def _list(match: re.Match[str]) -> Iterator[Value]:
    """Read "10,20,30"; if its commas form groups of three it is one number and no list."""
    if re.fullmatch(AMOUNT, match[0]):
        return
    for item in re.finditer("[0-9]+", match[0]):
        span = (match.start() + item.start(), match.start() + item.end())
        yield Value("number", (Decimal(item[0]),), text=item[0], span=span)


def _single(match: re.Match[str], language: str) -> Value:
    kind, unit, magnitude = _what(match)
    amount = read_amount(match["amount"], language, money=kind == "money")
    factor = Decimal(10) ** _power(magnitude)
    if _is_negative(match, kind, unit):
        factor = -factor
    if unit == "CENT":
        factor, unit = factor / 100, ""
    others = tuple((other * factor,) for other in amount.others)
    listed = amount.listed if kind == "number" and factor == 1 else ()
    start = (
        match.start("sign")
        if factor < 0 and match["sign"]
        else match.start("before" if match["before"] else "amount")
    )
    span = (start, match.end())
    return Value(
        kind,
        (amount.value * factor,),
        unit,
        others=others,
        listed=listed,
        text=match.string[slice(*span)],
        span=span,
    )


def _what(match: re.Match[str]) -> tuple[Kind, str, str]:
    """Return kind, unit and magnitude; "m" is a million behind a currency, else metres."""
    magnitude = (match["magnitude"] or "").casefold()
    if match["before"] or match["after"]:
        return "money", currency_name(match["before"] or match["after"]), magnitude
    if match["percent"]:
        return "percent", "", magnitude
    if magnitude == "m":
        return "quantity", "m", ""
    if not match["unit"] or _is_year(match):
        return "number", "", magnitude
    return "quantity", unit_name(match["unit"]), magnitude


def _power(magnitude: str) -> int:
    return _POWERS.get(magnitude) or _POWERS.get(magnitude[:2], 0)


def _is_year(match: re.Match[str]) -> bool:
    """In Russian "2019 г." is a year, no mass."""
    return match["unit"] == "г" and match["amount"].isdigit() and int(match["amount"]) in _YEARS


def _is_negative(match: re.Match[str], kind: Kind, unit: str) -> bool:
    """A dash before "50 g" is punctuation; before a bare number, money or degrees it is a sign."""
    sign = (match["sign"] or match["inner"] or "").strip()
    return sign == "−" or (
        sign in {"-", "–"} and not (kind == "quantity" and dimension(unit) in _NEVER_NEGATIVE)
    )
