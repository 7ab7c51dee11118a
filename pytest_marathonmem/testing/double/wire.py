"""The form of ``/chat/completions``: what a request says, and how an answer is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Body = Mapping[str, Any]
"""A request, in plain JSON types."""
Answer = dict[str, Any]
"""An answer, in plain JSON types."""
Brain = Callable[[Body], Answer]
"""Answers a request by what stands in it, the same each time."""
Call = tuple[str, dict[str, Any]]
"""A tool's name and its arguments."""

BYTES_PER_TOKEN = 4


def messages_of(body: Body) -> Sequence[Mapping[str, Any]]:
    """The request's messages."""
    messages: Sequence[Mapping[str, Any]] = body["messages"]
    return messages


def text_of(message: Mapping[str, Any]) -> str:
    """A message's text, also if it comes in parts."""
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""


def functions_of(body: Body) -> list[Mapping[str, Any]]:
    """The functions that the request offers as tools."""
    return [tool["function"] for tool in body.get("tools") or () if "function" in tool]


def calls_of(message: Mapping[str, Any]) -> dict[str, Call]:
    """The calls of an assistant's message by id; arguments that can't be read are none."""
    return {
        call["id"]: (call["function"]["name"], read_arguments(call["function"].get("arguments") or ""))
        for call in message.get("tool_calls") or ()
    }


def read_arguments(text: str) -> dict[str, Any]:
    """Arguments as an object; empty if the text is none."""
    try:
        arguments = json.loads(text)
    except ValueError:
        return {}
    return arguments if isinstance(arguments, dict) else {}


def digest(body: Body) -> str:
    """Names a request by what it says last, and after how many messages."""
    messages = messages_of(body)
    text = json.dumps([len(messages), *messages[-3:]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def completion(body: Body, content: str, calls: Iterable[Call] = (), reasoning: str = "") -> Answer:
    """Write an answer, still without its usage."""
    name = digest(body)
    tool_calls = [
        {
            "id": f"call-{name}-{number}",
            "type": "function",
            "function": {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)},
        }
        for number, (tool, arguments) in enumerate(calls, 1)
    ]
    message: Answer = {"role": "assistant", "content": content or (None if tool_calls else "")}
    if reasoning:
        message["reasoning_content"] = reasoning
    if tool_calls:
        message["tool_calls"] = tool_calls
    finish = "tool_calls" if tool_calls else "stop"
    return {
        "id": f"chatcmpl-{name}",
        "object": "chat.completion",
        "created": 0,
        "model": str(body.get("model") or "double"),
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
    }


def tokens_of(part: Any) -> int:
    """The size of a part of a request or answer in tokens, about a quarter of its bytes."""
    return -(-len(json.dumps(part, ensure_ascii=False).encode(errors="replace")) // BYTES_PER_TOKEN)
