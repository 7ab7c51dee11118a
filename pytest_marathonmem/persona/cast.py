"""What a play needs besides its stage: the way to the agent, the examiner, the record, the clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from pytest_marathonmem.persona.guarding import DEFAULT_MODES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.persona.asking import Asking
    from pytest_marathonmem.persona.guarding import GuardMode, GuardName
    from pytest_marathonmem.persona.tools import LogEvaluation
    from pytest_marathonmem.scenario.model import Benchmark, FactRef


class Chat(Protocol):
    """The way to the agent under test."""

    async def say(self, text: str, check_id: str | None) -> Sequence[str]:
        """Send a message and return the replies.

        Raises:
            AgentFailed: if this message failed.
            AgentError: if the run must stop.
        """
        ...

    async def new_conversation(self) -> None:
        """Start a new conversation, on an agent that can."""
        ...


class Examiner(Protocol):
    """What the play needs to know of its checks; grading stands behind it."""

    def is_void(self, check_id: str) -> bool:
        """Whether the right answer is that it was never told."""
        ...

    def rests_on(self, check_id: str) -> Sequence[FactRef]:
        """The facts that the check rests on."""
        ...

    def gives_away(self, text: str) -> bool:
        """Whether a message says something that a check asks for."""
        ...

    async def evaluate(self, asking: Asking, verdict: LogEvaluation) -> str:
        """Grade a settled check and record it; returns the verdict in words.

        Raises:
            ModelError: if a judge that is to help can't be had.
            BudgetSpent: if the judge might cost more than is left.
        """
        ...


class Record(Protocol):
    """What has happened so far. After a restart the earlier start's events are gone through again before it grows."""

    now: datetime
    """The virtual time of the newest event; what is decided by the time is decided by this one."""

    @property
    def is_replaying(self) -> bool:
        """Whether events of an earlier start are left."""
        ...

    def __call__(self, event_type: Any, **data: Any) -> Any:
        """Record an event, its type and its data; while earlier events are gone through, see that it is the next."""
        ...

    def recorded(self, event_type: Any) -> Any | None:
        """Take the next of the earlier events if it has this type: what was done isn't done again."""
        ...


@dataclass(frozen=True)
class Cast:
    """All that the stage works with."""

    benchmark: Benchmark
    chat: Chat
    examiner: Examiner
    clock: Clock
    record: Record
    reads_scripts: bool
    """Whether the model gets scripts word for word."""
    keep: Callable[[Mapping[str, Any]], None]
    """Keeps where the play stands, in plain types, for people to read."""
    guards: Mapping[GuardName, GuardMode] = field(default_factory=lambda: DEFAULT_MODES)
    """What each guard does; they look only at models that find their own words."""
    sends_reasoning: bool = False
    """Whether the model gets its own reasoning back, which then counts as part of its history."""
    guards_scripts: bool = False
    """Whether they look at a model that reads scripts, too."""
