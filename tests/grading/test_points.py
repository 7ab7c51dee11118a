from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

CAR_RIGHT = [
    "Toyota RAV4 (2019), $500 deposit",
    "The RAV4, with a $500 deposit out of the $21,500 price",
    "You chose the Toyota RAV4 (2019). You paid $500 as a deposit and the car itself costs $21,500.",
    "- Car: Toyota RAV4\n- Deposit: $500",
    "RAV-4; deposit 500 USD",
    "The deposit was insufficient at first, but you paid $500 for the RAV4",
    "We chose the RAV4 over the Forester and put down $500.",
    "RAV4 rather than the Forester; $500",
    "We went with the RAV4, not the CX-5. Deposit: $500.",
    "Originally the Forester, then the RAV4. $500 down.",
]
CAR_PARTLY_5 = [
    "The car is the RAV4; I don't have the deposit",
    "RAV4, $600 deposit",
    "Forester, $500 deposit",
    "RAV4 or Forester, deposit $500",
    "Toyota RAV4; deposit $500 or $600",
    "The Forester or the RAV4; $500",
]
CAR_WRONG = [
    "Forester, $600",
    "I don't know",
    "not the RAV4",
]


@pytest.mark.parametrize("answer", CAR_RIGHT)
def test_such_an_answer_about_car_earns_all_points(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("car", answer).score == 10


@pytest.mark.parametrize("answer", CAR_PARTLY_5)
def test_such_an_answer_about_car_earns_5_points(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("car", answer).score == 5


@pytest.mark.parametrize("answer", CAR_WRONG)
def test_such_an_answer_about_car_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("car", answer).score == 0
