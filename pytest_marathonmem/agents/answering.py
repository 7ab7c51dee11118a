"""What an offline agent says: quotes from its memory, a plain refusal, or a short acknowledgement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.agents.questions import (
    clauses,
    needed,
    topic,
    wants_past,
    wants_series,
    wants_summary,
)
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

# Chosen on tests/agents/conversation.md alone, as round numbers inside the ranges where they make little difference.
_FITS = 0.25
"""A sentence that fits a question less than this does not answer it (0.22 to 0.28)."""
_NEAR_BEST = 0.9
"""Findings at least this near the best are equally good for a narrow question (0.85 to 0.95)."""
_RELATED = 0.6
"""Findings at least this near the best belong to a broad question (0.2 to 0.8)."""
_LINES = 10
"""Of an answer to a broad question (8 and more)."""
_SAME = 0.6
"""Two sentences that share this part of their words say nearly the same (0.4 to 0.8)."""


def answer(memory: Memory, questions: Sequence[str], message: str) -> str:
    """Answer the questions of a message with sentences of the memory, or refuse.

    Args:
        memory: What the agent remembers.
        questions: Sentences that ask.
        message: The whole message, for what a question alone doesn't name.
    """
    lines: list[str] = []
    for question in questions:
        lines += _quotes(memory, question) or _quotes(memory, message)
    return "\n".join(dict.fromkeys(lines)) or REFUSAL


def _quotes(memory: Memory, question: str) -> list[str]:
    if not wants_series(question) and not wants_summary(question):
        by_clause = [_fitting(memory, clause) for clause in clauses(question)]
        return [_chosen(found, question).sentence for found in by_clause if found]
    found = _fitting(memory, question)
    related = [finding for finding in found if finding.match >= _RELATED * found[0].match]
    return _in_order(related if wants_series(question) else _without_repeats(related))


def _fitting(memory: Memory, question: str) -> list[Finding]:
    """Return what the memory has on a question's topic and of the kind that it asks for."""
    must_hold = needed(question)
    findings = memory.recall(topic(question))
    return [finding for finding in findings if finding.match >= _FITS and must_hold.search(finding.sentence)]


def _chosen(found: list[Finding], question: str) -> Finding:
    """Return the newest of the best, or simply the best where the past is asked for."""
    if wants_past(question):
        return found[0]
    near = [finding for finding in found if finding.match >= _NEAR_BEST * found[0].match]
    return max(near, key=lambda finding: finding.number)


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
