"""Answers in the manner of real assistants get the score that a fair examiner would give."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

import json5
import pytest

from pytest_marathonmem.grading.evaluate import evaluate
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.scenario.asked import describe
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.keys import Key
from pytest_marathonmem.scenario.ledger import Ledger

HERE = Path(__file__).parent
MAX = HERE.parent.parent / "benchmarks" / "max"
STARTED = datetime(2026, 7, 27, 9, tzinfo=UTC)
ANSWER = re.compile(r"^\[(?P<score>[\d.]+)(?: ~ (?P<known>.+?))?\] ", re.MULTILINE)


@dataclass(frozen=True)
class Sample:
    check: str
    score: float
    text: str
    known: str | None

    @property
    def name(self) -> str:
        return f"{self.check}: {self.text.splitlines()[0][:60]}"


def read_samples() -> list[Sample]:
    sections = re.split(
        r"^=== ", (HERE / "assistant_answers.txt").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    samples = []
    for section in sections[1:]:
        check, _, answers = section.partition("\n")
        heads = list(ANSWER.finditer(answers))
        ends = [head.start() for head in heads[1:]] + [len(answers)]
        for head, end in zip(heads, ends, strict=True):
            text = answers[head.end() : end].strip()
            samples.append(Sample(check, float(head["score"]), text, head["known"]))
    return samples


SAMPLES = read_samples()


@cache
def expectations() -> dict[str, Expectation]:
    benchmark = load_benchmark(MAX, STARTED)
    ledger = Ledger.of(benchmark)
    today = STARTED.date()
    own = json5.loads((HERE / "assistant_checks.json5").read_text(encoding="utf-8"))
    return {check.id: Expectation.of(describe(check, ledger), "en", today) for check in benchmark.checks} | {
        name: own_expectation(today=today, **check) for name, check in own.items()
    }


def own_expectation(
    *, question: str, answer: str, key: dict[str, object], earlier: list[str], current: list[str],
    today: date, language: str = "en",
) -> Expectation:  # fmt: skip
    return Expectation(
        question, answer, Key.model_validate(key), tuple(earlier), tuple(current), language, today
    )


@pytest.mark.parametrize(
    "sample",
    [
        pytest.param(
            sample,
            id=sample.name,
            marks=[pytest.mark.xfail(reason=sample.known, strict=True)] if sample.known else [],
        )
        for sample in SAMPLES
    ],
)
def test_an_answer_gets_the_score_of_a_fair_examiner(sample: Sample) -> None:
    evaluation = evaluate(sample.check, expectations()[sample.check], sample.text)
    assert evaluation.score == pytest.approx(sample.score, abs=0.001), evaluation.comment


def test_every_check_of_the_benchmark_has_answers_to_it() -> None:
    assert set(expectations()) - set(Counter(sample.check for sample in SAMPLES)) == set()


def test_few_answers_are_known_to_be_scored_otherwise() -> None:
    assert sum(sample.known is not None for sample in SAMPLES) <= 0.03 * len(SAMPLES)
