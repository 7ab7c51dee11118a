"""Joins the play with grading: knows each check's facts, grades its answer, records the verdict."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.grading.evaluate import asked_for, evaluate, unscored
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.grading.verdict import Verdict, Verdicts
from pytest_marathonmem.runs.secrets import Secrets
from pytest_marathonmem.scenario.asked import describe
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import FactRef

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.grading.judge import Judge, Judgement
    from pytest_marathonmem.persona.asking import Asking
    from pytest_marathonmem.persona.cast import Record
    from pytest_marathonmem.persona.tools import LogEvaluation
    from pytest_marathonmem.scenario.asked import AskedCheck
    from pytest_marathonmem.scenario.model import Benchmark, Phase


class Examiner:
    """Grades the checks of one run.

    Args:
        benchmark: The folder, parsed.
        clock: For the time that a check takes.
        record: The run's record.
        judge: Gives a verdict on each answer, if there is one.
        persona_judges: Whether the persona's verdicts count: those of a model do, where neither code nor a judge can tell.
    """

    def __init__(
        self,
        benchmark: Benchmark,
        clock: Clock,
        record: Record,
        judge: Judge | None = None,
        *,
        persona_judges: bool = False,
    ) -> None:
        self._benchmark = benchmark
        self._clock = clock
        self._record = record
        self._judge = judge
        self._persona_judges = persona_judges
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

    async def evaluate(self, asking: Asking, verdict: LogEvaluation) -> str:
        """Grade a settled check and record it; returns the verdict in words.

        Raises:
            ModelError: if the judge can't be had.
            BudgetSpent: if the judge might cost more than is left.
        """
        judged = self._record.recorded("judged")
        if earlier := self._record.recorded("evaluated"):
            return _in_words(earlier["outcome"])
        asked = self._asked[asking.check.id]
        expectation = Expectation.of(asked, self._benchmark.language, self._record.now.date())
        if asking.answer is None:
            evaluation = unscored(asking.check.id, expectation, asking.owner, asking.failure)
        else:
            verdicts = await self._verdicts(asking, expectation, verdict, judged)
            evaluation = evaluate(asking.check.id, expectation, asking.answer, asking.attempt, verdicts)
        fields = asdict(evaluation)
        fields |= {"check": fields.pop("check_id"), "points": list(fields["points"])}
        seconds = self._clock.elapsed() - asking.began
        self._record("evaluated", **fields, flags=list(asking.flags), seconds=seconds)
        return _in_words(evaluation.outcome)

    async def _verdicts(
        self, asking: Asking, expectation: Expectation, given: LogEvaluation, judged: Mapping[str, Any] | None
    ) -> Verdicts:
        points = asked_for(expectation, asking.answer or "")
        persona = None
        if self._persona_judges:
            persona = Verdict.of(given.verdict, "persona", given.points, len(points), given.comment)
        if judged:
            return Verdicts(persona, *_as_recorded(judged))
        if self._judge is None:
            return Verdicts(persona)
        judgement = await self._judge.judge(
            expectation.question, expectation.answer, points, asking.answer or ""
        )
        self._record("judged", check=asking.check.id, **_to_record(judgement))
        return Verdicts(persona, judgement.verdict, judgement.error)


def _to_record(judgement: Judgement) -> dict[str, Any]:
    verdict = judgement.verdict
    if verdict is None:
        return {"word": None, "points": [], "comment": "", "error": judgement.error}
    return {"word": verdict.word, "points": list(verdict.points), "comment": verdict.comment, "error": ""}


def _as_recorded(judged: Mapping[str, Any]) -> tuple[Verdict | None, str]:
    if judged["word"] is None:
        return None, judged["error"]
    return Verdict(judged["word"], "judge", tuple(judged["points"]), judged["comment"]), ""


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
