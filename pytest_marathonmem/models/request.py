"""The body of a request in the form of ``/chat/completions``: plain JSON types, the same bytes for the same conversation."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_marathonmem.models.chat import ChatMessage, ToolCall, ToolSpec
    from pytest_marathonmem.models.endpoint import Endpoint

NOTHING_SAID = "…"
"""Stands for an assistant's message that is wholly empty, which several endpoints refuse for good."""


def request_body(
    endpoint: Endpoint,
    messages: Sequence[ChatMessage],
    tools: Sequence[ToolSpec] = (),
    schema: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return what the endpoint is sent.

    The messages come last, so that the requests of a growing conversation begin with the same bytes.

    Args:
        endpoint: Says how the request is to look.
        messages: The whole conversation.
        tools: Those that the model may call.
        schema: JSON schema of the answer; it is left out where the endpoint can't promise to keep to it.
    """
    body: dict[str, Any] = {**endpoint.sampling, **endpoint.extra_body, "model": endpoint.model}
    body[endpoint.max_tokens_field] = endpoint.max_output_tokens
    if endpoint.stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    if tools:
        body["tools"] = [_tool(tool) for tool in tools]
        body.setdefault("tool_choice", "auto")
    if schema is not None:
        body |= _response_format(endpoint, schema)
    body.pop("messages", None)
    body["messages"] = [_message(message, endpoint) for message in messages]
    return body


def serialised(body: Mapping[str, Any]) -> bytes:
    """The body as the bytes that go over the wire."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def well_formed(text: str) -> str:
    """Put the replacement character for every lone surrogate, which UTF-8 can't hold."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _response_format(endpoint: Endpoint, schema: Mapping[str, Any]) -> dict[str, Any]:
    if endpoint.structured == "json_schema":
        wanted = {"name": "answer", "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": wanted}}
    if endpoint.structured == "json_object":
        return {"response_format": {"type": "json_object"}}
    return {}


def _message(message: ChatMessage, endpoint: Endpoint) -> dict[str, Any]:
    content = well_formed(message.content)
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.tool_call_id, "content": content}
    if message.role != "assistant":
        return {"role": message.role, "content": content}
    told: dict[str, Any] = {"role": "assistant", "content": content}
    if message.reasoning and endpoint.reasoning == "return":
        told["reasoning_content"] = well_formed(message.reasoning)
    if message.tool_calls:
        told["tool_calls"] = [_call(call) for call in message.tool_calls]
    if not content:
        told["content"] = None if message.tool_calls else NOTHING_SAID
    return told


def _call(call: ToolCall) -> dict[str, Any]:
    """Endpoints check what is sent back: a name of letters, and arguments that are JSON whatever the model wrote."""
    name = re.sub(r"[^A-Za-z0-9_-]", "_", call.name)[:64] or "unknown"
    arguments = "{}" if call.fault else well_formed(json.dumps(call.arguments, ensure_ascii=False))
    return {"id": call.id, "type": "function", "function": {"name": name, "arguments": arguments}}
