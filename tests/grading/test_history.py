from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

OLD_TILE_RIGHT = [
    "$42",
    "It was $42 before it went up to $55",
    "$42 per m²; it's $55 now",
    "Originally $42, now $55",
    "$42 → $55",
    "It went from $42 to $55.",
    "Before the rise it was $42 per m².",
    "The tile is $55 per m² (it was $42).",
    "Wall tile, marble look, $42 per m²",
    "$55 now, $42 before",
    "It used to be 42 per metre.",
]
OLD_TILE_WRONG = [
    "$55",
    "$42, $55",
    "$42 or $45 before it went up to $55",
    "It was $55",
    "I only have the current price, $55.",
    "It was $45 before it went up to $55",
    "not $42",
]
FIRST_FOOD_RIGHT = [
    "70 g",
    "Originally 70 g, then 55 g, now 50 g",
    "It was 70 g, then 55 g, now 50 g",
    "70 → 55 → 50 g",
]
FIRST_FOOD_WRONG = [
    "55 g",
    "It was 55 g, now 50 g",
    "50 g",
]


@pytest.mark.parametrize("answer", OLD_TILE_RIGHT)
def test_such_an_answer_about_old_tile_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("old tile", answer).score == 10


@pytest.mark.parametrize("answer", OLD_TILE_WRONG)
def test_such_an_answer_about_old_tile_earns_nothing(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("old tile", answer).score == 0


@pytest.mark.parametrize("answer", FIRST_FOOD_RIGHT)
def test_such_an_answer_about_first_food_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("first food", answer).score == 10


@pytest.mark.parametrize("answer", FIRST_FOOD_WRONG)
def test_such_an_answer_about_first_food_earns_nothing(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("first food", answer).score == 0
