"""Values of one number: bare, with a unit, money, percent."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from pytest_marathonmem.values.amounts import AMOUNT, NOT_INSIDE, read_amount
from pytest_marathonmem.values.anchors import Anchors, matches_at
from pytest_marathonmem.values.dates import day_and_month_of
from pytest_marathonmem.values.units import currency_before, dimension, read_currency, read_unit
from pytest_marathonmem.values.value import Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

_AMOUNT = re.compile(NOT_INSIDE + AMOUNT)
_LIST = re.compile(rf"{NOT_INSIDE}[0-9]+(?:,[0-9]+){{2,}}(?!\w|[.,][0-9])")
_MAGNITUDE = re.compile(
    r"\s?(?P<word>k|thousand|тыс(?:\.|яч[аи]?)?|million|mln\.?|млн\.?|миллион(?:а|ов)?|billion|bn|m)(?![^\W_])",
    re.IGNORECASE,
)
_POWERS = {"k": 3, "th": 3, "ты": 3, "mi": 6, "ml": 6, "мл": 6, "ми": 6, "m": 6, "bi": 9, "bn": 9}
_PERCENT = re.compile(r"\s?(?:%|percent\b|per\scent\b|процент(?:а|ов)?\b)", re.IGNORECASE)
_SIGN = re.compile(r"(?<![\w)])[-−–+]\s?$")
_INNER_SIGN = re.compile(r"[-−]$")
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


class _Tail(NamedTuple):
    kind: Kind
    unit: str
    power: int
    end: int


def read_singles(text: str, anchors: Anchors, language: str) -> Iterator[Value]:
    """Yield the single numbers of a plain text from which dates and compounds are taken out."""
    for match in matches_at([_LIST], text, anchors.digits):
        yield from _list(match)
    starts = [
        start - 1 if text[start - 1 : start] == "." and not text[:start][-2:-1].isdigit() else start
        for start in anchors.digits
    ]
    for match in matches_at([_AMOUNT], text, starts):
        value = _single(match, language)
        if value and not _ID_BEFORE.search(text, max(0, value.span[0] - 12), value.span[0]):
            yield value


def _list(match: re.Match[str]) -> Iterator[Value]:
    """Read "10,20,30"; if its commas form groups of three it is one number and no list."""
    if re.fullmatch(AMOUNT, match[0]):
        return
    for item in re.finditer("[0-9]+", match[0]):
        span = (match.start() + item.start(), match.start() + item.end())
        yield Value("number", (Decimal(item[0]),), text=item[0], span=span)


def _single(match: re.Match[str], language: str) -> Value | None:
    text, start = match.string, match.start()
    inner = _INNER_SIGN.search(text, max(0, start - 1), start)
    before = currency_before(text, inner.start() if inner else start)
    tail = _tail(match, before.name if before else "")
    if text[tail.end : tail.end + 1].isalnum():
        return None
    start = before.end if before else start
    outer = _SIGN.search(text, max(0, start - 2), start)
    if _is_negative(outer or (inner if before else None), tail):
        factor = -(Decimal(10) ** tail.power)
        start = outer.start() if outer else start
    else:
        factor = Decimal(10) ** tail.power
    return _value(match, tail, factor, (start, tail.end), language)


def _value(match: re.Match[str], tail: _Tail, factor: Decimal, span: tuple[int, int], language: str) -> Value:
    amount = read_amount(match[0], language, money=tail.kind == "money")
    unit = tail.unit
    if unit == "CENT":
        factor, unit = factor / 100, ""
    others = tuple((other * factor,) for other in amount.others)
    listed = amount.listed if tail.kind == "number" and factor == 1 else ()
    words = match.string[slice(*span)]
    dates = tuple(day_and_month_of(words)) if tail.kind == "number" else ()
    return Value(
        tail.kind,
        (amount.value * factor,),
        unit,
        others=others,
        listed=listed,
        dates=dates,
        text=words,
        span=span,
    )


def _tail(match: re.Match[str], currency: str) -> _Tail:
    """Read what follows the digits; "m" is a million behind a currency, else metres."""
    text, end = match.string, match.end()
    power = 0
    magnitude = _MAGNITUDE.match(text, end)
    if magnitude and (magnitude["word"] != "m" or currency) and (magnitude["word"] != "M" or currency):
        word = magnitude["word"].casefold()
        power, end = _POWERS.get(word) or _POWERS[word[:2]], magnitude.end()
    if currency:
        return _Tail("money", currency, power, end)
    percent = _PERCENT.match(text, end)
    if percent:
        return _Tail("percent", "", power, percent.end())
    after = read_currency(text, end + (text[end : end + 1] == " "))
    if after:
        return _Tail("money", after.name, power, after.end)
    unit = read_unit(text, end + (text[end : end + 1] in {" ", "-"}))
    if unit and not (unit.name == "g" and _is_year(match)):
        return _Tail("quantity", unit.name, power, unit.end)
    return _Tail("number", "", power, end)


def _is_year(match: re.Match[str]) -> bool:
    """In Russian "2019 г." is a year, no mass."""
    return match.string[match.end() :].lstrip()[:1] == "г" and match[0].isdigit() and int(match[0]) in _YEARS


def _is_negative(sign: re.Match[str] | None, tail: _Tail) -> bool:
    """A dash before "50 g" is punctuation; before a bare number, money or degrees it is a sign."""
    mark = sign[0].strip() if sign else ""
    attached = sign is not None and not sign[0].endswith(" ")
    if mark == "−":
        return True
    return (
        mark in {"-", "–"}
        and attached
        and not (tail.kind == "quantity" and dimension(tail.unit) in _NEVER_NEGATIVE)
    )
