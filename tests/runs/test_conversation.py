from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.agents.adapter import AgentAdapter, AgentStatus, Reply
from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import AgentError, AgentFailed
from pytest_marathonmem.runs.conversation import LONGEST_REPLY, Conversation
from pytest_marathonmem.runs.plan import RunPlan


class Record(list):
    """The record of a run that has no earlier start."""

    is_replaying = False
    now = datetime(2026, 7, 28, tzinfo=UTC)

    def recorded(self, event_type: str) -> None:
        return None

    def __call__(self, event_type: str, **data: Any) -> None:
        self.append((event_type, data))

    def types(self) -> list[str]:
        return [event_type for event_type, _ in self]


class Answering(ReplyAgent):
    """Answers each message by a function, which may raise."""

    def __init__(self, answer: Callable[[str], Any]) -> None:
        super().__init__()
        self.answer = answer

    async def reply(self, text: str) -> str:
        return self.answer(text)


class Polled(AgentAdapter):
    """A remote agent: each look at it shows its next batch of messages, and it thinks until the last one."""

    def __init__(self, *batches: Sequence[str]) -> None:
        self.batches = list(batches)
        self.said: list[Reply] = []

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        pass

    async def send_message(self, text: str) -> None:
        pass

    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        for text in self.batches.pop(0):
            self.said.append(Reply(len(self.said) + 1, text))
        return [reply for reply in self.said if reply.seq > after_seq]

    async def destroy_session(self) -> None:
        pass

    async def get_status(self) -> AgentStatus:
        return AgentStatus(thinking=bool(self.batches))


class ImpatientClock(Clock):
    """Counts the naps and takes none."""

    naps = 0

    async def sleep(self, seconds: float) -> None:
        self.naps += 1
        await asyncio.sleep(0)


def plan(reply_timeout: float = 5.0) -> RunPlan:
    return RunPlan(Path("pets"), "mine", Path("results"), reply_timeout=reply_timeout)


@pytest.fixture
def record() -> Record:
    return Record()


@pytest.fixture
def clock() -> ImpatientClock:
    return ImpatientClock(UTC)


def talk(agent: AgentAdapter, clock: Clock, record: Record, timeout: float = 5.0) -> Conversation:
    return Conversation(agent, clock, record, plan(timeout))


def test_a_message_and_its_reply_are_recorded_in_this_order(clock: ImpatientClock, record: Record) -> None:
    replies = asyncio.run(talk(Answering(str.upper), clock, record).say("hi", "1.1"))
    assert replies == ["HI"]
    assert record[0] == ("sending", {"text": "hi", "check": "1.1"})
    assert (record[1][0], record[1][1]["texts"]) == ("received", ["HI"])


def test_a_reply_is_all_that_comes_until_the_agent_stops_thinking(
    clock: ImpatientClock, record: Record
) -> None:
    agent = Polled([], ["Let me see."], [], ["Here it is.", "Anything else?"])
    replies = asyncio.run(talk(agent, clock, record).say("hi", None))
    assert replies == ["Let me see.", "Here it is.", "Anything else?"]
    assert clock.naps == 3


def test_an_empty_answer_is_an_answer(clock: ImpatientClock, record: Record) -> None:
    assert asyncio.run(talk(Answering(lambda _: ""), clock, record).say("hi", None)) == [""]


def fail(_: str) -> str:
    raise RuntimeError("no\nroute")


def test_an_agent_that_raises_fails_the_message_and_the_play_goes_on(
    clock: ImpatientClock, record: Record
) -> None:
    with pytest.raises(AgentFailed, match=r"^RuntimeError: no\nroute$"):
        asyncio.run(talk(Answering(fail), clock, record).say("hi", None))
    assert record.types() == ["sending", "failed"]


def test_three_failures_in_a_row_stop_the_run(clock: ImpatientClock, record: Record) -> None:
    conversation = talk(Answering(fail), clock, record)
    for _ in range(2):
        with pytest.raises(AgentFailed):
            asyncio.run(conversation.say("hi", None))
    with pytest.raises(AgentError, match=r"^the agent failed 3 times in a row") as stop:
        asyncio.run(conversation.say("hi", None))
    assert not isinstance(stop.value, AgentFailed)


def test_a_reply_between_failures_begins_the_count_anew(clock: ImpatientClock, record: Record) -> None:
    conversation = talk(Answering(lambda text: fail(text) if text == "bad" else text), clock, record)
    for text in ["bad", "bad", "good", "bad", "bad"]:
        if text == "bad":
            with pytest.raises(AgentFailed):
                asyncio.run(conversation.say(text, None))
        else:
            assert asyncio.run(conversation.say(text, None)) == [text]


def test_a_silent_agent_fails_after_its_time_out(clock: ImpatientClock, record: Record) -> None:
    class Silent(Answering):
        async def reply(self, text: str) -> str:
            await asyncio.Event().wait()
            raise AssertionError

    with pytest.raises(AgentFailed, match=r"^no reply within 0\.01 seconds$"):
        asyncio.run(talk(Silent(str), clock, record, timeout=0.01).say("hi", None))


def test_a_time_out_of_the_agents_own_is_told_apart(clock: ImpatientClock, record: Record) -> None:
    def late(_: str) -> str:
        raise TimeoutError("upstream")

    with pytest.raises(AgentFailed, match=r"^TimeoutError: upstream$"):
        asyncio.run(talk(Answering(late), clock, record).say("hi", None))


@pytest.mark.parametrize("wrong", [None, 7, b"bytes"])
def test_a_reply_that_is_no_text_is_the_adapters_failure(
    clock: ImpatientClock, record: Record, wrong: object
) -> None:
    with pytest.raises(AgentFailed, match="get_responses gives Reply"):
        asyncio.run(talk(Polled([wrong]), clock, record).say("hi", None))


def test_a_seq_that_does_not_rise_is_the_adapters_failure(clock: ImpatientClock, record: Record) -> None:
    class Stuck(Polled):
        async def get_responses(self, after_seq: int) -> Sequence[Reply]:
            return [Reply(1, "again")]

    conversation = talk(Stuck(), clock, record)
    assert asyncio.run(conversation.say("one", None)) == ["again"]
    with pytest.raises(AgentFailed, match="seq rises with every message"):
        asyncio.run(conversation.say("two", None))


def test_a_new_conversation_is_recorded(clock: ImpatientClock, record: Record) -> None:
    class Switching(Answering):
        supports_new_conversation = True
        calls: tuple[str, ...] = ()

        async def settle(self) -> None:
            self.calls += ("settle",)

        async def start_new_conversation(self) -> None:
            self.calls += ("new",)

    agent = Switching(str)
    asyncio.run(talk(agent, clock, record).new_conversation())
    assert agent.calls == ("settle", "new")
    assert record == [("conversation", {"cleared": True, "reason": "the scenario"})]


def test_an_agent_that_cannot_switch_is_recorded_as_never_cleared(
    clock: ImpatientClock, record: Record
) -> None:
    asyncio.run(talk(Answering(str), clock, record).new_conversation())
    assert record == [
        ("conversation", {"cleared": False, "reason": "the agent can't start a new conversation"})
    ]


def test_compactions_are_recorded_when_they_change(clock: ImpatientClock, record: Record) -> None:
    class Compacting(Answering):
        compactions = 0

        async def get_status(self) -> AgentStatus:
            return AgentStatus(thinking=False, compactions=self.compactions, context_tokens=10)

    agent = Compacting(str)
    conversation = talk(agent, clock, record)
    for agent.compactions in (0, 0, 1):
        asyncio.run(conversation.say("hi", None))
    assert [data["compactions"] for event_type, data in record if event_type == "status"] == [0, 1]


@pytest.mark.parametrize(
    "status",
    [
        pytest.param(None, id="none at all"),
        pytest.param(AgentStatus(compactions="2"), id="a text"),  # type: ignore[arg-type]
        pytest.param(AgentStatus(context_tokens=float("nan")), id="no number"),  # type: ignore[arg-type]
        pytest.param(AgentStatus(context_tokens=10**20), id="a number beyond all counting"),
    ],
)
def test_a_status_that_is_none_is_a_failure_and_is_not_recorded(
    record: Record, clock: ImpatientClock, status: AgentStatus
) -> None:
    class Odd(Answering):
        async def get_status(self) -> AgentStatus:
            return status

    conversation = Conversation(Odd(lambda _: "Noted."), clock, record, plan())

    with pytest.raises(AgentFailed, match="status"):
        asyncio.run(conversation.say("Hello", None))
    assert record.types() == ["sending", "failed"]


def test_a_reply_without_end_is_a_failure(record: Record, clock: ImpatientClock) -> None:
    conversation = Conversation(Answering(lambda _: "x" * LONGEST_REPLY), clock, record, plan())

    with pytest.raises(AgentFailed, match="the reply is longer than 50000 characters"):
        asyncio.run(conversation.say("Hello", None))


def test_a_seq_that_is_no_number_is_a_failure(record: Record, clock: ImpatientClock) -> None:
    class Odd(Answering):
        async def get_responses(self, after_seq: int) -> Sequence[Reply]:
            return [Reply(float("nan"), "Noted.")]  # type: ignore[arg-type]

    with pytest.raises(AgentFailed, match=r"the adapter returned Reply\(seq=nan"):
        asyncio.run(Conversation(Odd(lambda _: ""), clock, record, plan()).say("Hello", None))
