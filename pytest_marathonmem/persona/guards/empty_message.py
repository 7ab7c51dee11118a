"""A message has something to say."""

from __future__ import annotations


def is_empty(text: str) -> str | None:
    """Say so of a message of which nothing is to be seen."""
    return None if any(map(str.isprintable, text.split())) else "the message is empty; say something"
