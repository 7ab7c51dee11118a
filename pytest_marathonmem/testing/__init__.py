"""For users' tests and ours: the conformance kit and scripted agents.

``check_adapter`` tries every rule of the agent interface on an adapter. With ``-p pytest_marathonmem.testing`` pytest
knows the scripted agents by name, as in ``--mmb-agent=oracle``; `pytest_marathonmem.testing.agents` says how they play.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.testing.conformance import check_adapter

__all__ = ["check_adapter"]


def __getattr__(name: str) -> Any:
    # Late, since pytest imports this module as a plugin and most tests have no use for the kit.
    if name != "check_adapter":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("pytest_marathonmem.testing.conformance").check_adapter


@pytest.fixture
def mmb_agent_oracle() -> type[AgentAdapter]:
    """Scripted: knows every fact as it is when asked."""
    return _agent("OracleAgent")


@pytest.fixture
def mmb_agent_refuser() -> type[AgentAdapter]:
    """Scripted: always says that it hasn't been told."""
    return _agent("RefuserAgent")


@pytest.fixture
def mmb_agent_parrot() -> type[AgentAdapter]:
    """Scripted: recites every value that it was ever told."""
    return _agent("ParrotAgent")


@pytest.fixture
def mmb_agent_stale() -> type[AgentAdapter]:
    """Scripted: knows each fact as it first was."""
    return _agent("StaleAgent")


@pytest.fixture
def mmb_agent_garbled() -> type[AgentAdapter]:
    """Scripted: the oracle's answers, wrapped in what breaks terminals and reports."""
    return _agent("GarbledAgent")


def _agent(name: str) -> type[AgentAdapter]:
    agent: type[AgentAdapter] = getattr(import_module("pytest_marathonmem.testing.agents"), name)
    return agent
