"""Any chat endpoint as the agent under test: an entry of ``models``, and who keeps its conversation."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any, ClassVar

from pytest_marathonmem.agents.durable import DurableAgent, of_session
from pytest_marathonmem.agents.openai_settings import OpenAISettings
from pytest_marathonmem.agents.transcript import Entry
from pytest_marathonmem.agents.window import ModelWindow
from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import AgentError, AnswerLost, BudgetSpent, ModelError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pydantic import BaseModel

    from pytest_marathonmem.agents.adapter import AgentStatus, Exchange
    from pytest_marathonmem.models.chat import ModelSource


class OpenAIAgent(DurableAgent):
    """Sends an endpoint the whole conversation, or, where the endpoint keeps it, each message once.

    An endpoint that is told whose message it is (an id in the body or in a header) may remember it. A message that may
    have reached such a one is never sent again; its own history can't be asked for, so ours says what was sent.
    """

    Settings: ClassVar[type[BaseModel] | None] = OpenAISettings

    def __init__(self) -> None:
        super().__init__()
        self._given: OpenAISettings | None = None
        self._models: ModelSource | None = None
        self._window: ModelWindow | None = None
        self._resets = 0
        """An endpoint that remembers can't be asked to forget; after each it is somebody else who talks with it."""

    @property
    def supports_new_conversation(self) -> bool:
        return self._settings.switches_by != "none"

    @property
    def survives_restart(self) -> bool:
        return self._settings.survives or not self._settings.is_stateful

    def configure(self, settings: Any) -> None:
        self._given = settings

    def use_models(self, models: ModelSource) -> None:
        self._models = models
        # An unknown name is told before anything is played.
        models.open(self._settings.model)

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        if not self._identity_file.exists():
            self._identity_file.write_text(f"{self._source.nonce}-{self._resets}", encoding="ascii")
        self._open()

    async def destroy_session(self) -> None:
        await super().destroy_session()
        self._window = None
        self._resets += 1

    async def start_new_conversation(self) -> None:
        self.transcript.start_new_conversation()
        self._open()

    async def get_status(self) -> AgentStatus:
        return of_session(self._window).status(self.transcript)

    async def history(self) -> Sequence[Exchange] | None:
        return None if self.transcript.on_its_way is not None else await super().history()

    async def reply(self, text: str) -> str:
        answer = self._answer_once if self._settings.is_stateful else self._answer
        entry = await answer(text)
        self.transcript.append(entry)
        return entry.reply

    async def _answer(self, text: str) -> Entry:
        said = await of_session(self._window).answer(self.transcript, text)
        return Entry(Clock(UTC).now(), text, said.content, reasoning=said.reasoning)

    async def _answer_once(self, text: str) -> Entry:
        """Get the answer to a message that must not arrive twice."""
        self.transcript.send(text)
        try:
            return await self._answer(text)
        except AnswerLost as lost:
            # As with any agent whose answer is lost: the play goes on without it.
            raise AgentError(str(lost)) from lost
        except (AgentError, ModelError, BudgetSpent):
            self.transcript.take_back()
            raise

    def _open(self) -> None:
        """Open the endpoint for the current conversation."""
        settings = self._settings
        run = self._identity_file.read_text("ascii")
        number = self.transcript.conversations if settings.switches_by == "new_session" else 0
        ids = settings.ids(run, f"{run}-{number}")
        model = self._source.open(
            settings.model, body=ids.body, headers=ids.headers, stateful=settings.is_stateful
        )
        self._window = ModelWindow(model, settings.system, keeps_history=settings.history == "client")

    @property
    def _settings(self) -> OpenAISettings:
        if self._given is None:
            raise AgentError("the agent has no settings; call configure first")
        return self._given

    @property
    def _source(self) -> ModelSource:
        if self._models is None:
            raise AgentError("the agent has no way to its model; call use_models first")
        return self._models

    @property
    def _identity_file(self) -> Path:
        return self.workdir / "identity"

    def _delete_files(self) -> None:
        super()._delete_files()
        self._identity_file.unlink(missing_ok=True)
