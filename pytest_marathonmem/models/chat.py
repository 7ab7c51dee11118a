"""The chat model protocols: messages and tools in, an assistant message with tool calls out."""

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
    fault: str = ""
    """Why the arguments that the model wrote can't be read, as an answer to it; empty if they can. They are empty then."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of the model's conversation."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = field(default=())
    """Of an assistant message."""
    tool_call_id: str = ""
    """Of a tool message: the call that it answers."""
    reasoning: str = ""
    """Of an assistant message: what the model thought beside it. It is never said to anybody; some endpoints want it back."""


class ChatModel(Protocol):
    """Anything that can play the persona or judge."""

    name: str
    """As reports show it: ``scripted``, or the model's name."""

    reads_scripts: ClassVar[bool]
    """Whether it gets a phase's script word for word; others get a checklist of its operations."""

    async def complete(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatMessage:
        """Return the assistant's next message.

        Raises:
            ModelError: if the model can't be had.
            BudgetSpent: if the call might cost more than is left.
        """
        ...


class SizedModel(ChatModel, Protocol):
    """A chat model that says beforehand how much it takes."""

    room: int | None
    """Tokens that a request may have, so that there is still place for the answer; None if it isn't known."""


class StructuredModel(Protocol):
    """A model that can be asked for an answer of a given shape."""

    name: str

    async def answer(self, messages: Sequence[ChatMessage], schema: Mapping[str, Any] | None) -> ChatMessage:
        """Return the assistant's message; it keeps to the JSON schema only if the endpoint can promise that.

        Raises:
            ModelError: if the model can't be had.
            BudgetSpent: if the call might cost more than is left.
        """
        ...


class ModelSource(Protocol):
    """Where an agent gets the models of ``mmb.jsonc``: what they cost is counted as the agent's."""

    nonce: str
    """The run's random number, the same when it goes on or is replayed; for ids that an agent's requests carry."""

    def open(
        self,
        name: str,
        *,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        stateful: bool = False,
    ) -> SizedModel:
        """Return a model by its key in ``models``; the source closes it.

        Args:
            name: The key.
            body: What each request has besides; nested objects are merged with those of the entry.
            headers: What each request has besides.
            stateful: Whether the endpoint keeps the conversation: a request that may have arrived isn't sent again.

        Raises:
            SettingsError: if there is none of that name; it lists those that are.
        """
        ...
