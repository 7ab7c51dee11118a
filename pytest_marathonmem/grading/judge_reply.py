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
_LINE = re.compile(r"[ \t*_-]*(VERDICT|POINTS|COMMENT)[ \t*_]*:(.*)", re.IGNORECASE)
"""A line of the menu; one behind ``>`` is a quotation."""
_AROUND = " \t\r*_`."
"""What may stand around a word of the menu."""


class Unreadable(Exception):  # noqa: N818 - what a reply is, not the program's error
    """A reply without exactly one verdict; the message says what is wrong with it."""


def read_judge_reply(text: str, points: int) -> Verdict:
    """Read the verdict in a reply: a JSON object, also fenced, or lines, behind whatever was thought aloud.

    One may be said again, and not another: it could be quoted from the answer, which speaks for itself.

    Args:
        text: The reply.
        points: How many points were listed.

    Raises:
        Unreadable: if it has no verdict, or one that contradicts itself.
    """
    objects, lines = _objects(text), _lines(text)
    if objects and lines:
        raise Unreadable("the reply has both forms")
    if not objects and not lines:
        raise Unreadable(
            "the reply is empty" if not text.strip() else f"it has neither form: {text.strip()[:80]!r}"
        )
    verdicts = [_verdict(fields, points) for fields in objects or lines]
    if len({(verdict.word, verdict.points) for verdict in verdicts}) > 1:
        raise Unreadable("it gives several verdicts that differ")
    return verdicts[-1]


def _verdict(fields: dict[str, Any], points: int) -> Verdict:
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


def _lines(text: str) -> list[dict[str, Any]]:
    """The verdicts among the lines, each with the points and the comment that go with it."""
    found: list[dict[str, Any]] = []
    for line in filter(str.strip, text.splitlines()):
        match = _LINE.fullmatch(line)
        name, value = (match[1].lower(), match[2]) if match else ("", line)
        if name == "verdict":
            found.append({})
        if found:
            _fill(found[-1], name, value)
    return found


def _fill(fields: dict[str, Any], name: str, value: str) -> None:
    """Add a line to a verdict; only a comment may go on over several."""
    if not name and "comment" not in fields:
        raise Unreadable(f"behind the verdict stands {value.strip()[:80]!r}")
    if name == "points":
        fields[name] = _numbers(value.strip(_AROUND))
    elif name == "verdict":
        fields[name] = value.strip(_AROUND)
    else:
        fields["comment"] = f"{fields.get('comment', '')} {value}".strip()


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
