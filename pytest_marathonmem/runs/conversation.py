"""The chat with the agent under test: sends, waits for the whole reply, records both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, TypeGuard, cast

from pytest_marathonmem.agents.adapter import AgentStatus, Reply
from pytest_marathonmem.errors import AgentError, AgentFailed
from pytest_marathonmem.runs.foreign import from_agent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.clock import Clock

FAILURES_IN_A_ROW = 3
"""So many failed messages stop the run."""

POLL_INTERVAL = 1.0
"""Seconds between two looks at an agent that is still thinking."""

LONGEST_REPLY = 50_000
"""Characters of all messages together; longer ones are no chat, and nobody reads them."""

HIGHEST_COUNT = 10**12
"""Of what an agent counts of itself."""


class Conversation:
    """One run's chat.

    Args:
        agent: The adapter, its session created.
        clock: For durations and polling.
        record: Records an event: its type and its data.
        reply_timeout: Seconds of real time for one reply.
    """

    def __init__(
        self, agent: AgentAdapter, clock: Clock, record: Callable[..., Any], reply_timeout: float
    ) -> None:
        self._agent = agent
        self._clock = clock
        self._record = record
        self._reply_timeout = reply_timeout
        self._last_seq = 0
        self._failures = 0
        self._status = AgentStatus()
        self._recorded_status: tuple[int | None, int | None] = (None, None)

    async def say(self, text: str, check_id: str | None) -> Sequence[str]:
        """Send a message and return all that the agent says to it.

        Raises:
            AgentFailed: if the agent breaks, is silent too long, or its adapter breaks a rule.
            AgentError: at the third failure in a row.
        """
        self._record("sending", text=text, check=check_id)
        began = self._clock.elapsed()
        try:
            replies = await from_agent(lambda: self._exchange(text), self._reply_timeout)
        except AgentError as error:
            self._fail(str(error), began)
        self._failures = 0
        self._record("received", texts=replies, seconds=self._clock.elapsed() - began)
        self._record_status()
        return replies

    async def new_conversation(self) -> None:
        """Clear the agent's context, if it can.

        Raises:
            AgentError: if it breaks at that.
        """
        if not self._agent.supports_new_conversation:
            self._record("conversation", cleared=False, reason="the agent can't start a new conversation")
            return
        try:
            await from_agent(self._agent.settle, self._reply_timeout)
            await from_agent(self._agent.start_new_conversation, self._reply_timeout)
        except AgentError as error:
            raise AgentError(f"the agent could not start a new conversation: {error}") from error
        self._record("conversation", cleared=True, reason="the scenario")

    async def _exchange(self, text: str) -> list[str]:
        await self._agent.send_message(text)
        texts: list[str] = []
        while True:
            texts += self._take_in(await self._agent.get_responses(self._last_seq))
            self._status = _checked(await self._agent.get_status())
            if texts and not self._status.thinking:
                return texts
            await self._clock.sleep(POLL_INTERVAL)

    def _take_in(self, replies: Sequence[object]) -> list[str]:
        """Take what a foreign adapter returned, which need not be what its types say."""
        texts = []
        room = LONGEST_REPLY
        for reply in replies:
            if not _is_reply(reply):
                raise AgentError(f"the adapter returned {reply!r:.200}; get_responses gives Reply(seq, text)")
            room -= len(reply.text) + 1
            if room < 0:
                raise AgentError(f"the reply is longer than {LONGEST_REPLY} characters")
            if reply.seq <= self._last_seq:
                raise AgentError(
                    f"the adapter gave seq {reply.seq} after {self._last_seq}; seq rises with every message"
                )
            self._last_seq = reply.seq
            texts.append(reply.text)
        return texts

    def _fail(self, error: str, began: float) -> NoReturn:
        self._record("failed", error=error, seconds=self._clock.elapsed() - began)
        self._failures += 1
        if self._failures == FAILURES_IN_A_ROW:
            raise AgentError(f"the agent failed {self._failures} times in a row, last: {error}")
        raise AgentFailed(error)

    def _record_status(self) -> None:
        observed = (self._status.compactions, self._status.context_tokens)
        if observed != self._recorded_status:
            self._recorded_status = observed
            self._record("status", compactions=observed[0], context_tokens=observed[1])


def _is_reply(given: object) -> TypeGuard[Reply]:
    return (
        isinstance(given, Reply)
        and isinstance(cast("object", given.seq), int)
        and isinstance(cast("object", given.text), str)
    )


def _checked(status: object) -> AgentStatus:
    """The status, if what is recorded of it is what its types say."""
    if not isinstance(status, AgentStatus):
        raise AgentError(f"the adapter returned {status!r:.200}; get_status gives an AgentStatus")
    for name in ("compactions", "context_tokens"):
        count: object = getattr(status, name)
        if count is not None and not (isinstance(count, int) and 0 <= count <= HIGHEST_COUNT):
            raise AgentError(f"the adapter gave a status with {name} {count!r:.200}; it is a count, or None")
    return status
