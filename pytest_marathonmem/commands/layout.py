"""Plain text that is wrapped to stand behind a margin or beside a label."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 110
"""Columns of a line; wider than text in a browser, since much of it is indented."""


def wrapped(text: str, margin: str = "") -> Iterator[str]:
    """Each line of a text behind a margin; what is too long goes on below."""
    for line in text.splitlines():
        hanging = margin + " " * (len(line) - len(line.lstrip()))
        yield from _wrap(line.strip(), hanging, hanging) or [""]


def beside(label: str, text: str, margin: str = "", width: int = 10) -> Iterator[str]:
    """A text beside its label, both behind a margin."""
    head = f"{margin}{label:{width}} "
    for line in text.splitlines() or [""]:
        yield from _wrap(line, head, " " * len(head)) or [head.rstrip()]
        head = " " * len(head)


def _wrap(line: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        line,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
