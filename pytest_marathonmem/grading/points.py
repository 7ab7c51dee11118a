"""Grade one point of an answer: is the right value there, and is it the one that the answer chooses?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.choice import Group, current, earlier, grouped
from pytest_marathonmem.grading.choice_words import choice_pattern
from pytest_marathonmem.grading.names import find_names
from pytest_marathonmem.grading.outcome import PointGrade
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.rivals import Known, asked_words, competes
from pytest_marathonmem.values import among, content_words, matches, same_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.grading.context import Span
    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.mentions import Answer, Mention
    from pytest_marathonmem.grading.outcome import Outcome
    from pytest_marathonmem.grading.wanted import Alternative, Wanted
    from pytest_marathonmem.values import Value


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
        asked = asked_words(self.expectation.question, point.label, index, len(self.points))
        verdicts = [self._judge(alternative, point, asked) for alternative in point.alternatives]
        right = next((verdict for verdict in verdicts if verdict.right), None)
        return right or min(verdicts, key=lambda verdict: _SEVERITY.index(verdict.outcome))

    def _judge(self, alternative: Alternative, point: Wanted, asked: frozenset[str]) -> PointGrade:
        if not alternative.values:
            return self._judge_name(alternative.text, point)
        verdicts = [self._judge_value(value, alternative, point, asked) for value in alternative.values]
        return next((verdict for verdict in verdicts if not verdict.right), verdicts[0])

    def _judge_value(
        self, wanted: Value, alternative: Alternative, point: Wanted, asked: frozenset[str]
    ) -> PointGrade:
        siblings = [value for value in alternative.values if value is not wanted]
        found = [m for m in candidates(self.answer, wanted) if m.value and not among(m.value, siblings)]
        right = [mention for mention in found if mention.value and matches(mention.value, wanted)]
        right = self._of_this_point(right, point)
        if not right:
            rest = [m for m in found if not self.known.is_beside(m) and not m.stamp and not m.total]
            return self._wrong(point, rest)
        best = max(right, key=lambda mention: (mention.rank, len(mention.subject & asked)))
        rivals = [
            mention
            for mention in found
            if mention not in right
            and competes(mention, best, asked, self.known, asks_total=self._asks_total)
        ]
        groups = grouped([*right, *rivals], same_mention)
        chosen = self._choose(groups)
        if chosen is not None and chosen[0] in right:
            return self._verdict(point, right=True, outcome="correct", mention=best)
        return self._wrong(point, rivals or right)

    def _judge_name(self, name: str, point: Wanted) -> PointGrade:
        spans = find_names(self.answer.plain, name)
        stale_spans = [
            s
            for stale in self.known.stale_names
            for s in find_names(self.answer.plain, stale)
            if s not in spans
        ]
        right = self._of_this_point([self._name(span, stale_spans) for span in spans], point)
        others = [self._name(span, spans) for span in stale_spans]
        if not right:
            return self._wrong(point, others, stale=bool(others))
        chosen = self._choose([group for group in (right, others) if group])
        if (
            chosen is right
            and max(mention.rank for mention in right) >= Rank.PAST
            and not self._moved_on(right)
        ):
            return self._verdict(point, right=True, outcome="correct", mention=right[0])
        return self._wrong(point, others or right, stale=bool(others))

    def _name(self, span: Span, others: Sequence[Span]) -> Mention:
        """Read a mention of a name; it is one of several alternatives if "or" stands on either side of it."""
        mention = self.answer.mention(span, sorted(others))
        before = self.answer.plain[max(0, mention.span[0] - 40) : mention.span[0]]
        after = self.answer.plain[mention.span[1] : mention.span[1] + 40]
        language = self.expectation.language
        offered = choice_pattern("or_before", language).search(before) or choice_pattern(
            "or_after", language
        ).search(after)
        return replace(mention, rank=Rank.OFFERED) if offered and mention.rank > Rank.OFFERED else mention

    def _moved_on(self, right: Sequence[Mention]) -> bool:
        """Whether names told in the past only are followed by what holds now: "it was stone, now microcement"."""
        if self._asks_past or max(mention.rank for mention in right) > Rank.PAST:
            return False
        rest = self.answer.plain[max(mention.span[1] for mention in right) :]
        return bool(choice_pattern("moved_on", self.expectation.language).search(rest))

    def _choose(self, groups: Sequence[Group]) -> Group | None:
        if not self._asks_past:
            return current(groups)
        first = choice_pattern("first", self.expectation.language).search(self.expectation.question)
        return earlier(groups, asks_first=bool(first))

    @property
    def _asks_past(self) -> bool:
        return self.expectation.key is not None and self.expectation.key.type == "HIST"

    @property
    def _asks_total(self) -> bool:
        key = self.expectation.key
        if key is not None and key.total is not None:
            return False
        return bool(choice_pattern("total", self.expectation.language).search(self.expectation.question))

    def _of_this_point(self, mentions: list[Mention], point: Wanted) -> list[Mention]:
        """Leave out mentions whose words name another point's label and not this one's."""
        own = content_words(point.label)
        others = frozenset().union(*(content_words(p.label) for p in self.points if p is not point)) - own
        if not own:
            return mentions
        return [m for m in mentions if m.near_subject & own or not m.near_subject & others]

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


_SEVERITY: tuple[Outcome, ...] = ("stale", "invented", "missed")


def candidates(answer: Answer, wanted: Value) -> list[Mention]:
    """Return the mentions that could be meant for ``wanted``: of the kind in which the answer gives it.

    Bare numbers count only where the answer has nothing of the wanted kind; a number that is a year then doesn't.
    """
    right = [m for m in answer.values if m.value and matches(m.value, wanted)]
    models = [m.value for m in right if m.value] or [wanted]
    found = [m for m in answer.values if m.value and any(_same_kind(m, model) for model in models)]
    if found or wanted.kind in {"date", "time"}:
        return found
    return [m for m in answer.values if m.value and m.value.bare and not _is_year(m.value)]


def _same_kind(mention: Mention, model: Value) -> bool:
    """Whether a mention is of a model's kind. "It is 60 g now" may leave out the "a day" of what it speaks of."""
    value = mention.value
    if value is None:
        return False
    if same_kind(value, model):
        return True
    may_leave_out = value.kind == "quantity" or not mention.own_subject
    return (
        may_leave_out
        and bool(model.per) != bool(value.per)
        and same_kind(replace(value, per=""), replace(model, per=""))
    )


def _is_year(value: Value) -> bool:
    return value.text.isdigit() and 1900 <= value.amounts[0] <= 2100


def same_mention(one: Mention, other: Mention) -> bool:
    """Whether two mentions give the same value."""
    return one.value is not None and other.value is not None and matches(one.value, other.value)
