"""From the reply to a check to its final evaluation: the second chance, a model's verdict, who lost the points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.code_grader import grade
from pytest_marathonmem.grading.outcome import Evaluation
from pytest_marathonmem.grading.verdict import Verdict, verdict_score

if TYPE_CHECKING:
    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.outcome import Grade, Owner

GIVE_A_KEY = "give the check a Key"


def evaluate(
    check_id: str, expectation: Expectation, answer: str, attempt: int = 1, verdict: Verdict | None = None
) -> Evaluation:
    """Evaluate the reply that counts for a check.

    Code decides where it is certain; a model's verdict decides where it isn't. Where both speak and differ the check is
    disputed: both stand in the comment. After the second chance the score is halved.

    Args:
        check_id: the check's id.
        expectation: what is expected.
        answer: what the agent said at this attempt.
        attempt: 1, or 2 after the second chance.
        verdict: what a persona or a judge says, if there is one.
    """
    by_code = grade(expectation, answer)
    by_model = verdict_score(verdict, max(1, len(by_code.points))) if verdict else None
    if by_code.certain:
        score, outcome, comment = by_code.score, by_code.outcome, _with_dispute(by_code, verdict, by_model)
    elif verdict is None or by_model is None:
        said = f"; the {verdict.by} is unsure" if verdict else ""
        return replace(
            unscored(check_id, expectation, "scenario", GIVE_A_KEY + said, answer), attempt=attempt
        )
    else:
        score, outcome = by_model, "correct" if by_model == 10 else "partial" if by_model > 0 else "missed"
        comment = f"by the {verdict.by}: {verdict.word}" + (f", {verdict.comment}" if verdict.comment else "")
    score = score / 2 if attempt > 1 else score
    owner: Owner | None = "agent" if score < 10 else None
    return Evaluation(
        check_id, score, outcome, attempt, owner, expectation.answer, answer, comment, by_code.points
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


def _with_dispute(by_code: Grade, verdict: Verdict | None, by_model: float | None) -> str:
    if verdict is None or by_model is None or by_model == by_code.score:
        return by_code.comment
    said = f", {verdict.comment}" if verdict.comment else ""
    dispute = f"disputed: code {by_code.score:g} ({by_code.outcome}), {verdict.by} {by_model:g} ({verdict.word}{said})"
    return f"{by_code.comment}; {dispute}" if by_code.comment else dispute
