"""Values of several numbers: times of day, blood pressure, dimensions."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.values.amounts import AMOUNT, NOT_INSIDE, read_amount
from pytest_marathonmem.values.dates import day_and_month
from pytest_marathonmem.values.units import UNIT, unit_name
from pytest_marathonmem.values.value import Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

_END = r"(?![^\W_]|[.,/:][0-9])"
_HALF_OF_DAY = (
    r"(?P<half>[ap]\.?\s?m\b\.?|in\sthe\s(?:morning|afternoon|evening)|at\snight|утра|дня|вечера|ночи)"
)
_TIMES = (
    re.compile(
        rf"(?<![\w:.,/])(?P<h>[0-9]{{1,3}}):(?P<m>[0-5][0-9])(?::(?P<s>[0-5][0-9]))?(?![0-9:]|[.,][0-9])(?:\s?{_HALF_OF_DAY})?",
        re.IGNORECASE,
    ),
    re.compile(r"(?<![\w:.,/$€£-])(?P<h>1[0-2]|0?[1-9])\s?(?P<half>[ap]\.?m\b\.?)(?![^\W_])", re.IGNORECASE),
    re.compile(rf"(?<![\w:.,/$€£-])(?P<h>1[0-2]|0?[1-9])\s(?:o'clock\s?)?{_HALF_OF_DAY}", re.IGNORECASE),
    re.compile(r"(?<![\w:.,/$€£-])(?P<h>2[0-3]|1[0-9]|0?[0-9])\so'clock", re.IGNORECASE),
)
_BY = r"\s?(?:x|×|х|·|by|на)\s?"
_DIMENSIONS = re.compile(
    rf"{NOT_INSIDE}(?P<a>{AMOUNT})\s?(?P<u>{UNIT})?{_BY}(?P<b>{AMOUNT})(?:\s?-?(?P<v>{UNIT}))?"
    rf"(?:{_BY}(?P<c>{AMOUNT})(?:\s?(?P<w>{UNIT}))?)?{_END}",
    re.IGNORECASE,
)
_PAIR = re.compile(
    rf"{NOT_INSIDE}(?P<a>[0-9]{{1,3}})\s?(?:/|\sover\s|\sна\s)\s?(?P<b>[0-9]{{1,3}}){_END}(?:\s?mm\s?Hg\b)?",
    re.IGNORECASE,
)
_FRACTION = re.compile(
    rf"(?<![\w/.,])(?:(?P<whole>[0-9]+)\s)?(?P<a>[1-9])[/⁄](?P<b>[2-9])\s?(?P<u>{UNIT})", re.IGNORECASE
)
_BARE_FRACTION = re.compile(r"(?<![\w/.,])(?P<a>[0-9]+)⁄(?P<b>[1-9][0-9]*)(?![^\W_])")
_DATE_WORDS = re.compile(r"\b(?:on|since|by|from|until|till|am|dated?|с|до|от|за)\s$", re.IGNORECASE)


def read_compounds(text: str, language: str) -> Iterator[Value]:
    """Yield times, dimensions, pairs and fractions of a plain text from which the dates are taken out."""
    for pattern in _TIMES:
        for match in pattern.finditer(text):
            yield _time(match)
    for match in _FRACTION.finditer(text):
        amount = Decimal(match["whole"] or 0) + Decimal(match["a"]) / Decimal(match["b"])
        yield Value("quantity", (amount,), unit_name(match["u"]), text=match[0], span=match.span())
    for match in _BARE_FRACTION.finditer(text):
        amount = Decimal(match["a"]) / Decimal(match["b"])
        yield Value("number", (amount,), text=match[0], span=match.span())
    for match in _DIMENSIONS.finditer(text):
        yield _dimensions(match, language)
    for match in _PAIR.finditer(text):
        yield _pair(match, language)


def _time(match: re.Match[str]) -> Value:
    hour = int(match["h"])
    half = (match["half"] or "").casefold()
    if half[:1] in {"p", "в"} or half in {"in the afternoon", "in the evening", "дня"}:
        hour = hour % 12 + 12 if hour <= 12 else hour
    elif half[:1] == "a" and hour == 12:
        hour = 0
    groups = match.groupdict()
    amounts = [hour, int(groups.get("m") or 0)]
    if groups.get("s"):
        amounts.append(int(groups["s"]))
    return Value("time", tuple(map(Decimal, amounts)), text=match[0], span=match.span())


def _dimensions(match: re.Match[str], language: str) -> Value:
    amounts = [read_amount(match[name], language, money=False).value for name in "abc" if match[name]]
    unit = next((unit_name(match[name]) for name in "wvu" if match[name]), "")
    if "на" in match[0] and len(amounts) == 2 and not unit and 60 <= amounts[0] <= 260 and amounts[1] >= 30:
        return Value("pair", tuple(amounts), text=match[0], span=match.span())
    return Value("dimensions", tuple(amounts), unit, text=match[0], span=match.span())


def _pair(match: re.Match[str], language: str) -> Value:
    """Read a/b: it is a date if one number can only be a day, or if a word such as "on" says so."""
    a, b = int(match["a"]), int(match["b"])
    dates = day_and_month(a, b, language) if "/" in match[0] else []
    says_date = bool(_DATE_WORDS.search(match.string[: match.start()]))
    is_date = bool(dates) and (max(a, b) > 12 or says_date) and (a, b) != (24, 7)
    kind: Kind = "date" if is_date else "pair"
    return Value(kind, (Decimal(a), Decimal(b)), dates=tuple(dates), text=match[0], span=match.span())
