from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

SERIES = "31 May 142/95, 21 June 135/88, 5 July 130/86"


@pytest.mark.parametrize(
    ("gold", "answer", "score"),
    [
        ("50 g.", "It's 50 g", 10),
        ("50 g.", "55 g", 0),
        ("50 g (it was 55 g).", "50 g", 10),
        ("Toyota RAV4 (2019), $500", "the RAV4 and $500", 10),
        ("$500 deposit, $430 insurance", "$500 and $430", 10),
        ("$500 deposit, $430 insurance", "$500", 5),
        ("You never told me the tariff.", "You haven't told me.", 10),
        ("You never told me the tariff.", "It's $0.10", 0),
        (SERIES, "5 July 130/86; 21 June 135/88; 31 May 142/95", 10),
        (SERIES, "31 May 135/88; 21 June 142/95; 5 July 130/86", pytest.approx(10 / 3)),
    ],
)
def test_the_values_of_the_written_answer_are_looked_for(
    graded_by: Callable[..., Grade], gold: str, answer: str, score: float
) -> None:
    grade = graded_by(answer, gold, "What did I say?")
    assert grade.score == score
    assert grade.certain


@pytest.mark.parametrize("answer", ["You ran around Ashton Court.", "ashton court"])
def test_a_name_of_the_written_answer_that_is_found_is_right(
    graded_by: Callable[..., Grade], answer: str
) -> None:
    grade = graded_by(answer, "Around Ashton Court", "Where did I run on Tuesday?")
    assert (grade.score, grade.certain) == (10, True)


@pytest.mark.parametrize("answer", ["In the park near the mansion.", "Ashton Court or Leigh Woods"])
def test_a_name_that_is_not_found_is_uncertain(graded_by: Callable[..., Grade], answer: str) -> None:
    grade = graded_by(answer, "Around Ashton Court", "Where did I run on Tuesday?")
    assert (grade.score, grade.certain) == (0, False)


def test_a_refusal_is_certain_without_a_key(graded_by: Callable[..., Grade]) -> None:
    grade = graded_by("You haven't told me that.", "Around Ashton Court", "Where did I run on Tuesday?")
    assert (grade.outcome, grade.certain) == ("missed", True)
