"""Comparing an answer with the right one, by no more than what stands in both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.grading.code_grader import grade
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.grading.verdict import Verdict
from pytest_marathonmem.testing.double.speech import language_of
from pytest_marathonmem.values import among, contains_name, read_values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal


def compare(
    question: str,
    right_answer: str,
    answer: str,
    by: Literal["persona", "judge"],
    points: Sequence[str] = (),
) -> Verdict:
    """Compare as the code grader does, which knows no key here.

    Args:
        question: What was asked.
        right_answer: As the scenario writes it.
        answer: What the assistant said.
        by: Who compares.
        points: What is asked for, if it is several things and they are named.
    """
    language = language_of(question + right_answer)
    found = grade(Expectation(question, right_answer, language=language), answer)
    if found.certain and found.score in (0, 10):
        return Verdict("right" if found.score == 10 else "wrong", by, comment=found.comment)
    named = tuple(_says(answer, point, language) for point in points or [p.expected for p in found.points])
    if all(named):
        return Verdict("right" if named else "unsure", by)
    return Verdict("partly" if any(named) else "wrong", by, named if any(named) else ())


def _says(answer: str, point: str, language: str) -> bool:
    """Whether an answer has a point's values, or its name if it has none."""
    wanted = read_values(point, language)
    if not wanted:
        return contains_name(answer, point.rpartition(": ")[2])
    said = read_values(answer, language)
    return all(among(value, said) for value in wanted)
