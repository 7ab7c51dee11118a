"""Agents that answer every check in one way, on the exam about a flat, a car, a trip and a cat."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from pytest_marathonmem.grading.code_grader import grade
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.scenario.keys import Key

CHECKS = json.loads(Path(__file__).with_name("chat_answers.json").read_text(encoding="utf-8"))
EXPECTATIONS = [
    Expectation(
        check["question"],
        check["answer"],
        Key.model_validate(check["key"]),
        tuple(check["earlier"]),
        tuple(check["current"]),
        today=date.fromisoformat(check["today"]),
    )
    for check in CHECKS
]
EVERYTHING = [text for e in EXPECTATIONS for text in (*e.earlier, *e.current)]
IDS = [expectation.question[:40] for expectation in EXPECTATIONS]


def type_of(expectation: Expectation) -> str:
    return expectation.key.type if expectation.key else ""


@pytest.mark.parametrize("expectation", EXPECTATIONS, ids=IDS)
def test_the_written_answer_is_right(expectation: Expectation) -> None:
    assert grade(expectation, expectation.answer).score == 10


@pytest.mark.parametrize("expectation", EXPECTATIONS, ids=IDS)
@pytest.mark.parametrize("joint", [". ", "\n", "\n- ", "; "])
def test_the_plain_texts_of_the_facts_are_right(expectation: Expectation, joint: str) -> None:
    key = expectation.key
    texts = list(expectation.current)
    if key and key.total:
        texts.insert(0, key.total)
    if key and key.type == "SERIES":
        texts = [f"{point.at}: {point.value}" for point in key.points]
    answer = "You haven't told me that." if type_of(expectation) == "VOID" else joint.join(texts)
    assert grade(expectation, answer).score == 10


@pytest.mark.parametrize("expectation", EXPECTATIONS, ids=IDS)
@pytest.mark.parametrize("joint", [" ", "\n", ", "])
def test_reciting_everything_earns_nothing(expectation: Expectation, joint: str) -> None:
    assert grade(expectation, joint.join(EVERYTHING)).score == 0


@pytest.mark.parametrize("expectation", EXPECTATIONS, ids=IDS)
def test_never_told_earns_nothing_but_where_it_is_so(expectation: Expectation) -> None:
    expected = 10 if type_of(expectation) == "VOID" else 0
    assert grade(expectation, "You never told me that.").score == expected


@pytest.mark.parametrize("expectation", [e for e in EXPECTATIONS if type_of(e) == "RECALL" and e.earlier])
def test_the_texts_of_before_earn_nothing_where_they_lack_the_value(expectation: Expectation) -> None:
    assert grade(expectation, ". ".join(expectation.earlier)).score == 0
