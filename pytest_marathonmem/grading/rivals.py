"""Which other values of an answer compete with the right one for being meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.stale_names import stale_names
from pytest_marathonmem.values import among, content_words, normalise, read_values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.mentions import Mention
    from pytest_marathonmem.values import Value

_CLAUSE = re.compile(r"\s(?:and|и)\s|[,;?]\s?")


@dataclass(frozen=True)
class Known:
    """What is known about values beside the wanted one."""

    stale: tuple[Value, ...]
    """Values that the check's facts had at other times, and the key's ``stale``."""
    stale_names: tuple[str, ...]
    """Names that stood at the place of the wanted one, and the key's ``stale``."""
    beside: tuple[Value, ...]
    """Values that compete with none: of the facts' current texts, of the question, of the check's other points."""

    @classmethod
    def of(cls, expectation: Expectation, wanted: Iterable[Value], answer: str) -> Known:
        """Read it from an expectation.

        Args:
            expectation: what is expected.
            wanted: all right values of the check.
            answer: what the agent said. Where it quotes a fact's current text, even a stale value in that text is harmless.
        """
        wanted = tuple(wanted)
        key = expectation.key
        said = normalise(answer)
        quoted = _values((text for text in expectation.current if normalise(text) in said), expectation)
        now = _values((*expectation.current, expectation.question), expectation)
        stale = _values((*expectation.earlier, *(key.stale if key else ())), expectation)
        stale = tuple(value for value in stale if not among(value, (*wanted, *quoted)))
        beside = (*wanted, *quoted, *(value for value in now if not among(value, stale)))
        return cls(stale, tuple(stale_names(expectation)), beside)

    def is_stale(self, mention: Mention) -> bool:
        return mention.value is not None and among(mention.value, self.stale)

    def is_beside(self, mention: Mention) -> bool:
        return mention.value is not None and among(mention.value, self.beside)


def _values(texts: Iterable[str], expectation: Expectation) -> tuple[Value, ...]:
    return tuple(
        value for text in texts for value in read_values(text, expectation.language, today=expectation.today)
    )


def asked_words(question: str, label: str, index: int = 0, count: int = 1) -> frozenset[str]:
    """Return the stems of what a point is asked about.

    Args:
        question: the check's question.
        label: the point's label; it replaces the question.
        index: which point it is.
        count: of how many; if the question has as many parts as there are points, its own part is meant.
    """
    if label:
        return content_words(label)
    parts = [part for part in _CLAUSE.split(question) if content_words(part)]
    return content_words(parts[index] if count > 1 and len(parts) == count else question)


def competes(
    rival: Mention, right: Mention, asked: frozenset[str], known: Known, *, asks_total: bool
) -> bool:
    """Whether ``rival`` may be meant in place of ``right``.

    A value does not compete if it is said of something else: its words have less in common with what is asked than
    those of the right one. A stale value always competes; only the words around it can put it into the past.
    """
    if rival.rank is Rank.OFFERED and right.rank is Rank.OFFERED:
        return True
    if known.is_beside(rival) or rival.stamp or (rival.total and not asks_total and not right.total):
        return False
    if known.is_stale(rival) or not rival.own_subject:
        return True
    for_rival, for_right = len(rival.subject & asked), len(right.subject & asked)
    if not right.own_subject and not for_rival:
        return False
    return for_rival >= for_right
