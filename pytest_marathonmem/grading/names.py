"""Find names in an answer: exactly, or with their words inflected and close together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.values import content_words
from pytest_marathonmem.values.content import stem
from pytest_marathonmem.values.names import find_name, word_places

if TYPE_CHECKING:
    from pytest_marathonmem.grading.context import Span

_BETWEEN = 2
"""Words that may stand among those of a name: "decorative grey stone"."""


def find_names(plain: str, name: str) -> list[Span]:
    """Return where ``name`` stands in a plain text; words without capitals may be inflected."""
    exact = find_name(plain, name)
    stems = content_words(name)
    if exact or not stems or (any(word[0].isupper() for word in name.split()) and len(stems) == 1):
        return exact
    return _close_together(plain, stems)


def _close_together(plain: str, stems: frozenset[str]) -> list[Span]:
    hits = [
        (index, stem(word), start, end)
        for index, (word, start, end) in enumerate(word_places(plain))
        if stem(word) in stems
    ]
    spans: list[Span] = []
    for first in range(len(hits)):
        window = [hit for hit in hits[first:] if hit[0] - hits[first][0] < len(stems) + _BETWEEN]
        complete = next((n for n in range(len(window)) if {hit[1] for hit in window[: n + 1]} == stems), None)
        if complete is not None and (not spans or hits[first][2] >= spans[-1][1]):
            spans.append((hits[first][2], window[complete][3]))
    return spans
