"""The mentions of an answer that could be meant for a wanted value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.values import matches, same_kind
from pytest_marathonmem.values.matching import signature

if TYPE_CHECKING:
    from pytest_marathonmem.grading.mentions import Answer, Mention
    from pytest_marathonmem.values import Value


def candidates(answer: Answer, wanted: Value) -> list[Mention]:
    """Return the mentions that could be meant for ``wanted``: of the kind in which the answer gives it.

    Bare numbers count only where the answer has nothing of the wanted kind; a number that is a year then doesn't.
    """
    right = [m.value for m in answer.values if m.value and matches(m.value, wanted)]
    models = list({signature(value): value for value in (wanted, *right)}.values())
    found = [m for m in answer.values if any(_same_kind(m, model) for model in models)]
    if found or wanted.kind in {"date", "time"}:
        return found
    return [m for m in answer.values if m.value and m.value.bare and not _is_year(m.value)]


def _same_kind(mention: Mention, model: Value) -> bool:
    """Whether a mention is of a model's kind.

    Of two masses one may leave out the "a day". A price without a "per" is another kind than one with it, except where it is
    told as a change: "$110 a night; it's now $90".
    """
    value = mention.value
    if value is None:
        return False
    if same_kind(value, model):
        return True
    changed = (
        not mention.own_subject and not value.per and mention.rank in {Rank.STEP, Rank.FINAL, Rank.OFFERED}
    )
    if bool(model.per) == bool(value.per) or not (value.kind == "quantity" or changed):
        return False
    return same_kind(replace(value, per=""), replace(model, per=""))


def _is_year(value: Value) -> bool:
    return value.text.isdigit() and 1900 <= value.amounts[0] <= 2100


def same_mention(one: Mention, other: Mention) -> bool:
    """Whether two mentions give the same value."""
    return one.value is not None and other.value is not None and matches(one.value, other.value)
