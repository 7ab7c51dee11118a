"""The settings block of a phase: data in the shape of code, one small grammar for JavaScript and Python. Never run.

Assignments of JSON5 literals to ``vars.NAME`` and calls of bench functions, one a line or divided by ``;``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.jsontext import JsonTextError, load_json5
from pytest_marathonmem.scenario.model import PhaseSettings
from pytest_marathonmem.scenario.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.source import Line, Source

_ASSIGNMENT = re.compile(r"vars[ \t]*\.[ \t]*(\w+)[ \t]*=(?!=)(.*)", re.DOTALL)
_CALL = re.compile(r"(?:await[ \t]+)?bench[ \t]*\.[ \t]*(\w+)[ \t]*\([ \t]*\)")
_REQUIREMENT = re.compile(r"[^\s:]+(?::[0-9]{1,6})?")
_ALLOWED = (
    'allowed are vars.require_all_facts = "SHEET"; (or a list, or "SHEET:CATEGORY") and bench.newSession();'
)


def read_settings(lines: Iterable[Line], source: Source, problems: list[Problem]) -> PhaseSettings:
    """Read the lines between a block's marks, or those of several blocks; what is refused is reported."""
    required: tuple[str, ...] | None = None
    new_session = False
    for line, statement in _statements(list(lines)):
        assigned = _ASSIGNMENT.fullmatch(statement)
        called = _CALL.fullmatch(statement)
        if assigned and _snake(assigned[1]) == "require_all_facts":
            try:
                names = _requirements(assigned[2])
            except ValueError as error:
                problems.append(source.problem(line, f"{statement[:80]!r}: {error}; {_ALLOWED}"))
                continue
            if required is not None:
                problems.append(source.problem(line, "require_all_facts is set twice; give one list"))
            required = names
        elif called and _snake(called[1]) == "new_session":
            new_session = True
        else:
            problems.append(source.problem(line, f"{statement[:80]!r} is not known here; {_ALLOWED}"))
    return PhaseSettings(required or (), new_session)


def _statements(lines: list[Line]) -> Iterator[tuple[int, str]]:
    """Each statement without comments, with its line; a line's end inside brackets doesn't end it."""
    pieces: list[str] = []
    first = 0
    for token in tokens("\n".join(line.text for line in lines) + "\n"):
        ends = token.depth == 0 and (token.text == ";" or (token.kind == "space" and "\n" in token.text))
        if not ends and token.kind != "comment" and (pieces or token.kind != "space"):
            first = first if pieces else lines[token.line - 1].number
            pieces.append(token.text)
        if ends and pieces:
            yield first, "".join(pieces).strip()
            pieces = []
    if pieces:
        yield first, "".join(pieces).strip()


def _snake(name: str) -> str:
    return re.sub(r"([A-Z])", lambda match: f"_{match[1].lower()}", name)


def _requirements(literal: str) -> tuple[str, ...]:
    try:
        value = load_json5(literal)
    except JsonTextError as error:
        raise ValueError(f"the value can't be read: {error}") from None
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise ValueError("the value is neither a text nor a list of texts")
    for name in names:
        if not _REQUIREMENT.fullmatch(name):
            raise ValueError(f"{name!r} is neither a sheet nor a category")
    return tuple(names)
