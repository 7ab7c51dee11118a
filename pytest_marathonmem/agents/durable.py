"""A request/response agent that outlives its process: its conversation lies in a file of its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pytest_marathonmem.agents.adapter import Exchange
from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.agents.transcript import Transcript
from pytest_marathonmem.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_Part = TypeVar("_Part")


class DurableAgent(ReplyAgent):
    """Survives a kill at any moment.

    A subclass adds each exchange to its transcript before it writes anything else of it: so a message is wholly taken
    in, or not at all.
    """

    def __init__(self) -> None:
        super().__init__()
        self._workdir: Path | None = None
        self._transcript: Transcript | None = None

    @property
    def workdir(self) -> Path:
        """The session's folder."""
        return of_session(self._workdir)

    @property
    def transcript(self) -> Transcript:
        """What was said in the session."""
        return of_session(self._transcript)

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        self._workdir = workdir
        if not resumed:
            self._delete_files()
        self._transcript = Transcript(self._transcript_file)

    async def destroy_session(self) -> None:
        await super().destroy_session()
        if self._workdir is not None:
            self._delete_files()
        self._workdir = self._transcript = None

    async def history(self) -> Sequence[Exchange] | None:
        return [Exchange(entry.sent, (entry.reply,)) for entry in self.transcript.entries[-2:]]

    @property
    def _transcript_file(self) -> Path:
        return self.workdir / "conversation.jsonl"

    def _delete_files(self) -> None:
        self._transcript_file.unlink(missing_ok=True)


def of_session(part: _Part | None) -> _Part:
    """Return a part that an agent has as long as it has a session.

    Raises:
        AgentError: if it has none.
    """
    if part is None:
        raise AgentError("the agent has no session; call create_session first")
    return part
