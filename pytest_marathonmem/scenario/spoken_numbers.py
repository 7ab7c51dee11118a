"""Writes number words as digits, generously, so that "stays a week" and "thirty-one" carry 1 week and 31."""

from __future__ import annotations

import re

from pytest_marathonmem.values.number_words import NUMBERS

_ONE = "|".join(word for word, number in NUMBERS.items() if number < 10)
_TEN = "|".join(word for word, number in NUMBERS.items() if number >= 20)
_COMPOUND = re.compile(rf"\b({_TEN})[- ]({_ONE})\b", re.IGNORECASE)
_SIMPLE = re.compile(rf"\b({'|'.join(NUMBERS)})\b", re.IGNORECASE)
_HUNDREDS = re.compile(r"\b([1-9]) hundred\b(?: (?:and )?([1-9][0-9]?)\b)?", re.IGNORECASE)
_ARTICLES = (
    (re.compile(r"\ba couple(?: of)?\b", re.IGNORECASE), "2"),
    (re.compile(r"(?<!and )(?<!and a )\bhalf an?\b", re.IGNORECASE), "0.5"),
    (re.compile(r"\bgrand\b", re.IGNORECASE), "thousand"),
    (re.compile(r"(?<![0-9] )\ban?\b", re.IGNORECASE), "1"),
)


def with_digits(text: str) -> str:
    """Return the text with number words and articles as digits. For "does it carry", not for "what does it say"."""
    for pattern, digits in _ARTICLES:
        text = pattern.sub(digits, text)
    text = _COMPOUND.sub(lambda match: str(NUMBERS[match[1].casefold()] + NUMBERS[match[2].casefold()]), text)
    text = _SIMPLE.sub(lambda match: str(NUMBERS[match[1].casefold()]), text)
    return _HUNDREDS.sub(lambda match: str(int(match[1]) * 100 + int(match[2] or 0)), text)
