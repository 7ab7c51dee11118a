"""A conversation before a model: all of it, or what of it the model's context has room for."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from pytest_marathonmem.agents.adapter import AgentStatus
from pytest_marathonmem.errors import AgentError, ContextOverflow
from pytest_marathonmem.models.chat import ChatMessage
from pytest_marathonmem.models.tokens import estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_marathonmem.agents.transcript import Entry, Transcript
    from pytest_marathonmem.models.chat import SizedModel


class ModelWindow:
    """Has a model answer with a transcript's current conversation before it.

    Where that is more than the model's context holds, the oldest exchanges leave the window for good, half of it at a
    time: what is left then stays the same from message to message, as providers' caches want it.

    Args:
        model: Answers.
        system: The system prompt; empty for none.
        keeps_history: Whether the conversation is ours to keep; else the model's endpoint does, and gets the new message.
    """

    def __init__(self, model: SizedModel, system: str = "", *, keeps_history: bool = True) -> None:
        self._model = model
        self._system = [ChatMessage("system", system)] if system else []
        self._keeps_history = keeps_history

    async def answer(self, transcript: Transcript, text: str) -> ChatMessage:
        """Return what the model says to a new message.

        Raises:
            AgentError: if the message is too long for the model by itself.
            ModelError: if the model can't be had.
            BudgetSpent: if the call might cost more than is left.
        """
        whole: Sequence[Entry] = transcript.window if self._keeps_history else ()
        kept = whole
        while (said := await self._answer(kept, text)) is None:
            kept = _newer_half(kept)
        if len(kept) < len(whole):
            transcript.compact(len(kept))
        return said

    def status(self, transcript: Transcript) -> AgentStatus:
        """Tell how large the window is, by estimate, and how often it was cut; nothing of an endpoint's own."""
        if not self._keeps_history:
            return AgentStatus(thinking=False)
        messages = [*self._system, *_spoken(transcript.window)]
        return AgentStatus(
            thinking=False,
            compactions=transcript.compactions,
            context_tokens=sum(map(estimate_tokens, messages)),
        )

    async def _answer(self, entries: Sequence[Entry], text: str) -> ChatMessage | None:
        """Ask the model; None if that is more than it takes, and less is possible."""
        messages = [*self._system, *_spoken(entries), ChatMessage("user", text)]
        room = self._model.room
        if entries and room is not None and sum(map(estimate_tokens, messages)) > room:
            return None
        try:
            return await self._model.complete(messages, ())
        except ContextOverflow as overflow:
            if entries:
                return None
            raise AgentError(f"there is nothing left to leave out of the window: {overflow}") from overflow


def _spoken(entries: Sequence[Entry]) -> Iterator[ChatMessage]:
    for entry in entries:
        yield ChatMessage("user", entry.sent)
        yield ChatMessage("assistant", entry.reply, reasoning=entry.reasoning)


def _newer_half(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The newest exchanges that make up at most half of the size; never all."""
    sizes = [sum(map(estimate_tokens, _spoken([entry]))) for entry in reversed(entries)]
    fitting = sum(size <= sum(sizes) / 2 for size in accumulate(sizes))
    return entries[max(len(entries) - fitting, 1) :]
