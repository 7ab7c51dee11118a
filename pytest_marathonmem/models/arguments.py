"""The arguments of a tool call as the model wrote them: read leniently, never completed.

What is cut in the middle stays a fault: half a sentence must not be said to the agent, half a fact not be kept.
"""

from __future__ import annotations

import json
from typing import Any

from pytest_marathonmem.models.classify import one_line
from pytest_marathonmem.models.request import well_formed

LONGEST_LENIENT = 20_000
"""Characters up to which JSON5 is tried, whose parser takes half a second for as many."""
DEEPEST = 50
"""Objects and lists within each other; no tool wants more, and what writes them down has its limits."""

Arguments = tuple[dict[str, Any], str]
"""The arguments, and why they can't be read, said to the model: one of both is empty."""

CUT = "Not done: the arguments of this call are cut off in the middle. Make the call again, whole; if it was long, be briefer."
_AGAIN = "Make the call again with one JSON object as arguments."


def _spelling(number: str, base: int = 10) -> str:  # noqa: ARG001 - JSON5 passes it for hexadecimal numbers
    return number


_DECODER = json.JSONDecoder(
    parse_float=_spelling, parse_int=_spelling, parse_constant=_spelling, strict=False
)


def read_arguments(raw: object, *, cut: bool = False) -> Arguments:
    """Read arguments; prose and fences around them, single quotes and trailing commas are forgiven.

    Numbers keep their spelling, as texts: ids like ``1.10`` and ``1.1`` differ. Whoever wants a number makes it one.

    Args:
        raw: What stands in the answer: JSON as text or, as some endpoints have it, an object.
        cut: Whether the answer ended in this call because it grew too long.
    """
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return ({}, CUT) if cut else ({}, "")
    try:
        arguments, fault = _read(raw if isinstance(raw, str) else json.dumps(raw), may_nest=True)
    except (TypeError, ValueError, RecursionError):
        arguments, fault = {}, f"Not done: the arguments can't be read. {_AGAIN}"
    return ({}, CUT) if cut and fault else (arguments, fault)


def _read(text: str, *, may_nest: bool) -> Arguments:
    try:
        value = _DECODER.decode(text.strip("\ufeff \t\r\n"))
    except json.JSONDecodeError:
        value, fault = _read_leniently(text)
        if fault:
            return {}, fault
    if isinstance(value, str) and may_nest:
        return _read(value, may_nest=False)
    if not isinstance(value, dict):
        return {}, f"Not done: the arguments are no JSON object: {_excerpt(text)}. {_AGAIN}"
    if _is_deep(value):
        return {}, f"Not done: the arguments are nested more than {DEEPEST} times. {_AGAIN}"
    return json.loads(well_formed(json.dumps(value, ensure_ascii=False))), ""


def _read_leniently(text: str) -> tuple[Any, str]:
    """The first object in a text, if all around it is prose; a later one might be a part of one that is broken."""
    start = text.find("{")
    if start < 0 or _stands_inside(text[:start]):
        return None, f"Not done: the arguments are no JSON object: {_excerpt(text)}. {_AGAIN}"
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        value, end, fault = _read_json5(text, start, error)
        if fault:
            return None, fault
    rest = text[end:].lstrip("} \t\r\n`")
    if "{" in rest or "}" in rest or rest.startswith((",", ":", '"', "'", "[", "]")):
        return None, f"Not done: after the arguments' object comes {_excerpt(rest)}. {_AGAIN}"
    return value, ""


def _stands_inside(before: str) -> bool:
    """Whether what begins behind these words is a part of something, be it a list or another object."""
    return before.rstrip().removesuffix(":").rstrip().endswith(('"', "'", "[", "(", ","))


def _read_json5(text: str, start: int, strict: json.JSONDecodeError) -> tuple[Any, int, str]:
    import json5  # noqa: PLC0415 - slow to import, and seldom needed

    problem = None
    if len(text) <= LONGEST_LENIENT:
        value, problem, end = json5.parse(
            text,
            start=start,
            consume_trailing=False,
            strict=False,
            parse_float=_spelling,
            parse_int=_spelling,
            parse_constant=_spelling,
        )
        if problem is None:
            return value, end, ""
    is_cut = strict.msg.startswith("Unterminated string") or strict.pos >= len(text.rstrip())
    if is_cut or (problem and "end of input" in problem):
        return None, 0, CUT
    place = f"{strict.msg} at character {strict.pos + 1}, before {_excerpt(text[strict.pos :])}"
    return None, 0, f"Not done: the arguments are not JSON: {place}. {_AGAIN} Escape quotes inside of texts."


def _is_deep(value: object) -> bool:
    layer = [value]
    for _ in range(DEEPEST):
        layer = [
            inner
            for outer in layer
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not layer:
            return False
    return True


def _excerpt(text: str) -> str:
    return repr(one_line(text)[:40])
