"""Numbers in words, where a unit makes them unambiguous: "two weeks", "for a week", "twice a day"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.values.units import UNIT, unit_name
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
_WORD = rf"(?<![\w'-])(?P<word>{'|'.join(_NUMBERS)})"
_WITH_UNIT = re.compile(
    rf"{_WORD}(?P<half>\sand\sa\shalf)?(?:\s|-)(?=\w{{3}})(?P<unit>{UNIT})(?!\s(?:thing|more\sthing))",
    re.IGNORECASE,
)
_BARE = re.compile(rf"{_WORD}(?![\w'])", re.IGNORECASE)
_LENGTH = r"(?:hour|day|week|month|year|night|fortnight|minute|kilo|mile|litre|liter)(?![^\W_])"
_ONE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\w-])(?:for|in|within|after|about|lasts?|takes?|exactly|another|nearly|almost)\s(?P<core>(?P<half>half\s)?an?\s(?P<unit>{_LENGTH}))",
        rf"(?<![\w-])(?P<core>(?P<half>half\s)?an?\s(?P<unit>{_LENGTH}))(?=\s(?:ago|later|long|from\snow(?!\son)|earlier)\b)",
        rf"(?<![\w-])(?P<core>(?P<half>half\s)an?\s(?P<unit>{_LENGTH}))",
        r"(?<![\w-])(?:через|на|за)\s(?P<core>(?P<half>пол)?(?P<unit>час|день|недел[юя]|месяц|года?|часа|ночь))(?![^\W_])",
        r"(?<![\w-])(?P<core>(?P<half>пол)?(?P<unit>час|день|недел[юя]|месяц|года?|часа|ночь))(?=\s(?:назад|спустя))",
    )
)
_FREQUENCY = re.compile(
    r"(?<![\w-])(?P<word>once|twice|thrice|дважды)(?=\s(?:an?|per|every|each|в)\s)|(?<![\w-])(?P<one>раз)(?=\sв\s(?!раз))",
    re.IGNORECASE,
)
_FREQUENCIES = {"once": 1, "twice": 2, "thrice": 3, "дважды": 2}
_HALF = Decimal("0.5")


def read_number_words(text: str, *, bare: bool) -> Iterator[Value]:
    """Yield the numbers that words give; those without a unit only if ``bare``.

    "One day" is a manner of speaking and "a day" mostly a rate, so that one of something counts only behind a word such
    as "for" or before "ago".
    """
    for match in _WITH_UNIT.finditer(text):
        number = _NUMBERS[match["word"].casefold()]
        if (number, unit_name(match["unit"])) != (1, "day"):
            amount = number + (_HALF if match["half"] else 0)
            yield Value(
                "quantity", (Decimal(amount),), unit_name(match["unit"]), text=match[0], span=match.span()
            )
    for pattern in _ONE:
        for match in pattern.finditer(text):
            amount = _HALF if match["half"] else Decimal(1)
            span = match.span("core")
            yield Value("quantity", (amount,), unit_name(match["unit"]), text=match["core"], span=span)
    for match in _FREQUENCY.finditer(text):
        amount = Decimal(_FREQUENCIES.get((match["word"] or "").casefold(), 1))
        yield Value("quantity", (amount,), "times", text=match[0], span=match.span())
    if bare:
        for match in _BARE.finditer(text):
            yield Value(
                "number", (Decimal(_NUMBERS[match["word"].casefold()]),), text=match[0], span=match.span()
            )
