"""The chat with the agent under test: sends, waits for the whole reply, records both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeGuard, cast

from pytest_marathonmem.agents.adapter import AgentStatus, Reply
from pytest_marathonmem.errors import AgentError, AgentFailed
from pytest_marathonmem.runs.delivery import Delivery
from pytest_marathonmem.runs.foreign import from_agent

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.persona.cast import Record
    from pytest_marathonmem.runs.delivery import Arrival
    from pytest_marathonmem.runs.plan import RunPlan

FAILURES_IN_A_ROW = 3
"""So many failed messages stop the run."""

POLL_INTERVAL = 1.0
"""Seconds between two looks at an agent that is still thinking."""

LONGEST_REPLY = 50_000
"""Characters of all messages together; longer ones are no chat, and nobody reads them."""

TOO_LONG = f"the reply is longer than {LONGEST_REPLY} characters"

HIGHEST_COUNT = 10**12
"""Of what an agent counts of itself."""

USAGE = ("calls", "input_tokens", "cached_tokens", "output_tokens", "cost_usd")
"""What is recorded of what an agent's own models have cost."""


class Conversation:
    """One run's chat.

    Args:
        agent: The adapter, its session created.
        clock: For durations and polling.
        record: The run's record.
        plan: How long a reply may take, whether breaks of the scenario count, what to do with a doubtful message.
    """

    def __init__(self, agent: AgentAdapter, clock: Clock, record: Record, plan: RunPlan) -> None:
        self._agent = agent
        self._clock = clock
        self._record = record
        self._reply_timeout = plan.reply_timeout
        self._ignores_breaks = plan.ignore_session_break
        self._delivery = Delivery(agent, plan)
        self._last_seq = 0
        self._failures = 0
        self._status = AgentStatus()
        self._recorded_status: dict[str, Any] = {"compactions": None, "context_tokens": None, "usage": {}}

    async def say(self, text: str, check_id: str | None) -> Sequence[str]:
        """Send a message and return all that the agent says to it.

        Raises:
            AgentFailed: if the agent breaks, is silent too long, or its adapter breaks a rule.
            AgentError: at the third failure in a row, or if nobody knows whether an earlier start has sent it.
        """
        was_sent = self._record.is_replaying
        self._record("sending", text=text, check=check_id)
        if not was_sent:
            return await self._hear(text, lambda: self._exchange(text))
        while self._record.recorded("delivery"):
            pass
        if received := self._record.recorded("received"):
            self._delivery.answered(text)
            self._record.recorded("status")
            return list(received["texts"])
        if failed := self._record.recorded("failed"):
            self._delivery.failed(text)
            raise AgentFailed(failed["error"])
        arrival = await self._delivery.of(text)
        self._record("delivery", arrived=arrival.arrived, by=arrival.by)
        if not arrival.arrived:
            return await self._hear(text, lambda: self._exchange(text))
        return await self._hear(text, lambda: self._late_replies(arrival, check_id))

    async def _hear(self, text: str, exchange: Callable[[], Awaitable[list[str]]]) -> list[str]:
        """Get the reply to a message, and record it."""
        began = self._clock.elapsed()
        try:
            replies = await from_agent(exchange, self._reply_timeout)
        except AgentError as error:
            self._fail(text, str(error), began)
        self._failures = 0
        self._delivery.answered(text)
        self._record("received", texts=replies, seconds=self._clock.elapsed() - began)
        self._record_status()
        return replies

    async def _late_replies(self, arrival: Arrival, check_id: str | None) -> list[str]:
        """The reply to a message that arrived in an earlier start; a lost one matters where it is an answer."""
        replies = arrival.replies
        while not replies and arrival.by == "history" and await self._thinks():
            await self._clock.sleep(POLL_INTERVAL)
            history = await self._delivery.history()
            replies = history[-1].replies if history else ()
        if not replies and check_id is not None:
            raise AgentError("it got the question, but the answer was lost when the run ended")
        if sum(map(len, replies)) > LONGEST_REPLY:
            raise AgentError(TOO_LONG)
        return list(replies)

    async def _thinks(self) -> bool:
        return bool(_checked(await self._agent.get_status()).thinking)

    async def new_conversation(self) -> None:
        """Clear the agent's context, if it can.

        Raises:
            AgentError: if it breaks at that.
        """
        if self._record.recorded("conversation"):
            self._delivery.new_conversation()
            return
        if self._ignores_breaks:
            self._record("conversation", cleared=False, reason="ignore_session_break")
            return
        if not self._agent.supports_new_conversation:
            self._record("conversation", cleared=False, reason="the agent can't start a new conversation")
            return
        try:
            await from_agent(self._agent.settle, self._reply_timeout)
            await from_agent(self._agent.start_new_conversation, self._reply_timeout)
        except AgentError as error:
            raise AgentError(f"the agent could not start a new conversation: {error}") from error
        self._record("conversation", cleared=True, reason="the scenario")
        self._delivery.new_conversation()

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
        texts: list[str] = []
        room = LONGEST_REPLY
        for reply in replies:
            if not _is_reply(reply):
                raise AgentError(f"the adapter returned {reply!r:.200}; get_responses gives Reply(seq, text)")
            room -= len(reply.text) + 1
            if room < 0:
                raise AgentError(TOO_LONG)
            if reply.seq <= self._last_seq:
                raise AgentError(
                    f"the adapter gave seq {reply.seq} after {self._last_seq}; seq rises with every message"
                )
            self._last_seq = reply.seq
            texts.append(reply.text)
        return texts

    def _fail(self, text: str, error: str, began: float) -> NoReturn:
        self._failures += 1
        if self._failures == FAILURES_IN_A_ROW:
            # Not recorded as failed, so that the next start goes on with this message.
            raise AgentError(f"the agent failed {self._failures} times in a row, last: {error}")
        self._record("failed", error=error, seconds=self._clock.elapsed() - began)
        self._delivery.failed(text)
        raise AgentFailed(error)

    def _record_status(self) -> None:
        status = self._status
        usage = {name: status.usage[name] for name in USAGE if name in status.usage}
        observed = {
            "compactions": status.compactions,
            "context_tokens": status.context_tokens,
            "usage": usage,
        }
        if observed != self._recorded_status:
            self._recorded_status = observed
            self._record("status", **observed)


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
    usage: object = status.usage
    if not isinstance(usage, Mapping):
        raise AgentError(f"the adapter gave a status with usage {usage!r:.200}; it maps names to numbers")
    for name in USAGE:
        amount = usage.get(name, 0)
        if not (isinstance(amount, int | float) and 0 <= amount <= HIGHEST_COUNT):
            raise AgentError(
                f"the adapter gave a status with usage of {name} {amount!r:.200}; it is a number, or left out"
            )
    return status
