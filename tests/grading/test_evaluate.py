from __future__ import annotations

import pytest

from pytest_marathonmem.grading.evaluate import evaluate, unscored
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.grading.verdict import Verdict, Verdicts, verdict_score
from pytest_marathonmem.scenario.keys import Key

FOOD = Expectation("How much food does Boss get?", "50 g", Key(type="RECALL", value="50 g"))
CAR = Expectation(
    "Which car, and what deposit?",
    "RAV4, $500",
    Key.model_validate({"type": "RECALL", "points": [{"any_of": ["RAV4"]}, {"value": "$500"}]}),
)
PLACE = Expectation("Where did I run?", "around Ashton Court")


def test_a_right_answer_costs_nobody_anything() -> None:
    evaluation = evaluate("2.3", FOOD, "50 g")
    assert (evaluation.score, evaluation.outcome, evaluation.owner) == (10, "correct", None)
    assert (evaluation.check_id, evaluation.expected, evaluation.got) == ("2.3", "50 g", "50 g")


def test_the_second_chance_halves_the_score() -> None:
    evaluation = evaluate("2.3", FOOD, "50 g", attempt=2)
    assert (evaluation.score, evaluation.attempt, evaluation.owner) == (5, 2, "agent")


@pytest.mark.parametrize(("attempt", "score"), [(1, 5), (2, 2.5)])
def test_one_of_two_facts_is_worth_half(attempt: int, score: float) -> None:
    assert evaluate("20.8", CAR, "It's the RAV4.", attempt).score == score


def test_a_wrong_answer_is_the_agents() -> None:
    evaluation = evaluate("2.3", FOOD, "60 g")
    assert (evaluation.score, evaluation.outcome, evaluation.owner) == (0, "invented", "agent")


def test_an_uncertain_answer_without_a_model_is_unscored_and_the_scenarios() -> None:
    evaluation = evaluate("15.1", PLACE, "In the park.")
    assert (evaluation.score, evaluation.outcome, evaluation.owner) == (None, "unscored", "scenario")
    assert evaluation.comment == "give the check a Key"


def test_an_unsure_model_does_not_help() -> None:
    evaluation = evaluate("15.1", PLACE, "In the park.", 2, Verdicts(judge=Verdict("unsure", by="judge")))
    assert (evaluation.score, evaluation.attempt) == (None, 2)
    assert evaluation.comment == "give the check a Key; the judge is unsure"


@pytest.mark.parametrize(("word", "score", "outcome"), [("right", 10, "correct"), ("wrong", 0, "missed")])
def test_a_model_decides_where_code_is_uncertain(word: str, score: float, outcome: str) -> None:
    evaluation = evaluate(
        "15.1", PLACE, "In the park.", 1, Verdicts(persona=Verdict(word, by="persona", comment="so it is"))
    )
    assert (evaluation.score, evaluation.outcome) == (score, outcome)
    assert evaluation.comment == f"by the persona: {word}, so it is"


def test_code_stands_where_it_is_certain_and_the_dispute_is_noted() -> None:
    evaluation = evaluate("2.3", FOOD, "60 g", 1, Verdicts(judge=Verdict("right", by="judge")))
    assert evaluation.score == 0
    assert "disputed: code 0 (invented), judge 10 (right)" in evaluation.comment


def test_agreement_is_not_disputed() -> None:
    assert evaluate("2.3", FOOD, "50 g", 1, Verdicts(judge=Verdict("right", by="judge"))).comment == ""


@pytest.mark.parametrize(
    ("verdict", "points", "score"),
    [
        (Verdict("right", by="judge"), 2, 10),
        (Verdict("wrong", by="judge"), 2, 0),
        (Verdict("unsure", by="judge"), 2, None),
        (Verdict("partly", by="judge", points=(True, False)), 2, 5),
        (Verdict("partly", by="judge", points=(True,)), 4, 2.5),
        (Verdict("partly", by="judge"), 1, 0),
        (Verdict("partly", by="judge"), 3, 5),
    ],
)
def test_code_makes_the_number_of_a_verdict(verdict: Verdict, points: int, score: float | None) -> None:
    assert verdict_score(verdict, points) == score


def test_what_others_spoil_is_unscored_and_never_zero() -> None:
    evaluation = unscored("2.3", FOOD, "persona", "never told", "50 g")
    assert (evaluation.score, evaluation.outcome, evaluation.owner) == (None, "unscored", "persona")
    assert (evaluation.comment, evaluation.got, evaluation.attempt) == ("never told", "50 g", 1)
