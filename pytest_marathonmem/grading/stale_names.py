"""Names that stood in a fact's text where the wanted one stands now."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from pytest_marathonmem.values import content_words, read_values
from pytest_marathonmem.values.content import stem
from pytest_marathonmem.values.names import word_places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.scenario.keys import Key

_LONGEST = 5
"""Words; a longer stretch that differs is another sentence and no other name."""


def stale_names(expectation: Expectation) -> Iterator[str]:
    """Yield the key's stale names, and what the texts of other times say in place of its names."""
    key = expectation.key
    if key is None:
        return
    yield from (text for text in key.stale if not read_values(text, expectation.language))
    names = [content_words(name) for name in _accepted(key)]
    for old in expectation.earlier:
        for new in expectation.current:
            yield from _replaced(old, new, names)


def _accepted(key: Key) -> Iterator[str]:
    if key.value is not None:
        yield key.value
    yield from key.any_of
    for point in key.points:
        yield from point.accepted


def _replaced(old: str, new: str, names: list[frozenset[str]]) -> Iterator[str]:
    """Yield each stretch of ``old`` at whose place ``new`` has one of ``names``."""
    old_words, new_words = word_places(old), word_places(new)
    matcher = SequenceMatcher(a=[w for w, *_ in old_words], b=[w for w, *_ in new_words], autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag != "replace" or end - start > _LONGEST:
            continue
        stems = {stem(word) for word, *_ in new_words[new_start:new_end]}
        phrase = old[old_words[start][1] : old_words[end - 1][2]]
        if content_words(phrase) and any(name and name & stems for name in names):
            yield phrase
