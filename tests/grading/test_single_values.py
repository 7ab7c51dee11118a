from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

BOSS_RIGHT = [
    "50 g",
    "Boss gets 50 g of food a day",
    "**50 g** a day (it was 70 g, then 55 g before the vet's note)",
    "50",
    "0.05 kg",
    "It started at 70 g, went down to 55 g, and in the end it's 50 g.",
    "70 → 55 → 50 g",
    "Not 55 g but 50 g.",
    "50 g, not 55 g.",
    "Originally 70 g, then 55 g, now 50 g",
    "2026-07-26: I misremembered, the vet's note says 50 g a day.",
    "Boss gets 50 g of food a day. Earlier you had said 70 g, then 55 g.",
    "From 70 g to 55 g and finally to 50 g",
    "`50 g`",
    "50 grams a day, split into two meals",
    "about 50 g",
    "He gets 50g/day of dry food.",
    "50 g. Shall I note that?",
    "| Cat | Food | \n|---|---|\n| Boss | 50 g |",
    "| What | Old | New |\n|---|---|---|\n| Boss food | 55 g | 50 g |",
    "~~55 g~~ 50 g",
    "\x1b[31m50 g\x1b[0m",
    "```\n50 g\n```",
    "Boss gets 50 g of dry food and drinks 200 ml of water.",
    "Boss weighs 6.2 kg and gets 50 g a day",
    "Boss gets 50 g a day instead of 55 g.",
    "50 г",
    "The vet's correct figure is 50 g; 55 g was a mistake.",
    "Boss's portion is 50 g (70 g originally, 55 g after the first vet visit).",
    "I think it's 50 g, though I'm not completely sure.",
    "Fifty? No: 50 g.",
]
BOSS_WRONG = [
    "55 g",
    "70 g",
    "55 or 50, I'm not sure",
    "55 or 50 g",
    "either 50 or 55 g",
    "50-55 g",
    "between 50 and 55 g",
    "50 kg",
    "500 g",
    "5 g",
    "Boss gets 50 g and 55 g",
    "70 g, 55 g, 50 g",
    "Boss gets 50 g of food a day. Now it is 60 g.",
    "not 50 g",
    "It was 50 g, now it's 55 g.",
    "The amount was changed from 50 g to 55 g.",
    "You haven't told me that.",
    "",
    "50 g or 55 g",
    "50 g of food. Or maybe 55 g.",
    "2026-07-26: The vet wants him lighter, so 55 g a day from now on.",
    "Which cat?",
    "Boss gets 55 g a day. The vet's note says 50 g.",
    "50 to 55 g",
    "Somewhere around 50–60 g",
    "150 g",
    "50.5 g",
]
TILE_RIGHT = [
    "$55 per m²",
    "55",
    "It was $42, then it went up to $55",
    "55 a metre",
    "$55/m²",
    "The marble-look wall tile is $55 per m² (total about $1,370).",
    "It went up from $42 to $55 per m².",
    "$42 → $55",
    "Now $55, previously $42",
    "Wall tile $55 per m²; floor tile $43 per m²",
    "In the bathroom, the wall tile is $55 per m² and the floor tile in the bathroom is $43 per m²",
    "The wall tile costs $55 per square metre now, up from $42.",
    "$55 instead of $42",
    "The price rose to $55",
    "It was 42 but now it's 55.",
    "$55 (was $42)",
    "USD 55 per sqm",
    "$55 (it was raised from $42 in July)",
]
TILE_WRONG = [
    "$42",
    "$180 in total",
    "$42 or $55",
    "$55 or $42",
    "$55 a night",
    "It was $55, then it went up to $60",
    "€55",
    "$42 and $55",
    "$5.5",
    "between $42 and $55",
    "$42 now, it was $55 before",
    "It went from $55 to $42",
]
BIRTHDAY_RIGHT = [
    "March 14th",
    "14.03.",
    "It's on 14 March",
    "2026-07-26: Lena's birthday is 14 March",
    "14 March 1995",
    "March 14 (she turns 32)",
    "You told me on 26 July that it's on 14 March",
]
BIRTHDAY_WRONG = [
    "sometime in spring",
    "in March",
    "14 May",
    "March 13 or 14",
    "15 March",
    "the end of March",
]
STAY_RIGHT = [
    "Anna visits in three weeks, for a week",
    "seven days",
    "a week, 19–26 August",
    "1 week",
]
STAY_WRONG = [
    "two weeks",
    "three weeks",
]
VISIT_RIGHT = [
    "August 19–26",
    "from 19 August to 26 August",
    "19 to 26 August",
]
VISIT_WRONG = [
    "19 August",
    "August",
]
ROOM_RIGHT = [
    "5.2 by 4",
    "5.2 x 4.0 m (20.8 m²)",
    "5.2m × 4.0m, it was 5.6 × 4.0",
]
ROOM_WRONG = [
    "5.6 × 4.0",
    "5.2 × 4.1 m",
    "5.2 m",
]


@pytest.mark.parametrize("answer", BOSS_RIGHT)
def test_such_an_answer_about_boss_earns_all_points(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("boss", answer).score == 10


@pytest.mark.parametrize("answer", BOSS_WRONG)
def test_such_an_answer_about_boss_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("boss", answer).score == 0


@pytest.mark.parametrize("answer", TILE_RIGHT)
def test_such_an_answer_about_tile_earns_all_points(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("tile", answer).score == 10


@pytest.mark.parametrize("answer", TILE_WRONG)
def test_such_an_answer_about_tile_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("tile", answer).score == 0


@pytest.mark.parametrize("answer", BIRTHDAY_RIGHT)
def test_such_an_answer_about_birthday_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("birthday", answer).score == 10


@pytest.mark.parametrize("answer", BIRTHDAY_WRONG)
def test_such_an_answer_about_birthday_earns_nothing(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("birthday", answer).score == 0


@pytest.mark.parametrize("answer", STAY_RIGHT)
def test_such_an_answer_about_stay_earns_all_points(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("stay", answer).score == 10


@pytest.mark.parametrize("answer", STAY_WRONG)
def test_such_an_answer_about_stay_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("stay", answer).score == 0


@pytest.mark.parametrize("answer", VISIT_RIGHT)
def test_such_an_answer_about_visit_earns_all_points(
    graded: Callable[[str, str], Grade], answer: str
) -> None:
    assert graded("visit", answer).score == 10


@pytest.mark.parametrize("answer", VISIT_WRONG)
def test_such_an_answer_about_visit_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("visit", answer).score == 0


@pytest.mark.parametrize("answer", ROOM_RIGHT)
def test_such_an_answer_about_room_earns_all_points(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("room", answer).score == 10


@pytest.mark.parametrize("answer", ROOM_WRONG)
def test_such_an_answer_about_room_earns_nothing(graded: Callable[[str, str], Grade], answer: str) -> None:
    assert graded("room", answer).score == 0
