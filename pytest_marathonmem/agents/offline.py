"""What the offline agents have in common: they live in this process, keep what they need in files, answer by retrieval."""

from __future__ import annotations

import re
from abc import abstractmethod
from datetime import UTC
from typing import TYPE_CHECKING, ClassVar, TypeVar

from pytest_marathonmem.agents.adapter import AgentStatus, Exchange
from pytest_marathonmem.agents.answering import ACKNOWLEDGEMENTS, REFUSAL, answer
from pytest_marathonmem.agents.listening import clean, listen
from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.agents.retrieval import Memory
from pytest_marathonmem.agents.transcript import Entry, Transcript
from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

_Part = TypeVar("_Part")

_INSISTS = re.compile(
    r"\b(?:again|once more|I (?:did|have) (?:tell|told) you|ещ[её] раз|снова|я (?:же )?(?:тебе|вам) говорила?)\b",
    re.IGNORECASE,
)
"""What a user says who doesn't accept a refusal."""


class OfflineAgent(ReplyAgent):
    """Answers questions with what it remembers, and acknowledges the rest.

    A subclass says what it remembers, by `_restore` and `_take_in`.
    """

    survives_restart: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self._clock = Clock(UTC)
        self._workdir: Path | None = None
        self._memory: Memory | None = None
        self._transcript: Transcript | None = None

    @abstractmethod
    def _restore(self) -> None:
        """Remember what an earlier start left in the folder, if anything."""

    @abstractmethod
    def _take_in(self, statements: Sequence[str], message: str, at: datetime) -> None:
        """Remember what a message states."""

    @property
    def workdir(self) -> Path:
        """The session's folder."""
        return _of_session(self._workdir)

    @property
    def memory(self) -> Memory:
        """What the agent finds its answers in."""
        return _of_session(self._memory)

    @property
    def transcript(self) -> Transcript:
        """What was said in the session."""
        return _of_session(self._transcript)

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        await self.close()
        self._workdir = workdir
        if not resumed:
            self._delete_files()
        self._transcript = Transcript(self._transcript_file)
        self._memory = Memory()
        self._restore()

    async def reply(self, text: str) -> str:
        at = self._clock.now()
        said = REFUSAL if self._is_pressed(text) else self._respond(text, at)
        self.transcript.append(Entry(at, text, said))
        return said

    async def destroy_session(self) -> None:
        await super().destroy_session()
        await self.close()
        if self._workdir is not None:
            self._delete_files()
        self._workdir = self._transcript = None

    async def close(self) -> None:
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    async def set_virtual_time(self, now: datetime) -> None:
        self._clock = Clock(now.tzinfo or UTC, now)

    async def get_status(self) -> AgentStatus:
        return AgentStatus(thinking=False)

    async def history(self) -> Sequence[Exchange]:
        return [Exchange(entry.sent, (entry.reply,)) for entry in self.transcript.entries[-1:]]

    @property
    def _transcript_file(self) -> Path:
        return self.workdir / "conversation.jsonl"

    def _delete_files(self) -> None:
        self._transcript_file.unlink(missing_ok=True)

    def _respond(self, text: str, at: datetime) -> str:
        """Answer what a message asks, then take in what it states."""
        heard = listen(text)
        parts = [answer(self.memory, heard.questions, clean(text))] if heard.questions else []
        self._take_in(heard.statements, clean(text), at)
        if heard.statements or not heard.questions:
            parts.append(ACKNOWLEDGEMENTS[len(self.transcript.entries) % len(ACKNOWLEDGEMENTS)])
        return "\n".join(parts)

    def _is_pressed(self, text: str) -> bool:
        """Whether the user doesn't accept the last refusal; it stands, for looking again finds the same."""
        last = self.transcript.newest
        return last is not None and last.reply.startswith(REFUSAL) and _INSISTS.search(text) is not None


def _of_session(part: _Part | None) -> _Part:
    if part is None:
        raise AgentError("the agent has no session; call create_session first")
    return part
