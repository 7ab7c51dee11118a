"""From the reply to a check to its final evaluation: the second chance, models' verdicts, who lost the points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.code_grader import grade
from pytest_marathonmem.grading.outcome import Evaluation, Grade
from pytest_marathonmem.grading.verdict import Verdicts, verdict_score

if TYPE_CHECKING:
    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.outcome import Outcome, Owner
    from pytest_marathonmem.grading.verdict import Verdict

GIVE_A_KEY = "give the check a Key"
NO_VERDICTS = Verdicts()


def evaluate(
    check_id: str,
    expectation: Expectation,
    answer: str,
    attempt: int = 1,
    verdicts: Verdicts = NO_VERDICTS,
) -> Evaluation:
    """Evaluate the reply that counts for a check.

    Code decides where it is certain; where it isn't, the judge does or, in a run without one, the persona. Where they differ
    the check is disputed: all stand in the comment. After the second chance the score is halved.

    Args:
        check_id: the check's id.
        expectation: what is expected.
        answer: what the agent said at this attempt.
        attempt: 1, or 2 after the second chance.
        verdicts: what models say.
    """
    by_code = grade(expectation, answer)
    model = None if by_code.certain else verdicts.decisive
    graded = _by_model(by_code, model) if model else by_code
    if not graded.certain:
        return replace(_undecided(check_id, expectation, answer, verdicts), attempt=attempt)
    comments = (graded.comment, _dispute(model.by if model else "code", graded, verdicts), _failure(verdicts))
    score = graded.score / 2 if attempt > 1 else graded.score
    return Evaluation(
        check_id,
        score,
        graded.outcome,
        attempt,
        "agent" if score < 10 else None,
        expectation.answer,
        answer,
        "; ".join(filter(None, comments)),
        graded.points,
    )


def unscored(
    check_id: str, expectation: Expectation, owner: Owner, comment: str, got: str = ""
) -> Evaluation:
    """Make the evaluation of a check that somebody else than the agent spoiled: no score, and never 0.

    Args:
        check_id: the check's id.
        expectation: what is expected.
        owner: whose fault it is.
        comment: what happened.
        got: what the agent said, if anything.
    """
    return Evaluation(check_id, None, "unscored", 1, owner, expectation.answer, got, comment)


def asked_for(expectation: Expectation, answer: str) -> tuple[str, ...]:
    """Name the points that an answer is graded by, if there are several, for a model that is to tell which are right."""
    points = grade(expectation, answer).points
    named = (": ".join(filter(None, (point.label, point.expected))) for point in points)
    return tuple(named) if len(points) > 1 else ()


def _undecided(check_id: str, expectation: Expectation, answer: str, verdicts: Verdicts) -> Evaluation:
    if failure := _failure(verdicts):
        return unscored(check_id, expectation, "judge", failure, answer)
    unsure = f"; the {verdicts.decisive.by} is unsure" if verdicts.decisive else ""
    return unscored(check_id, expectation, "scenario", GIVE_A_KEY + unsure, answer)


def _failure(verdicts: Verdicts) -> str:
    return f"the judge gave no verdict: {verdicts.judge_error}" if verdicts.judge_error else ""


def _by_model(uncertain: Grade, verdict: Verdict) -> Grade:
    """Decide what code can't; it stays uncertain if the model is unsure."""
    points = uncertain.points
    score = verdict_score(verdict, max(1, len(points)))
    if score is None:
        return uncertain
    right = verdict.points or (score > 0,) * len(points)
    decided = [
        replace(point, right=is_right, outcome="correct" if is_right else "missed")
        for point, is_right in zip(points, right, strict=False)
    ]
    told = verdict.word != "partly" or len(verdict.points) == len(points)
    outcome: Outcome = "correct" if score == 10 else "partial" if score > 0 else "missed"
    return Grade(score, outcome, tuple(decided) if told else (), certain=True, comment=_by(verdict))


def _by(verdict: Verdict) -> str:
    return f"by the {verdict.by}: {verdict.word}" + (f", {verdict.comment}" if verdict.comment else "")


def _dispute(by: str, graded: Grade, verdicts: Verdicts) -> str:
    """Say who differs from the grade that counts."""
    others = [
        f"{verdict.by} {score:g} ({verdict.word}{', ' if verdict.comment else ''}{verdict.comment})"
        for verdict in (verdicts.persona, verdicts.judge)
        if verdict and (score := verdict_score(verdict, max(1, len(graded.points)))) is not None
        if score != graded.score
    ]
    return f"disputed: {by} {graded.score:g} ({graded.outcome}), {', '.join(others)}" if others else ""
