"""The persona's tools as a model sees them: names, descriptions, arguments."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pytest_marathonmem.models.chat import ToolSpec
from pytest_marathonmem.persona.refused import Refused
from pytest_marathonmem.scenario.model import RETIRED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_NOTHING = frozenset({"", "null", "none", "false", "undefined"})
"""How models write that they leave an argument out."""


def _as_text(value: object) -> object:
    """A number as it is written; what the model writes as ``1.10`` comes as text already, so nothing is lost."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _as_optional_text(value: object) -> object:
    value = _as_text(value)
    is_nothing = value is False or (isinstance(value, str) and value.strip().lower() in _NOTHING)
    return None if is_nothing else value


def _as_ids(value: object) -> object:
    """Ids as models write them: a list, one id, several in a text with commas, blanks or brackets."""
    items = value if isinstance(value, list | tuple) else [value]
    return [part for item in items for part in _split(_as_text(item))]


def _split(value: object) -> list[object]:
    return re.findall(r"[^\s,;\[\]\"']+", value) if isinstance(value, str) else [value]


def _as_numbers(value: object) -> object:
    """A list of numbers, where a model may write one, or a text with several."""
    if isinstance(value, str):
        return re.findall(r"-?\d+", value)
    return value if isinstance(value, list | tuple) else [value]


def _as_word(value: object) -> object:
    """A word of a menu, in small letters and by itself."""
    return value.strip(" .\"'`*").lower() if isinstance(value, str) else value


def _as_sheet(value: object) -> object:
    """The sheet's name, without the ending of its file."""
    return value.strip().removesuffix(".md") if isinstance(value, str) else value


def _as_fact(value: object) -> object:
    """A fact's text; that of a retired one is a dash, for which models write any they have, or the word."""
    is_retired = isinstance(value, str) and value.strip(" -–—−―.()").casefold() in ("", "retired")
    return RETIRED if is_retired and value else value


Id = Annotated[str, BeforeValidator(_as_text)]
Sheet = Annotated[str, BeforeValidator(_as_sheet)]


class ToolArguments(BaseModel):
    """The arguments of a tool; its docstring is the tool's description."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SendMessage(ToolArguments):
    """Say something to the assistant; returns all that it said since the last call."""

    text: str = Field(description="What you say, in the first person.")
    check_id: Annotated[str | None, BeforeValidator(_as_optional_text)] = Field(
        default=None, description="The id of the check that this asks, or asks again; else leave it out."
    )


class NextPhase(ToolArguments):
    """Go on to the next phase, or learn what is missing in this one."""


class FactsRead(ToolArguments):
    """Read one of your fact sheets."""

    sheet: Sheet


class FactsMarkTold(ToolArguments):
    """Note that you have told these facts to the assistant; call it right after the message."""

    sheet: Sheet
    ids: Annotated[list[str], BeforeValidator(_as_ids)] = Field(
        description='Such as ["1.1", "1.2"].', min_length=1
    )


class FactsGetUntold(ToolArguments):
    """See which facts of a sheet you haven't told yet."""

    sheet: Sheet


class FactsEdit(ToolArguments):
    """Write the new text of a fact that has changed; the text of a retired fact is —."""

    sheet: Sheet
    id: Id
    text: Annotated[str, BeforeValidator(_as_fact)] = Field(min_length=1)


class FactsAdd(ToolArguments):
    """Add a fact to a category of a sheet; returns its id."""

    sheet: Sheet
    category: Id = Field(description="The category's number, such as 1.")
    text: str = Field(min_length=1)


class Wait(ToolArguments):
    """Wait without a word until a moment: a time of day (18:30) or a date and time (2026-03-10 18:30)."""

    until: str


class LogEvaluation(ToolArguments):
    """Say how the assistant's answer compares with the right one."""

    check_id: Id
    verdict: Annotated[Literal["right", "partly", "wrong", "unsure"], BeforeValidator(_as_word)]
    points: Annotated[list[int], BeforeValidator(_as_numbers)] = Field(
        default_factory=list, description="With partly: the numbers of the points that are right, from 1."
    )
    comment: str = ""


TOOLS: Mapping[str, type[ToolArguments]] = {
    "send_message": SendMessage,
    "next_phase": NextPhase,
    "facts_read": FactsRead,
    "facts_mark_told": FactsMarkTold,
    "facts_get_untold": FactsGetUntold,
    "facts_edit": FactsEdit,
    "facts_add": FactsAdd,
    "wait": Wait,
    "log_evaluation": LogEvaluation,
}


@lru_cache
def tool_specs(sheets: tuple[str, ...]) -> tuple[ToolSpec, ...]:
    """Describe all tools; a ``sheet`` argument is one of ``sheets``."""
    return tuple(
        ToolSpec(name, " ".join((arguments.__doc__ or "").split()), _schema(arguments, sheets))
        for name, arguments in TOOLS.items()
    )


def _schema(arguments: type[ToolArguments], sheets: Sequence[str]) -> dict[str, Any]:
    schema = arguments.model_json_schema()
    for leftover in ("title", "description"):
        schema.pop(leftover, None)
    schema.setdefault("properties", {})
    for described in schema["properties"].values():
        described.pop("title")
    if "sheet" in schema["properties"] and sheets:
        schema["properties"]["sheet"]["enum"] = list(sheets)
    return schema


def read_arguments(name: str, arguments: Mapping[str, Any]) -> ToolArguments:
    """Check a call's arguments.

    Raises:
        Refused: for an unknown tool, naming the known ones, or arguments that don't fit, naming each.
    """
    if name not in TOOLS:
        raise Refused(f"there is no tool {name!r}; the tools are {', '.join(TOOLS)}")
    try:
        return TOOLS[name].model_validate(arguments)
    except ValidationError as error:
        faults = (
            f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}" for fault in error.errors()
        )
        raise Refused(f"{name}: {'; '.join(faults)}") from None
