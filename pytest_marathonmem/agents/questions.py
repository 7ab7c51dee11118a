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
    "originally|original|initially|initial|first|earlier|previously|previous|former|formerly|used to|back then|(?:the|my|our) old",
    "before|сначала|изначально|раньше|прежде|прежний|прежняя|прежнее|первоначально|до того|до этого",
)
_TIME = re.compile(
    r"\bin the (?:very )?(?:first|original|initial|earlier) \w+|\bbefore (?:the|that|this|i|we|he|she|it|they|you)\b.*$"
    r"|\b(?:(?:in|at) the end|as (?:things|it|they) stands?|at the moment|these days|so far|by now|after all|right now"
    r"|at first|in the first place|originally|initially|previously|formerly)\b",
    re.IGNORECASE,
)
_SECOND_QUESTION = re.compile(
    r"[,;]?\s+(?:and|и)\s+(?=(?:what|which|how|when|where|who|whose"
    r"|что|как|какой|какая|какое|какие|сколько|когда|где|кто)\b)",
    re.IGNORECASE,
)

_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun|yester)day|today|tomorrow|сегодня|завтра|вчера"
_KINDS = (
    (
        _any_of("how (?:big|large)|sizes?|measurements?|dimensions?|размеры?"),
        re.compile(r"\d\s*(?:[×xх*]|by|на)\s*\d|\d\s*(?:m²|m2|sqm|square|кв)", re.IGNORECASE),
    ),
    (
        _any_of("costs?|prices?|pay|paid|цена|цены|стоит|стоят|стоил[аио]?|заплатил[аи]?"),
        re.compile(
            r"[$€£¥₽]\s?\d|\d\s?(?:[$€£¥₽]|k\b|dollar|euro|pound|rouble|ruble|usd|eur|gbp|rub|руб|евро|доллар)",
            re.IGNORECASE,
        ),
    ),
    (
        _any_of("when|dates?|birthday|когда|даты?|день рождения"),
        re.compile(rf"\d\W+(?:of )?{_MONTH}|\b{_MONTH}\w*\W+\d|\d[-./:]\d\d\b|\b(?:{_DAY})\b", re.IGNORECASE),
    ),
    (
        _any_of(
            "how (?:much|many|long|far|old|high|wide|tall|heavy|often)|total|sum|budget|amount|number|time|day",
            "readings?|estimate|come to|сколько|сумма|итого|бюджет|число|номер",
        ),
        re.compile(r"\d"),
    ),
)
"""What a question asks for, and what that looks like in a sentence; the first that fits counts."""
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
    return next((look for asks, look in _KINDS if asks.search(question)), _ANYTHING)


def clauses(question: str) -> list[str]:
    """Split a question where it asks a second thing; a part that names nothing stays with the one before."""
    found: list[str] = []
    for part in _SECOND_QUESTION.split(question):
        if found and not terms(part):
            found[-1] += f" and {part}"
        else:
            found.append(part)
    return found
