"""Grade one point of an answer: is the right value there, and is it the one that the answer chooses?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.candidates import candidates, same_mention
from pytest_marathonmem.grading.choice import current, earlier, grouped
from pytest_marathonmem.grading.choice_words import choice_pattern
from pytest_marathonmem.grading.name_mentions import has_moved_on, name_mentions
from pytest_marathonmem.grading.neighbours import is_span
from pytest_marathonmem.grading.outcome import PointGrade
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.rivals import Asked, Known, competes
from pytest_marathonmem.grading.series import read_entries
from pytest_marathonmem.values import among, matches, read_values, same_kind, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.grading.choice import Group
    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.mentions import Answer, Mention
    from pytest_marathonmem.grading.outcome import Outcome
    from pytest_marathonmem.grading.wanted import Alternative, Wanted
    from pytest_marathonmem.values import Value

_NAME = re.compile(r"(?<=[\w,;:)'\"] )(?!I\b|I')[A-ZА-ЯЁ][\w-]+|\b[A-Za-z]+-?[0-9]+\w*\b")
_WORDS = 60
"""Characters before two dates in which "from" or "between" is looked for."""
_SEVERITY: tuple[Outcome, ...] = ("stale", "invented", "missed")


@dataclass(frozen=True)
class PointGrader:
    """Grades the points of one answer.

    Args:
        expectation: what is expected.
        answer: the answer, read.
        points: all points of the check, in order.
        known: what is known about other values.
    """

    expectation: Expectation
    answer: Answer
    points: Sequence[Wanted]
    known: Known

    def grade(self, index: int) -> PointGrade:
        """Grade the point at ``index``."""
        point = self.points[index]
        asked = Asked.of(self.expectation, self.points, index)
        verdicts = [self._judge(alternative, point, asked) for alternative in point.alternatives]
        right = next((verdict for verdict in verdicts if verdict.right), None)
        return right or min(verdicts, key=lambda verdict: _SEVERITY.index(verdict.outcome))

    def _judge(self, alternative: Alternative, point: Wanted, asked: Asked) -> PointGrade:
        if not alternative.values:
            return self._judge_name(alternative.text, point, asked)
        verdicts = [self._judge_value(value, alternative, point, asked) for value in alternative.values]
        return next((verdict for verdict in verdicts if not verdict.right), verdicts[0])

    def _judge_value(
        self, wanted: Value, alternative: Alternative, point: Wanted, asked: Asked
    ) -> PointGrade:
        siblings = [value for value in alternative.values if value is not wanted]
        found = [m for m in candidates(self.answer, wanted) if m.value and not among(m.value, siblings)]
        right = [m for m in found if m.value and matches(m.value, wanted) and not asked.is_of_other_point(m)]
        other_ends = self._other_ends(point)
        right = [m for m in right if m not in other_ends]
        if not right:
            rest = [m for m in found if not self.known.is_beside(m) and not m.stamp and not m.total]
            return self._wrong(point, rest)
        best = max(right, key=lambda mention: (mention.rank, len(mention.subject & asked.words)))
        rivals = [m for m in found if m not in right and competes(m, best, asked, self.known)]
        of_other_days = self._of_other_days(wanted)
        rivals = [m for m in rivals if m not in of_other_days]
        rivals = self._unexplained(rivals, wanted, point, asked)
        chosen = self._choose(grouped([*right, *rivals], same_mention))
        if chosen is not None and chosen[0] in right:
            return self._verdict(point, right=True, outcome="correct", mention=best)
        return self._wrong(point, rivals or right)

    def _other_ends(self, point: Wanted) -> list[Mention]:
        """Return what can't be one of two dates, being the other end of "from 17 to 24 August"."""
        if len(self.points) != 2 or any(value.kind != "date" for p in self.points for value in p.values):
            return []
        end = 1 if point is self.points[0] else 0
        plain, language = self.answer.plain, self.answer.language
        dates = [m for m in self.answer.values if m.value and m.value.kind == "date"]
        spans = [
            pair
            for pair in pairwise(dates)
            if is_span(
                plain[max(0, pair[0].span[0] - _WORDS) : pair[0].span[0]],
                plain[pair[0].span[1] : pair[1].span[0]],
                language,
            )
        ]
        return [pair[end] for pair in spans]

    def _of_other_days(self, wanted: Value) -> list[Mention]:
        """Return the values given for other days than the one that the question names."""
        asked = [value for value in read_values(self.expectation.question) if value.kind == "date"]
        if not asked or wanted.kind == "date":
            return []
        entries = read_entries(self.answer, [wanted])
        return [e.value for e in entries if e.date.value and not among(e.date.value, asked)]

    def _unexplained(
        self, rivals: list[Mention], wanted: Value, point: Wanted, asked: Asked
    ) -> list[Mention]:
        """Leave out wrong values that are there for other points: of two points one may be right and the other wrong."""
        open_points = [
            p
            for p in self.points
            if p is not point
            and any(same_kind(value, wanted) for value in p.values)
            and not any(m.value and p.says(m.value) for m in self.answer.values)
        ]
        loose = [m for m in rivals if m.rank is not Rank.OFFERED and not m.near_subject & asked.label]
        if len(grouped(loose, same_mention)) > len(open_points):
            return rivals
        return [mention for mention in rivals if mention not in loose]

    def _judge_name(self, name: str, point: Wanted, asked: Asked) -> PointGrade:
        right, others = name_mentions(name, self.known.stale_names, self.answer)
        right = [mention for mention in right if not asked.is_of_other_point(mention)]
        if not right and not others:
            return self._wrong_name(point)
        if not right:
            return self._wrong(point, others, stale=True)
        chosen = self._choose([group for group in (right, others) if group])
        gone = not self._asks_past and has_moved_on(right, self.answer)
        if chosen is right and not gone and max(mention.rank for mention in right) >= Rank.PAST:
            return self._verdict(point, right=True, outcome="correct", mention=right[0])
        return self._wrong(point, others or right, stale=bool(others))

    def _wrong_name(self, point: Wanted) -> PointGrade:
        """Say that a name is missing or, where the answer gives a name that nobody asked with, that it is invented."""
        asked = set(words(self.expectation.question))
        other = next(
            (m for m in _NAME.finditer(self.answer.plain) if not asked.intersection(words(m[0]))), None
        )
        mention = self.answer.mention(other.span()) if other else None
        return self._verdict(point, right=False, outcome="invented" if other else "missed", mention=mention)

    def _choose(self, groups: Sequence[Group]) -> Group | None:
        if not self._asks_past:
            return current(groups)
        first = choice_pattern("first", self.expectation.language).search(self.expectation.question)
        return earlier(groups, asks_first=bool(first))

    @property
    def _asks_past(self) -> bool:
        return self.expectation.key is not None and self.expectation.key.type == "HIST"

    def _wrong(self, point: Wanted, offered: Sequence[Mention], *, stale: bool = False) -> PointGrade:
        told_before = [mention for mention in offered if self.known.is_stale(mention)]
        outcome: Outcome = "missed"
        if stale or told_before:
            outcome = "stale"
        elif any(mention.value is not None for mention in offered):
            outcome = "invented"
        shown = [*told_before, *offered]
        return self._verdict(point, right=False, outcome=outcome, mention=shown[0] if shown else None)

    def _verdict(
        self, point: Wanted, *, right: bool, outcome: Outcome, mention: Mention | None
    ) -> PointGrade:
        got = self.answer.plain[slice(*mention.span)] if mention else ""
        return PointGrade(point.label, point.expected, right, outcome, got)
