"""Measures the long-term memory of any AI agent through its ordinary chat."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_marathonmem.agents.adapter import AgentAdapter, AgentStatus, Exchange, Reply
    from pytest_marathonmem.agents.reply import ReplyAgent
    from pytest_marathonmem.errors import (
        AgentError,
        AgentFailed,
        AnswerLost,
        BudgetSpent,
        ConformanceError,
        ContextOverflow,
        MarathonMemError,
        ModelError,
        PersonaFault,
        QuotaExhausted,
        RunError,
        ScenarioError,
        SettingsError,
    )

__all__ = [
    "AgentAdapter",
    "AgentError",
    "AgentFailed",
    "AgentStatus",
    "AnswerLost",
    "BudgetSpent",
    "ConformanceError",
    "ContextOverflow",
    "Exchange",
    "MarathonMemError",
    "ModelError",
    "PersonaFault",
    "QuotaExhausted",
    "Reply",
    "ReplyAgent",
    "RunError",
    "ScenarioError",
    "SettingsError",
]

_ADAPTER = "pytest_marathonmem.agents.adapter"
_HOMES = {
    "AgentAdapter": _ADAPTER,
    "AgentStatus": _ADAPTER,
    "Exchange": _ADAPTER,
    "Reply": _ADAPTER,
    "ReplyAgent": "pytest_marathonmem.agents.reply",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "pytest_marathonmem.errors")), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
