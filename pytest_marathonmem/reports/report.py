"""The report of a run: what a reader, a program and the verdict need of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, Self

from pytest_marathonmem.reports.faults import Fault
from pytest_marathonmem.reports.usage import ModelUsage, Totals, total

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
    flags: tuple[str, ...] = ()
    """What the audit has found: how the persona told, or asked, otherwise than the scenario wants; a sentence each."""

    @property
    def disputed(self) -> bool:
        """Whether code, persona and judge did not agree; the comment has what each said."""
        return "disputed: " in self.comment

    @property
    def imperfect(self) -> bool:
        """Whether it was scored, and below the full 10."""
        return self.score is not None and self.score < 10

    @property
    def remarkable(self) -> bool:
        """Whether it was scored in full, but not beyond doubt."""
        return self.score == 10 and (self.disputed or bool(self.flags))

    def as_json(self) -> dict[str, Any]:
        """In plain types."""
        return {**asdict(self), "traps": list(self.traps), "flags": list(self.flags)}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """Read what `as_json` made; what else there is doesn't matter."""
        given = {name: content[name] for name in cls.__slots__}
        return cls(**given | {"traps": tuple(content["traps"]), "flags": tuple(content["flags"])})


@dataclass(frozen=True, slots=True)
class Report:
    """One run, all its starts together."""

    run: str
    group: str
    """The name that all repeats of the run share."""
    benchmark: str
    agent: str
    persona: str
    """``scripted``, or the key of its model."""
    judge: str | None
    """The key of its model; None where there was no judge."""
    models: Mapping[str, str]
    """By role, what the endpoint calls the model."""
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
    guards: Mapping[str, Mapping[str, int]]
    """By name: how often it ``refused`` what the persona did, and how often it only ``observed`` it."""
    faults: tuple[Fault, ...]
    usage: tuple[ModelUsage, ...]
    """By role and model; empty where no model is known to have been called."""
    duration_seconds: float
    """Real time, summed over all starts."""

    @property
    def resumable(self) -> bool:
        """Whether the next start goes on where this one ended."""
        return self.state != "finished" and self.survives

    @property
    def out_of_money(self) -> bool:
        """Whether it was stopped because the budget is spent, or the quota of a model's account."""
        return self.state == "stopped" and self.stop_reason in ("budget", "quota")

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

    @property
    def total(self) -> Totals:
        """All usage together."""
        return total(self.usage)

    def as_json(self) -> dict[str, Any]:
        """The content of ``report.json``, in plain types."""
        return {
            **asdict(self),
            "context_notes": list(self.context_notes),
            "faults": [asdict(fault) for fault in self.faults],
            "usage": [asdict(usage) for usage in self.usage],
            "total": asdict(self.total),
            "mean_score": self.mean_score,
            "coverage": {"planned": len(self.checks), "scored": len(self.scored)},
            "checks": [check.as_json() for check in self.checks],
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """Read what `as_json` made."""
        read = {
            "context_notes": tuple(content["context_notes"]),
            "checks": tuple(CheckResult.from_json(check) for check in content["checks"]),
            "faults": tuple(Fault(**fault) for fault in content["faults"]),
            "usage": tuple(ModelUsage(**usage) for usage in content["usage"]),
        }
        return cls(**{name: content[name] for name in cls.__slots__} | read)
