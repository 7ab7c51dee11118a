"""Which guards there are and what each does when it sees something. By itself, since plans of runs need it early."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

GuardName = Literal[
    "plain_text",
    "invented_reply",
    "leaked_reasoning",
    "role_flip",
    "empty_message",
    "missing_value",
    "answer_in_question",
    "too_early",
    "near_duplicate",
    "unknown_value",
]
GuardMode = Literal["refuse", "observe", "off"]
"""Refuse what it sees, with the reason, to the model; only count it; or don't look."""

GUARD_NAMES: tuple[GuardName, ...] = get_args(GuardName)
DEFAULT_MODES: Mapping[GuardName, GuardMode] = MappingProxyType(
    {name: "observe" if name in ("near_duplicate", "unknown_value") else "refuse" for name in GUARD_NAMES}
)
