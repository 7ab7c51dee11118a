"""An answer as a stream: server-sent events, as ``/chat/completions`` sends them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_marathonmem.testing.double.wire import Answer, Body

PIECE = 24
"""Characters of a chunk; words, values and JSON come in the middle of each other."""
DONE = "data: [DONE]\n\n"


def events(answer: Answer, body: Body, *, truncated: bool = False) -> Iterator[str]:
    """Write the answer as events.

    Args:
        answer: Whole.
        body: The request; usage is told only if it wants that.
        truncated: Whether the stream ends in the middle, as if all was well.
    """
    deltas = list(_deltas(answer["choices"][0]["message"]))
    if truncated:
        yield from (_event(answer, delta) for delta in deltas[: 1 + len(deltas) // 2])
        return
    yield from (_event(answer, delta) for delta in deltas)
    if finish := answer["choices"][0]["finish_reason"]:
        yield _event(answer, {}, finish)
    if (body.get("stream_options") or {}).get("include_usage") and "usage" in answer:
        yield _line(_chunk(answer) | {"choices": [], "usage": answer["usage"]})
    yield DONE


def _deltas(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    yield from ({"reasoning_content": piece} for piece in _pieces(message.get("reasoning_content")))
    yield from ({"content": piece} for piece in _pieces(message.get("content")))
    for index, call in enumerate(message.get("tool_calls") or ()):
        name = {"name": call["function"]["name"], "arguments": ""}
        yield {"tool_calls": [{"index": index, "id": call["id"], "type": "function", "function": name}]}
        for piece in _pieces(call["function"]["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _pieces(text: str | None) -> Iterator[str]:
    for start in range(0, len(text or ""), PIECE):
        yield (text or "")[start : start + PIECE]


def _event(answer: Answer, delta: Mapping[str, Any], finish: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _line(_chunk(answer) | {"choices": [choice]})


def _chunk(answer: Answer) -> dict[str, Any]:
    named = {key: answer[key] for key in ("id", "created", "model")}
    return named | {"object": "chat.completion.chunk"}


def _line(chunk: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"
