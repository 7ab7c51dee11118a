"""What the offline agents have in common: they live in this process, keep what they need in files, answer by retrieval."""

from __future__ import annotations

import re
from abc import abstractmethod
from datetime import UTC
from typing import TYPE_CHECKING

from pytest_marathonmem.agents.adapter import AgentStatus
from pytest_marathonmem.agents.answering import ACKNOWLEDGEMENTS, REFUSAL, answer
from pytest_marathonmem.agents.durable import DurableAgent, of_session
from pytest_marathonmem.agents.listening import clean, listen
from pytest_marathonmem.agents.retrieval import Memory
from pytest_marathonmem.agents.transcript import Entry
from pytest_marathonmem.clock import Clock

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

_INSISTS = re.compile(
    r"\b(?:again|once more|I (?:did|have) (?:tell|told) you|ещ[её] раз|снова|я (?:же )?(?:тебе|вам) говорила?)\b",
    re.IGNORECASE,
)
"""What a user says who doesn't accept a refusal."""


class OfflineAgent(DurableAgent):
    """Answers questions with what it remembers, and acknowledges the rest.

    A subclass says what it remembers, by `_restore` and `_take_in`.
    """

    def __init__(self) -> None:
        super().__init__()
        self._clock = Clock(UTC)
        self._memory: Memory | None = None

    @abstractmethod
    def _restore(self) -> None:
        """Remember what an earlier start left in the folder, if anything; its newest exchange perhaps not taken in."""

    @abstractmethod
    def _take_in(self, entry: Entry) -> None:
        """Remember what a message states."""

    @property
    def memory(self) -> Memory:
        """What the agent finds its answers in."""
        return of_session(self._memory)

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        await self.close()
        self._memory = Memory()
        self._restore()

    async def reply(self, text: str) -> str:
        entry = await self._respond(text, self._clock.now())
        self.transcript.append(entry)
        self._take_in(entry)
        return entry.reply

    async def destroy_session(self) -> None:
        await super().destroy_session()
        await self.close()

    async def close(self) -> None:
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    async def set_virtual_time(self, now: datetime) -> None:
        self._clock = Clock(now.tzinfo or UTC, now)

    async def get_status(self) -> AgentStatus:
        return AgentStatus(thinking=False)

    async def _respond(self, text: str, at: datetime) -> Entry:
        """Answer what a message asks, and find what it states."""
        if self._is_pressed(text):
            return Entry(at, text, REFUSAL)
        heard = listen(text)
        parts = [answer(self.memory, heard.questions, clean(text))] if heard.questions else []
        if heard.statements or not heard.questions:
            parts.append(ACKNOWLEDGEMENTS[len(self.transcript.entries) % len(ACKNOWLEDGEMENTS)])
        return Entry(at, text, "\n".join(parts), heard.statements)

    def _is_pressed(self, text: str) -> bool:
        """Whether the user doesn't accept the last refusal; it stands, for looking again finds the same."""
        last = self.transcript.newest
        return last is not None and last.reply.startswith(REFUSAL) and _INSISTS.search(text) is not None
