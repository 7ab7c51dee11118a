"""Answers as chat assistants give them, to an exam about a flat, a car, a trip and a cat, each with its right score."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.grading.code_grader import grade
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.scenario.keys import Key

CHECKS = json.loads(Path(__file__).with_name("chat_answers.json").read_text(encoding="utf-8"))
CASES = [(check, answer) for check in CHECKS for answer in check["answers"]]


@pytest.mark.parametrize(("check", "answer"), CASES, ids=[answer["text"][:50] for _, answer in CASES])
def test_a_chat_answer_gets_its_score(check: dict[str, Any], answer: dict[str, Any]) -> None:
    expectation = Expectation(
        check["question"],
        check["answer"],
        Key.model_validate(check["key"]),
        tuple(check["earlier"]),
        tuple(check["current"]),
        today=date.fromisoformat(check["today"]),
    )
    assert grade(expectation, answer["text"]).score == pytest.approx(answer["score"], abs=0.001)
