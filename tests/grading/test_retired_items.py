from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

WINE_FRIDGE_RIGHT = [
    "Kitchen without the wine fridge: cabinets $3,820, rest $3,850, total $7,670",
    "Total $7,670 (wine fridge cancelled)",
    "$7,670. The wine fridge ($330) was dropped.",
    "$7,670; the wine fridge, at $330, was cancelled, so it isn't counted",
    "Cabinets $3,820\nRest $3,850\n~~Wine fridge $330~~\nTotal $7,670",
    "Total $7,670\n\nCancelled:\n- wine fridge $330",
    "$7,670, no wine fridge",
    "Total: $7,670. We removed the wine fridge since it doesn't fit.",
    "| Item | Cost |\n|---|---|\n| Cabinets | $3,820 |\n| Rest | $3,850 |\n| Wine fridge | cancelled |\n| Total | $7,670 |",
    "The wine fridge is out. Total $7,670.",
]
WINE_FRIDGE_WRONG = [
    "Cabinets $3,820, rest $3,850, wine fridge $330, total $7,670",
    "Total $8,000",
    "Cabinets $3,820, rest $3,850, wine fridge $330, total $8,000",
    "cabinets $3,820; wine fridge; total $7,670",
    "Cabinets $3,820, rest $3,850, $330, total $7,670",
    "Wine fridge $330, delivery cancelled, total $7,670",
]


@pytest.mark.parametrize("answer", WINE_FRIDGE_RIGHT)
def test_such_an_answer_about_wine_fridge_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("wine fridge", answer).score == 10


@pytest.mark.parametrize("answer", WINE_FRIDGE_WRONG)
def test_such_an_answer_about_wine_fridge_earns_nothing(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("wine fridge", answer).score == 0
