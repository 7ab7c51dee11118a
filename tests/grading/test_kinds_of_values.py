from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

PAIR = {"type": "RECALL", "points": [{"value": "0"}, {"value": "1"}]}


@pytest.mark.parametrize(
    ("answer", "score"), [("0,1", 10), ("0 and 1", 10), ("0, 1", 10), ("01", 0), ("0", 5)]
)
def test_a_comma_makes_a_pair_where_a_pair_is_asked(
    graded_by: Callable[..., Grade], answer: str, score: int
) -> None:
    assert graded_by(answer, "0 and 1", key=PAIR).score == score


@pytest.mark.parametrize(("answer", "score"), [("0,1", 10), ("0.1", 10), ("0, 1", 0), ("01", 0)])
def test_a_comma_makes_a_decimal_where_a_decimal_is_asked(
    graded_by: Callable[..., Grade], answer: str, score: int
) -> None:
    assert graded_by(answer, "0.1", key={"type": "RECALL", "value": "0.1"}).score == score


@pytest.mark.parametrize(
    ("answer", "gold", "score"),
    [
        ("The answer is 72, in total, so that's it.", "72", 10),
        ("That makes $9{,}500 altogether.", "$9,500", 10),
        ("$9.5k", "$9,500", 10),
        ("9.500 $", "$9,500", 10),
        ("nine thousand five hundred dollars", "$9,500", 10),
        ("8,000", "8000", 10),
        ("1 100", "1100", 10),
        ("1.100 €", "1100", 10),
        ("25", "5", 0),
        ("5.5", "5", 0),
        ("five", "5", 10),
        ("5.", "5", 10),
        ("−3", "-3", 10),
        ("-3 °C", "−3 °C", 10),
        ("3", "-3", 0),
        ("½", "0.5", 10),
        ("(3.14).", "3.14", 10),
        ("７２", "72", 10),
        ("approximately $850", "about $850", 10),
        ("≈850", "$850", 10),
        ("9 people, me included", "9 people", 10),
        ("Nine.", "9 people", 10),
        ("40 minutes and 50 seconds", "40:50", 10),
        ("15 percent", "15%", 10),
        ("8 pm", "20:00", 10),
    ],
)
def test_a_value_is_recognised_in_its_spellings(
    graded_by: Callable[..., Grade], answer: str, gold: str, score: int
) -> None:
    assert graded_by(answer, gold, key={"type": "RECALL", "value": gold}).score == score


def test_a_change_that_is_told_is_not_stale(graded_by: Callable[..., Grade]) -> None:
    grade = graded_by(
        "was 300, now 450", "$450", key={"type": "RECALL", "value": "$450"}, earlier=("x $300",)
    )
    assert grade.outcome == "correct"


@pytest.mark.parametrize(
    ("answer", "score"), [("300 g", 10), ("300 g, or 30", 0), ("300 g; earlier it was 30 g", 10)]
)
def test_a_forbidden_value_is_a_token_of_its_own(
    graded_by: Callable[..., Grade], answer: str, score: int
) -> None:
    key = {"type": "RECALL", "value": "300 g", "forbidden": ["30"]}
    assert graded_by(answer, "300 g", key=key).score == score


@pytest.mark.parametrize(
    "answer", ["Ryzen 7 7800X3D", "the ryzen 7 7800X3D", "an AMD Ryzen 7 7800X3D with 8 cores"]
)
def test_a_number_in_a_name_belongs_to_the_name(graded_by: Callable[..., Grade], answer: str) -> None:
    assert (
        graded_by(answer, "Ryzen 7 7800X3D", key={"type": "RECALL", "value": "Ryzen 7 7800X3D"}).score == 10
    )


def test_a_price_a_month_is_none_a_year(graded_by: Callable[..., Grade]) -> None:
    key = {"type": "RECALL", "value": "$430"}
    current = ("Car insurance, $430 a year",)
    assert graded_by("$430 a month", "$430", key=key, current=current).score == 0
    assert graded_by("$430 annually", "$430", key=key, current=current).score == 10


def test_a_stale_name_of_the_key_competes(graded_by: Callable[..., Grade]) -> None:
    key = {"type": "RECALL", "any_of": ["oak", "oak wood"], "stale": ["pine"]}
    assert graded_by("Oak and pine.", "oak", key=key).score == 0
    assert graded_by("Oak; it was pine before.", "oak", key=key).score == 10
    assert graded_by("Pine.", "oak", key=key).outcome == "stale"


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("50 г", 10),
        ("Босс получает 50 г в день (раньше было 70, потом 55)", 10),
        ("не 55, а 50 г", 10),
        ("Сначала 70 г, потом 55 г, теперь 50 г.", 10),
        ("Снизили с 55 до 50 г", 10),
        ("50 граммов", 10),
        ("55 г", 0),
        ("55 или 50 г", 0),
        ("Было 50 г, теперь 55 г", 0),
        ("Ты не говорил", 0),
        ("Подняли с 50 до 55 г", 0),
    ],
)
def test_russian_answers_choose_by_their_own_words(
    graded_by: Callable[..., Grade], answer: str, score: int
) -> None:
    earlier = ("Босс получает 70 г корма в день", "Босс получает 55 г корма в день")
    question = "Сколько корма в день получает Босс?"
    key = {"type": "RECALL", "value": "50 г"}
    assert graded_by(answer, "50 г", question, key, earlier=earlier, language="ru").score == score
