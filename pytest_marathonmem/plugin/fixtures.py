"""The shipped agents as fixtures, and the way from an agent's name to its fixture."""

from __future__ import annotations

from inspect import getattr_static
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.runs.plan import RunPlan

PREFIX = "mmb_agent_"


@pytest.fixture
def mmb_agent_notebook() -> type[AgentAdapter]:
    """The default agent: writes dated sentences into Markdown files and answers by looking them up; offline."""
    from pytest_marathonmem.agents.notebook import NotebookAgent  # noqa: PLC0415 - only its runs pay for it

    return NotebookAgent


@pytest.fixture
def mmb_agent_chatbot() -> type[AgentAdapter]:
    """The full-context baseline: the whole conversation is always in its window; offline, or a model by chatbot_model."""
    from pytest_marathonmem.agents.chatbot import ChatbotAgent  # noqa: PLC0415 - only its runs pay for it

    return ChatbotAgent


@pytest.fixture
def mmb_agent_amnesiac() -> type[AgentAdapter]:
    """The no-memory baseline: a chatbot that knows the current conversation only; nothing survives a new one."""
    from pytest_marathonmem.agents.amnesiac import AmnesiacAgent  # noqa: PLC0415 - only its runs pay for it

    return AmnesiacAgent


@pytest.fixture
def mmb_agent_openai() -> type[AgentAdapter]:
    """A chat endpoint of ``models``, named by openai_model, which keeps its conversation itself or doesn't."""
    from pytest_marathonmem.agents.openai_agent import OpenAIAgent  # noqa: PLC0415 - only its runs pay for it

    return OpenAIAgent


@pytest.fixture
def mmb_agent(request: pytest.FixtureRequest, mmb_run: RunPlan) -> object:
    """What the fixture of this run's agent gives; looked up here, because an async fixture can't be within the run."""
    name = PREFIX + mmb_run.agent
    try:
        return request.getfixturevalue(name)
    except pytest.FixtureLookupError as error:
        if error.argname != name:
            raise
        pytest.fail(_unknown(mmb_run.agent, request.config), pytrace=False)


def expect_known_agents(config: pytest.Config, agents: Iterable[str]) -> None:
    """Find a misspelt agent before the first of several long runs.

    Raises:
        pytest.UsageError: for an agent that no conftest and no plugin defines.
    """
    known = set(_known(config))
    for agent in agents:
        if agent not in known:
            raise pytest.UsageError(_unknown(agent, config))


def _unknown(agent: str, config: pytest.Config) -> str:
    return (
        f"unknown agent {agent!r}: there is no fixture {PREFIX + agent!r}. Known agents: "
        f"{', '.join(sorted(set(_known(config))))}.\n"
        "To add it, put this into a conftest.py beside the benchmarks or above them:\n"
        "\n"
        "    import pytest\n"
        "    from pytest_marathonmem import ReplyAgent\n"
        "\n"
        "    class MyAgent(ReplyAgent):\n"
        "        async def reply(self, text):\n"
        '            return "what your agent says to it"\n'
        "\n"
        "    @pytest.fixture\n"
        f"    def {PREFIX}{agent}():\n"
        "        return MyAgent\n"
    )


def _known(config: pytest.Config) -> Iterator[str]:
    """The agents that plugins and conftest files define, wherever they lie."""
    for plugin in config.pluginmanager.get_plugins():
        names = list(dir(plugin))
        if isinstance(plugin, ModuleType):
            # A fixture may go by another name than its function.
            names += [
                name
                for value in vars(plugin).values()
                if isinstance(name := getattr_static(value, "name", None), str)
            ]
        yield from (name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX))
