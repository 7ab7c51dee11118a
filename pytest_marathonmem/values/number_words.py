"""Numbers in words, where a unit makes them unambiguous: "two weeks", "for a week", "twice a day"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.values.anchors import Anchors, matches_at
from pytest_marathonmem.values.units import read_unit
from pytest_marathonmem.values.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPELLINGS = (
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
)
_NUMBERS = {word: number for number, line in enumerate(_SPELLINGS, start=1) for word in line.split()}
_NUMBER = re.compile(r"(?<![\w'-])(?P<word>[^\W\d_]+)(?P<half>\sand\sa\shalf)?(?:\s|-)(?=\w{3})")
_BARE = re.compile(r"(?<![\w'-])[^\W\d_]+(?![\w'])")
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


def read_number_words(text: str, anchors: Anchors, *, bare: bool) -> Iterator[Value]:
    """Yield the numbers that words give; those without a unit, and "a week" anywhere, only if ``bare``.

    "One day" is a manner of speaking and "a day" mostly a rate, so that one of something counts only behind a word such
    as "for" or before "ago".
    """
    numbers = anchors.of(_NUMBERS)
    for match in matches_at([_NUMBER], text, numbers):
        number = _NUMBERS[match["word"].casefold()]
        unit = read_unit(text, match.end())
        if unit and (number, unit.name) != (1, "day"):
            yield _quantity(
                text, number + (_HALF if match["half"] else 0), unit.name, (match.start(), unit.end)
            )
    yield from _one(text, anchors, bare=bare)
    yield from _russian_one(text, anchors)
    for match in matches_at([_FREQUENCY], text, anchors.of(_FREQUENCIES)):
        yield _quantity(text, _FREQUENCIES[match["word"].casefold()], "times", match.span())
    for match in matches_at([_BARE], text, numbers) if bare else ():
        amount = Decimal(_NUMBERS[match[0].casefold()])
        yield Value("number", (amount,), text=match[0], span=match.span())


def _one(text: str, anchors: Anchors, *, bare: bool) -> Iterator[Value]:
    for match in matches_at([_ARTICLE], text, anchors.of(_FIRST_OF_ONE)):
        unit = read_unit(text, match.end())
        if not unit or unit.name not in _SPANS_OF_TIME:
            continue
        before = _BEFORE_ONE.search(text, max(0, match.start() - 9), match.start())
        if bare or before or match["half"] or _AFTER_ONE.match(text, unit.end):
            yield _quantity(text, _HALF if match["half"] else 1, unit.name, (match.start(), unit.end))


def _russian_one(text: str, anchors: Anchors) -> Iterator[Value]:
    for word in _RUSSIAN_ONE:
        for start in anchors.words.get(word, ()):
            end = start + len(word)
            if (
                _RUSSIAN_BEFORE.search(text, max(0, start - 6), start)
                or _AFTER_ONE.match(text, end)
                or word[:3] == "пол"
            ):
                unit = read_unit(text, start + 3 if word[:3] == "пол" else start)
                yield _quantity(
                    text, _HALF if word[:3] == "пол" else 1, unit.name if unit else "", (start, end)
                )


def _quantity(text: str, amount: Decimal | int, unit: str, span: tuple[int, int]) -> Value:
    return Value("quantity", (Decimal(amount),), unit, text=text[slice(*span)], span=span)
