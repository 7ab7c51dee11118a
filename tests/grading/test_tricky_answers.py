"""More answers to the checks of ``conftest.py``: restatements, conversions, quotations, hedges, cancellations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

ANSWERS = json.loads(Path(__file__).with_name("tricky_answers.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("answer", ANSWERS, ids=[f"{row['check']}: {row['text'][:50]}" for row in ANSWERS])
def test_a_tricky_answer_gets_its_score(graded: Callable[[str, str], Grade], answer: dict[str, str]) -> None:
    assert graded(answer["check"], answer["text"]).score == answer["score"]
