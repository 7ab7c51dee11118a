"""The conformance kit finds each broken rule, and nothing in agents that break none."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from pytest_marathonmem import (
    AgentAdapter,
    AgentStatus,
    ConformanceError,
    Exchange,
    MarathonMemError,
    Reply,
    ReplyAgent,
)
from pytest_marathonmem.agents.amnesiac import AmnesiacAgent
from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.models.chat import ModelSource
from pytest_marathonmem.testing import check_adapter

pytestmark = pytest.mark.asyncio

BREAKERS: dict[type[AgentAdapter], str] = {}


class Echo(ReplyAgent):
    async def reply(self, text: str) -> str:
        return text


def breaks(rule: str) -> Callable[[type[AgentAdapter]], type[AgentAdapter]]:
    """Register an adapter that breaks one rule, with words of the violation."""

    def register(adapter: type[AgentAdapter]) -> type[AgentAdapter]:
        BREAKERS[adapter] = rule
        return adapter

    return register


@breaks("supports_new_conversation is True or False; seen: 'yes'")
class FlagOfText(Echo):
    supports_new_conversation = "yes"  # type: ignore[assignment]


@breaks("Settings is a pydantic model or None; seen: {'model': 'x'}")
class SettingsOfDict(Echo):
    Settings = {"model": "x"}  # type: ignore[assignment]  # noqa: RUF012 - the fault


@breaks("use_models doesn't raise; seen: KeyError('gpt')")
class WantsAnotherModel(Echo):
    def use_models(self, models: ModelSource) -> None:
        raise KeyError("gpt")


@breaks("create_session doesn't raise; seen: RuntimeError('no server')")
class CannotStart(Echo):
    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        raise RuntimeError("no server")


@breaks("destroy_session before any session doesn't raise")
class DestroysOnlySessions(Echo):
    workdir: Path

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        self.workdir = workdir

    async def destroy_session(self) -> None:
        await super().destroy_session()
        (self.workdir / "memory").unlink(missing_ok=True)


@breaks("close before any session doesn't raise")
class ClosesOnlySessions(Echo):
    opened = False

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        self.opened = True

    async def close(self) -> None:
        if not self.opened:
            raise RuntimeError("not open")


@breaks("close called a second time doesn't raise")
class ClosesOnce(Echo):
    closed = False

    async def close(self) -> None:
        if self.closed:
            raise RuntimeError("closed already")
        self.closed = True


@breaks("a message is answered; seen: 'no reply within 0.1 s'")
class Silent(Echo):
    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        return []


@breaks("a message is answered; seen: 'no reply within 0.1 s'")
class ThinksForEver(Echo):
    async def get_status(self) -> AgentStatus:
        return AgentStatus(thinking=True)


@breaks("get_responses returns a sequence of Reply; seen: ['Good morning.")
class RepliesOfText(Echo):
    async def get_responses(self, after_seq: int) -> Any:
        return [reply.text for reply in await super().get_responses(after_seq)]


@breaks("get_responses returns a sequence of Reply; seen: None")
class RepliesOfNone(Echo):
    async def get_responses(self, after_seq: int) -> Any:
        return None


@breaks("a reply's seq is an int from 1; seen: Reply(seq=0")
class CountsFromZero(Echo):
    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        replies = [Reply(reply.seq - 1, reply.text) for reply in self._replies]
        return [reply for reply in replies if reply.seq > after_seq or reply.seq == 0]


@breaks("send_message doesn't raise; seen: AgentError('NothingAsText.reply returned None; it returns a str')")
class NothingAsText(Echo):
    async def reply(self, text: str) -> Any:
        return None


@breaks("seq rises with every message; seen: [1, 1]")
class NeverCounts(Echo):
    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        return [Reply(1, reply.text) for reply in self._replies[-1:]]


@breaks("returns all messages above after_seq and none at or below it, oldest first, as for 1 after 2")
class IgnoresTheCursor(Echo):
    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        return self._replies if after_seq else self._replies[-1:]


@breaks("returns all messages above after_seq and none at or below it, oldest first, as for 0 after 2")
class NewestFirst(Echo):
    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        return self._replies[after_seq:][::-1]


@breaks("returns all messages above after_seq and none at or below it, oldest first, as for 0 after 2")
class GivesEachReplyOnce(Echo):
    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        given, self._given = getattr(self, "_given", 0), len(self._replies)
        return self._replies[max(given, after_seq) :]


@breaks("get_responses asked twice returns the same")
class Forgetful(Echo):
    asked = 0

    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        self.asked += 1
        return self._replies[after_seq:] if self.asked % 2 else []


@breaks("an empty text: send_message doesn't raise; seen: ValueError('empty')")
class RefusesEmptyTexts(Echo):
    async def reply(self, text: str) -> str:
        if not text:
            raise ValueError("empty")
        return text


@breaks("a lone surrogate: send_message doesn't raise; seen: UnicodeEncodeError")
class WritesUtf8(Echo):
    async def reply(self, text: str) -> str:
        return text.encode("utf-8").decode("utf-8")


@breaks("control characters: send_message doesn't raise")
class ExpectsPrintable(Echo):
    async def reply(self, text: str) -> str:
        assert "\x00" not in text
        return text


@breaks("a very long text: send_message doesn't raise")
class ExpectsShortTexts(Echo):
    async def reply(self, text: str) -> str:
        assert len(text) < 4096
        return text


@breaks("after start_new_conversation: seq goes on rising")
class CountsAnewInANewConversation(Echo):
    supports_new_conversation = True
    started = 0

    async def start_new_conversation(self) -> None:
        self._replies = []

    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        return self._replies


@breaks("start_new_conversation doesn't raise; seen: NotImplementedError()")
class CannotSwitch(Echo):
    async def start_new_conversation(self) -> None:
        raise NotImplementedError


@breaks("set_virtual_time doesn't raise; seen: NotImplementedError()")
class CannotTakeTime(Echo):
    async def set_virtual_time(self, now: datetime) -> None:
        raise NotImplementedError


@breaks("get_status returns an AgentStatus; seen: {'thinking': False}")
class StatusOfDict(Echo):
    async def get_status(self) -> Any:
        return {"thinking": False}


@breaks("a status's wakes_at is a datetime with a zone or None")
class WakesAtANaiveTime(Echo):
    async def get_status(self) -> AgentStatus:
        return AgentStatus(wakes_at=datetime(2026, 3, 1))  # noqa: DTZ001 - the fault


@breaks("a status's thinking is True, False or None")
class ThinkingOfText(Echo):
    async def get_status(self) -> AgentStatus:
        return AgentStatus(thinking="no")  # type: ignore[arg-type]


@breaks("a status's compactions and context_tokens are ints from 0 or None")
class CompactionsBelowZero(Echo):
    async def get_status(self) -> AgentStatus:
        return AgentStatus(compactions=-1)


@breaks("a status's usage maps names to numbers")
class UsageOfText(Echo):
    async def get_status(self) -> AgentStatus:
        return AgentStatus(usage={"tokens": "many"})  # type: ignore[dict-item]


@breaks("a status's usage maps names to numbers")
class UsageOfNothing(Echo):
    async def get_status(self) -> AgentStatus:
        return AgentStatus(usage=None)  # type: ignore[arg-type]


class WithHistory(Echo):
    def __init__(self) -> None:
        super().__init__()
        self.exchanges: list[Exchange] = []

    async def reply(self, text: str) -> str:
        self.exchanges.append(Exchange(text, (text,)))
        return text

    async def history(self) -> Sequence[Exchange] | None:
        return self.exchanges


@breaks("after destroy_session the history is empty or None")
class KeepsItsHistory(WithHistory):
    pass


@breaks("history ends with the newest message and its replies; seen: Exchange(sent='My shoes are size 43.'")
class NewestHistoryFirst(WithHistory):
    async def history(self) -> Sequence[Exchange] | None:
        return self.exchanges[::-1]


@breaks("history ends with the newest message and its replies; seen: None")
class HistoryOfNothing(Echo):
    async def history(self) -> Sequence[Exchange] | None:
        return []


@breaks("history returns a sequence of Exchange or None; seen: [('My shoes")
class HistoryOfPairs(WithHistory):
    async def history(self) -> Any:
        return [(exchange.sent, exchange.replies) for exchange in self.exchanges]


@breaks("an agent that survives a restart has a history")
class SurvivesWithoutHistory(Echo):
    survives_restart = True


@breaks("settle doesn't raise")
class CannotSettle(Echo):
    async def settle(self) -> None:
        raise OSError("disk full")


@breaks("settle returns in time; seen: 'nothing within 0.1 s'")
class NeverSettles(Echo):
    async def settle(self) -> None:
        await asyncio.Event().wait()


@breaks("export_memory maps file names to texts; seen: ['notes.md']")
class MemoryOfNames(Echo):
    async def export_memory(self) -> Any:
        return ["notes.md"]


@breaks("export_memory maps file names to texts; seen: {'notes.md': b'hi'}")
class MemoryOfBytes(Echo):
    async def export_memory(self) -> Any:
        return {"notes.md": b"hi"}


@breaks("export_memory names files relative to a folder, inside it; seen: '../notes.md'")
class MemoryOutside(Echo):
    async def export_memory(self) -> Mapping[str, str]:
        return {"../notes.md": "hi"}


@breaks("nothing is written beside workdir; seen: ['cache']")
class WritesBeside(Echo):
    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        (workdir.parent / "cache").touch()


class Knowing(Echo):
    """Answers with all that it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    async def reply(self, text: str) -> str:
        self.told.append(text)
        return " ".join(self.told)


@breaks("after destroy_session the agent knows nothing from before; seen: ['The word on my locker is")
class RemembersForEver(Knowing):
    pass


@breaks("in a run started anew the agent knows nothing from before")
class ResetsOnlyItsOwnSession(Knowing):
    on_the_server: list[str] = []  # noqa: RUF012 - outlives the adapter, as a server does

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        self.told = self.on_the_server

    async def destroy_session(self) -> None:
        await super().destroy_session()
        self.told.clear()


@breaks("after destroy_session export_memory holds nothing from before")
class ExportsForEver(Knowing):
    async def export_memory(self) -> Mapping[str, str]:
        return {"told.md": "\n".join(self.told)}

    async def destroy_session(self) -> None:
        self._replies = []


@breaks("after a restart: history ends with the newest message and its replies; seen: None")
class LosesItsHistory(WithHistory):
    survives_restart = True

    async def destroy_session(self) -> None:
        await super().destroy_session()
        self.exchanges = []


@breaks("after a restart: get_responses(0) returns what was said since create_session only")
class RepeatsItself(ChatbotAgent):
    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        self._replies = [Reply(n, entry.reply) for n, entry in enumerate(self.transcript.entries, 1)]


@breaks("after a restart: seq begins anew at 1; seen: [Reply(seq=1001")
class CountsOn(ChatbotAgent):
    starts_at = 0

    async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
        await super().create_session(name, workdir, resumed=resumed)
        self.starts_at = 1000 if resumed else 0

    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        replies = [Reply(self.starts_at + reply.seq, reply.text) for reply in self._replies]
        return [reply for reply in replies if reply.seq > after_seq]


@breaks(
    'history ends with the newest message and its replies; seen: Exchange(sent=\'My hat is "green"; it hangs'
)
class TidiesItsHistory(WithHistory):
    async def history(self) -> Sequence[Exchange] | None:
        return [Exchange(" ".join(exchange.sent.split()), exchange.replies) for exchange in self.exchanges]


@breaks("after a restart: start_new_conversation doesn't raise; seen: RuntimeError('no conversation to end')")
class EndsEachConversationOnce(NotebookAgent):
    async def start_new_conversation(self) -> None:
        if not self.transcript.window:
            raise RuntimeError("no conversation to end")
        await super().start_new_conversation()


@breaks(
    "after a restart: history ends with the message that was sent last, or, if that was lost, with the one before"
)
class KeepsWhatIsFetched(ChatbotAgent):
    """Keeps a message only when its answer is looked at, and clears its history for each one."""

    async def send_message(self, text: str) -> None:
        self._transcript_file.unlink(missing_ok=True)
        self._waiting = text

    async def get_responses(self, after_seq: int) -> Sequence[Reply]:
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            await super().send_message(waiting)
        return await super().get_responses(after_seq)

    _waiting: str | None = None


class Level(BaseModel):
    level: int = 3


class Configured(Echo):
    Settings = Level
    level: int | None = None

    def configure(self, settings: Level) -> None:
        self.level = settings.level

    async def reply(self, text: str) -> str:
        assert self.level is not None
        return text * (self.level > 0)


@breaks("configure doesn't raise; seen: ValueError('level 3')")
class RefusesItsDefaults(Configured):
    def configure(self, settings: Level) -> None:
        raise ValueError(f"level {settings.level}")


class Place(BaseModel):
    url: str


@breaks(
    "Settings has a default for each, or check_adapter is given a callable that configures the adapter; seen: 1"
)
class WantsToBeConfigured(Echo):
    Settings = Place


async def violations_of(make: Callable[[], AgentAdapter]) -> Sequence[str]:
    with pytest.raises(ConformanceError) as caught:
        await check_adapter(make, timeout_seconds=0.1)
    return caught.value.violations


@pytest.mark.parametrize("agent", [NotebookAgent, ChatbotAgent, AmnesiacAgent, Echo, Configured])
async def test_an_agent_that_keeps_all_rules_passes(agent: type[AgentAdapter]) -> None:
    await check_adapter(agent, timeout_seconds=10)


@pytest.mark.parametrize(("agent", "rule"), BREAKERS.items(), ids=[agent.__name__ for agent in BREAKERS])
async def test_a_broken_rule_is_found(agent: type[AgentAdapter], rule: str) -> None:
    violations = await violations_of(agent)
    assert any(rule in violation for violation in violations), violations


async def test_a_callable_configures_the_adapter_itself() -> None:
    def make() -> Configured:
        adapter = Configured()
        adapter.configure(Level(level=5))
        made.append(adapter)
        return adapter

    made: list[Configured] = []
    await check_adapter(make)
    assert {adapter.level for adapter in made} == {5}


async def test_an_adapter_that_is_not_one_is_told_so() -> None:
    violations = await violations_of(lambda: "hermes")  # type: ignore[arg-type,return-value]
    assert violations == ("the callable given to check_adapter returns an AgentAdapter; seen: 'hermes'",)


async def test_one_adapter_for_all_calls_is_found() -> None:
    adapter = Echo()
    assert any(
        "each call gives a fresh adapter" in violation for violation in await violations_of(lambda: adapter)
    )


async def test_all_broken_rules_come_at_once() -> None:
    class TwoFaults(CannotSettle):
        async def set_virtual_time(self, now: datetime) -> None:
            raise NotImplementedError

    with pytest.raises(AssertionError) as caught:
        await check_adapter(TwoFaults)
    assert isinstance(caught.value, MarathonMemError)
    assert str(caught.value).splitlines() == [
        "TwoFaults breaks 2 rule(s) of AgentAdapter:",
        "- set_virtual_time doesn't raise; seen: NotImplementedError()",
        "- settle doesn't raise; seen: OSError('disk full')",
    ]


async def test_a_long_sight_is_cut() -> None:
    class Verbose(Echo):
        async def settle(self) -> None:
            raise OSError("x" * 10_000)

    [violation] = await violations_of(Verbose)
    assert len(violation) < 400


async def test_every_adapter_is_closed_in_the_end() -> None:
    open_ones = set()

    class Counted(Echo):
        async def create_session(self, name: str, workdir: Path, *, resumed: bool) -> None:
            await super().create_session(name, workdir, resumed=resumed)
            open_ones.add(self)

        async def close(self) -> None:
            open_ones.discard(self)

    await check_adapter(Counted)
    assert open_ones == set()
