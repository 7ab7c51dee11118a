"""What follows from conversations, kept so that the next message of each needs no more than itself to be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Message = Mapping[str, Any]

State = TypeVar("State")

KEPT = 64
"""Conversations; of those before, everything is read again if they go on."""


@dataclass
class _Known(Generic[State]):
    state: State
    messages: list[Message] = field(default_factory=list)


class Conversations(Generic[State]):
    """States by the messages from which they follow: the same as if each was made anew.

    Args:
        begin: Makes the state before any message.
        take_in: Brings a state forward by a message.
        end: Frees a state that is no longer kept.
    """

    def __init__(
        self,
        begin: Callable[[], State],
        take_in: Callable[[State, Message], None],
        end: Callable[[State], None] = lambda _: None,
    ) -> None:
        self._begin = begin
        self._take_in = take_in
        self._end = end
        self._known: list[_Known[State]] = []

    def after(self, messages: Sequence[Message]) -> State:
        """The state after some messages; valid until the next call."""
        fitting = [known for known in self._known if messages[: len(known.messages)] == known.messages]
        known = max(fitting, key=lambda each: len(each.messages), default=None)
        if known is None:
            known = _Known(self._begin())
        else:
            self._known.remove(known)
        for message in messages[len(known.messages) :]:
            self._take_in(known.state, message)
        known.messages = list(messages)
        self._known.append(known)
        while len(self._known) > KEPT:
            self._end(self._known.pop(0).state)
        return known.state

    def close(self) -> None:
        """Free all states; may be called twice."""
        while self._known:
            self._end(self._known.pop().state)
