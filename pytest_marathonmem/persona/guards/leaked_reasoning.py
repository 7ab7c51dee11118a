"""A message doesn't show what goes on behind it: thoughts, tools, sheets, the scenario."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_marathonmem.persona.tools import TOOLS

if TYPE_CHECKING:
    from collections.abc import Callable

_NAMES = "|".join(name for name in TOOLS if "_" in name)
_LEAK = re.compile(
    rf"""
      </?think(?:ing)?> | </?reasoning> | </?scratchpad> | <\|\w+\|> | <｜ | </?tool_call> | <function= | \[/?TOOL_CALLS?\]
    | ^\s*\{{\s*"(?:text|arguments|name)"\s*:
    | \[chapter\w*,\ phase\ \d+: | \(told\)\s*$
    | \b(?:{_NAMES}|check_id|tool_call)\b
    | \b(?:need|have|must|going|want|should|let\ me|now\ I|I'll|I\ will)\s+(?:to\s+)?(?:call|use|invoke)\s+the\s+\w+\s+(?:tool|function)\b
    | \bmy\ checklist\ (?:says|wants|asks|tells\ me|requires)\b
    | \b(?:item|step|point)\ (?:of|on|in)\ my\ checklist\b
    | \bhow\ the\ user\ (?:would|might|should)\b | \bthe\ user\ (?:would\ say|asked\ me|wants\ me)\b
    | \bmy\ (?:fact\ sheets?|scenario\ (?:says|wants|asks|tells\ me))\b
    | \b(?:stay|staying|remain)\ in\ character\b
    | ^\s*\W{{0,3}}(?:user|human|persona)\W{{0,3}}:
    | \bмне\s+(?:нужно|надо|следует)\s+вызвать\s+(?:инструмент|функцию)
    | \b(?:мой|в\s+моём|по\s+моему|согласно\s+моему)\s+чек-?лист\w*\s+(?:говорит|требует|сказано|написано|нужно)
    | ^\s*\W{{0,3}}(?:пользователь|персонаж)\W{{0,3}}:
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_ADDRESS = re.compile(
    r"(?<![\w:])(?:([\w-]+):|(?:tell|edit|add|retire|sheet)\s+([\w-]+)\s+)(\d+\.\d+)(?![\w.]*\d)",
    re.IGNORECASE,
)
"""``family:1.2``, or ``tell family 1.2`` as checklists have it."""


def leaks_reasoning(text: str, exists: Callable[[str, str], bool]) -> str | None:
    """Find what must stay behind the scenes.

    Args:
        text: The message.
        exists: Whether a sheet, by its name, has a fact of an id.
    """
    leak = _LEAK.search(text)
    found = leak[0].strip() if leak else _address(text, exists)
    if not found:
        return None
    return f"{found!r} shows what goes on behind your words; say only what you, as a person, would write to the assistant"


def _address(text: str, exists: Callable[[str, str], bool]) -> str:
    return next((match[0] for match in _ADDRESS.finditer(text) if exists(match[1] or match[2], match[3])), "")
