"""The chat model protocol: messages and tools in, an assistant message with tool calls out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool that the model may call."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON schema of the arguments, an object."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    id: str
    """Names the call within its conversation; its result carries the same."""
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of the model's conversation."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = field(default=())
    """Of an assistant message."""
    tool_call_id: str = ""
    """Of a tool message: the call that it answers."""


class ChatModel(Protocol):
    """Anything that can play the persona or judge."""

    name: str
    """As reports show it: ``scripted``, or the model's name."""

    reads_scripts: ClassVar[bool]
    """Whether it gets a phase's script word for word; others get a checklist of its operations."""

    async def complete(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatMessage:
        """Return the assistant's next message."""
        ...
