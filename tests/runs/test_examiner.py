"""What models say of an answer is asked once, recorded, and made a score by code."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import ModelError
from pytest_marathonmem.grading.judge import Judge
from pytest_marathonmem.models.chat import ChatMessage
from pytest_marathonmem.persona.asking import Asking
from pytest_marathonmem.persona.tools import LogEvaluation
from pytest_marathonmem.runs.events import Event, EventLog, read_events
from pytest_marathonmem.runs.examiner import Examiner
from pytest_marathonmem.runs.record import Record
from pytest_marathonmem.scenario.model import Benchmark

CHAPTER = """\
# One
## Exam
❓ 1.1 Where did I run?
   Correct answer: around Ashton Court.
❓ 1.2 How much food a day does Boss get?
   Correct answer: 55 g.
   Key: {type: "RECALL", value: "55 g"}
"""
UNSURE, KEYED = 0, 1


class Model:
    name = "strict"

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)

    async def answer(self, messages: Sequence[ChatMessage], schema: Mapping[str, Any] | None) -> ChatMessage:
        if not self.replies:
            raise ModelError("the judge is gone")
        return ChatMessage("assistant", self.replies.pop(0))


class Exam:
    """One start of a run that only examines."""

    def __init__(self, benchmark: Benchmark, path: Path) -> None:
        self.benchmark = benchmark
        self.path = path

    def evaluate(
        self,
        model: Model | None = None,
        *,
        check: int = UNSURE,
        says: LogEvaluation | None = None,
        persona_judges: bool = False,
        earlier: Sequence[Event] = (),
        **asking: Any,
    ) -> list[Event]:
        clock = Clock.local()
        seen: list[Event] = []
        given = self.benchmark.checks[check]
        asked = Asking(given, is_void=False, began=clock.elapsed(), **{"answer": "In the park."} | asking)
        with EventLog(self.path, clock, len(earlier)) as log:
            examiner = Examiner(
                self.benchmark,
                clock,
                Record(log, seen.append, earlier),
                Judge(model, "5f0c") if model else None,
                persona_judges=persona_judges,
            )
            says = says or LogEvaluation(check_id=given.id, verdict="unsure")
            asyncio.run(examiner.evaluate(asked, says))
        return seen


@pytest.fixture
def exam(load: Callable[..., Benchmark], tmp_path: Path) -> Exam:
    return Exam(load({"chapter1.md": CHAPTER}), tmp_path / "events.jsonl")


def test_what_the_judge_says_is_recorded_before_it_counts(exam: Exam) -> None:
    judged, evaluated = exam.evaluate(Model("VERDICT: right\nCOMMENT: the same park"))
    assert (judged.type, dict(judged.data)) == (
        "judged",
        {"check": "1.1", "word": "right", "points": [], "comment": "the same park", "error": ""},
    )
    assert (evaluated.type, evaluated["score"]) == ("evaluated", 10)
    assert evaluated["comment"] == "by the judge: right, the same park"


def test_a_judge_without_a_verdict_is_recorded_with_the_reason(exam: Exam) -> None:
    judged, evaluated = exam.evaluate(Model("", ""))
    assert (judged["word"], judged["error"]) == (None, "the reply is empty")
    assert (evaluated["score"], evaluated["owner"]) == (None, "judge")


@pytest.mark.parametrize("replies", [["VERDICT: right"], ["", ""]])
def test_a_judge_is_not_asked_again_when_the_run_goes_on(exam: Exam, replies: list[str]) -> None:
    _, evaluated = exam.evaluate(Model(*replies))
    judged, *_ = read_events(exam.path)
    exam.path.unlink()
    again = exam.evaluate(Model(), earlier=[judged])
    assert {**again[1].data, "seconds": 0} == {**evaluated.data, "seconds": 0}


def test_an_evaluation_is_not_made_again_when_the_run_goes_on(exam: Exam) -> None:
    events = exam.evaluate(Model("VERDICT: right"))
    assert exam.evaluate(Model(), earlier=events) == events


def test_a_judge_that_cannot_be_had_leaves_the_check_open(exam: Exam) -> None:
    with pytest.raises(ModelError, match="the judge is gone"):
        exam.evaluate(Model())
    assert list(read_events(exam.path)) == []


def test_a_check_without_an_answer_is_not_judged(exam: Exam) -> None:
    (evaluated,) = exam.evaluate(Model(), answer=None, failure="no route")
    assert (evaluated["owner"], evaluated["comment"]) == ("infrastructure", "no route")


def test_a_check_that_the_persona_spoiled_is_the_personas(exam: Exam) -> None:
    (evaluated,) = exam.evaluate(answer=None, failure="never told", owner="persona")
    assert (evaluated["score"], evaluated["owner"]) == (None, "persona")


def test_flags_of_the_asking_reach_the_evaluation(exam: Exam) -> None:
    (evaluated,) = exam.evaluate(flags=["pets 1.1 was marked told, but not said"])
    assert evaluated["flags"] == ["pets 1.1 was marked told, but not said"]


def test_the_verdict_of_a_persona_that_is_a_model_counts_where_code_cannot_tell(exam: Exam) -> None:
    says = LogEvaluation(check_id="1.1", verdict="right", comment=" that is\nit ")
    (evaluated,) = exam.evaluate(says=says, persona_judges=True)
    assert (evaluated["score"], evaluated["comment"]) == (10, "by the persona: right, that is it")


def test_the_verdict_of_the_scripted_persona_counts_nowhere(exam: Exam) -> None:
    says = LogEvaluation(check_id="1.1", verdict="right")
    (evaluated,) = exam.evaluate(says=says)
    assert (evaluated["score"], evaluated["comment"]) == (None, "give the check a Key")


def test_a_dispute_is_in_the_record_and_code_stands(exam: Exam) -> None:
    says = LogEvaluation(check_id="1.2", verdict="wrong", comment="no")
    _, evaluated = exam.evaluate(
        Model("VERDICT: right"), check=KEYED, says=says, persona_judges=True, answer="55 g"
    )
    assert evaluated["score"] == 10
    assert evaluated["comment"] == "disputed: code 10 (correct), persona 0 (wrong, no)"
