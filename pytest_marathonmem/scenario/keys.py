"""The key of a check: what the code grader looks for, and which facts it rests on."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

CheckType = Literal["RECALL", "AGG", "NEG", "VOID", "HIST", "SERIES"]


def _as_text(value: object) -> object:
    """Accept a bare JSON number where a value is written as text: ``value: 50`` means ``"50"``."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), BeforeValidator(_as_text)
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Point(_Strict):
    """One of several things that an answer must hold; all points weigh the same."""

    value: Text | None = None
    any_of: tuple[Text, ...] = ()
    """Equally right values or names; given instead of ``value``."""
    at: Text | None = None
    """SERIES: the date at which ``value`` was recorded."""
    label: str = ""
    """What the point is about, for the report."""

    @model_validator(mode="after")
    def _one_way(self) -> Point:
        if (self.value is None) == (not self.any_of):
            raise ValueError("a point has either 'value' or 'any_of'")
        return self

    @property
    def accepted(self) -> tuple[str, ...]:
        """Every value that makes the point right; never empty."""
        return self.any_of or (self.value or "",)


class Key(_Strict):
    """The machine-readable half of a check's answer (design: "Checks")."""

    type: CheckType
    facts: tuple[str, ...] = ()
    """Facts the check rests on, as ``sheet:id``."""
    value: Text | None = None
    any_of: tuple[Text, ...] = ()
    """Equally right spellings of a single value; given instead of ``value``."""
    points: tuple[Point, ...] = ()
    sum: dict[str, Text] = Field(default_factory=dict)
    """AGG and NEG: each component's fact and its amount."""
    total: Text | None = None
    about: Text | None = None
    """How far from ``total`` an answer may be: an amount, or a percentage such as ``"2%"``."""
    absent: tuple[Text, ...] = ()
    """NEG: names of retired items."""
    topic: tuple[Text, ...] = ()
    """VOID: words that no fact and no message contains."""
    stale: tuple[Text, ...] = ()
    forbidden: tuple[Text, ...] = ()

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The facts of ``facts`` and ``sum``, each once, in that order."""
        return tuple(dict.fromkeys((*self.facts, *self.sum)))

    @property
    def single_value(self) -> bool:
        """Whether the check knows only 0 and 10."""
        return self.type == "VOID" or len(self.points) + (self.total is not None) <= 1
