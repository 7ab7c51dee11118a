"""Rules on the line ``Correct answer``: it says what the key wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.lint.view import quoted, wanted
from pytest_marathonmem.values import read_reply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.lint.view import View


def answers_agree_with_keys(view: View) -> Iterator[Problem]:
    """The answer's line has each value, point and total of the key."""
    for examined in view.examined:
        answer = view.passage(examined.check.answer)
        totals = [(examined.key.total,)] if examined.key.total is not None else []
        for spellings in (*wanted(examined.key), *totals):
            if not any(map(answer.says, spellings)):
                yield examined.problem(
                    f"wants {quoted(spellings)}, which its correct answer doesn't say: {answer.text!r}"
                )
        for point in examined.key.points:
            if point.at is not None and not answer.says(point.at):
                yield examined.problem(
                    f"has a point at {point.at!r}, a date which its correct answer doesn't say"
                )


def answers_of_voids_refuse(view: View) -> Iterator[Problem]:
    """The correct answer of a VOID check is a refusal; a warning, for refusals have many phrasings."""
    language = view.benchmark.language
    for examined in view.examined:
        if examined.key.type == "VOID":
            answer = examined.check.answer
            if read_reply(answer, language, examined.check.question) != "refusal":
                yield examined.problem(f"is VOID, but its correct answer is no refusal: {answer!r}")
