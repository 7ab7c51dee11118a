"""What an offline agent says: quotes from its memory, a plain refusal, or a short acknowledgement."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_marathonmem.agents.retrieval import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.agents.retrieval import Finding, Memory

REFUSAL = "You haven't told me that."
ACKNOWLEDGEMENTS = (
    "Noted.",
    "Got it.",
    "All right, I've written that down.",
    "Understood.",
    "Okay, I'll keep that in mind.",
)

_FITS = 0.3
"""A sentence that fits a question less than this does not answer it."""
_FITS_ON_INSISTING = 0.15
"""The same where the user asks to look once more."""
_NEAR_BEST = 0.8
"""Findings at least this near the best are equally good for a narrow question."""
_RELATED = 0.5
"""Findings at least this near the best belong to a broad question."""
_LINES = 10
"""Of an answer to a broad question."""
_SAME = 0.6
"""Two sentences that share this part of their words say nearly the same."""

_SERIES = re.compile(
    r"\b(?:all|every|each|readings|history|log|records?|how often|how many times"
    r"|все|всех|каждый|каждая|каждое|сколько раз|история|журнал)\b",
    re.IGNORECASE,
)
_SUMMARY = re.compile(
    r"\b(?:list|totals?|sum|altogether|overall|estimate|budget|how many|entire|whole|complete|everything|figures"
    r"|summari[sz]e|recap|add up|список|итого?|всего|всё|сумма|смета|перечисли(?:те)?)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:originally|original|initially|initial|at first|first|earlier|previously|previous|former|formerly|used to"
    r"|before (?:the|that|i|we|it)|old|was it before|back then|сначала|изначально|раньше|прежде|прежний|прежняя"
    r"|прежнее|первоначально|до этого)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"\s*(?:[,;]\s*and|;|\band|[,;]\s*и|\bи)\s+", re.IGNORECASE)


def answer(memory: Memory, questions: Sequence[str], message: str, *, insisting: bool = False) -> str:
    """Answer the questions of a message with sentences of the memory, or refuse.

    Args:
        memory: What the agent remembers.
        questions: Sentences that ask.
        message: The whole message, for what a question alone doesn't name.
        insisting: Whether the user asks once more after a refusal.
    """
    bar = _FITS_ON_INSISTING if insisting else _FITS
    lines: list[str] = []
    for question in questions:
        lines += _quotes(memory, question, bar) or _quotes(memory, message, bar)
    return "\n".join(dict.fromkeys(lines)) or REFUSAL


def _quotes(memory: Memory, question: str, bar: float) -> list[str]:
    topic = _PAST.sub(" ", question)
    found = _fitting(memory, topic, bar)
    related = [finding for finding in found if finding.match >= _RELATED * found[0].match]
    if _SERIES.search(question):
        return _in_order(related)
    if _SUMMARY.search(question):
        return _in_order(_without_repeats(related))
    by_clause = [_fitting(memory, clause, bar) for clause in _CLAUSE.split(topic)]
    return [_chosen(part, question).sentence for part in (*by_clause, found) if part][: len(by_clause)]


def _fitting(memory: Memory, topic: str, bar: float) -> list[Finding]:
    return [finding for finding in memory.recall(topic) if finding.match >= bar]


def _chosen(found: list[Finding], question: str) -> Finding:
    near = [finding for finding in found if finding.match >= _NEAR_BEST * found[0].match]
    oldest_first = sorted(near, key=lambda finding: finding.number)
    return oldest_first[0] if _PAST.search(question) else oldest_first[-1]


def _without_repeats(found: list[Finding]) -> list[Finding]:
    """Leave out each sentence that a newer one nearly repeats."""
    kept: list[Finding] = []
    for finding in sorted(found, key=lambda finding: -finding.number):
        if not any(_alike(finding.sentence, other.sentence) for other in kept):
            kept.append(finding)
    return sorted(kept, key=lambda finding: -finding.match)


def _in_order(found: list[Finding]) -> list[str]:
    """Return the best few as they were told, oldest first."""
    return [finding.sentence for finding in sorted(found[:_LINES], key=lambda finding: finding.number)]


def _alike(one: str, other: str) -> bool:
    words, others = ({word for word in terms(text) if not word.isdecimal()} for text in (one, other))
    return len(words & others) > _SAME * len(words | others)
