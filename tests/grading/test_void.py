from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.grading.code_grader import grade
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.scenario.keys import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

TARIFF_RIGHT = [
    "You haven't told me that.",
    "I have no record of a tariff. I only have the customs duty, $1,100.",
    "I couldn't find the tariff in my notes. I looked at: '2026-07-26: Customs duty, $1,100.'",
]
TARIFF_WRONG = [
    "I have no record of a tariff, but it is usually about $0.10",
    "$0.10",
    "It is 0.25 GEL per kWh",
    "",
    "Which tariff?",
]


@pytest.mark.parametrize("answer", TARIFF_RIGHT)
def test_such_an_answer_about_tariff_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("tariff", answer).score == 10


@pytest.mark.parametrize("answer", TARIFF_WRONG)
def test_such_an_answer_about_tariff_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("tariff", answer).score == 0


@pytest.mark.parametrize(("answer", "outcome"), [("OK.", "missed"), ("It is $0.10 per kWh.", "invented")])
def test_an_answer_without_a_value_has_invented_none(answer: str, outcome: str) -> None:
    key = Key.model_validate({"type": "VOID", "topic": ["tariff"]})
    graded = grade(Expectation("What is the tariff?", "You never told me.", key), answer)
    assert (graded.score, graded.outcome) == (0.0, outcome)
