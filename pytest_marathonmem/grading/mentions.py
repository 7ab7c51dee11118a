"""An answer read once: the mentions of values and names in it, each with its rank and what it is said of."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.choice_words import choice_pattern
from pytest_marathonmem.grading.context import Context, Span, read_context
from pytest_marathonmem.grading.neighbours import rank_among
from pytest_marathonmem.grading.ranking import Rank, rank_by_context
from pytest_marathonmem.grading.sentences import Sentence, answer_text, is_stamp, read_sentences
from pytest_marathonmem.values import content_words, read_values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from pytest_marathonmem.values import DateParts, Value


_OPENING = 200
"""Characters of a sentence's beginning that may say what it is about."""
_ADDED_TO = re.compile(r"\W*(?:\+|plus\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    span: Span
    rank: Rank
    of_the_past: bool
    """Whether more than a past tense puts it into the past."""
    first: bool
    """Whether it is told as the first of several past values."""
    total: bool
    """Whether it is told as a sum."""
    subject: frozenset[str]
    """Stems of the words around it: what it is said of."""
    near_subject: frozenset[str]
    """The same, of the words nearest to it alone."""
    own_subject: bool
    """Whether these words stand in its own sentence."""
    sentence: int
    parenthesis: int
    """Where the parenthesis begins in which it stands; -1 outside of one."""
    value: Value | None = None
    """None for a name."""
    is_part: bool = False
    """Whether it is a difference, or a part of an expression whose result stands beside: "$310 ($290 + $20)"."""
    is_factor: bool = False
    """Whether it is a factor of a product that the answer gives too: "55 g × 30 days, 1,650 g"."""
    note: DateParts | None = None
    """The date of the note that the mention's line quotes."""
    stamp: bool = False
    """Whether it is the date of a note and no part of what the note says."""


class Answer:
    """An answer, read once.

    Args:
        text: what the agent said.
        language: two letters.
        today: the day of the asking.
        bare_words: whether number words without a unit are values.
        comma_lists: whether "0,1" is a list of two numbers and no decimal.
    """

    def __init__(
        self,
        text: str,
        language: str = "en",
        today: date | None = None,
        *,
        bare_words: bool = False,
        comma_lists: bool = False,
    ) -> None:
        self.plain = answer_text(text)
        self.language = language
        self.sentences = read_sentences(self.plain)
        values = read_values(self.plain, language, today=today, bare_words=bare_words)
        values = tuple(one for value in values for one in (_listed(value) if comma_lists else (value,)))
        spans = [value.span for value in values if not _is_year(value)]
        mentions = [self.mention(value.span, spans, value) for value in values]
        self.values: tuple[Mention, ...] = tuple(rank_among(mentions, self.plain, language))

    def mention(self, span: Span, others: Sequence[Span] = (), value: Value | None = None) -> Mention:
        """Read the mention at ``span``, whose words reach up to the nearest of ``others``."""
        number, sentence = self._sentence_at(span[0])
        following = bisect_left(others, (span[1], 0))
        has_next = following < len(others) and others[following][0] < sentence.end
        context = read_context(self.plain, sentence, span, others)
        rank, of_the_past = rank_by_context(context, self.language, has_next=has_next)
        subject = context.subject or self._opening(number, others)
        of_value = content_words(value.text) if value else frozenset()
        return Mention(
            span,
            rank,
            of_the_past,
            first=self._marked("first", context.near, context.after),
            total=self._is_total(context),
            subject=of_value | (subject or self._said_before(number)),
            near_subject=context.near_subject,
            own_subject=bool(subject),
            sentence=number,
            parenthesis=context.parenthesis,
            value=value,
            is_part=self._is_difference(context),
            stamp=value is not None and value.kind == "date" and is_stamp(self.plain, sentence.start, *span),
        )

    def _marked(self, name: str, before: str, after: str) -> bool:
        pattern = choice_pattern(name, self.language)
        return bool(pattern.search(before) or pattern.match(after))

    def _is_difference(self, context: Context) -> bool:
        before, after = (
            choice_pattern("more_before", self.language),
            choice_pattern("more_after", self.language),
        )
        return bool(before.search(context.near) or after.match(context.own_after.lstrip()))

    def _is_total(self, context: Context) -> bool:
        before = " ".join((*context.fronted, context.near))
        if _ADDED_TO.match(context.after):
            return False
        if choice_pattern("part_of_total", self.language).search(before):
            return False
        return self._marked("total", before, context.own_after.lstrip(" (").removeprefix("in "))

    def _opening(self, number: int, others: Sequence[Span]) -> frozenset[str]:
        """Return what the words of a sentence before its first value are about."""
        sentence = self.sentences[number]
        first = bisect_left(others, (sentence.start, 0))
        end = others[first][0] if first < len(others) else sentence.end
        return content_words(self.plain[sentence.start : min(end, sentence.end, sentence.start + _OPENING)])

    def _said_before(self, number: int) -> frozenset[str]:
        """Return what the sentence before is about."""
        if number == 0:
            return frozenset()
        previous = self.sentences[number - 1]
        return content_words(self.plain[previous.start : previous.end])

    def _sentence_at(self, position: int) -> tuple[int, Sentence]:
        number = max(0, bisect_right(self.sentences, position, key=lambda sentence: sentence.start) - 1)
        return number, self.sentences[number] if self.sentences else Sentence(0, len(self.plain), "")


def _is_year(value: Value) -> bool:
    """Whether it is a bare year, as in "Toyota RAV4 (2019)", which only belongs to a name."""
    return value.bare and value.text.isdigit() and 1900 <= value.amounts[0] <= 2100


def _listed(value: Value) -> tuple[Value, ...]:
    """Take "0,1" apart into 0 and 1."""
    if not value.listed:
        return (value,)
    start, end = value.span
    comma = start + value.text.index(",")
    return tuple(
        replace(value, amounts=(amount,), listed=(), text=value.text[a - start : b - start], span=(a, b))
        for amount, (a, b) in zip(value.listed, ((start, comma), (comma + 1, end)), strict=True)
    )
