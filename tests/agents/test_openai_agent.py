"""A chat endpoint as the agent under test: what it is sent, with which ids, and that nothing reaches it twice."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pytest_marathonmem import AgentError, AgentStatus, Exchange, SettingsError
from pytest_marathonmem.agents.openai_agent import OpenAIAgent
from pytest_marathonmem.agents.openai_settings import OpenAISettings
from pytest_marathonmem.errors import AnswerLost, BudgetSpent, ContextOverflow, ModelError
from pytest_marathonmem.testing import check_adapter
from tests.agents.fake_models import NAME, Asked, FakeModels

pytestmark = pytest.mark.asyncio

CLIENT: Mapping[str, Any] = {}
SERVER: Mapping[str, Any] = {"history": "server", "session_header": "X-Session"}
SURVIVING: Mapping[str, Any] = {**SERVER, "survives": True}


def by_session(asked: Asked) -> str:
    return asked.headers["X-Session"]


def server() -> FakeModels:
    return FakeModels(remembers_by=by_session)


def configured(settings: Mapping[str, Any]) -> OpenAIAgent:
    agent = OpenAIAgent()
    agent.configure(OpenAISettings(model=NAME, **settings))
    return agent


async def started(
    models: FakeModels, folder: Path, settings: Mapping[str, Any], *, resumed: bool = False
) -> OpenAIAgent:
    agent = configured(settings)
    agent.use_models(models)
    await agent.create_session("run", folder, resumed=resumed)
    return agent


def told_in_turn(nonces: list[str], kept: dict[str, list[str]]) -> FakeModels:
    nonces.append(str(len(nonces)))
    return FakeModels(nonce=nonces[-1], remembers_by=by_session, kept=kept)


@pytest.mark.parametrize(
    "settings",
    [
        CLIENT,
        {"system": "Be brief.", "new_conversation": "none"},
        {"session_header": "X-Session", "new_conversation": "new_session"},
    ],
)
async def test_with_a_history_of_ours_every_rule_is_kept(settings: Mapping[str, Any]) -> None:
    await check_adapter(lambda: configured(settings), models=FakeModels)


@pytest.mark.parametrize("settings", [SERVER, SURVIVING, {**SERVER, "new_conversation": "none"}])
async def test_with_the_endpoints_history_every_rule_is_kept(settings: Mapping[str, Any]) -> None:
    nonces: list[str] = []
    kept = FakeModels().kept
    await check_adapter(lambda: configured(settings), models=lambda: told_in_turn(nonces, kept))


@pytest.mark.parametrize("settings", [CLIENT, {"history": "server", "session_field": "metadata.session"}])
async def test_with_the_double_for_the_endpoint_every_rule_is_kept(settings: Mapping[str, Any]) -> None:
    await check_adapter(lambda: configured(settings))


async def test_we_send_the_whole_conversation_and_no_system_prompt_of_our_own(tmp_path: Path) -> None:
    models = FakeModels()
    agent = await started(models, tmp_path, CLIENT)
    await agent.reply("My landlord is Mr. Patel.")
    await agent.reply("Who is my landlord?")
    assert models.asked[-1].said == [
        "My landlord is Mr. Patel.",
        "Nothing comes to mind.",
        "Who is my landlord?",
    ]
    assert not models.asked[-1].stateful


async def test_a_given_system_prompt_comes_first(tmp_path: Path) -> None:
    models = FakeModels()
    agent = await started(models, tmp_path, {"system": "Be brief."})
    await agent.reply("Hello.")
    assert models.asked[-1].said == ["Be brief.", "Hello."]


async def test_a_history_of_the_endpoint_gets_each_message_once(tmp_path: Path) -> None:
    models = server()
    agent = await started(models, tmp_path, SERVER)
    await agent.reply("My landlord is Mr. Patel.")
    assert await agent.reply("Who is my landlord?") == "My landlord is Mr. Patel."
    assert [asked.said for asked in models.asked] == [["My landlord is Mr. Patel."], ["Who is my landlord?"]]
    assert all(asked.stateful for asked in models.asked)
    assert await agent.get_status() == AgentStatus(thinking=False)


async def test_ids_go_where_the_endpoint_wants_them(tmp_path: Path) -> None:
    models = FakeModels(nonce="abc")
    settings = {
        "session_field": "metadata.session",
        "session_header": "X-Session",
        "user_field": "user",
        "user_header": "X-User",
        "new_conversation": "new_session",
        "extra_body": {"metadata": {"app": "test"}, "top_k": 3},
    }
    agent = await started(models, tmp_path, settings)
    await agent.reply("Hello.")
    await agent.start_new_conversation()
    await agent.reply("Hello again.")
    before, after = models.asked
    assert before.body == {"metadata": {"app": "test", "session": "abc-0-0"}, "top_k": 3, "user": "abc-0"}
    assert before.headers == {"X-Session": "abc-0-0", "X-User": "abc-0"}
    assert after.body == {"metadata": {"app": "test", "session": "abc-0-1"}, "top_k": 3, "user": "abc-0"}
    assert after.headers == {"X-Session": "abc-0-1", "X-User": "abc-0"}


@pytest.mark.parametrize(
    ("settings", "cleared"),
    [
        (CLIENT, True),
        ({"new_conversation": "none"}, False),
        (SERVER, True),
        ({**SERVER, "new_conversation": "none"}, False),
    ],
)
async def test_a_new_conversation_is_what_the_settings_say(
    settings: Mapping[str, Any], cleared: bool
) -> None:
    assert configured(settings).supports_new_conversation is cleared


async def test_a_cleared_window_keeps_the_session(tmp_path: Path) -> None:
    models = FakeModels()
    agent = await started(models, tmp_path, {"session_header": "X-Session", "new_conversation": "clear"})
    await agent.reply("Hello.")
    await agent.start_new_conversation()
    await agent.reply("Hello again.")
    assert models.asked[0].headers == models.asked[1].headers
    assert models.asked[1].said == ["Hello again."]


async def test_after_a_reset_it_is_somebody_else_who_talks(tmp_path: Path) -> None:
    models = server()
    agent = await started(models, tmp_path, SERVER)
    await agent.reply("My landlord is Mr. Patel.")
    await agent.destroy_session()
    await agent.create_session("run", tmp_path, resumed=False)
    assert await agent.reply("Who is my landlord?") == "Nothing comes to mind."


async def test_a_session_goes_on_after_a_restart(tmp_path: Path) -> None:
    models = server()
    agent = await started(models, tmp_path, SURVIVING)
    await agent.start_new_conversation()
    await agent.reply("My landlord is Mr. Patel.")
    resumed = await started(models, tmp_path, SURVIVING, resumed=True)
    assert await resumed.history() == [Exchange("My landlord is Mr. Patel.", ("Nothing comes to mind.",))]
    assert await resumed.reply("Who is my landlord?") == "My landlord is Mr. Patel."


@pytest.mark.parametrize(
    ("settings", "survives"),
    [
        (CLIENT, True),
        (SERVER, False),
        (SURVIVING, True),
        ({"user_field": "user"}, False),
        ({"user_field": "user", "survives": True}, True),
    ],
)
async def test_an_endpoint_that_remembers_survives_if_its_user_says_so(
    settings: Mapping[str, Any], survives: bool
) -> None:
    assert configured(settings).survives_restart is survives


async def test_nobody_knows_of_a_message_whose_answer_was_cut_off(tmp_path: Path) -> None:
    models = server()
    agent = await started(models, tmp_path, SURVIVING)
    await agent.reply("It rains.")
    models.faults = [asyncio.CancelledError()]
    with pytest.raises(asyncio.CancelledError):
        await agent.reply("It snows.")
    resumed = await started(models, tmp_path, SURVIVING, resumed=True)
    assert await resumed.history() is None
    await resumed.reply("It hails.")
    assert await resumed.history() == [
        Exchange("It rains.", ("Nothing comes to mind.",)),
        Exchange("It hails.", ("Nothing comes to mind.",)),
    ]


@pytest.mark.parametrize("error", [ModelError("refused"), BudgetSpent("none left")])
async def test_a_message_that_was_turned_down_did_not_arrive(tmp_path: Path, error: Exception) -> None:
    models = server()
    agent = await started(models, tmp_path, SURVIVING)
    await agent.reply("It rains.")
    models.faults = [error]
    with pytest.raises(type(error), match=str(error)):
        await agent.reply("It snows.")
    resumed = await started(models, tmp_path, SURVIVING, resumed=True)
    assert await resumed.history() == [Exchange("It rains.", ("Nothing comes to mind.",))]


async def test_a_lost_answer_is_a_failure_of_the_agent_and_the_talk_goes_on(tmp_path: Path) -> None:
    models = server()
    agent = await started(models, tmp_path, SERVER)
    models.faults = [AnswerLost("no answer in 60 s")]
    with pytest.raises(AgentError, match="no answer in 60 s"):
        await agent.reply("It snows.")
    assert len(models.asked) == 1
    await agent.reply("It hails.")


async def test_an_overflow_of_the_endpoints_own_history_is_not_repeated(tmp_path: Path) -> None:
    models = server()
    agent = await started(models, tmp_path, SERVER)
    models.faults = [ContextOverflow("too long")]
    with pytest.raises(AgentError, match="too long"):
        await agent.reply("It snows.")
    assert len(models.asked) == 1


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ({"history": "server"}, "needs session_field or session_header"),
        ({**SERVER, "system": "Be brief."}, "system goes with history 'client'"),
        ({**SERVER, "new_conversation": "clear"}, "write 'new_session' or 'none'"),
        ({"new_conversation": "new_session"}, "needs session_field or session_header; or write 'clear'"),
        ({"session_field": "messages"}, "no id can go into 'messages'"),
        ({"session_field": "a..b"}, "session_field"),
        ({"session_header": "X-Session: 1\r\nX-Other"}, "session_header"),
        ({"sesion_field": "user"}, "sesion_field"),
    ],
)
async def test_what_can_not_be_together_is_refused(settings: Mapping[str, Any], rule: str) -> None:
    with pytest.raises(ValidationError, match=rule):
        OpenAISettings(model=NAME, **settings)


async def test_an_unknown_model_is_told_at_once() -> None:
    agent = OpenAIAgent()
    agent.configure(OpenAISettings(model="gpt"))
    with pytest.raises(SettingsError, match="there is no model 'gpt'"):
        agent.use_models(FakeModels())


async def test_without_its_settings_or_models_it_says_what_to_call(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="call configure first"):
        _ = OpenAIAgent().survives_restart
    with pytest.raises(AgentError, match="call use_models first"):
        await configured(CLIENT).create_session("run", tmp_path, resumed=False)
