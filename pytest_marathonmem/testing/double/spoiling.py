"""Answers with something wrong in them, as real models and their servers give them."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_marathonmem.testing.double.faults import DoubleFault
    from pytest_marathonmem.testing.double.wire import Answer

UNREADABLE = "<html><body><h1>It works!</h1></body></html>"
"""What comes with the status 200 in place of an answer."""
UNKNOWN_TOOL = "say_to_assistant"
BROKEN_ARGUMENTS = '{"sheet": '
_ID = re.compile(r'"(\d+(?:\.\d+)?)"(?!\s*:)')


def spoil(answer: Answer, fault: DoubleFault) -> Answer:
    """Return the answer with the fault in it; faults that don't lie in what it says leave it as it is."""
    spoiler = _SPOILERS.get(fault)
    if spoiler is None:
        return answer
    spoilt = copy.deepcopy(answer)
    spoiler(spoilt)
    return spoilt


def _no_finish_reason(answer: Answer) -> None:
    answer["choices"][0]["finish_reason"] = None


def _missing_usage(answer: Answer) -> None:
    answer.pop("usage", None)


def _empty_content(answer: Answer) -> None:
    """All that the model wanted to say stands in its reasoning."""
    message = answer["choices"][0]["message"]
    calls = message.pop("tool_calls", [])
    meant = [call["function"]["arguments"] for call in calls]
    message["reasoning_content"] = message["content"] or f"I should answer now: {' '.join(meant)}"
    message["content"] = ""
    answer["choices"][0]["finish_reason"] = "stop"


def _malformed_arguments(answer: Answer) -> None:
    _rewrite(answer, lambda text: text.replace('": ', '" ') if '": ' in text else '{"')


def _cut_arguments(answer: Answer) -> None:
    _rewrite(answer, lambda text: text[: 1 + len(text) // 2])


def _wrong_types(answer: Answer) -> None:
    """Ids come as numbers: ``1.10`` for ``"1.10"``."""
    for function in _functions(answer):
        function["arguments"] = _ID.sub(r"\1", function["arguments"])


def _fenced_arguments(answer: Answer) -> None:
    _rewrite(answer, lambda text: f"Here are the arguments:\n```json\n{text}\n```\nI hope this helps!")


def _unknown_tool(answer: Answer) -> None:
    for function in _functions(answer)[:1]:
        function["name"] = UNKNOWN_TOOL


def _bad_call(answer: Answer) -> None:
    """One call that can't be read among those that can."""
    calls = answer["choices"][0]["message"].get("tool_calls")
    if calls:
        bad = {"name": calls[0]["function"]["name"], "arguments": BROKEN_ARGUMENTS}
        calls.insert(0, {"id": f"{calls[0]['id']}-bad", "type": "function", "function": bad})


def _functions(answer: Answer) -> list[dict[str, Any]]:
    return [call["function"] for call in answer["choices"][0]["message"].get("tool_calls") or ()]


def _rewrite(answer: Answer, how: Callable[[str], str]) -> None:
    """Rewrite the arguments of the first call."""
    for function in _functions(answer)[:1]:
        function["arguments"] = how(function["arguments"])


_SPOILERS: Mapping[DoubleFault, Callable[[Answer], None]] = {
    "no finish reason": _no_finish_reason,
    "missing usage": _missing_usage,
    "empty content": _empty_content,
    "malformed arguments": _malformed_arguments,
    "cut arguments": _cut_arguments,
    "wrong types": _wrong_types,
    "fenced arguments": _fenced_arguments,
    "unknown tool": _unknown_tool,
    "bad call": _bad_call,
}
