"""The full-context baseline: the whole conversation always lies in its window."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel, ConfigDict

from pytest_marathonmem.agents.listening import clean
from pytest_marathonmem.agents.offline import OfflineAgent
from pytest_marathonmem.agents.transcript import Entry
from pytest_marathonmem.agents.window import ModelWindow
from pytest_marathonmem.errors import AgentError

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from pytest_marathonmem.agents.adapter import AgentStatus
    from pytest_marathonmem.models.chat import ModelSource


class ChatbotSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    model: str | None = None
    """A key of ``models``; None for the offline brain."""


class ChatbotAgent(OfflineAgent):
    """Reads its answers out of its window, where each sentence stands in its message; or has a model read it."""

    Settings: ClassVar[type[BaseModel] | None] = ChatbotSettings

    def __init__(self) -> None:
        super().__init__()
        self._model: str | None = None
        self._window: ModelWindow | None = None

    def configure(self, settings: Any) -> None:
        self._model = settings.model

    def use_models(self, models: ModelSource) -> None:
        if self._model is not None:
            self._window = ModelWindow(models.open(self._model), _system())

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        if self._model is not None and self._window is None:
            raise AgentError(f"the agent has no way to its model {self._model!r}; call use_models first")
        await super().create_session(name, workdir, resumed=resumed)

    async def get_status(self) -> AgentStatus:
        if self._window is None:
            return await super().get_status()
        return self._window.status(self.transcript)

    async def _respond(self, text: str, at: datetime) -> Entry:
        if self._window is None:
            return await super()._respond(text, at)
        said = await self._window.answer(self.transcript, text)
        return Entry(at, text, said.content, reasoning=said.reasoning)

    def _restore(self) -> None:
        for entry in self.transcript.window:
            self._take_in(entry)

    def _take_in(self, entry: Entry) -> None:
        self.memory.remember(entry.stated, clean(entry.sent), entry.at)


@cache
def _system() -> str:
    return (files(__package__) / "chatbot.md").read_text("utf-8").strip()
