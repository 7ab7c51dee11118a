"""Grade a check whose right answer is that nothing was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.grading.outcome import Grade, PointGrade
from pytest_marathonmem.values import content_words, offered_despite_refusal, read_values
from pytest_marathonmem.values.replies import says_untold

if TYPE_CHECKING:
    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.outcome import Outcome


def grade_void(expectation: Expectation, answer: str) -> Grade:
    """Give 10 for a refusal that offers no value for the asked thing, else 0."""
    key = expectation.key
    topic = key.topic if key and key.topic else tuple(content_words(expectation.question))
    if not says_untold(answer, expectation.language):
        return _wrong(expectation, answer, "the answer does not say that this was never told")
    offered = offered_despite_refusal(answer, topic, expectation.language)
    if offered:
        return _wrong(expectation, offered, "the answer refuses and offers a value all the same")
    point = PointGrade("", expectation.answer, right=True, outcome="abstained", got=answer)
    return Grade(10.0, "abstained", (point,), certain=True)


def _wrong(expectation: Expectation, got: str, comment: str) -> Grade:
    """An answer that gives no value has invented none."""
    outcome: Outcome = "invented" if read_values(got, expectation.language) else "missed"
    point = PointGrade("", expectation.answer, right=False, outcome=outcome, got=got)
    return Grade(0.0, outcome, (point,), certain=True, comment=comment)
