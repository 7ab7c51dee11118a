"""Plays a benchmark with the double as persona, in process, over the real loop and stage."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from pytest_marathonmem.models.chat import ChatMessage, ToolCall, ToolSpec
from pytest_marathonmem.testing.double.double import Double


@pytest.fixture(scope="session")
def model_of() -> type[DoubleModel]:
    """A chat model that asks a double in process."""
    return DoubleModel


class DoubleModel:
    """A chat model that asks the double, in the form in which an endpoint would be asked."""

    name = "double"
    reads_scripts: ClassVar[bool] = False

    def __init__(self, double: Double) -> None:
        self.double = double
        self.usages: list[Mapping[str, Any]] = []

    async def complete(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatMessage:
        answer = self.double(request(messages, tools))
        self.usages.append(answer["usage"])
        message = answer["choices"][0]["message"]
        calls = [
            ToolCall(call["id"], call["function"]["name"], json.loads(call["function"]["arguments"]))
            for call in message.get("tool_calls", ())
        ]
        return ChatMessage("assistant", message["content"] or "", tuple(calls))


def request(messages: Sequence[ChatMessage], tools: Sequence[ToolSpec] = ()) -> dict[str, Any]:
    """The body of a request."""
    body: dict[str, Any] = {"model": "double", "messages": [_as_json(message) for message in messages]}
    if tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {"name": t.name, "description": t.description, "parameters": dict(t.parameters)},
            }
            for t in tools
        ]
    return body


def _as_json(message: ChatMessage) -> dict[str, Any]:
    fields: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        fields["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments))},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        fields["tool_call_id"] = message.tool_call_id
    return fields
