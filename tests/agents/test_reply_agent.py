from pathlib import Path

import pytest

from pytest_marathonmem import AgentError, AgentStatus, Exchange, Reply, ReplyAgent

pytestmark = pytest.mark.asyncio


class Echo(ReplyAgent):
    async def reply(self, text: str) -> str:
        return text


async def test_five_lines_are_an_agent(tmp_path: Path) -> None:
    agent = Echo()
    await agent.create_session("run", tmp_path, resumed=False)
    await agent.send_message("one")
    await agent.send_message("two")
    assert list(await agent.get_responses(0)) == [Reply(1, "one"), Reply(2, "two")]
    assert list(await agent.get_responses(1)) == [Reply(2, "two")]


async def test_what_it_does_not_say_is_unknown() -> None:
    agent = Echo()
    assert await agent.get_status() == AgentStatus()
    assert await agent.history() is None
    assert await agent.export_memory() == {}


async def test_a_new_session_counts_from_one(tmp_path: Path) -> None:
    agent = Echo()
    for _ in range(2):
        await agent.create_session("run", tmp_path, resumed=False)
        await agent.send_message("one")
        assert list(await agent.get_responses(0)) == [Reply(1, "one")]


async def test_a_reply_that_is_no_coroutine_is_told_so() -> None:
    class Plain(ReplyAgent):
        def reply(self, text: str) -> str:  # type: ignore[override]
            return text

    with pytest.raises(
        AgentError, match=r"^Plain\.reply is no coroutine; write 'async def reply\(self, text\)'$"
    ):
        await Plain().send_message("one")


async def test_a_reply_that_is_no_text_is_told_so() -> None:
    class Silent(ReplyAgent):
        async def reply(self, text: str) -> str:
            return None  # type: ignore[return-value]

    with pytest.raises(AgentError, match=r"^Silent\.reply returned None; it returns a str$"):
        await Silent().send_message("one")


async def test_what_an_agent_defines_is_what_it_can() -> None:
    class Able(Echo):
        async def start_new_conversation(self) -> None: ...

        async def history(self) -> list[Exchange]:
            return []

    assert (Echo().supports_new_conversation, Echo().survives_restart) == (False, False)
    assert (Able().supports_new_conversation, Able().survives_restart) == (True, True)
