"""Joins the play with grading: knows each check's facts, grades its answer, records the verdict."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.grading.evaluate import evaluate, unscored
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.runs.secrets import Secrets
from pytest_marathonmem.scenario.asked import describe
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import FactRef

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.persona.asking import Asking
    from pytest_marathonmem.persona.stage import Record
    from pytest_marathonmem.persona.tools import LogEvaluation
    from pytest_marathonmem.scenario.asked import AskedCheck
    from pytest_marathonmem.scenario.model import Benchmark, Phase


class Examiner:
    """Grades the checks of one run.

    Args:
        benchmark: The folder, parsed.
        clock: For the time that a check takes.
        record: The run's record.
    """

    def __init__(self, benchmark: Benchmark, clock: Clock, record: Record) -> None:
        self._benchmark = benchmark
        self._clock = clock
        self._record = record
        self._ledger = Ledger.of(benchmark)
        self._asked = {check.id: describe(check, self._ledger) for check in benchmark.checks}
        self._secrets = Secrets(self._asked.values(), benchmark.language)

    @property
    def planned(self) -> list[dict[str, Any]]:
        """All checks in the order of asking, as the event ``started`` has them."""
        return [
            _plan(self._asked[check.id], phase) for phase in self._benchmark.phases for check in phase.checks
        ]

    def is_void(self, check_id: str) -> bool:
        """Whether the right answer is that it was never told."""
        return self._asked[check_id].type == "VOID"

    def rests_on(self, check_id: str) -> Sequence[FactRef]:
        """The facts of the check's key."""
        key = self._asked[check_id].check.key
        return tuple(FactRef.parse(address) for address in key.rests_on) if key else ()

    def gives_away(self, text: str) -> bool:
        """Whether a message says something that any check of the benchmark asks for."""
        return self._secrets.told_by(text)

    def evaluate(self, asking: Asking, verdict: LogEvaluation) -> str:
        """Grade a settled check and record it; returns the verdict in words."""
        if earlier := self._record.recorded("evaluated"):
            return _in_words(earlier["outcome"])
        asked = self._asked[asking.check.id]
        expectation = Expectation.of(asked, self._benchmark.language, self._record.now.date())
        if asking.answer is None:
            evaluation = unscored(asking.check.id, expectation, "infrastructure", asking.failure)
        else:
            evaluation = evaluate(asking.check.id, expectation, asking.answer, asking.attempt)
        fields = asdict(evaluation)
        fields |= {"check": fields.pop("check_id"), "points": list(fields["points"])}
        self._record("evaluated", **fields, seconds=self._clock.elapsed() - asking.began)
        return _in_words(evaluation.outcome)


def _in_words(outcome: str) -> str:
    return f"Logged: {outcome}."


def _plan(asked: AskedCheck, phase: Phase) -> dict[str, Any]:
    return {
        "id": asked.check.id,
        "type": asked.type,
        "traps": list(asked.traps),
        "changed": asked.changed,
        "single_value": asked.single_value,
        "question": asked.question,
        "expected": asked.expected,
        "chapter": phase.chapter,
        "phase": phase.number,
    }
