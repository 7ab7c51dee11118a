"""The persona varies its words."""

from __future__ import annotations

from collections import deque

from pytest_marathonmem.values import words

_REMEMBERED = 50
"""Messages back in which a duplicate is looked for."""
_FEWEST_WORDS = 5
"""Shorter messages, such as "Thanks, go on", may well come again."""
_SIMILAR = 0.9
"""Share of the words of two messages that both have, from which on they are the same."""


class NearDuplicate:
    """Compares a message with those before it."""

    def __init__(self) -> None:
        self._said: deque[frozenset[str]] = deque(maxlen=_REMEMBERED)

    def said(self, text: str) -> None:
        """Remember a message."""
        self._said.append(_words(text))

    def repeats(self, text: str) -> str | None:
        """Say so of a message that was said before, word for word or almost."""
        new = _words(text)
        if is_short(text):
            return None
        if any(_alike(new, old) for old in self._said):
            return "you have said this before, in almost the same words; say it in others, or go on"
        return None


def are_alike(text: str, other: str) -> bool:
    """Whether two texts say the same in almost the same words."""
    return not is_short(text) and _alike(_words(text), _words(other))


def is_short(text: str) -> bool:
    """Whether a message may well come again."""
    return len(_words(text)) < _FEWEST_WORDS


def _alike(new: frozenset[str], old: frozenset[str]) -> bool:
    return len(new & old) >= _SIMILAR * len(new | old)


def _words(text: str) -> frozenset[str]:
    return frozenset(words(text))
