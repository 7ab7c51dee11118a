"""The report of a run: what a reader, a program and the verdict need of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_marathonmem.grading.outcome import Outcome, Owner

ContextCleared = Literal["new_conversation", "compaction", False]
State = Literal["finished", "stopped", "killed"]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check of the run, asked or not."""

    id: str
    type: str | None
    """One of the six types of checks, if it is known."""
    traps: tuple[str, ...]
    changed: bool
    """Whether a fact that it rests on was changed before it was asked."""
    single_value: bool
    question: str
    expected: str
    got: str = ""
    score: float | None = None
    """0 to 10; None where the check is unscored."""
    outcome: Outcome = "unscored"
    attempt: int = 0
    """1 or 2; 0 where it was never asked."""
    owner: Owner | None = None
    """Who lost the points; None where none were lost."""
    comment: str = ""
    seconds: float = 0.0
    """Real time from the question to the verdict."""

    @property
    def imperfect(self) -> bool:
        """Whether it was scored, and below the full 10."""
        return self.score is not None and self.score < 10

    def as_json(self) -> dict[str, Any]:
        """In plain types."""
        return {**asdict(self), "traps": list(self.traps)}


@dataclass(frozen=True, slots=True)
class Report:
    """One run, all its starts together."""

    run: str
    group: str
    """The name that all repeats of the run share."""
    benchmark: str
    agent: str
    persona: str
    date: str
    """When it was first started: ISO 8601, real time."""
    state: State
    """Killed means that the record ends without an end."""
    stop_reason: str
    stop_error: str
    resumed: bool
    anew: str
    """Why the run did not go on from an earlier start that was broken off; empty if there was none."""
    survives: bool
    """Whether the next start can go on from this one: the agent survives a restart."""
    context_cleared: ContextCleared
    """What emptied the agent's window before the first check of the exam."""
    context_notes: tuple[str, ...]
    """Why a new conversation that was asked for did not clear the context."""
    compactions: int
    """How many were observed."""
    context_tokens: int | None
    """The largest context that the agent reported."""
    checks: tuple[CheckResult, ...]
    """All that were planned, in order of asking."""
    guards: Mapping[str, int]
    duration_seconds: float
    """Real time, summed over all starts."""

    @property
    def resumable(self) -> bool:
        """Whether the next start goes on where this one ended."""
        return self.state != "finished" and self.survives

    @property
    def scored(self) -> tuple[CheckResult, ...]:
        return tuple(check for check in self.checks if check.score is not None)

    @property
    def mean_score(self) -> float | None:
        """The mean over the scored checks; None where there are none."""
        scores = [check.score for check in self.checks if check.score is not None]
        return sum(scores) / len(scores) if scores else None

    @property
    def coverage(self) -> float:
        """The scored part of the planned checks, 0 to 1."""
        return len(self.scored) / len(self.checks) if self.checks else 1.0

    def as_json(self) -> dict[str, Any]:
        """The content of ``report.json``, in plain types."""
        return {
            **asdict(self),
            "context_notes": list(self.context_notes),
            "mean_score": self.mean_score,
            "coverage": {"planned": len(self.checks), "scored": len(self.scored)},
            "checks": [check.as_json() for check in self.checks],
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Report:
        """Read what `as_json` made."""
        checks = [CheckResult(**{**check, "traps": tuple(check["traps"])}) for check in content["checks"]]
        given = {name: content[name] for name in cls.__slots__}
        return cls(**given | {"context_notes": tuple(content["context_notes"]), "checks": tuple(checks)})
