"""Tell an answer from a recital of everything that was ever told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.grading.candidates import candidates
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.values.matching import signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_marathonmem.grading.mentions import Answer, Mention
    from pytest_marathonmem.grading.rivals import Known
    from pytest_marathonmem.values import Value

_OTHER_THINGS = 6
"""Values of the asked kind that an answer may give of other things, beyond as many as it has right and stale ones."""
_ANY_KIND = 10
_ANY_KIND_PER_VALUE = 4
"""Values of any kind that an answer may hold: so many, and so many more for each right or stale one."""


def is_recital(answer: Answer, wanted: Sequence[Value], points: int, known: Known) -> bool:
    """Whether an answer pours out values instead of choosing.

    It does if it has more values of the asked kind that are not right than the check has points and stale values together
    (and some more, said of other things), or far more values of any kind than the check is about.
    """
    allowed = points + len(known.stale)
    loose = [
        m
        for m in answer.values
        if m.rank not in {Rank.PAST, Rank.DENIED} and not m.stamp and not known.is_beside(m)
    ]
    of_kind = {m for value in wanted for m in candidates(answer, value)}.intersection(loose)
    if _distinct(of_kind) > allowed + _OTHER_THINGS:
        return True
    return _distinct(loose) > _ANY_KIND + _ANY_KIND_PER_VALUE * allowed


def _distinct(mentions: Iterable[Mention]) -> int:
    return len({(signature(m.value), m.value.amounts, m.value.dates) for m in mentions if m.value})
