"""Cuts JSON with comments, and statements that hold it, into tokens; imports nothing but the standard library.

Enough to find keys, lines and matching braces. Reading values is ``jsontext``'s job.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# Possessive and without nesting, so that no input makes it backtrack. What is never closed ends with its line or text.
_TOKEN = re.compile(
    r"""
      (?P<string>  "(?:[^"\\\n]|\\.)*+"? | '(?:[^'\\\n]|\\.)*+'? )
    | (?P<comment> //[^\n]*+ | \#[^\n]*+ | /\*(?:[^*]|\*(?!/))*+(?:\*/)? )
    | (?P<word>    [\w$]++ )
    | (?P<space>   \s++ )
    | (?P<sign>    . )
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = frozenset("{[("), frozenset("}])")


class Token(NamedTuple):
    kind: str
    """``string``, ``comment``, ``word``, ``space`` or ``sign``."""
    text: str
    start: int
    end: int
    line: int
    """Counted from 1 within the text."""
    depth: int
    """How many brackets are open before it; a closing one counts as outside already."""

    @property
    def name(self) -> str | None:
        """What it says as the key of an object: a string's content or a word; None for anything else."""
        if self.kind == "string":
            return self.text[1:-1]
        return self.text if self.kind == "word" else None


def tokens(text: str) -> Iterator[Token]:
    """Every token, comments and space included, in order; never fails."""
    line, depth = 1, 0
    for match in _TOKEN.finditer(text):
        word, kind = match.group(), match.lastgroup or ""
        if word in _CLOSING:
            depth = max(depth - 1, 0)
        yield Token(kind, word, match.start(), match.end(), line, depth)
        if word in _OPENING:
            depth += 1
        line += word.count("\n")


def significant(text: str) -> Iterator[Token]:
    """The tokens that are neither comments nor space."""
    return (token for token in tokens(text) if token.kind not in {"comment", "space"})


class Member(NamedTuple):
    """A key of the outermost object, with the first token of its value."""

    key: str
    line: int
    value: Token | None


def members(text: str) -> Iterator[Member]:
    """The keys of the object that ``text`` is; nothing for a list or anything else."""
    stream = significant(text)
    first = next(stream, None)
    if first is None or first.text != "{":
        return
    before = first
    for token in stream:
        if token.depth == 0:
            return
        if token.depth == 1 and before.text in {"{", ","} and token.name is not None:
            colon = next(stream, None)
            if colon is not None and colon.text == ":":
                yield Member(token.name, token.line, next(stream, None))
                # The value may have opened a bracket; the token after it can't begin a key.
                before = colon
                continue
        before = token


def lines_of_keys(text: str) -> dict[tuple[str, ...], int]:
    """The line of each key of an object and of the objects in it, by the keys that lead to it, outermost first."""
    return dict(_lines_of_keys(text, 0, ()))


def _lines_of_keys(text: str, above: int, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    for member in members(text):
        here = (*path, member.key)
        yield here, above + member.line
        if member.value is not None and member.value.text == "{":
            yield from _lines_of_keys(text[member.value.start :], above + member.value.line - 1, here)


def balanced_end(text: str) -> int | None:
    """Offset just behind the bracket that closes the first one; None if it is never closed."""
    opened = False
    for token in significant(text):
        if token.text in _CLOSING and token.depth == 0 and opened:
            return token.end
        opened = opened or token.text in _OPENING
    return None
