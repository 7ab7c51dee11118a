"""Reads a judge's reply, strictly: JSON or lines, and only what the menu offers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, get_args

from pytest_marathonmem.grading.verdict import Verdict, VerdictWord

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS: tuple[VerdictWord, ...] = get_args(VerdictWord)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": list(WORDS)},
        "points": {"type": "array", "items": {"type": "integer"}},
        "comment": {"type": "string"},
    },
    "required": ["verdict", "points", "comment"],
    "additionalProperties": False,
}
"""JSON schema of the reply, for endpoints that can promise one."""

_FENCE_OPENS = re.compile(r"```(?:json)?\s*(?=\{)", re.IGNORECASE)
_FENCE_CLOSES = re.compile(r"(?<=\})\s*```")
_LINE = re.compile(r"^[ \t*_>-]*(VERDICT|POINTS|COMMENT)[ \t*_]*:(.*)$", re.MULTILINE | re.IGNORECASE)
_AROUND = " \t\r*_`."
"""What may stand around a word of the menu."""


class Unreadable(Exception):  # noqa: N818 - what a reply is, not the program's error
    """A reply without exactly one verdict; the message says what is wrong with it."""


def read_judge_reply(text: str, points: int) -> Verdict:
    """Read the verdict in a reply: a JSON object, also fenced, or lines. One that is given again replaces the first.

    Args:
        text: The reply.
        points: How many points were listed.

    Raises:
        Unreadable: if it has no verdict, or one that contradicts itself.
    """
    objects = _objects(text)
    lines = _LINE.findall(text)
    if objects and any(name.upper() == "VERDICT" for name, _ in lines):
        raise Unreadable("the reply has both forms")
    if objects:
        fields = objects[-1]
    elif lines:
        fields = _fields(lines)
    else:
        raise Unreadable(
            "the reply is empty" if not text.strip() else f"it has neither form: {text.strip()[:80]!r}"
        )
    word = _word(fields.get("verdict"))
    numbers = _checked(word, fields.get("points") or [], max(points, 1))
    comment = fields.get("comment")
    return Verdict.of(word, "judge", numbers, points, comment if isinstance(comment, str) else "")


def _objects(text: str) -> list[dict[str, Any]]:
    """The JSON objects of a reply that is one, or has them in fences."""
    found = []
    for part in [text, *_fenced(text)]:
        try:
            value = json.loads(part, object_pairs_hook=_without_twins)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


def _fenced(text: str) -> Iterator[str]:
    """What stands in fences and may be an object."""
    end = 0
    while (opening := _FENCE_OPENS.search(text, end)) and (
        closing := _FENCE_CLOSES.search(text, opening.end())
    ):
        yield text[opening.end() : closing.start()]
        end = closing.end()


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object; one that has a name twice contradicts itself."""
    if len({name for name, _ in pairs}) < len(pairs):
        raise Unreadable("the JSON object has a name twice")
    return dict(pairs)


def _fields(lines: list[tuple[str, str]]) -> dict[str, Any]:
    """The last verdict among the lines, with the points and the comment that go with it."""
    fields: dict[str, Any] = {}
    for name, value in lines:
        if name.upper() == "VERDICT":
            fields.pop("points", None)
        fields[name.lower()] = value.strip(_AROUND) if name.upper() != "COMMENT" else value
    numbers = fields.get("points", "")
    if isinstance(numbers, str):
        fields["points"] = _numbers(numbers)
    return fields


def _numbers(text: str) -> list[int]:
    if text.strip("[]()").lower() in ("", "none", "-", "—"):
        return []
    parts = re.split(r"[,;\s]+", text.strip("[]() "))
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise Unreadable(f"points are numbers, not {text[:80]!r}")
    return [int(part) for part in parts]


def _word(given: object) -> VerdictWord:
    word = given.strip(_AROUND).lower() if isinstance(given, str) else given
    if word not in WORDS:
        raise Unreadable(f"the verdict is one of {', '.join(WORDS)}, not {str(given)[:80]!r}")
    return word


def _checked(word: VerdictWord, numbers: object, count: int) -> list[int]:
    """See that the numbers of the right points are some, and go with the verdict."""
    if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
        raise Unreadable(f"points are a list of numbers, not {str(numbers)[:80]!r}")
    right = set(numbers)
    if not right <= set(range(1, count + 1)):
        raise Unreadable(f"points are numbers from 1 to {count}, not {str(numbers)[:80]}")
    fits = {"right": len(right) in (0, count), "partly": 0 < len(right) < count, "wrong": not right}
    if not fits.get(word, True):
        raise Unreadable(f"the verdict {word} contradicts the points {numbers}")
    return numbers
