"""The phrases by which a reply refuses, asks back or guesses, by language. Add a language by adding an entry."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING

from pytest_marathonmem.values.phrases import phrase_pattern
from pytest_marathonmem.values.reply_words_en import ENGLISH
from pytest_marathonmem.values.reply_words_ru import RUSSIAN

if TYPE_CHECKING:
    import re

REPLY_WORDS = {"en": ENGLISH, "ru": RUSSIAN}
"""Open table; English is always understood besides the benchmark's own language."""


@dataclass(frozen=True)
class ReplyPatterns:
    """The tables of English and one more language, compiled; see ``ReplyWords`` for their meaning."""

    refuses: re.Pattern[str]
    lacks: re.Pattern[str]
    looks: re.Pattern[str]
    polite: re.Pattern[str]
    only: re.Pattern[str]
    guesses: re.Pattern[str]
    points_back: re.Pattern[str]
    asks: re.Pattern[str]
    asks_which: re.Pattern[str]
    confirms: re.Pattern[str]
    notes: re.Pattern[str]
    of_now: re.Pattern[str]
    of_before: re.Pattern[str]
    splits: re.Pattern[str]
    states: re.Pattern[str]


@cache
def reply_patterns(language: str) -> ReplyPatterns:
    """Return the patterns for a benchmark's language, and English."""
    tables = (
        [ENGLISH] if language not in REPLY_WORDS or language == "en" else [ENGLISH, REPLY_WORDS[language]]
    )
    names = [field.name for field in fields(ReplyPatterns)]
    return ReplyPatterns(
        **{name: phrase_pattern(*(getattr(table, name) for table in tables)) for name in names}
    )
