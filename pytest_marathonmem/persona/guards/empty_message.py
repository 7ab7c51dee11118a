"""A message has something to say."""

from __future__ import annotations


def is_empty(text: str) -> str | None:
    """Say so of a message of which nothing is to be seen."""
    is_seen = any(character.isprintable() and not character.isspace() for character in text)
    return None if is_seen else "the message is empty; say something"
