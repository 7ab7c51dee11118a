"""The judge's brain: compares the fenced answer with the reference, and picks from the menu that its prompt offers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from pytest_marathonmem.testing.double.comparing import compare
from pytest_marathonmem.testing.double.wire import completion, messages_of, text_of

if TYPE_CHECKING:
    from pytest_marathonmem.grading.verdict import Verdict
    from pytest_marathonmem.testing.double.wire import Answer, Body

_TASK = re.compile(
    r"\AQuestion: (?P<question>.*)\nReference: (?P<reference>.*)\n(?:Points:\n(?P<points>(?:\d+\. .*\n)+))?"
    r"<(?P<fence>answer-\w+)>\n(?P<answer>(?s:.*))\n</(?P=fence)>\Z"
)


def is_for_judge(body: Body) -> bool:
    """Whether a request asks for a verdict on a fenced answer."""
    return _task(body) is not None


def judge(body: Body) -> Answer:
    """Give the verdict: as JSON where the request asks for that form, else as lines."""
    task = _task(body)
    if task is None:
        return completion(body, "VERDICT: unsure\nPOINTS:\nCOMMENT: no answer is shown")
    points = re.findall(r"^\d+\. (.*)$", task["points"] or "", re.MULTILINE)
    verdict = compare(task["question"], task["reference"], task["answer"], "judge", points)
    return completion(body, _as_json(verdict) if body.get("response_format") else _as_lines(verdict))


def _task(body: Body) -> re.Match[str] | None:
    asked = (text_of(message) for message in messages_of(body) if message["role"] == "user")
    return _TASK.match(next(asked, ""))


def _numbers(verdict: Verdict) -> list[int]:
    return [number for number, right in enumerate(verdict.points, 1) if right]


def _as_json(verdict: Verdict) -> str:
    fields = {"verdict": verdict.word, "points": _numbers(verdict), "comment": verdict.comment}
    return json.dumps(fields, ensure_ascii=False)


def _as_lines(verdict: Verdict) -> str:
    points = ", ".join(map(str, _numbers(verdict)))
    return f"VERDICT: {verdict.word}\nPOINTS: {points}\nCOMMENT: {verdict.comment}"
