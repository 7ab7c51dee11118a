"""The shortest way to an adapter: one method that answers one message."""

from __future__ import annotations

from abc import abstractmethod
from inspect import isawaitable
from typing import TYPE_CHECKING, cast

from pytest_marathonmem.agents.adapter import AgentAdapter, Reply
from pytest_marathonmem.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class ReplyAgent(AgentAdapter):
    """A request/response agent in five lines.

    One that remembers beyond its replies forgets it in `destroy_session`, or a run begins with the memory of the last.

    class Echo(ReplyAgent):
        async def reply(self, text: str) -> str:
            return text
    """

    def __init__(self) -> None:
        self._replies: list[Reply] = []

    @abstractmethod
    async def reply(self, text: str) -> str:
        """Answer one message of the user; an empty string is an empty answer."""

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        self._replies = []

    async def send_message(self, text: str) -> None:
        made = self.reply(text)
        if not isawaitable(made):
            raise AgentError(
                f"{type(self).__name__}.reply is no coroutine; write 'async def reply(self, text)'"
            )
        answer = await made
        if not isinstance(cast("object", answer), str):
            raise AgentError(f"{type(self).__name__}.reply returned {answer!r:.200}; it returns a str")
        self._replies.append(Reply(len(self._replies) + 1, answer))

    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        return self._replies[after_seq:]

    async def destroy_session(self) -> None:
        self._replies = []
