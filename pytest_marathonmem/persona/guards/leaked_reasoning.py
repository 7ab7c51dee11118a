"""A message doesn't show what goes on behind it: thoughts, tools, sheets, the scenario."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_marathonmem.persona.guards.doubt import Doubt
from pytest_marathonmem.persona.guards.wording import not_given, phrase, squeezed, unquoted
from pytest_marathonmem.persona.tools import TOOLS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.persona.guards.wording import Given

_NAMES = "|".join(name for name in TOOLS if "_" in name)
_SPOKEN_NAMES = "|".join(name.replace("_", r"\ ") for name in TOOLS)
_MARKS = re.compile(
    rf"""
      </?think(?:ing)?> | </?reasoning> | </?scratchpad> | <\|\w+\|> | <｜ | </?tool_call> | <function= | \[/?TOOL_CALLS?\]
    | \A\{{\ ?"(?:text|arguments)"\ ?: | \A\{{\ ?"name"\ ?:\ ?"(?:{"|".join(TOOLS)})"
    | \[chapter\w*,\ phase\ \d+: | \(told\)$
    | \b(?:{_NAMES}|check_id|tool_call)\b
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_THOUGHT = re.compile(
    rf"""
      \b(?:call|use|invoke)\ the\ (?:{_SPOKEN_NAMES})\ (?:tool|function)\b
    | \bmy\ checklist\ (?:says|wants|asks|tells\ me|requires)\b[^.!?\n]{{0,80}}?
        (?: \b(?:first|next|now)(?=[.,:;]) | \b(?:to\ tell|to\ convey|you|the\ assistant)\b )
    | \b(?:item|step|point)\ (?:of|on|in)\ my\ checklist\ is\ (?:a\ (?:message|fact|check)\b|to\ (?:tell|convey|ask|edit|retire)\b)
    | \bhow\ the\ user\ (?:would|might|should)\ (?:say|phrase|put|word|write|express|sound)\b
    | \bthe\ user\ would\ say\b
    | \bthe\ user\ (?:asked|told|wants|expects)\ me\ to\ (?:play|act|role-?play|pretend|simulate|impersonate|speak\ as|respond\ as|generate)\b
    | \bthe\ user\ (?:asked|told|wants|expects)\ me\ to\b[^.!?\n]{{0,60}}?\bthe\ assistant\b
    | \bmy\ fact\ sheets?\ (?:says?|lists?|has|have|tells?|doesn't|don't)\b | \b(?:according\ to|as\ per)\ my\ fact\ sheets?\b
    | \bmy\ scenario\ (?:wants|asks|tells\ me|says\ (?:to|that\ I))\b
    | \b(?:stay|staying|remain)\ in\ character\ (?:as\ (?:the|a)\ user|and\ (?:tell|ask|say|answer|respond|mention|send)|for\ the\ assistant)\b
    | \bмне\ (?:нужно|надо|следует)\ вызвать\ инструмент\b
    | \b(?:мой|в\ моём|по\ моему|согласно\ моему)\ чек-?лист\w*\ (?:говорит|требует|сказано|написано|нужно)\b[^.!?\n]{{0,80}}?
        \b(?:рассказать|сообщить|упомянуть|ассистент\w*)\b
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_MAYBE = re.compile(
    r"""
      \b(?:need|have|must|going|want|should|let\ me|now\ I|I'll|I\ will)\ (?:to\ )?(?:call|invoke)\ the\ \w+\ (?:tool|function)\b
    | \bmy\ checklist\ (?:says|wants|asks|tells\ me|requires)\b | \b(?:item|step|point)\ of\ my\ checklist\b
    | \bhow\ the\ user\ (?:would|might|should)\b | \bthe\ user\ (?:asked|wants)\ me\b
    | \bmy\ (?:fact\ sheets?|scenario\ says)\b
    | \b(?:stay|staying|remain)\ in\ character\b
    | ^[^\w\n]{0,3}(?:user|human|persona|пользователь|персонаж)[^\w\n]{0,3}:
    | \bмне\ (?:нужно|надо|следует)\ вызвать\ функцию\b
    | \b(?:мой|в\ моём|по\ моему|согласно\ моему)\ чек-?лист\w*\ (?:говорит|требует|сказано|написано|нужно)\b
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""People have checklists, users and theatre classes of their own, and paste logs."""
_ADDRESS = re.compile(
    r"(?<![\w:-])-*(?:(\w[\w-]*):|(?:tell|edit|add|retire|sheet) ([\w-]+) )(\d{1,4}\.\d{1,4})(?!\d|[\w.]*\d)",
    re.IGNORECASE,
)
"""``family:1.2``, or ``tell family 1.2`` as checklists have it."""


def leaks_reasoning(text: str, exists: Callable[[str, str], bool], given: Given = not_given) -> str | None:
    """Find what must stay behind the scenes.

    Args:
        text: The message.
        exists: Whether a sheet, by its name, has a fact of an id.
        given: Whether the scenario has a phrase.
    """
    read = squeezed(text)
    spoken = unquoted(read)
    leak = phrase(_MARKS, read, given) or phrase(_THOUGHT, spoken, given) or _address(read, exists, given)
    if leak:
        return _reason(leak)
    maybe = phrase(_MAYBE, spoken, given)
    return Doubt(_reason(maybe)) if maybe else None


def _reason(found: str) -> str:
    return f"{found!r} shows what goes on behind your words; say only what you, as a person, would write to the assistant"


def _address(text: str, exists: Callable[[str, str], bool], given: Given) -> str:
    found = (match[0] for match in _ADDRESS.finditer(text) if exists(match[1] or match[2], match[3]))
    return next((words for words in found if not given(words)), "")
