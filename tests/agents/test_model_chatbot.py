"""A chatbot and an amnesiac whose brain is a model: what it is sent, what survives, what overflows."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_marathonmem import AgentError, AgentStatus, Exchange, SettingsError
from pytest_marathonmem.agents.amnesiac import AmnesiacAgent
from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.errors import BudgetSpent, ModelError
from pytest_marathonmem.models.chat import ChatMessage
from pytest_marathonmem.models.tokens import estimate_tokens
from pytest_marathonmem.testing import check_adapter
from tests.agents.fake_models import NAME, FakeModels

pytestmark = pytest.mark.asyncio

BOTH = [ChatbotAgent, AmnesiacAgent]
LONG = "word " * 79 + "end."
"""A message of a hundred tokens."""


def made(agent_class: type[ChatbotAgent], models: FakeModels, model: str | None = NAME) -> ChatbotAgent:
    agent = agent_class()
    agent.configure(agent_class.Settings(model=model))  # type: ignore[misc]
    agent.use_models(models)
    return agent


async def started(
    models: FakeModels,
    folder: Path,
    agent_class: type[ChatbotAgent] = ChatbotAgent,
    *,
    resumed: bool = False,
) -> ChatbotAgent:
    agent = made(agent_class, models)
    await agent.create_session("run", folder, resumed=resumed)
    return agent


@pytest.mark.parametrize("agent_class", BOTH)
async def test_with_a_model_every_rule_of_the_interface_is_kept(agent_class: type[ChatbotAgent]) -> None:
    models = FakeModels()
    await check_adapter(lambda: _configured(agent_class), models=lambda: models)
    assert models.asked


@pytest.mark.parametrize("agent_class", BOTH)
async def test_with_the_double_for_its_model_every_rule_is_kept(agent_class: type[ChatbotAgent]) -> None:
    await check_adapter(lambda: _configured(agent_class))


def _configured(agent_class: type[ChatbotAgent]) -> ChatbotAgent:
    agent = agent_class()
    agent.configure(agent_class.Settings(model=NAME))  # type: ignore[misc]
    return agent


async def test_without_a_model_none_is_opened(tmp_path: Path) -> None:
    models = FakeModels()
    agent = made(ChatbotAgent, models, model=None)
    await agent.create_session("run", tmp_path, resumed=False)
    await agent.reply("My landlord is Mr. Patel.")
    assert await agent.reply("Who is my landlord?") == "My landlord is Mr. Patel."
    assert models.asked == []
    assert await agent.get_status() == AgentStatus(thinking=False)
    await agent.close()


async def test_an_unknown_model_is_told_at_once() -> None:
    with pytest.raises(SettingsError, match="there is no model 'gpt'"):
        made(ChatbotAgent, FakeModels(), model="gpt")


async def test_a_model_that_can_not_be_reached_is_never_replaced_by_the_offline_brain(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="call use_models first"):
        await _configured(ChatbotAgent).create_session("run", tmp_path, resumed=False)


async def test_each_request_is_the_one_before_with_what_was_said_since(tmp_path: Path) -> None:
    models = FakeModels()
    agent = await started(models, tmp_path)
    for text in ("My landlord is Mr. Patel.", "It rains.", "Who is my landlord?"):
        answer = await agent.reply(text)
    assert answer == "My landlord is Mr. Patel."
    first, second, third = (asked.messages for asked in models.asked)
    assert first[0].role == "system"
    assert second[: len(first)] == first
    assert third[: len(second)] == second
    assert [asked.stateful for asked in models.asked] == [False] * 3
    await agent.close()


async def test_an_amnesiac_sends_the_current_conversation_only(tmp_path: Path) -> None:
    models = FakeModels()
    agent = await started(models, tmp_path, AmnesiacAgent)
    await agent.reply("My landlord is Mr. Patel.")
    await agent.start_new_conversation()
    await agent.reply("Who is my landlord?")
    assert models.asked[-1].said[1:] == ["Who is my landlord?"]
    await agent.close()


async def test_an_empty_answer_beside_reasoning_is_an_empty_answer(tmp_path: Path) -> None:
    models = FakeModels(answers=[ChatMessage("assistant", "", reasoning="Hm, the user greets me.")])
    agent = await started(models, tmp_path)
    assert await agent.reply("Hello.") == ""
    assert await agent.history() == [Exchange("Hello.", ("",))]
    await agent.close()
    resumed = await started(models, tmp_path, resumed=True)
    await resumed.reply("Hello?")
    assert models.asked[-1].messages[2] == ChatMessage("assistant", "", reasoning="Hm, the user greets me.")
    await resumed.close()


@pytest.mark.parametrize("error", [ModelError("gone"), BudgetSpent("no money left")])
async def test_a_message_without_an_answer_was_not_said(tmp_path: Path, error: Exception) -> None:
    models = FakeModels(faults=[None, error])
    agent = await started(models, tmp_path)
    await agent.reply("It rains.")
    with pytest.raises(type(error), match=str(error)):
        await agent.reply("It snows.")
    await agent.close()
    resumed = await started(models, tmp_path, resumed=True)
    assert [exchange.sent for exchange in await resumed.history() or ()] == ["It rains."]
    await resumed.reply("It snows.")
    assert models.asked[-1] == models.asked[-2]
    await resumed.close()


async def test_an_answer_that_never_comes_leaves_no_trace(tmp_path: Path) -> None:
    models = FakeModels(faults=[asyncio.CancelledError()])
    agent = await started(models, tmp_path)
    with pytest.raises(asyncio.CancelledError):
        await agent.reply("It rains.")
    assert await agent.history() == []
    await agent.close()


LIMITED: list[Callable[[], FakeModels]] = [lambda: FakeModels(limit=1000), lambda: FakeModels(room=1000)]


@pytest.mark.parametrize("limited", LIMITED)
async def test_where_the_context_is_too_small_the_oldest_exchanges_leave_the_window(
    tmp_path: Path, limited: Callable[[], FakeModels]
) -> None:
    models = limited()
    agent = await started(models, tmp_path)
    for number in range(20):
        await agent.reply(f"{number} {LONG}")
    sizes = [sum(map(estimate_tokens, asked.messages)) for asked in models.asked]
    first = models.asked[-1].said[1]
    assert first != f"0 {LONG}"
    assert models.asked[-1].said[-1] == f"19 {LONG}"
    assert min(sizes[10:]) > 200
    status = await agent.get_status()
    assert status.compactions
    assert 0 < (status.context_tokens or 0) <= 1100
    await agent.close()


async def test_known_room_is_kept_to_without_asking(tmp_path: Path) -> None:
    models = FakeModels(room=1000)
    agent = await started(models, tmp_path)
    for number in range(20):
        await agent.reply(f"{number} {LONG}")
    assert len(models.asked) == 20
    assert all(sum(map(estimate_tokens, asked.messages)) <= 1000 for asked in models.asked)
    await agent.close()


async def test_a_window_that_was_cut_stays_the_same_until_it_is_full_again(tmp_path: Path) -> None:
    models = FakeModels(room=1000)
    agent = await started(models, tmp_path)
    for number in range(20):
        await agent.reply(f"{number} {LONG}")
    oldest = [asked.said[1] for asked in models.asked]
    compactions = (await agent.get_status()).compactions
    assert len(set(oldest)) == 1 + (compactions or 0) < 10
    await agent.close()


async def test_a_cut_window_survives_a_restart(tmp_path: Path) -> None:
    models = FakeModels(limit=1000)
    agent = await started(models, tmp_path)
    while not (await agent.get_status()).compactions:
        await agent.reply(LONG)
    status = await agent.get_status()
    await agent.close()
    resumed = await started(models, tmp_path, resumed=True)
    assert await resumed.get_status() == status
    asked = len(models.asked)
    await resumed.reply("It rains.")
    assert len(models.asked) == asked + 1
    await resumed.close()


async def test_the_newest_exchanges_that_fit_are_kept_beside_one_huge_one(tmp_path: Path) -> None:
    models = FakeModels(limit=1000)
    agent = await started(models, tmp_path)
    await agent.reply("word " * 500)
    models.limit = 700
    await agent.reply("My landlord is Mr. Patel.")
    assert await agent.reply("Who is my landlord?") == "My landlord is Mr. Patel."
    await agent.close()


async def test_a_message_that_is_too_long_by_itself_fails_alone(tmp_path: Path) -> None:
    models = FakeModels(limit=400)
    agent = await started(models, tmp_path)
    await agent.reply("My landlord is Mr. Patel.")
    with pytest.raises(AgentError, match="nothing left to leave out"):
        await agent.reply("word " * 1000)
    assert await agent.reply("Who is my landlord?") == "My landlord is Mr. Patel."
    await agent.close()


async def test_exchanges_without_any_size_leave_the_window_too(tmp_path: Path) -> None:
    models = FakeModels(answers=[ChatMessage("assistant", "")] * 3)
    agent = await started(models, tmp_path)
    for _ in range(3):
        await agent.reply("")
    models.limit = 0
    with pytest.raises(AgentError, match="nothing left to leave out"):
        await agent.reply("")
    await agent.close()
