"""What a question wants: one thing or many, now or then, a number or anything. General words of English and Russian."""

from __future__ import annotations

import re

from pytest_marathonmem.agents.retrieval import terms


def _any_of(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


_SERIES = _any_of(
    "all|every|each|history|log|readings?|values?|how often|how many times",
    "все|всех|каждый|каждая|каждое|каждую|сколько раз|история",
)
_SUMMARY = _any_of(
    "list|totals?|sum|altogether|overall|entire|whole|complete|everything|summari[sz]e|recap|add up|come to",
    "список|итого|всего|всё|сумма|перечисли(?:те)?",
)
_PAST = _any_of(
    "originally|original|initially|initial|at first|first|earlier|previously|previous|formerly|former|back then|old|before",
    "сначала|изначально|раньше|прежде|прежний|прежняя|прежнее|первоначально|до того|до этого",
)
_PRESENT = _any_of(
    "now|currently|current|today|nowadays|these days|at the moment|right now|so far|by now|still|latest|in the end",
    "теперь|сейчас|сегодня|пока|в итоге",
)
_SECOND_QUESTION = re.compile(
    r"[,;]?\s+(?:and|и)\s+(?=(?:what|which|how|when|where|who|whose"
    r"|что|как|какой|какая|какое|какие|сколько|когда|где|кто)\b)",
    re.IGNORECASE,
)

_MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек"
_DAY = (
    "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|yesterday|today|tomorrow"
    "|понедельник|вторник|сред[ауы]|четверг|пятниц|суббот|воскресень|вчера|сегодня|завтра"
)
_NUMBER = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand"
_KINDS = (
    (
        _any_of(
            "how (?:much|many|big|large|long|far|old|high|wide|tall|heavy|often)|sizes?|costs?|prices?|pay|paid",
            "totals?|sum|amount|number|сколько|сумма|итого|число|номер|размер|цена|стоит|стоила?|стоило",
        ),
        re.compile(rf"\d|\b(?:{_NUMBER})\b", re.IGNORECASE),
    ),
    (
        _any_of(
            "when|dates?|birthday|(?:which|what) (?:days?|time)|когда|дат[аы]|день рождения|как(?:ой день|им дням)"
        ),
        re.compile(
            rf"\d\W+(?:of )?(?:{_MONTH})|\b(?:{_MONTH})\w*\W+\d|\d[-./:]\d\d\b|\b(?:{_DAY})", re.IGNORECASE
        ),
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
    """Return the question without the words that say what is wanted."""
    for wanted in (_SERIES, _SUMMARY, _PAST, _PRESENT, *(asks for asks, _ in _KINDS)):
        question = wanted.sub(" ", question)
    return question


def needed(question: str) -> re.Pattern[str]:
    """Return what a sentence must hold to be an answer at all."""
    return next((look for asks, look in _KINDS if asks.search(question)), _ANYTHING)


def clauses(question: str) -> list[str]:
    """Split a question where it asks a second thing; a part that names nothing stays with the one before."""
    found: list[str] = []
    for part in _SECOND_QUESTION.split(question):
        if found and not terms(topic(part)):
            found[-1] += f" and {part}"
        else:
            found.append(part)
    return found
