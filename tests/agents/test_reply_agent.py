from pathlib import Path

import pytest

from pytest_marathonmem import AgentStatus, Reply, ReplyAgent

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
