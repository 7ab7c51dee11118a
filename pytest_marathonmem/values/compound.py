"""Values of several numbers: times of day, blood pressure, dimensions; and fractions."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.values.amounts import AMOUNT, NOT_INSIDE, read_amount
from pytest_marathonmem.values.anchors import Anchors, matches_at
from pytest_marathonmem.values.dates import day_and_month
from pytest_marathonmem.values.units import Found, dimension, read_unit
from pytest_marathonmem.values.value import Kind, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

_END = r"(?![^\W_]|[.,/:][0-9])"
_HALF_OF_DAY = (
    r"(?P<half>[ap]\.?\s?m\b\.?|in\sthe\s(?:morning|afternoon|evening)|at\snight|утра|дня|вечера|ночи)"
)
_NO_PRICE = r"(?<![\w:.,/$€£-])"
_TIMES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\w:.,/])(?P<h>[0-9]{{1,3}}):(?P<m>[0-5][0-9])(?::(?P<s>[0-5][0-9]))?(?![0-9:]|[.,][0-9])(?:\s?{_HALF_OF_DAY})?",
        rf"{_NO_PRICE}(?P<h>1[0-2]|0?[1-9])\.(?P<m>[0-5][0-9])\s?(?P<half>[ap]\.?m\b\.?)(?![^\W_])",
        rf"{_NO_PRICE}(?P<h>1[0-2]|0?[1-9])\s?(?P<half>[ap]\.?m\b\.?)(?![^\W_])",
        rf"{_NO_PRICE}(?P<h>1[0-2]|0?[1-9])\s(?:o'clock\s?)?{_HALF_OF_DAY}",
        rf"{_NO_PRICE}(?P<h>2[0-3]|1[0-9]|0?[0-9])\so'clock(?P<half>)",
    )
)
_CLOSE_DURATION = re.compile(
    rf"{NOT_INSIDE}(?P<h>[0-9]{{1,3}})\s?h\s?(?P<m>[0-5]?[0-9])\s?(?:m(?:in)?)?(?![^\W_]|[.,:][0-9])"
)
_PAIR = re.compile(
    rf"{NOT_INSIDE}(?P<a>[0-9]{{1,3}})\s?(?:/|\sover\s)\s?(?P<b>[0-9]{{1,3}}){_END}(?:\s?mm\s?Hg\b)?",
    re.IGNORECASE,
)
_UPPER = r"(?:systolic|sys|upper|верхн\w+|систол\w+)"
_LOWER = r"(?:diastolic|dia|lower|нижн\w+|диастол\w+)"
_NAMED_PAIR = re.compile(
    rf"{NOT_INSIDE}(?P<a>[0-9]{{2,3}})(?P<upper>\s{_UPPER})?[^0-9\n]{{1,20}}?(?:(?P<lower>{_LOWER})\W{{1,3}})?"
    rf"(?P<b>[0-9]{{2,3}})(?P<lower_behind>\s{_LOWER})?{_END}",
    re.IGNORECASE,
)
_UPPER_BEFORE = re.compile(rf"{_UPPER}\W{{1,3}}$", re.IGNORECASE)
_FRACTION = re.compile(
    r"(?<![\w/.,])(?:(?P<whole>[0-9]+)\s)?(?P<a>[0-9]{1,2})(?P<bar>[/⁄])(?P<b>[1-9][0-9]?)(?![0-9/⁄])\s?"
)
_DATE_WORDS = re.compile(r"\b(?:on|since|by|from|until|till|am|dated?|с|до|от|за)\s$", re.IGNORECASE)
_FIRST = re.compile(rf"{NOT_INSIDE}(?P<amount>{AMOUNT})")
_NEXT = re.compile(rf"\s?(?:x|×|х|·|by|на)\s?(?P<amount>{AMOUNT})", re.IGNORECASE)
_SIDE = r"\(?(?:long|wide|deep|high|tall|(?:in )?(?:length|width|depth|height)|(?:в )?(?:длин[ау]|ширин[ау]|глубин[ау]|высот[ау]))\)?"
_LENGTH = rf"{AMOUNT}\s?[^\W\d_]+"
_SIDES = re.compile(
    rf"(?P<a>{_LENGTH})\s{_SIDE}(?:,|,?\s(?:and|by|x|×|и|на))\s(?P<b>{_LENGTH})\s{_SIDE}(?![^\W_])"
    rf"|{_SIDE}\W{{1,3}}(?P<c>{_LENGTH})[\s,;]{{1,2}}(?:and |и )?{_SIDE}\W{{1,3}}(?P<d>{_LENGTH})",
    re.IGNORECASE,
)


def join_sides(plain: str) -> str:
    """Write "4.2 m long and 1.6 m wide", or "length: 4.2 m, width: 1.6 m", as the dimensions 4.2 m × 1.6 m."""
    return _SIDES.sub(lambda m: f"{m['a'] or m['c']} × {m['b'] or m['d']}", plain)


def read_compounds(text: str, anchors: Anchors, language: str) -> Iterator[Value]:
    """Yield times, dimensions, pairs and fractions of a plain text from which the dates are taken out."""
    for match in matches_at(_TIMES, text, anchors.digits):
        yield _time(match)
    for match in matches_at([_CLOSE_DURATION], text, anchors.digits):
        seconds = int(match["h"]) * 3600 + int(match["m"]) * 60
        yield Value("quantity", (Decimal(seconds),), "s", text=match[0], span=match.span())
    for match in matches_at([_FRACTION], text, anchors.digits):
        yield from _fraction(match)
    for start in anchors.digits:
        yield from _dimensions(text, start, language)
    for match in matches_at([_PAIR], text, anchors.digits):
        yield _pair(match, language)
    for match in matches_at([_NAMED_PAIR], text, anchors.digits):
        upper = match["upper"] or _UPPER_BEFORE.search(text, max(0, match.start() - 16), match.start())
        if upper and (match["lower"] or match["lower_behind"]):
            amounts = (Decimal(match["a"]), Decimal(match["b"]))
            yield Value("pair", amounts, text=match[0], span=match.span())


def _time(match: re.Match[str]) -> Value:
    groups = match.groupdict()
    hour = int(match["h"])
    half = (match["half"] or "").casefold()
    if half[:1] in {"p", "в"} or half in {"in the afternoon", "in the evening", "дня"}:
        hour = hour % 12 + 12 if hour <= 12 else hour
    elif half[:1] == "a" and hour == 12:
        hour = 0
    amounts = [hour, int(groups.get("m") or 0)]
    if groups.get("s"):
        amounts.append(int(groups["s"]))
    return Value("time", tuple(map(Decimal, amounts)), text=match[0], span=match.span())


def _fraction(match: re.Match[str]) -> Iterator[Value]:
    """Read 1/2 where a unit follows (without one it may be a pair), and a typographic ⅓ anywhere."""
    a, b = int(match["a"]), int(match["b"])
    unit = read_unit(match.string, match.end())
    typographic = match["bar"] == "⁄"
    if not typographic and not (unit and a < b < 10):
        return
    amount = int(match["whole"] or 0) + Decimal(a) / Decimal(b)
    span = (match.start(), unit.end if unit else match.end("b"))
    kind: Kind = "quantity" if unit else "number"
    yield Value(kind, (amount,), unit.name if unit else "", text=match.string[slice(*span)], span=span)


def _dimensions(text: str, start: int, language: str) -> Iterator[Value]:
    """Read 5.2 × 4.0 m, with a unit at any of the numbers."""
    amounts: list[Decimal] = []
    unit: Found | None = None
    end, pattern, cross = start, _FIRST, ""
    while (match := pattern.match(text, end)) and len(amounts) < 3:
        cross += match[0][: match.start("amount") - match.start()]
        amounts.append(read_amount(match["amount"], language, money=False).value)
        end, pattern = match.end(), _NEXT
        own = read_unit(text, end + (text[end : end + 1] in {" ", "-"}))
        if own and unit and dimension(own.name) != dimension(unit.name):
            return
        if own:
            unit, end = own, own.end
    if len(amounts) < 2 or text[end : end + 1].isalnum():
        return
    kind: Kind = (
        "pair"
        if "на" in cross and not unit and 60 <= amounts[0] <= 260 and amounts[1] >= 30
        else "dimensions"
    )
    yield Value(kind, tuple(amounts), unit.name if unit else "", text=text[start:end], span=(start, end))


def _pair(match: re.Match[str], language: str) -> Value:
    """Read a/b: it is a date if one number can only be a day, or if a word such as "on" says so."""
    a, b = int(match["a"]), int(match["b"])
    dates = day_and_month(a, b, language) if "/" in match[0] else []
    says_date = bool(_DATE_WORDS.search(match.string, max(0, match.start() - 8), match.start()))
    is_date = bool(dates) and (max(a, b) > 12 or says_date) and (a, b) != (24, 7)
    kind: Kind = "date" if is_date else "pair"
    return Value(kind, (Decimal(a), Decimal(b)), dates=tuple(dates), text=match[0], span=match.span())
