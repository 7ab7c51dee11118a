"""Whether a message reached the agent that was on its way when an earlier start ended: sent twice it would be told twice."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, cast

from pytest_marathonmem.agents.adapter import Exchange
from pytest_marathonmem.errors import AgentError
from pytest_marathonmem.runs.foreign import from_agent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.runs.plan import RunPlan


@dataclass(frozen=True, slots=True)
class Arrival:
    """What became of a message."""

    arrived: bool
    by: Literal["history", "option"]
    """Who says so: the agent's history, or ``--mmb-unknown``."""
    replies: tuple[str, ...] = ()
    """What the agent's history has of the reply; empty if nothing yet."""


class Delivery:
    """Follows what is said, to compare it with the agent's own history.

    Args:
        agent: The adapter.
        plan: How long a call may take, and what to do if the history doesn't tell.
    """

    def __init__(self, agent: AgentAdapter, plan: RunPlan) -> None:
        self._agent = agent
        self._plan = plan
        self._said: list[str] = []
        """The last message that was answered, its equals directly before it, and those that failed after it."""
        self._equals = 0
        """How many of them were answered."""
        self._switched = True
        """Whether nothing was answered since a new conversation began."""

    def answered(self, text: str) -> None:
        """Take note of a message that the agent has answered."""
        self._equals = self._equals + 1 if self._said[: self._equals] == [text] * self._equals else 1
        self._said = [text] * self._equals
        self._switched = False

    def failed(self, text: str) -> None:
        """Take note of a message that failed; it may have arrived all the same."""
        self._said.append(text)

    def new_conversation(self) -> None:
        self._switched = True

    async def of(self, text: str) -> Arrival:
        """Find out about the newest message.

        Raises:
            AgentError: if nobody knows.
        """
        history = await self.history()
        arrived = None if history is None else self._arrived(text, history)
        if arrived is not None:
            return Arrival(arrived, "history", history[-1].replies if arrived and history else ())
        if self._plan.unknown is None:
            raise AgentError(
                f"nobody knows whether the agent got the message {text!r:.200}, which was on its way when the run "
                "ended; it isn't sent again blindly. Look into the agent, and start the run again with "
                "--mmb-unknown=sent if it did, or with --mmb-unknown=resend if it didn't"
            )
        return Arrival(self._plan.unknown == "sent", "option")

    async def history(self) -> Sequence[Exchange] | None:
        """What the agent itself has of the conversation.

        Raises:
            AgentError: if it breaks at that, or returns something else.
        """
        history: object = await from_agent(self._agent.history, self._plan.reply_timeout)
        if history is None:
            return None
        if isinstance(history, list | tuple) and all(map(_is_exchange, history)):
            return history
        raise AgentError(f"the adapter returned {history!r:.200}; history gives Exchange(sent, replies) each")

    def _arrived(self, text: str, history: Sequence[Exchange]) -> bool | None:
        """Compare how often the agent has the message at the end with how often it was answered there."""
        in_history = sum(1 for _ in takewhile(lambda exchange: exchange.sent == text, reversed(history)))
        before = self._equals if self._said[:1] == [text] else 0
        if in_history == 0:
            knows_the_last = bool(history) and history[-1].sent in self._said
            return False if self._switched or knows_the_last else None
        if text in self._said[self._equals :]:
            return None
        if in_history > before:
            return True
        # A history that begins with this very message may have had more of it.
        return False if in_history == before and in_history < len(history) else None


def _is_exchange(given: object) -> bool:
    if not isinstance(given, Exchange):
        return False
    sent, replies = cast("object", given.sent), cast("object", given.replies)
    return isinstance(sent, str) and isinstance(replies, tuple) and all(isinstance(it, str) for it in replies)
