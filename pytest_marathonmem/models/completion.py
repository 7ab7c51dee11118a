"""An endpoint's answer read: the assistant's message, its tool calls, what was used. Whatever it holds, nothing else is raised than faults."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.models.arguments import read_arguments
from pytest_marathonmem.models.chat import ChatMessage, ToolCall
from pytest_marathonmem.models.classify import fault_within
from pytest_marathonmem.models.endpoint import Usage
from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.request import well_formed

if TYPE_CHECKING:
    from collections.abc import Collection

BROKEN_OFF = ("error", "insufficient_system_resource", "abort")
"""Finish reasons of answers that the endpoint itself gave up (OpenRouter, DeepSeek, SGLang)."""
LONGEST_ID = 256
MOST_TOKENS = 10_000_000
"""No context holds more; an endpoint that counts beyond has miscounted."""


def read_message(answer: Mapping[str, Any], messages: Sequence[ChatMessage] = ()) -> ChatMessage:
    """Return the assistant's message of an answer in the form of ``/chat/completions``.

    Args:
        answer: The endpoint's JSON.
        messages: The conversation that it answers; its tool calls get ids that occur nowhere in it.

    Raises:
        ModelFault: if there is no message in it.
    """
    fault = fault_within(answer)
    if fault:
        raise fault
    choice, message = _choice(answer)
    reason = choice.get("finish_reason")
    if reason in BROKEN_OFF:
        raise fault_within(choice) or ModelFault(
            "server error", f"the endpoint broke the answer off: {reason}"
        )
    content, reasoning = _texts(message)
    calls = message.get("tool_calls") or []
    if not isinstance(calls, list):
        raise _unreadable("tool_calls", calls)
    return ChatMessage(
        "assistant", content, _calls(calls, messages, cut=reason == "length"), reasoning=reasoning
    )


def read_usage(answer: Mapping[str, Any]) -> Usage | None:
    """Return what an answer used; None if it doesn't tell, or tells what can't be."""
    usage = answer.get("usage")
    if not isinstance(usage, Mapping):
        return None
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
    if cached is None:
        cached = usage.get("prompt_cache_hit_tokens")  # DeepSeek
    sent, written = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    if not sent or written is None:
        return None
    return Usage(sent, min(_count(cached) or 0, sent), written)


def _choice(answer: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise _unreadable("choices", choices)
    message = choices[0].get("message")
    if not isinstance(message, Mapping):
        raise _unreadable("message", message)
    return choices[0], message


def _unreadable(name: str, value: object) -> ModelFault:
    return ModelFault("unreadable", f"the answer's {name} can't be read, it is {type(value).__name__}")


def _texts(message: Mapping[str, Any]) -> tuple[str, str]:
    """What is said, and what was thought beside it or, by models whose endpoint doesn't take it out, before it."""
    content, thought = _parts(message.get("content"))
    for name in ("reasoning_content", "reasoning"):
        if isinstance(message.get(name), str):
            thought = thought or message[name]
    refusal = message.get("refusal")
    if not content and isinstance(refusal, str):
        content = refusal
    before, found, after = content.partition("</think>")
    if found and "<think>" not in before.lstrip().removeprefix("<think>"):
        content, thought = after.strip(), thought or before.lstrip().removeprefix("<think>").strip()
    elif content.lstrip().startswith("<think>"):
        content, thought = "", thought or content.lstrip().removeprefix("<think>").strip()
    return well_formed(content), well_formed(thought)


def _parts(content: object) -> tuple[str, str]:
    """Text and thoughts of a content, which some endpoints send in parts."""
    if content is None or isinstance(content, str):
        return content or "", ""
    if not isinstance(content, list):
        raise _unreadable("content", content)
    said, thought = "", ""
    for part in content:
        if isinstance(part, Mapping) and "thinking" in part:  # Mistral
            thinking = part["thinking"]
            thought += "".join(map(_text, thinking if isinstance(thinking, list) else [thinking]))
        else:
            said += _text(part)
    return said, thought


def _text(part: object) -> str:
    text = part.get("text") if isinstance(part, Mapping) else part
    if not isinstance(text, str):
        raise _unreadable("content", part)
    return text


def _calls(calls: list[Any], messages: Sequence[ChatMessage], *, cut: bool) -> tuple[ToolCall, ...]:
    taken = {call.id for message in messages for call in message.tool_calls}
    read: list[ToolCall] = []
    for number, call in enumerate(calls, 1):
        name = _unused(call, taken, f"call-{len(messages)}-{number}")
        taken.add(name)
        read.append(_call(call, name, cut=cut and number == len(calls)))
    return tuple(read)


def _call(call: object, call_id: str, *, cut: bool) -> ToolCall:
    function = call.get("function") if isinstance(call, Mapping) else None
    name = function.get("name") if isinstance(function, Mapping) else None
    if not isinstance(function, Mapping) or not isinstance(name, str) or not name.strip():
        return ToolCall(
            call_id, "", {}, "Not done: this call names no tool. Make it again with the tool's name."
        )
    arguments, fault = read_arguments(function.get("arguments"), cut=cut)
    return ToolCall(call_id, well_formed(name.strip()), arguments, fault)


def _unused(call: object, taken: Collection[str], own: str) -> str:
    """The id that the endpoint gave, if it can serve as one, else one that follows from the call's place."""
    given = call.get("id") if isinstance(call, Mapping) else None
    if isinstance(given, str) and re.fullmatch(rf"[!-~]{{1,{LONGEST_ID}}}", given) and given not in taken:
        return given
    while own in taken:
        own += "-"
    return own


def _count(value: object) -> int | None:
    """A number of tokens; True is none, and neither is -1."""
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None
