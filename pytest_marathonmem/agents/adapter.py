"""The interface between the engine and the agent under test: nothing but a chat, and what an agent may add to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from pydantic import BaseModel

    from pytest_marathonmem.models.chat import ModelSource


@dataclass(frozen=True, slots=True)
class Reply:
    """One message of the agent."""

    seq: int
    """Rises with every message since `AgentAdapter.create_session`, from 1; the cursor of `get_responses`."""
    text: str


@dataclass(frozen=True, slots=True)
class AgentStatus:
    """What an agent tells of itself; whatever is unknown is None."""

    thinking: bool | None = None
    """True while a reply is being made, false while the agent sleeps."""
    wakes_at: datetime | None = None
    """When it will wake by itself, in virtual time."""
    compactions: int | None = None
    """How often it has compacted its context so far."""
    context_tokens: int | None = None
    usage: Mapping[str, float] = field(default_factory=dict)
    """What its own models have cost since `AgentAdapter.create_session`, as far as it reports it: ``calls``, ``input_tokens``,
    ``cached_tokens``, ``output_tokens``, ``cost_usd``. What it has called through `AgentAdapter.use_models` is counted
    already and not reported here."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What an agent's own history holds of one message."""

    sent: str
    replies: tuple[str, ...]


class AgentAdapter(ABC):
    """Connects one agent to the engine.

    The engine calls, in this order: `configure` (if the run has settings), `use_models`, `destroy_session` (only before a run
    starts anew), `create_session`, then `send_message` and `get_responses` in turn, and `close` at every end.
    The methods that are not abstract are optional: each says what it means to leave it out.
    """

    Settings: ClassVar[type[BaseModel] | None] = None
    """The settings that this agent knows, as a pydantic model; a run gives them with the agent's name as prefix."""

    @property
    def supports_new_conversation(self) -> bool:
        """Whether `start_new_conversation` clears the context: so it does where it is defined."""
        return type(self).start_new_conversation is not AgentAdapter.start_new_conversation

    @property
    def survives_restart(self) -> bool:
        """Whether a session goes on after a restart of the process, from ``workdir`` or from a server.

        An agent that defines `history` can show that it does.
        """
        return type(self).history is not AgentAdapter.history

    def configure(self, settings: Any) -> None:
        """Take the run's settings, an instance of ``Settings``; called before `create_session`."""

    def use_models(self, models: ModelSource) -> None:
        """Take the way to the models of ``mmb.jsonc``, for an agent whose settings name one of them."""

    @abstractmethod
    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        """Get ready to chat.

        Args:
            name: The run's name; safe as a file name.
            workdir: An existing folder of the run's own, kept between starts.
            resumed: Whether the session of an earlier start goes on.
        """

    @abstractmethod
    async def send_message(self, text: str) -> None:
        """Hand the agent one message of the user; may return before the reply is made."""

    @abstractmethod
    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        """Return all messages of the agent with a ``seq`` above ``after_seq``, oldest first; calling changes nothing.

        Messages of an earlier start are in `history` and not returned here.
        May wait for the reply to the newest message; an empty result means that none has come yet.
        """

    @abstractmethod
    async def destroy_session(self) -> None:
        """Forget everything: conversation and memory; called before a run starts anew, also before any session."""

    async def close(self) -> None:
        """Free processes and connections, keep the memory; called at every end. May be called twice."""

    async def start_new_conversation(self) -> None:
        """Clear the context, keep the memory. Without it the report says that the context was never cleared."""

    async def set_virtual_time(self, now: datetime) -> None:
        """Take the time of the scenario, zone-aware, which goes on from there at the pace of real time."""

    async def get_status(self) -> AgentStatus:
        """Tell what is known of the agent; by default nothing is."""
        return AgentStatus()

    async def settle(self) -> None:
        """Wait until memory that is written in the background is written."""

    async def history(self) -> Sequence[Exchange] | None:
        """Return what was said in the session, also before a new conversation, oldest first; None if none is kept.

        After a kill it tells whether the message that was on its way arrived; if so it isn't sent again. At least
        the newest exchange is needed. Two are better: by them a message that is said twice is told apart. ``sent``
        is the text exactly as it was sent; a message that isn't answered yet has no replies.
        """
        return None

    async def export_memory(self) -> Mapping[str, str]:
        """Return the agent's memory as texts by file name, for reading after a run."""
        return {}
