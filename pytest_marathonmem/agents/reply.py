"""The shortest way to an adapter: one method that answers one message."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from pytest_marathonmem.agents.adapter import AgentAdapter, Reply

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class ReplyAgent(AgentAdapter):
    """A request/response agent in five lines.

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
        answer = await self.reply(text)
        self._replies.append(Reply(len(self._replies) + 1, answer))

    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        return self._replies[after_seq:]

    async def destroy_session(self) -> None:
        self._replies = []
