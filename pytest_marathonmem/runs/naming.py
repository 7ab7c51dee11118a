"""What runs, agents and personas may be called; imports nothing, so that options can be checked at no cost."""

from __future__ import annotations

import re
from typing import Literal

RUN_NAME = re.compile(r"[A-Za-z0-9_.-]+")
RESERVED = re.compile(r"\.*|old|report\.md|budget\.json(\.part)?|.*\.lock", re.IGNORECASE)
"""Names of what lies beside the runs' folders."""
AGENT_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
MODEL_NAME = re.compile(r"[A-Za-z0-9_.:/@+-]+")
SCRIPTED = "scripted"
"""The persona that is no model."""
_KEY = re.compile(r"^(sk|pk)[-_]|^AIza|(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}")
"""How keys of the usual providers look, which names of variables and models don't."""

Unknown = Literal["sent", "resend"]
"""What to do with a message of which nobody knows whether it reached the agent."""


def fault_of_run_name(name: str) -> str:
    """Say why a name can't be a run's; empty if it can."""
    if RUN_NAME.fullmatch(name) and not RESERVED.fullmatch(name):
        return ""
    return (
        f"{name!r} can't name a run: letters, digits, '_', '.' and '-' are allowed, and it isn't 'old', "
        "'report.md' or 'budget.json' and doesn't end with '.lock'"
    )


def fault_of_agent_name(name: str) -> str:
    """Say why a name can't be an agent's; empty if it can."""
    if AGENT_NAME.fullmatch(name):
        return ""
    return f"{name!r} can't be an agent: a name has letters, digits and '_' and doesn't begin with a digit"


def fault_of_model_name(name: str) -> str:
    """Say why a name can't be a model's; empty if it can."""
    if name == SCRIPTED:
        return (
            f"{name!r} can't name a model: it is the persona that comes with the package; choose another name"
        )
    if looks_like_a_key(name) or not MODEL_NAME.fullmatch(name):
        shown = "this" if looks_like_a_key(name) else repr(name)
        return f"{shown} can't name a model: letters, digits and '_.:/@+-' are allowed, and it isn't a key"
    return ""


def looks_like_a_key(text: str) -> bool:
    """Whether a text may be somebody's secret, so that it isn't shown."""
    return bool(_KEY.search(text))
