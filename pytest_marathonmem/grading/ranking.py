"""How the words around a mention rank it: denied, past, changed to, final."""

from __future__ import annotations

import re
from enum import IntEnum, auto
from typing import TYPE_CHECKING, NamedTuple

from pytest_marathonmem.grading.choice_words import choice_pattern
from pytest_marathonmem.grading.context import belongs_to_next

if TYPE_CHECKING:
    from pytest_marathonmem.grading.context import Context


class Rank(IntEnum):
    """How strongly a mention claims to be the value that counts now."""

    DENIED = auto()
    """As in "not 55"."""
    OFFERED = auto()
    """One of several alternatives, as in "55 or 50"."""
    PAST = auto()
    """As in "it was 70 g"."""
    PAST_STEP = auto()
    """A change told in a sentence about the past, as in "earlier it was 70 g, then 55 g"."""
    PLAIN = auto()
    STEP = auto()
    """As in "went up to $55"."""
    FINAL = auto()
    """As in "now 50 g"."""


class Ranking(NamedTuple):
    rank: Rank
    of_the_past: bool = False
    """Whether more than a past tense puts it into the past."""


def rank_by_context(context: Context, language: str, *, has_next: bool) -> Ranking:
    """Rank one mention by its own words; what its neighbours add is for ``ranking among`` them to say.

    The nearest marker before it decides; then one right behind it; then one at the beginning of its sentence; then the
    heading of its list; then the tense.
    """
    if context.struck:
        return Ranking(Rank.PAST, of_the_past=True)
    if choice_pattern("denied_before", language).search(context.near) or choice_pattern(
        "denied_after", language
    ).match(context.after):
        return Ranking(Rank.DENIED)
    before = _nearest(context.near, language)
    behind = _behind(context.after, language, has_next=has_next)
    found = behind if behind is Rank.FINAL and before is not Rank.PAST else before or behind
    if found is None:
        found = next(
            (rank for piece in reversed(context.fronted) if (rank := _leading(piece, language))), None
        )
    if found is None and context.heading:
        found = Rank.PAST if choice_pattern("past_before", language).search(context.heading) else None
    if found is not None:
        return Ranking(found, of_the_past=found is Rank.PAST)
    return Ranking(Rank.PAST if choice_pattern("weakly_past", language).search(context.near) else Rank.PLAIN)


_ARTICLE = re.compile(r"^(?:the|your|our|my|its)\s", re.IGNORECASE)
_BEFORE = (("past_before", Rank.PAST), ("step_before", Rank.STEP), ("final_before", Rank.FINAL))
_BEHIND = (("final_after", Rank.FINAL), ("past_after", Rank.PAST), ("step_after", Rank.STEP))


def _nearest(words: str, language: str) -> Rank | None:
    """Return the rank of the marker that ends last in the words before a mention."""
    best, best_end = None, -1
    for name, rank in _BEFORE:
        for match in choice_pattern(name, language).finditer(words):
            if match.end() >= best_end:
                best, best_end = rank, match.end()
    return best


def _behind(words: str, language: str, *, has_next: bool) -> Rank | None:
    for name, rank in _BEHIND:
        match = choice_pattern(name, language).match(words)
        if match and not belongs_to_next(words[match.end() :], has_next=has_next):
            return rank
    return None


def _leading(piece: str, language: str) -> Rank | None:
    words = _ARTICLE.sub("", piece.lstrip())
    for name, rank in _BEFORE:
        match = choice_pattern(name, language).match(words)
        if match:
            return rank
    return None
