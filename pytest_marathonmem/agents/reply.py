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
        self._replies = [Reply(self._next_seq(), await self.reply(text))]

    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        return [reply for reply in self._replies if reply.seq > after_seq]

    async def destroy_session(self) -> None:
        self._replies = []

    def _next_seq(self) -> int:
        return self._replies[-1].seq + 1 if self._replies else 1
