"""Which other values of an answer compete with the right one for being meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.choice_words import choice_pattern
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.restated import restates
from pytest_marathonmem.grading.stale_names import stale_names
from pytest_marathonmem.values import among, content_words, normalise, read_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.mentions import Mention
    from pytest_marathonmem.grading.wanted import Wanted
    from pytest_marathonmem.values import Value

_PART = re.compile(r"\s(?:and|и)\s|[,;?]\s?")


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


@dataclass(frozen=True)
class Asked:
    """What a point is asked about."""

    words: frozenset[str]
    """Stems of the question's part for it, of its label, and of the names that are other points of the check."""
    told: frozenset[str]
    """Stems of the facts' current texts, where the question calls things otherwise: its "Toyota" is the RAV4."""
    label: frozenset[str]
    other_labels: frozenset[str]
    """Stems that only the labels of other points have."""
    total: bool
    """Whether a sum is asked for."""

    @classmethod
    def of(cls, expectation: Expectation, points: Sequence[Wanted], index: int) -> Asked:
        """Read it for the point at ``index``. If the question has as many parts as there are points, its own part counts."""
        label = content_words(points[index].label)
        others = frozenset().union(*(content_words(point.label) for point in points))
        parts = [part for part in _PART.split(expectation.question) if content_words(part)]
        part = parts[index] if len(parts) == len(points) > 1 else expectation.question
        names = [alternative.text for point in points if point.is_name for alternative in point.alternatives]
        key = expectation.key
        asks_total = choice_pattern("total", expectation.language).search(expectation.question)
        return cls(
            content_words(" ".join(("" if label else part, points[index].label, *names))),
            content_words(" ".join(_facts_of(points[index], expectation))),
            label,
            others - label,
            total=bool(asks_total) and not (key is not None and key.total is not None),
        )

    def is_of_other_point(self, mention: Mention) -> bool:
        """Whether the words at a mention name another point and not this one."""
        return bool(
            self.label and mention.near_subject & self.other_labels and not mention.near_subject & self.label
        )


def _facts_of(point: Wanted, expectation: Expectation) -> Iterator[str]:
    """Yield the current texts that say what a point wants."""
    for text in expectation.current:
        if any(point.says(value) for value in read_values(text, expectation.language)):
            yield text


def competes(rival: Mention, right: Mention, asked: Asked, known: Known) -> bool:
    """Whether ``rival`` may be meant in place of ``right``.

    A value does not compete if it is said of something else: its words have less in common with what is asked than
    those of the right one. A stale value competes all the same; only the words around it can put it into the past.
    """
    if rival.rank is Rank.OFFERED and right.rank is Rank.OFFERED and not restates(rival, right):
        return True
    if _stands_aside(rival, right, asked, known):
        return False
    if known.is_stale(rival) or not rival.own_subject:
        return True
    for_rival, for_right = len(rival.subject & asked.words), len(right.subject & asked.words)
    if not right.own_subject and rival.subject - asked.words and 2 * for_rival <= len(asked.words):
        # A right value that stands alone answers the whole question; a rival must be said of that too.
        return False
    if for_rival == for_right:
        return len(rival.subject & asked.told) >= len(right.subject & asked.told)
    return for_rival > for_right


def _stands_aside(rival: Mention, right: Mention, asked: Asked, known: Known) -> bool:
    """Whether a value is no claim of its own, whatever is said of it."""
    if known.is_beside(rival) or rival.stamp or rival.is_part or asked.is_of_other_point(rival):
        return True
    if (restates(rival, right) or right.is_factor) and not known.is_stale(rival):
        return True
    if asked.label & right.near_subject - rival.near_subject and rival.span < right.span:
        # "$18,110: price $16,400, …": the label stands between them.
        return True
    return rival.total and not asked.total and not right.total
