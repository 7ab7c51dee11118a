"""Numbers in words, where a unit makes them unambiguous: "two weeks", "for a week", "fifty-five grams", "twice a day"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.values.anchors import Anchors, matches_at
from pytest_marathonmem.values.units import read_currency, read_unit
from pytest_marathonmem.values.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ONES = (
    "one один одна одну одно одного одной",
    "two два две двух",
    "three три трёх трех",
    "four четыре четырёх четырех",
    "five пять пяти",
    "six шесть шести",
    "seven семь семи",
    "eight восемь восьми",
    "nine девять девяти",
    "ten десять десяти",
    "eleven одиннадцать",
    "twelve двенадцать",
    "thirteen тринадцать",
    "fourteen четырнадцать",
    "fifteen пятнадцать",
    "sixteen шестнадцать",
    "seventeen семнадцать",
    "eighteen восемнадцать",
    "nineteen девятнадцать",
)
_TENS = (
    "twenty двадцать двадцати",
    "thirty тридцать тридцати",
    "forty сорок сорока",
    "fifty пятьдесят пятидесяти",
    "sixty шестьдесят шестидесяти",
    "seventy семьдесят семидесяти",
    "eighty восемьдесят восьмидесяти",
    "ninety девяносто девяноста",
)
_HUNDREDS = (
    "двести двухсот",
    "триста трёхсот трехсот",
    "четыреста четырёхсот четырехсот",
    "пятьсот пятисот",
    "шестьсот шестисот",
    "семьсот семисот",
    "восемьсот восьмисот",
    "девятьсот девятисот",
)
NUMBERS = {word: number for number, line in enumerate(_ONES, start=1) for word in line.split()}
NUMBERS |= {word: number * 10 for number, line in enumerate(_TENS, start=2) for word in line.split()}
NUMBERS |= {word: number * 100 for number, line in enumerate(_HUNDREDS, start=2) for word in line.split()}
"""1 to 19, the tens and the hundreds that are one word, in all languages."""
_MULTIPLES = {"hundred": 100, "сто": 100, "thousand": 1000, "тысяча": 1000, "тысячи": 1000, "тысяч": 1000}
_STARTS = (*NUMBERS, *_MULTIPLES)
_WORD = rf"(?:{'|'.join(sorted(_STARTS, key=len, reverse=True))})"
_NUMBER = re.compile(
    rf"(?<![\w'-])(?P<words>{_WORD}(?:(?:-|\s(?:and\s)?){_WORD})*)(?![^\W_])(?P<half>\sand\sa\shalf)?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?<![\w'-])(?P<half>half\s)?an?\s(?=\w{3})", re.IGNORECASE)
_FIRST_OF_ONE = ("a", "an", "half")
_BEFORE_ONE = re.compile(
    r"\b(?:for|in|within|after|about|lasts?|takes?|exactly|another|nearly|almost)\s$", re.IGNORECASE
)
_AFTER_ONE = re.compile(r"\s(?:ago|later|long|from\snow(?!\son)|earlier|назад|спустя)\b", re.IGNORECASE)
_RUSSIAN_ONE = ("час", "день", "неделя", "неделю", "месяц", "год", "ночь", "полчаса", "полгода")
_RUSSIAN_BEFORE = re.compile(r"(?<!\w)(?:через|на|за)\s$", re.IGNORECASE)
_SPANS_OF_TIME = frozenset({"min", "h", "day", "week", "fortnight", "month", "year", "night"})
_FREQUENCY = re.compile(r"(?<![\w-])(?P<word>\w+)(?=\s(?:an?|per|every|each|в)\s)", re.IGNORECASE)
_FREQUENCIES = {"once": 1, "twice": 2, "thrice": 3, "дважды": 2, "раз": 1}
_HALF = Decimal("0.5")
_SHORTEST_UNIT = 3
"""Letters: "two m" is no two metres, and "one a" no one of anything."""


def read_number_words(text: str, anchors: Anchors, *, bare: bool) -> Iterator[Value]:
    """Yield the numbers that words give; those without a unit, and "a week" anywhere, only if ``bare``.

    "One day" is a manner of speaking and "a day" mostly a rate, so that one of something counts only behind a word such
    as "for" or before "ago".
    """
    numbers = list(_numbers(text, anchors.of(_STARTS)))
    for match in numbers:
        yield from _with_unit(match)
    yield from _one(text, anchors, bare=bare)
    yield from _russian_one(text, anchors)
    for match in matches_at([_FREQUENCY], text, anchors.of(_FREQUENCIES)):
        yield _quantity(text, _FREQUENCIES[match["word"].casefold()], "times", match.span())
    for match in numbers if bare else ():
        yield Value("number", (_amount(match),), text=match["words"], span=match.span("words"))


def _numbers(text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """Read each run of number words once, not again from each of its words."""
    end = 0
    for start in starts:
        if start >= end and (match := _NUMBER.match(text, start)):
            yield match
            end = match.end()


def _amount(match: re.Match[str]) -> Decimal:
    """Return 250 for "two hundred and fifty"."""
    total = current = 0
    for word in re.findall(r"[^\W\d_]+", match["words"].casefold()):
        if word in NUMBERS:
            current += NUMBERS[word]
        elif word in _MULTIPLES:
            current = max(current, 1) * _MULTIPLES[word]
            if _MULTIPLES[word] == 1000:
                total, current = total + current, 0
    return Decimal(total + current) + (_HALF if match["half"] else 0)


def _with_unit(match: re.Match[str]) -> Iterator[Value]:
    text, amount = match.string, _amount(match)
    start = match.end() + (text[match.end() : match.end() + 1] in {" ", "-"})
    currency = read_currency(text, start)
    unit = currency or read_unit(text, start)
    if unit is None or unit.end - start < _SHORTEST_UNIT or (amount == 1 and unit.name == "day"):
        return
    span = (match.start(), unit.end)
    name = "" if unit.name == "CENT" else unit.name
    amount = amount / 100 if unit.name == "CENT" else amount
    yield Value("money" if currency else "quantity", (amount,), name, text=text[slice(*span)], span=span)


def _one(text: str, anchors: Anchors, *, bare: bool) -> Iterator[Value]:
    for match in matches_at([_ARTICLE], text, anchors.of(_FIRST_OF_ONE)):
        unit = read_unit(text, match.end())
        if not unit or unit.name not in _SPANS_OF_TIME:
            continue
        before = _BEFORE_ONE.search(text, max(0, match.start() - 9), match.start())
        if bare or before or match["half"] or _AFTER_ONE.match(text, unit.end):
            yield _quantity(text, _HALF if match["half"] else 1, unit.name, (match.start(), unit.end))


def _russian_one(text: str, anchors: Anchors) -> Iterator[Value]:
    for start in anchors.of(_RUSSIAN_ONE):
        word = re.compile(r"\w+").match(text, start)
        end = word.end() if word else start
        half = text[start : start + 3].casefold() == "пол"
        if half or _RUSSIAN_BEFORE.search(text, max(0, start - 6), start) or _AFTER_ONE.match(text, end):
            unit = read_unit(text, start + 3 if half else start)
            yield _quantity(text, _HALF if half else 1, unit.name if unit else "", (start, end))


def _quantity(text: str, amount: Decimal | int, unit: str, span: tuple[int, int]) -> Value:
    return Value("quantity", (Decimal(amount),), unit, text=text[slice(*span)], span=span)
