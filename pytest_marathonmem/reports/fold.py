"""Folds a run's events into its report."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.errors import RunError
from pytest_marathonmem.reports.faults import FaultFolding
from pytest_marathonmem.reports.report import CheckResult, Report
from pytest_marathonmem.reports.usage import UsageFolding

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_marathonmem.reports.report import ContextCleared
    from pytest_marathonmem.runs.events import Event


def check_result(planned: Mapping[str, Any], evaluated: Mapping[str, Any]) -> CheckResult:
    """Join what a ``started`` event says of a check with its ``evaluated`` event."""
    return CheckResult(
        id=planned["id"],
        type=planned["type"],
        traps=tuple(planned["traps"]),
        changed=planned["changed"],
        single_value=planned["single_value"],
        question=planned["question"],
        expected=evaluated["expected"],
        got=evaluated["got"],
        score=evaluated["score"],
        outcome=evaluated["outcome"],
        attempt=evaluated["attempt"],
        owner=evaluated["owner"],
        comment=evaluated["comment"],
        seconds=evaluated["seconds"],
        flags=tuple(evaluated.get("flags") or ()),
    )


def fold(events: Iterable[Event]) -> Report:
    """Fold the events of one run, in order.

    Raises:
        RunError: if no event tells that the run was started.
    """
    folding = _Folding()
    for event in events:
        folding.take(event)
    return folding.report()


@dataclass(slots=True)
class _Context:
    """Watches whether the agent's window is emptied before the exam begins."""

    exam: frozenset[str] = frozenset()
    """The checks of the last chapter that has any."""
    in_exam: bool = False
    cleared: ContextCleared = False
    notes: list[str] = field(default_factory=list)
    compactions: int = 0
    tokens: int | None = None
    _reported: int | None = None
    """The agent's own count, which may go on from before the run."""
    _talking: bool = False

    def begin(self, checks: Sequence[Mapping[str, Any]]) -> None:
        chapters = [check["chapter"] for check in checks]
        self.exam = frozenset(check["id"] for check in checks if check["chapter"] == chapters[-1])
        self._reported, self._talking = None, False

    def ask(self, check_id: str | None) -> None:
        self._talking = True
        self.in_exam = self.in_exam or check_id in self.exam

    def renew(self, *, cleared: bool, reason: str) -> None:
        if not cleared:
            self.notes.append(reason)
        elif not self.in_exam:
            self.cleared = "new_conversation"

    def observe(self, compactions: int | None, tokens: int | None) -> None:
        self.tokens = max((count for count in (self.tokens, tokens) if count is not None), default=None)
        if compactions is None:
            return
        # A count reported before the first message is where the agent begins; without one it begins at 0.
        before = compactions if not self._talking else self._reported or 0
        risen = max(compactions - before, 0)
        self._reported = compactions
        self.compactions += risen
        if risen and not self.in_exam:
            self.cleared = self.cleared or "compaction"


@dataclass(slots=True)
class _Folding:
    started: Event | None = None
    date: str = ""
    resumed: bool = False
    anew: str = ""
    planned: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    evaluated: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    context: _Context = field(default_factory=_Context)
    guards: dict[str, Counter[str]] = field(default_factory=dict)
    faults: FaultFolding = field(default_factory=FaultFolding)
    usage: UsageFolding = field(default_factory=UsageFolding)
    ended: Event | None = None
    seconds: float = 0.0
    """Of the starts before the newest."""
    last: Event | None = None

    def take(self, event: Event) -> None:
        match event.type:
            case "started":
                self._start(event)
            case "sending":
                self.context.ask(event["check"])
            case "conversation":
                self.context.renew(cleared=event["cleared"], reason=event["reason"])
            case "status":
                self.context.observe(event["compactions"], event["context_tokens"])
                self.usage.status(event.data)
            case "called":
                self.usage.call(event.data)
            case "guard":
                self._guard(event.data)
            case "evaluated":
                self.evaluated[event["check"]] = event.data
            case "stopped" | "finished":
                self.ended = event
        self.faults.take(event)
        self.last = event

    def _guard(self, seen: Mapping[str, Any]) -> None:
        counts = self.guards.setdefault(seen["name"], Counter(refused=0, observed=0))
        counts["observed" if seen.get("mode") == "observe" else "refused"] += 1

    def _start(self, event: Event) -> None:
        self.seconds += self._seconds_of_newest_start()
        self.started, self.ended = event, None
        self.date = self.date or event.real
        self.resumed = self.resumed or event["resumed"]
        self.anew = self.anew or event["anew"]
        self.planned = {check["id"]: check for check in event["checks"]}
        self.context.begin(event["checks"])

    def _seconds_of_newest_start(self) -> float:
        if self.ended is not None:
            return float(self.ended["seconds"])
        if self.started is None or self.last is None:
            return 0.0
        # A killed run recorded no end; it lived at least until its last event.
        return (
            datetime.fromisoformat(self.last.real) - datetime.fromisoformat(self.started.real)
        ).total_seconds()

    def report(self) -> Report:
        if self.started is None:
            raise RunError(
                "The record holds no 'started' event: nothing of this run can be reported; start it anew."
            )
        stopped = self.ended.data if self.ended is not None and self.ended.type == "stopped" else {}
        return Report(
            run=self.started["run"],
            group=self.started["group"],
            benchmark=self.started["benchmark"],
            agent=self.started["agent"],
            persona=self.started["persona"],
            judge=self.started.data.get("judge"),
            models=_models(self.started["fingerprint"]),
            date=self.date,
            state="killed" if self.ended is None else "stopped" if stopped else "finished",
            stop_reason=stopped.get("reason") or "",
            stop_error=stopped.get("error") or "",
            resumed=self.resumed,
            anew=self.anew,
            survives=self.started["survives"],
            context_cleared=self.context.cleared,
            context_notes=tuple(dict.fromkeys(self.context.notes)),
            compactions=self.context.compactions,
            context_tokens=self.context.tokens,
            checks=tuple(self._check(check) for check in self.planned.values()),
            guards={name: dict(counts) for name, counts in self.guards.items()},
            faults=self.faults.faults(),
            usage=self.usage.usage(),
            duration_seconds=self.seconds + self._seconds_of_newest_start(),
        )

    def _check(self, planned: Mapping[str, Any]) -> CheckResult:
        evaluated = self.evaluated.get(planned["id"])
        return check_result(planned, evaluated or self._never_reached(planned))

    def _never_reached(self, planned: Mapping[str, Any]) -> dict[str, Any]:
        """What to say of a check that the run ended before, or passed by."""
        why = (
            "the run passed it by"
            if self.ended and self.ended.type == "finished"
            else "the run ended before it"
        )
        blames_persona = why == "the run passed it by" or (self.ended and self.ended["reason"] == "persona")
        return {
            "expected": planned["expected"],
            "got": "",
            "score": None,
            "outcome": "unscored",
            "attempt": 0,
            "owner": "persona" if blames_persona else "infrastructure",
            "comment": f"never reached: {why}",
            "seconds": 0.0,
        }


def _models(fingerprint: Mapping[str, Any]) -> dict[str, str]:
    """Records of earlier versions know of none."""
    return {role: model["model"] for role, model in fingerprint.get("models", {}).items()}
