from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

WALL_RIGHT = [
    "Microcement",
    "micro-cement? It's microcement.",
    "Microcement instead of the decorative stone",
    "It was going to be decorative stone, but now it's microcement.",
    "The accent wall gets microcement.",
    "Microcement (originally decorative stone)",
]
WALL_WRONG = [
    "Decorative stone",
    "decorative stone and microcement",
    "stone or microcement",
    "It was microcement, now decorative stone",
    "not microcement",
    "plaster",
    "microcement or stone",
]


@pytest.mark.parametrize("answer", WALL_RIGHT)
def test_such_an_answer_about_wall_earns_all_points(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("wall", answer).score == 10


@pytest.mark.parametrize("answer", WALL_WRONG)
def test_such_an_answer_about_wall_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("wall", answer).score == 0
