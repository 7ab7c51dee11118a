"""A question doesn't hold its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.giveaway import gives_away
from pytest_marathonmem.scenario.lint.view import wanted
from pytest_marathonmem.scenario.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.model import Check

_SAID_BY_ANYBODY = frozenset({"yes", "no", "none", "nothing", "nobody", "да", "нет", "ничего", "никто"})


def gives_the_answer(text: str, check: Check, language: str) -> str | None:
    """Find what answers a check, in words that ask it, as far as the question as it is written hasn't got it.

    The reason doesn't name it: what is said may only be like it, and the model doesn't know the answer yet.

    Args:
        text: What is said to ask it, or to ask it again.
        check: The check.
        language: Of the benchmark.
    """
    said, written = Passage(text, language), Passage(check.question, language)
    for answer in _answers(check, language):
        given = Passage(answer, language)
        if gives_away(said, given) and not gives_away(written, given):
            return f"this gives the answer away; ask without it, as your scenario has the question: {check.question}"
    return None


def _answers(check: Check, language: str) -> Iterator[str]:
    yield from (value.text for value in Passage(check.answer, language).values)
    if check.key is None:
        return
    spellings = [spelling for group in wanted(check.key) for spelling in group]
    for answer in (*spellings, *check.key.sum.values(), *filter(None, [check.key.total])):
        if answer.casefold() not in _SAID_BY_ANYBODY:
            yield answer
