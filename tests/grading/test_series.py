from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

READINGS_RIGHT = [
    "126/82 on the 27th, 128/84 on the 19th, 130/86 on July 5, 135/88 on June 21 and 142/95 on May 31",
    "| Date | BP |\n|---|---|\n| May 31 | 142/95 |\n| Jun 21 | 135/88 |\n| Jul 5 | 130/86 |\n| Jul 19 | 128/84 |\n| Jul 27 | 126/82 |",
    "May 31: 142/95; 21.06.: 135/88; 5/7 130/86; 2026-07-19 128/84; 27 July 126/82",
    "On May 31 it was 142/95, on June 21 135/88, on July 5 130/86, on July 19 128/84 and on July 27 126/82. A normal value is below 120/80.",
    "May 31, 142/95\nJune 21, 135/88\nJuly 5, 130/86\nJuly 19, 128/84\nJuly 27, 126/82",
    "142/95 (31 May)\n135/88 (21 June)\n130/86 (5 July)\n128/84 (19 July)\n126/82 (27 July)",
    "### May 31\n142/95\n### June 21\n135/88\n### July 5\n130/86\n### July 19\n128/84\n### July 27\n126/82",
]
READINGS_PARTLY_8 = [
    "May 31 142/95, June 21 135/88, July 5 130/86, July 19 128/84",
    "May 31 142/95, June 21 135/88, July 5 130/86, July 19 128/84, July 27 120/80",
    "May 31 142/95, June 21 135/88, July 5 130/86, July 19 128/84, July 27 126/82, August 2 120/80",
]
READINGS_PARTLY_6 = [
    "May 31 135/88, June 21 142/95, July 5 130/86, July 19 128/84, July 27 126/82",
]


@pytest.mark.parametrize("answer", READINGS_RIGHT)
def test_such_an_answer_about_readings_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("readings", answer).score == 10


@pytest.mark.parametrize("answer", READINGS_PARTLY_8)
def test_such_an_answer_about_readings_earns_8_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("readings", answer).score == 8


@pytest.mark.parametrize("answer", READINGS_PARTLY_6)
def test_such_an_answer_about_readings_earns_6_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("readings", answer).score == 6
