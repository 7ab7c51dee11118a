"""Writes number words as digits, generously, so that "stays a week" and "thirty-one" carry 1 week and 31."""

from __future__ import annotations

import re

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
_TEENS = (
    "thirteen тринадцать",
    "fourteen четырнадцать",
    "fifteen пятнадцать",
    "sixteen шестнадцать",
    "seventeen семнадцать",
    "eighteen восемнадцать",
    "nineteen девятнадцать",
)
_ONES = (
    "one один одна одну",
    "two два две",
    "three три",
    "four четыре",
    "five пять",
    "six шесть",
    "seven семь",
    "eight восемь",
    "nine девять",
)


def _numbers(lines: tuple[str, ...], first: int, step: int) -> dict[str, int]:
    return {word: first + step * n for n, line in enumerate(lines) for word in line.split()}


_VALUES = _numbers(_TENS, 20, 10) | _numbers(_TEENS, 13, 1) | _numbers(_ONES, 1, 1)
_ONE = "|".join(_numbers(_ONES, 1, 1))
_COMPOUND = re.compile(rf"\b({'|'.join(_numbers(_TENS, 20, 10))})[- ]({_ONE})\b", re.IGNORECASE)
_SIMPLE = re.compile(rf"\b({'|'.join(_VALUES)})\b", re.IGNORECASE)
_HUNDREDS = re.compile(r"\b([1-9]) hundred\b(?: (?:and )?([1-9][0-9]?)\b)?", re.IGNORECASE)
_ARTICLES = (
    (re.compile(r"\ba couple(?: of)?\b", re.IGNORECASE), "2"),
    (re.compile(r"(?<![0-9] )\ban?\b", re.IGNORECASE), "1"),
)


def with_digits(text: str) -> str:
    """Return the text with number words and articles as digits. For "does it carry", not for "what does it say"."""
    for pattern, digits in _ARTICLES:
        text = pattern.sub(digits, text)
    text = _COMPOUND.sub(lambda match: str(_VALUES[match[1].casefold()] + _VALUES[match[2].casefold()]), text)
    text = _SIMPLE.sub(lambda match: str(_VALUES[match[1].casefold()]), text)
    return _HUNDREDS.sub(lambda match: str(int(match[1]) * 100 + int(match[2] or 0)), text)
