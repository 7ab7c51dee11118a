from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

KITCHEN_RIGHT = [
    "$7,670",
    "Total: $7,670. Cabinets $3,820, quartz top $680, appliances $2,350, LED $120, floor tile about $520, backsplash $180",
    "Cabinets $3,820, quartz top $680, appliances $2,350, LED $120, floor tile about $520, backsplash $180. Total: $7,670",
    "$7,670. Cabinets $3,820, quartz top $680, appliances $2,350, LED $120, floor tile about $520, backsplash $180",
    "7,670",
    "The kitchen comes to $7,670 in total.",
    "Cabinets $3,820\nquartz top $680\nappliances $2,350\nLED $120\nfloor tile about $520\nbacksplash $180\n**Total: $7,670**",
    "| Item | Cost |\n|---|---|\n| Cabinets | $3,820 |\n| Top | $680 |\n| **Total** | **$7,670** |",
    "$3,820 + $680 + $2,350 + $120 + $520 + $180 = $7,670",
    "The total is $7,670 (it was $7,350 before the cabinets changed).",
    "About $7,670 altogether, of which cabinets are the biggest at $3,820.",
]
KITCHEN_WRONG = [
    "Cabinets $3,820, quartz top $680, appliances $2,350, LED $120, floor tile about $520, backsplash $180",
    "$7,350",
    "Total $8,000. Cabinets $3,820, quartz top $680, appliances $2,350, LED $120, floor tile about $520, backsplash $180",
    "$7,670 or $8,000",
    "Total: $7,350. Cabinets $3,500, quartz top $680, appliances $2,350, LED $120, floor tile about $520, backsplash $180",
    "The total is $7,670 or maybe $7,350",
]
KITCHEN_LIST_RIGHT = [
    "cabinets $3,820, quartz top $680, total $4,500",
    "total about $4,520: cabinets $3,820; quartz top $680",
]
KITCHEN_LIST_PARTLY_7 = [
    "cabinets $3,820, quartz top $680",
    "cabinets $3,820, quartz top $600, total $4,500",
]
KITCHEN_LIST_PARTLY_3 = [
    "cabinets $680, quartz top $3,820, total $4,500",
]


@pytest.mark.parametrize("answer", KITCHEN_RIGHT)
def test_such_an_answer_about_kitchen_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("kitchen", answer).score == 10


@pytest.mark.parametrize("answer", KITCHEN_WRONG)
def test_such_an_answer_about_kitchen_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("kitchen", answer).score == 0


@pytest.mark.parametrize("answer", KITCHEN_LIST_RIGHT)
def test_such_an_answer_about_kitchen_list_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("kitchen list", answer).score == 10


@pytest.mark.parametrize("answer", KITCHEN_LIST_PARTLY_7)
def test_such_an_answer_about_kitchen_list_earns_7_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("kitchen list", answer).score == pytest.approx(6.666666666666667)


@pytest.mark.parametrize("answer", KITCHEN_LIST_PARTLY_3)
def test_such_an_answer_about_kitchen_list_earns_3_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("kitchen list", answer).score == pytest.approx(3.3333333333333335)
