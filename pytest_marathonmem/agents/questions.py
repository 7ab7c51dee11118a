"""What a question wants: one thing or many, now or then, a number or anything. General words of English and Russian."""

from __future__ import annotations

import re

from pytest_marathonmem.agents.retrieval import terms


def _any_of(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


_SERIES = _any_of(
    "all|every|each|readings|history|log|records?|how often|how many times",
    "все|всех|каждый|каждая|каждое|сколько раз|история|журнал",
)
_SUMMARY = _any_of(
    "list|totals?|sum|altogether|overall|estimate|budget|entire|whole|complete|everything|figures|sizes|prices|costs",
    "dates|names|which (?:two|three|four|five)|summari[sz]e|recap|add up|come to",
    "список|итого?|всего|всё|сумма|смета|цены|размеры|даты|перечисли(?:те)?",
)
_PAST = _any_of(
    "originally|original|initially|initial|first|earlier|previously|previous|former|formerly|used to|back then|old",
    "before|сначала|изначально|раньше|прежде|прежний|прежняя|прежнее|первоначально|до того|до этого",
)
_TIME = re.compile(
    r"\bbefore (?:the|that|this|i|we|he|she|it|they|you)\b.*$"
    r"|\b(?:(?:in|at) the end|as (?:things|it|they) stands?|at the moment|these days|so far|by now|after all|right now"
    r"|at first|in the first place|originally|initially|previously|formerly)\b",
    re.IGNORECASE,
)
_SECOND_QUESTION = re.compile(
    r"[,;]?\s+(?:and|и)\s+(?=(?:what|which|how|when|where|who|whose"
    r"|что|как|какой|какая|какое|какие|сколько|когда|где|кто)\b)",
    re.IGNORECASE,
)

_ASKS_SIZE = _any_of("how (?:big|large)|sizes?|measurements?|dimensions?|размеры?")
_SIZE = re.compile(r"\d\s*(?:[×xх*]|by|на)\s*\d|\d\s*(?:m²|m2|sqm|square|кв)", re.IGNORECASE)
_ASKS_NUMBER = _any_of(
    "how (?:much|many|long|far|old|high|wide|tall|heavy|often)|costs?|prices?|pay|paid|total|sum|budget|amount|number",
    "when|dates?|birthday|time|day|readings?|estimate|come to",
    "сколько|цена|цены|стоит|стоят|сумма|итого|бюджет|когда|дата|число|номер|день рождения",
)
_NUMBER = re.compile(r"\d")
_ANYTHING = re.compile("")


def wants_series(question: str) -> bool:
    """Whether everything that was said on the topic is asked for, earlier values too."""
    return _SERIES.search(question) is not None


def wants_summary(question: str) -> bool:
    """Whether several things are asked for, each as it is now."""
    return _SUMMARY.search(question) is not None


def wants_past(question: str) -> bool:
    """Whether it is asked how something was."""
    return _PAST.search(question) is not None


def topic(question: str) -> str:
    """Return the question without what it says about time."""
    return _TIME.sub(" ", question)


def needed(question: str) -> re.Pattern[str]:
    """Return what a sentence must hold to be an answer at all."""
    if _ASKS_SIZE.search(question):
        return _SIZE
    return _NUMBER if _ASKS_NUMBER.search(question) else _ANYTHING


def clauses(question: str) -> list[str]:
    """Split a question where it asks a second thing; a part that names nothing stays with the one before."""
    found: list[str] = []
    for part in _SECOND_QUESTION.split(question):
        if found and not terms(part):
            found[-1] += f" and {part}"
        else:
            found.append(part)
    return found
