"""What grading says of an answer: plain values that go into the event log and the reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["correct", "partial", "stale", "invented", "missed", "abstained", "unscored"]
Owner = Literal["agent", "persona", "judge", "infrastructure", "scenario"]


@dataclass(frozen=True, slots=True)
class PointGrade:
    """One thing that was asked for, and whether it was there."""

    label: str
    expected: str
    right: bool
    outcome: Outcome = "correct"
    """Correct, stale, invented or missed."""
    got: str = ""
    """The words of the answer that decided, if any."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The verdict on one answer at its first attempt."""

    score: float
    """0 to 10: points right / points * 10."""
    outcome: Outcome
    points: tuple[PointGrade, ...]
    certain: bool
    """False where code can't decide; the score is then 0 and must not be used."""
    comment: str = ""
    """Why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The final verdict on a check, as it is recorded."""

    check_id: str
    score: float | None
    """0 to 10; None where the check is unscored."""
    outcome: Outcome
    attempt: int
    """1, or 2 where the answer came after the second chance."""
    owner: Owner | None
    """Who lost the points; None where none were lost."""
    expected: str
    got: str
    comment: str
    points: tuple[PointGrade, ...] = field(default=())
