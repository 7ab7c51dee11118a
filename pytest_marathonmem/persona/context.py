"""What the persona's model has before it: a conversation that may go on for ever, so its oldest phases are cut off.

The loop appends every message, says which of them opens a phase, and offers a cut before each turn of the model::

    context = Context(system_prompt(benchmark), compaction)
    context.append(ChatMessage("user", first_phase), opens_phase=True)
    while ...:
        if context.cut(lambda: reminder(profile, sheets_read)):
            record("cut", messages=len(context.messages), tokens=context.tokens)
        said = await model.complete(context.messages, tools)
        context.append(said)
        context.append(ChatMessage("tool", result, tool_call_id=call.id), opens_phase=...)

All of it follows from the messages alone, so a run that is gone through again is cut at the same places.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.models.chat import ChatMessage
from pytest_marathonmem.models.tokens import estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pytest_marathonmem.persona.compaction import Compaction


def reminder(profile: str, sheets_read: Iterable[str]) -> str:
    """What stands in place of the messages that were cut off.

    Args:
        profile: The sheet `profile` as it is now; empty if there is none.
        sheets_read: Names of the sheets that the persona has read so far.
    """
    parts = ["What was said before this is no longer shown; it was said, and the assistant heard it."]
    if profile:
        parts.append(f"Who you are, the sheet `profile` as it is now:\n\n{profile}")
    if names := ", ".join(f"`{name}`" for name in sheets_read):
        parts.append(f"Sheets that you have read so far: {names}. Read one again when you need it.")
    return "\n\n".join(parts)


class Context:
    """The messages that the model gets.

    Args:
        system: The system prompt; it stays the first message, byte for byte.
        compaction: When to cut, and to what.
        with_reasoning: Whether the model gets its own reasoning back.
    """

    def __init__(self, system: str, compaction: Compaction, *, with_reasoning: bool = False) -> None:
        self._compaction = compaction
        self._with_reasoning = with_reasoning
        self._messages: list[ChatMessage] = []
        self._sizes: list[int] = []
        self._phases: list[int] = []
        """Where the messages that open a phase stand."""
        self.tokens = 0
        """The size of all messages, estimated."""
        self.append(ChatMessage("system", system))

    @property
    def messages(self) -> Sequence[ChatMessage]:
        """From the system prompt to the newest."""
        return self._messages

    def append(self, message: ChatMessage, *, opens_phase: bool = False) -> None:
        """Add the newest message."""
        if opens_phase:
            self._phases.append(len(self._messages))
        self._messages.append(message)
        self._sizes.append(self._size(message))
        self.tokens += self._sizes[-1]

    def cut(self, reminder: Callable[[], str]) -> bool:
        """If the messages have reached `max_tokens`, keep the newest whole phases within `trim_to_tokens`.

        The current phase stays whole, however large it is. The phase that now comes first is opened by a user message:
        the reminder and what the phase's opening said. So no answer of a tool is left without its call.

        Args:
            reminder: Makes the text that stands in place of what is cut off; called only if there is a cut.

        Returns:
            Whether anything was cut off.
        """
        first = self._first_kept() if self.tokens >= self._compaction.max_tokens else 0
        if not first:
            return False
        opening = ChatMessage("user", f"{reminder()}\n\n{self._messages[first].content}")
        kept = [self._messages[0], opening, *self._rest_of_turn(first), *self._messages[first + 1 :]]
        shift = len(kept) - len(self._messages)
        self._phases = [1, *(index + shift for index in self._phases if index > first)]
        self._messages = kept
        self._sizes = [self._size(message) for message in kept]
        self.tokens = sum(self._sizes)
        return True

    def _size(self, message: ChatMessage) -> int:
        return estimate_tokens(message, with_reasoning=self._with_reasoning)

    def _first_kept(self) -> int:
        """Where the first phase that is kept opens; 0 if nothing can be cut off."""
        first, size, end = 0, 0, len(self._messages)
        for opening in reversed(self._phases):
            size += sum(self._sizes[opening:end])
            if first and size > self._compaction.trim_to_tokens:
                return first
            first, end = opening, opening
        return 0

    def _rest_of_turn(self, opening: int) -> list[ChatMessage]:
        """The turn that opened a phase by a tool and went on in it, without the calls up to the opening."""
        if self._messages[opening].role != "tool":
            return []
        turn = opening
        while self._messages[turn].role == "tool":
            turn -= 1
        calls = self._messages[turn].tool_calls[opening - turn :]
        return [replace(self._messages[turn], content="", tool_calls=calls)] if calls else []
