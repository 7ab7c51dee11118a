"""The words by which an answer chooses among values, by language. Add a language by adding an entry."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.choice_words_en import ENGLISH
from pytest_marathonmem.grading.choice_words_ru import RUSSIAN
from pytest_marathonmem.values.phrases import phrase_pattern

if TYPE_CHECKING:
    import re

CHOICE_WORDS = {"en": ENGLISH, "ru": RUSSIAN}
"""Open table; English is always understood besides the benchmark's own language."""


@cache
def choice_pattern(name: str, language: str) -> re.Pattern[str]:
    """Return the compiled pattern of one field of ``ChoiceWords`` for a language and English."""
    tables = (
        [ENGLISH] if language not in CHOICE_WORDS or language == "en" else [ENGLISH, CHOICE_WORDS[language]]
    )
    return phrase_pattern(*(getattr(table, name) for table in tables))
