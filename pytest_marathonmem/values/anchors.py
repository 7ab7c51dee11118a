"""Where a value may begin: at digits, and at some words. Patterns are tried there instead of everywhere."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")


class Anchors(NamedTuple):
    digits: tuple[int, ...]
    """Where every run of digits begins."""
    words: dict[str, list[int]]
    """Where every word begins, by the word in folded case."""

    def of(self, words: Iterable[str]) -> list[int]:
        """Return where any of ``words`` begins, in order."""
        return sorted(start for word in words if word in self.words for start in self.words[word])


def find_anchors(text: str) -> Anchors:
    """Return the anchors of a plain text."""
    digits = []
    words: dict[str, list[int]] = defaultdict(list)
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token[0].isdigit():
            digits.append(match.start())
        else:
            words[token.casefold()].append(match.start())
    return Anchors(tuple(digits), dict(words))


def matches_at(
    patterns: Iterable[re.Pattern[str]], text: str, starts: Iterable[int]
) -> Iterator[re.Match[str]]:
    """Yield the matches of each pattern at each place, pattern by pattern."""
    starts = tuple(starts)
    for pattern in patterns:
        for start in starts:
            match = pattern.match(text, start)
            if match:
                yield match
