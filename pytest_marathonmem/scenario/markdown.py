"""Which lines of a Markdown text are headings, fenced blocks and comments. All else is read line by line elsewhere.

CommonMark decides: a heading or fence inside a list item or a quotation is part of that and none of ours, ``##`` inside a
fence is text, and what looks like an underlined (setext) heading is text too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from pytest_marathonmem.scenario.source import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.source import Source


SCRIPT = "script"
SETTINGS = frozenset({"js", "javascript", "python", "py"})
OUR_BLOCKS = SETTINGS | {SCRIPT}
"""Languages of the fenced blocks that mean something."""


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    title: str
    line: Line


@dataclass(frozen=True, slots=True)
class Fence:
    language: str
    """First word behind the opening marks, in small letters."""
    lines: tuple[Line, ...]
    """All of it, with both marks."""
    content: tuple[Line, ...]
    """What stands between the marks."""


Part = Heading | Fence | Line


def outline(source: Source, problems: list[Problem], warnings: list[Problem]) -> Iterator[Part]:
    """The parts of the text in order: headings and fences at the outermost level, and all other lines one by one.

    HTML comments that begin a line are left out. What is opened and never closed is a problem; our own blocks inside a
    list item or quotation are problems, and headings there are warnings, since somebody meant them.
    """
    lines = source.lines
    done = 0
    for first, after, part in _blocks(source, lines, problems, warnings):
        yield from lines[done:first]
        if part is not None:
            yield part
        done = after
    yield from lines[done:]


def _blocks(
    source: Source, lines: list[Line], problems: list[Problem], warnings: list[Problem]
) -> Iterator[tuple[int, int, Heading | Fence | None]]:
    """Half-open ranges of line indexes, each with its heading or fence; None for a comment."""
    stream = _parser().parse(source.text)
    for position, token in enumerate(stream):
        if token.map is None:
            continue
        first, after = token.map
        if token.level > 0:
            _check_nested(token, source, problems, warnings)
        elif token.type == "heading_open":
            yield first, after, Heading(int(token.tag[1:]), stream[position + 1].content, lines[first])
        elif token.type == "fence":
            closed = _is_closed(token, lines[first:after])
            if not closed:
                problems.append(
                    source.problem(first + 1, f"the block opened by {token.markup!r} is never closed")
                )
            # Of a block without an end nobody knows what was meant to stand in it.
            content = lines[first + 1 : after - 1] if closed else []
            yield first, after, Fence(_language(token), tuple(lines[first:after]), tuple(content))
        elif token.type == "html_block" and token.content.lstrip().startswith("<!--"):
            if "-->" not in token.content:
                problems.append(
                    source.problem(first + 1, "the comment opened by '<!--' is never closed by '-->'")
                )
            yield first, after, None


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").disable("lheading")
    # What stands inside the lines is of no interest, and long lines would cost time.
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


def _is_closed(token: Token, lines: list[Line]) -> bool:
    mark = re.escape(token.markup[0])
    closing = re.compile(rf" {{0,3}}{mark}{{{len(token.markup)},}}[ \t]*")
    return len(lines) > 1 and closing.fullmatch(lines[-1].text) is not None


def _language(token: Token) -> str:
    return (token.info.split() or [""])[0].lower()


def _check_nested(token: Token, source: Source, problems: list[Problem], warnings: list[Problem]) -> None:
    line = token.map[0] + 1 if token.map else 1
    if token.type == "fence" and _language(token) in OUR_BLOCKS:
        message = f"a {_language(token)!r} block inside a list item or quotation isn't run; set it apart, unindented"
        problems.append(source.problem(line, message))
    elif token.type == "heading_open" and token.tag == "h2":
        warnings.append(source.problem(line, "a heading inside a list item or quotation opens no phase"))
