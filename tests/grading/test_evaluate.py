from __future__ import annotations

import pytest

from pytest_marathonmem.grading.evaluate import asked_for, evaluate, unscored
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


WRONG_PERSONA = Verdict("wrong", by="persona", comment="no")
RIGHT_JUDGE = Verdict("right", by="judge")
UNSURE_JUDGE = Verdict("unsure", by="judge")


def test_where_code_is_certain_each_model_that_differs_is_shown() -> None:
    verdicts = Verdicts(
        persona=Verdict("right", by="persona"), judge=Verdict("right", by="judge", comment="ok")
    )
    evaluation = evaluate("2.3", FOOD, "60 g", 1, verdicts)
    assert evaluation.score == 0
    assert evaluation.comment.endswith(
        "disputed: code 0 (invented), persona 10 (right), judge 10 (right, ok)"
    )


def test_the_judge_goes_before_the_persona_and_both_are_shown() -> None:
    evaluation = evaluate("15.1", PLACE, "In the park.", 1, Verdicts(WRONG_PERSONA, RIGHT_JUDGE))
    assert (evaluation.score, evaluation.outcome, evaluation.owner) == (10, "correct", None)
    assert evaluation.comment == "by the judge: right; disputed: judge 10 (correct), persona 0 (wrong, no)"


def test_the_persona_does_not_replace_an_unsure_judge() -> None:
    evaluation = evaluate("15.1", PLACE, "In the park.", 1, Verdicts(WRONG_PERSONA, UNSURE_JUDGE))
    assert (evaluation.score, evaluation.owner) == (None, "scenario")
    assert evaluation.comment == "give the check a Key; the judge is unsure"


def test_a_judge_that_failed_where_code_is_uncertain_leaves_the_check_unscored() -> None:
    verdicts = Verdicts(WRONG_PERSONA, judge_error="the reply is empty")
    evaluation = evaluate("15.1", PLACE, "In the park.", 2, verdicts)
    assert (evaluation.score, evaluation.outcome, evaluation.owner) == (None, "unscored", "judge")
    assert (evaluation.comment, evaluation.attempt) == ("the judge gave no verdict: the reply is empty", 2)


def test_a_judge_that_failed_where_code_is_certain_is_only_mentioned() -> None:
    evaluation = evaluate("2.3", FOOD, "50 g", 1, Verdicts(judge_error="the reply is empty"))
    assert (evaluation.score, evaluation.owner) == (10, None)
    assert evaluation.comment == "the judge gave no verdict: the reply is empty"


def test_a_verdict_says_which_points_are_right() -> None:
    towns = Expectation("Where did I run?", "in Ashton, then Bedminster")
    partly = Verdict("partly", by="judge", points=(False, True))
    evaluation = evaluate("15.1", towns, "By the church.", 1, Verdicts(judge=partly))
    assert (evaluation.score, evaluation.outcome) == (5, "partial")
    assert [(point.expected, point.right, point.outcome) for point in evaluation.points] == [
        ("Ashton", False, "missed"),
        ("Bedminster", True, "correct"),
    ]


def test_a_judge_gets_the_points_only_if_there_are_several() -> None:
    assert asked_for(FOOD, "60 g") == ()
    assert asked_for(CAR, "60 g") == ("RAV4", "$500")
