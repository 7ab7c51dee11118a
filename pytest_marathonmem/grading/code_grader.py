"""The code grader: what an answer is worth, from 0 to 10, or that code can't tell."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.absent import counted_items
from pytest_marathonmem.grading.keyless import grade_names, inferred_key
from pytest_marathonmem.grading.mentions import Answer
from pytest_marathonmem.grading.outcome import Grade, PointGrade
from pytest_marathonmem.grading.points import PointGrader
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.recital import is_recital
from pytest_marathonmem.grading.rivals import Known
from pytest_marathonmem.grading.series import grade_series
from pytest_marathonmem.grading.totals import LABEL, components_of, grade_total
from pytest_marathonmem.grading.void import grade_void
from pytest_marathonmem.grading.wanted import read_alternative, read_wanted
from pytest_marathonmem.scenario.inferred import infer_type
from pytest_marathonmem.values import among, plain_text, read_reply, read_values
from pytest_marathonmem.values.compound import join_sides
from pytest_marathonmem.values.names import find_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.outcome import Outcome
    from pytest_marathonmem.grading.wanted import Wanted
    from pytest_marathonmem.scenario.keys import Key
    from pytest_marathonmem.values import Value

_WORST: tuple[Outcome, ...] = ("stale", "invented", "missed")
_SMALL = 12
"""Numbers up to this are also read as words, if such a number is asked for: "two sisters"."""

LONGEST = 20_000
"""Characters of an answer that are read; no answer to a question is longer."""


def grade(expectation: Expectation, answer: str) -> Grade:
    """Grade one answer by code, as an answer at the first attempt.

    The score is points right / points * 10; a check with a single value knows only 0 and 10. A refusal, a question back and
    an empty answer have missed everything, except that a VOID check wants a refusal. The grade is uncertain only where the
    check has no key and its written answer no value: a name that is not found may have been said in other words.
    """
    answer = answer[:LONGEST]
    key = expectation.key
    kind = key.type if key else infer_type(expectation.answer, expectation.language)
    if not plain_text(answer):
        return _nothing(expectation, "missed", "the answer is empty")
    if kind == "VOID":
        return grade_void(expectation, answer)
    reply = read_reply(answer, expectation.language, expectation.question)
    if reply != "answer":
        said = "the answer refuses" if reply == "refusal" else "the answer only asks back"
        return _nothing(expectation, "missed", said)
    key = key or inferred_key(expectation)
    return _grade_by_key(expectation, key, answer) if key else grade_names(expectation, answer)


def _grade_by_key(expectation: Expectation, key: Key, text: str) -> Grade:
    expectation = replace(expectation, key=key)
    points, total = wanted_points(expectation, key)
    wanted = [value for point in points for value in point.values]
    wanted += [*([total] if total else []), *components_of(expectation)]
    answer = _read(text, expectation, wanted)
    known = Known.of(expectation, wanted, text)
    fault = _fault(expectation, answer, known)
    if not fault and is_recital(answer, wanted, len(_listed(expectation)) + len(key.sum), known):
        fault = "the answer recites values instead of choosing"
    if fault:
        return _nothing(expectation, "invented", fault)
    grades, extra = _grade_points(expectation, points, total, answer, known)
    return _summary(grades, extra=len(extra), comment=f"invented: {'; '.join(extra)}" if extra else "")


def wanted_points(expectation: Expectation, key: Key) -> tuple[list[Wanted], Value | None]:
    """Return the points of a key, and its total. The single value of an aggregate counts as its total."""
    points = [
        read_wanted(point.accepted, expectation, label=point.label, at=point.at or "") for point in key.points
    ]
    total = read_alternative(key.total, expectation).values if key.total is not None else ()
    single = key.any_of or ((key.value,) if key.value is not None else ())
    if single:
        read = read_wanted(single, expectation)
        if key.type in {"AGG", "NEG"} and len(read.values) == 1:
            return points, read.values[0]
        points.append(read)
    return points, total[0] if total else None


def _read(text: str, expectation: Expectation, wanted: Sequence[Value]) -> Answer:
    bare = [value.amounts[0] for value in wanted if value.bare]
    if any(value.kind == "dimensions" for value in wanted):
        text = join_sides(text)
    counted = any(v.unit in {"person", "piece", "times"} and v.amounts[0] <= _SMALL for v in wanted)
    one_span = any(v.kind == "quantity" and v.amounts[0] in {1, Decimal("0.5")} for v in wanted)
    return Answer(
        text,
        expectation.language,
        expectation.today,
        bare_words=one_span or counted or any(amount % 1 == 0 and 0 <= amount <= _SMALL for amount in bare),
        comma_lists=bool(bare) and all(amount % 1 == 0 for amount in bare),
    )


def _grade_points(
    expectation: Expectation, points: Sequence[Wanted], total: Value | None, answer: Answer, known: Known
) -> tuple[list[PointGrade], list[str]]:
    """Return a grade for each point and the total, and what a series has too much."""
    if expectation.key and expectation.key.type == "SERIES":
        return grade_series(points, answer, known)
    grader = PointGrader(expectation, answer, points, known)
    grades = [grader.grade(index) for index in range(len(points))]
    return [*grades, *([grade_total(expectation, total, answer, known)] if total else [])], []


def _fault(expectation: Expectation, answer: Answer, known: Known) -> str:
    """Say what makes the whole check 0, if anything does."""
    counted = counted_items(expectation, answer, known)
    if counted:
        return f"the answer counts what was cancelled: {', '.join(counted)}"
    for text in expectation.key.forbidden if expectation.key else ():
        values = read_values(text, expectation.language)
        said = [m for m in answer.values if m.value and among(m.value, values)]
        said += [] if values else [answer.mention(span) for span in find_name(answer.plain, text)]
        if any(mention.rank > Rank.PAST for mention in said):
            return f"the answer has the forbidden {text!r}"
    return ""


def _nothing(expectation: Expectation, outcome: Outcome, comment: str) -> Grade:
    """Grade an answer that earns nothing at all; each point is still listed."""
    grades = [
        PointGrade(label, expected, right=False, outcome=outcome) for label, expected in _listed(expectation)
    ]
    return Grade(0.0, outcome, tuple(grades), certain=True, comment=comment)


def _listed(expectation: Expectation) -> list[tuple[str, str]]:
    """Return label and expected text of every point, and of the total."""
    points, total = wanted_points(expectation, expectation.key) if expectation.key else ([], None)
    listed = [(point.label, point.expected) for point in points]
    listed += [(LABEL, total.text)] if total else []
    return listed or [("", expectation.answer)]


def _summary(grades: Sequence[PointGrade], *, extra: int = 0, comment: str = "") -> Grade:
    right = sum(point.right for point in grades) - extra
    score = 10 * max(0, right) / len(grades)
    wrong = {point.outcome for point in grades if not point.right}
    if score == 10:
        outcome: Outcome = "correct"
    elif score > 0:
        outcome = "partial"
    else:
        outcome = next((worst for worst in _WORST if worst in wrong), "invented")
    return Grade(score, outcome, tuple(grades), certain=True, comment=comment or _explained(grades))


def _explained(grades: Sequence[PointGrade]) -> str:
    wrong = [point for point in grades if not point.right]
    return "; ".join(
        f"{point.label or point.expected}: {point.outcome}" + (f" ({point.got})" if point.got else "")
        for point in wrong
    )
