"""Grade a check without a key by what its written answer holds: values if there are any, else names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.mentions import Answer
from pytest_marathonmem.grading.outcome import Grade, PointGrade
from pytest_marathonmem.grading.points import PointGrader
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.rivals import Known
from pytest_marathonmem.grading.series import read_entries
from pytest_marathonmem.grading.wanted import Alternative, Wanted
from pytest_marathonmem.scenario.keys import Key, Point
from pytest_marathonmem.values import content_words, plain_text

if TYPE_CHECKING:
    from pytest_marathonmem.grading.expectation import Expectation

_NAME = r"(?:[A-ZА-ЯЁ][\w'-]*|[^\W\d_]+-?[0-9]\w*)"
_NAMES = re.compile(rf"{_NAME}(?:\s(?:{_NAME}|[0-9]+))*")


def inferred_key(expectation: Expectation) -> Key | None:
    """Make a key from the values of the written answer; None if it has none.

    Values that each have a date are a series. What the answer tells as past ("50 g, it was 55 g before") is not asked for, nor is a bare number beside other values.
    """
    answer = Answer(expectation.answer, expectation.language, expectation.today)
    dated = _dated_points(answer)
    if dated:
        return Key(type="SERIES", points=dated)
    mentions = [m for m in answer.values if m.rank > Rank.PAST] or list(answer.values)
    typed = [m for m in mentions if m.value and not m.value.bare]
    texts = list(dict.fromkeys(m.value.text for m in typed or mentions if m.value))
    if not texts:
        return None
    if len(texts) == 1:
        return Key(type="RECALL", value=texts[0])
    return Key(type="RECALL", points=tuple(Point(value=text) for text in texts))


def grade_names(expectation: Expectation, text: str) -> Grade:
    """Look for the names of the written answer. If all are found it is right; what isn't found is uncertain."""
    answer = Answer(text, expectation.language, expectation.today)
    points = [Wanted("", (Alternative(name, ()),)) for name in _names(expectation)]
    grader = PointGrader(expectation, answer, points, Known.of(expectation, (), text))
    grades = tuple(grader.grade(index) for index in range(len(points)))
    if grades and all(point.right for point in grades):
        return Grade(10.0, "correct", grades, certain=True)
    lost = tuple(PointGrade(p.label, p.expected, p.right, p.outcome, p.got) for p in grades)
    return Grade(
        0.0,
        "missed",
        lost,
        certain=False,
        comment="not found, and there is no key; the words may be other ones",
    )


def _dated_points(answer: Answer) -> tuple[Point, ...]:
    """Return the points of a series, if the answer has as many dates as values, and more than one."""
    values = [m.value for m in answer.values if m.value]
    others = [value for value in values if value.kind != "date"]
    if len(others) < 2 or len(values) != 2 * len(others):
        return ()
    entries = read_entries(answer, others)
    return tuple(
        Point(at=entry.date.value.text, value=entry.value.value.text)
        for entry in entries
        if entry.date.value and entry.value.value
    )


def _names(expectation: Expectation) -> list[str]:
    """Return the names of the written answer or, where it has none, its words; what the question says too is no news."""
    plain = plain_text(expectation.answer)
    asked = content_words(expectation.question)
    found = [name for name in _NAMES.findall(plain) if _tells(name, asked)]
    proper = [
        name for name in found if " " in name or any(map(str.isdigit, name)) or not plain.startswith(name)
    ]
    return proper or [plain]


def _tells(name: str, asked: frozenset[str]) -> bool:
    return bool(content_words(name) - asked) or any(map(str.isdigit, name))
