"""Rules on questions: none gives away its own answer, or that of a check asked later.

A name that facts of other sheets use as well doesn't count: the persona's wife may be mentioned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.giveaway import gives_away
from pytest_marathonmem.scenario.lint.view import wanted
from pytest_marathonmem.values import contains_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.lint.view import View
    from pytest_marathonmem.scenario.model import Check


def questions_keep_their_answer(view: View) -> Iterator[Problem]:
    """No question contains its own answer."""
    for check in view.benchmark.checks:
        for answer in _given_away_by(view, check, check):
            yield _problem(check, f"gives away its own answer: the question contains {answer!r}")


def questions_keep_later_answers(view: View) -> Iterator[Problem]:
    """No question contains the answer of a check that is asked later."""
    for check, later, answer in _given_away(view):
        if not _is_common(view, later, answer):
            yield _problem(
                check,
                f"gives away the answer {answer!r} of check {later.id!r}, which is asked later, at {later.place}",
            )


def questions_keep_common_names(view: View) -> Iterator[Problem]:
    """No question contains a common name that is the answer of a later check; a warning."""
    for check, later, answer in _given_away(view):
        if _is_common(view, later, answer):
            yield _problem(
                check,
                f"mentions {answer!r}, the answer of check {later.id!r}, which is asked later, at {later.place}",
            )


def questions_keep_absent_items(view: View) -> Iterator[Problem]:
    """No question of a NEG check names the retired item."""
    for examined in view.examined:
        for word in examined.key.absent:
            if contains_name(examined.check.question, word):
                yield examined.problem(
                    f"names the retired {word!r} in its question; whether it counts is what is asked"
                )


def _given_away(view: View) -> Iterator[tuple[Check, Check, str]]:
    checks = view.benchmark.checks
    for number, check in enumerate(checks):
        for later in checks[number + 1 :]:
            for answer in _given_away_by(view, check, later):
                yield check, later, answer


def _given_away_by(view: View, asked: Check, check: Check) -> Iterator[str]:
    """The answers of a check that the question of another, or its own, contains."""
    question = view.passage(asked.question)
    for spellings in _answers(view, check):
        answer = next((each for each in spellings if gives_away(question, view.passage(each))), None)
        if answer is not None:
            yield answer


def _answers(view: View, check: Check) -> tuple[tuple[str, ...], ...]:
    """What answers a check, each with its spellings: what its key wants, or else the values of its correct answer."""
    if check.key is None:
        return tuple((value.text,) for value in view.passage(check.answer).values)
    return (*wanted(check.key), *([(check.key.total,)] if check.key.total else []))


def _is_common(view: View, check: Check, answer: str) -> bool:
    """Whether the answer is a name that facts of sheets on which the check doesn't rest use too."""
    if view.passage(answer).values or check.key is None:
        return False
    own = {address.partition(":")[0] for address in check.key.rests_on}
    facts = (
        fact for sheet in view.benchmark.sheets.values() if sheet.name not in own for fact in sheet.facts
    )
    return any(contains_name(fact.text, answer) for fact in facts)


def _problem(check: Check, message: str) -> Problem:
    return Problem(check.place, f"check {check.id!r} {message}")
