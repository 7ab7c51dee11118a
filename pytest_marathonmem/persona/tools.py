"""The persona's tools as a model sees them: names, descriptions, arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pytest_marathonmem.models.chat import ToolSpec
from pytest_marathonmem.persona.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class ToolArguments(BaseModel):
    """The arguments of a tool; its docstring is the tool's description."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SendMessage(ToolArguments):
    """Say something to the assistant; returns all that it said since the last call."""

    text: str = Field(description="What you say, in the first person.")
    check_id: str | None = Field(
        default=None, description="The id of the check that this asks, or asks again; else leave it out."
    )


class NextPhase(ToolArguments):
    """Go on to the next phase, or learn what is missing in this one."""


class FactsRead(ToolArguments):
    """Read one of your fact sheets."""

    sheet: str


class FactsMarkTold(ToolArguments):
    """Note that you have told these facts to the assistant; call it right after the message."""

    sheet: str
    ids: list[str] = Field(description='Such as ["1.1", "1.2"].', min_length=1)


class FactsGetUntold(ToolArguments):
    """See which facts of a sheet you haven't told yet."""

    sheet: str


class FactsEdit(ToolArguments):
    """Write the new text of a fact that has changed; the text of a retired fact is —."""

    sheet: str
    id: str
    text: str = Field(min_length=1)


class FactsAdd(ToolArguments):
    """Add a fact to a category of a sheet; returns its id."""

    sheet: str
    category: str = Field(description="The category's number, such as 1.")
    text: str = Field(min_length=1)


class Wait(ToolArguments):
    """Wait without a word until a moment: a time of day (18:30) or a date and time (2026-03-10 18:30)."""

    until: str


class LogEvaluation(ToolArguments):
    """Say how the assistant's answer compares with the right one."""

    check_id: str
    verdict: Literal["right", "partly", "wrong", "unsure"]
    points: list[int] = Field(
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


def tool_specs(sheets: Sequence[str]) -> tuple[ToolSpec, ...]:
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
