"""The mentions of a wanted name and of those that it replaced."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.choice_words import choice_pattern
from pytest_marathonmem.grading.names import find_names
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.sentences import clauses

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_marathonmem.grading.context import Span
    from pytest_marathonmem.grading.mentions import Answer, Mention

_WORDS = 4
"""Words on either side over which a word such as "dropped" reaches."""
_REACH = 40
"""Characters on either side in which an "or" is looked for."""

_NEAR = 100
"""Characters on either side in which a word such as "undecided" is looked for, within the sentence."""


def name_mentions(name: str, stale: Iterable[str], answer: Answer) -> tuple[list[Mention], list[Mention]]:
    """Return the mentions of a name, and those of the names that stood at its place before."""
    spans = find_names(answer.plain, name)
    stale_spans = [span for text in stale for span in find_names(answer.plain, text) if span not in spans]
    return [_mention(span, stale_spans, answer) for span in spans], [
        _mention(s, spans, answer) for s in stale_spans
    ]


def has_moved_on(mentions: Sequence[Mention], answer: Answer) -> bool:
    """Whether names told in the past only are followed by what holds now: "it was stone, now microcement"."""
    if max(mention.rank for mention in mentions) > Rank.PAST:
        return False
    rest = answer.plain[max(mention.span[1] for mention in mentions) :]
    return bool(choice_pattern("moved_on", answer.language).search(rest))


def _mention(span: Span, others: Sequence[Span], answer: Answer) -> Mention:
    """Read a mention of a name; it may be denied by a word such as "dropped", or be one of several alternatives."""
    mention = answer.mention(span, sorted(others))
    before = answer.plain[max(0, span[0] - _REACH) : span[0]]
    after = answer.plain[span[1] : span[1] + _REACH]
    if _is_cancelled(before, after, answer.language):
        return replace(mention, rank=Rank.DENIED)
    sentence = answer.sentences[mention.sentence]
    is_offered = (
        choice_pattern("or_before", answer.language).search(before)
        or choice_pattern("or_after", answer.language).search(after)
        or choice_pattern("undecided", answer.language).search(
            answer.plain, max(sentence.start, span[0] - _NEAR), min(sentence.end, span[1] + _NEAR)
        )
    )
    return replace(mention, rank=Rank.OFFERED) if is_offered and mention.rank > Rank.OFFERED else mention


def _is_cancelled(before: str, after: str, language: str) -> bool:
    near = " ".join(clauses(before)[-1].split()[-_WORDS:])
    behind = " ".join(clauses(after)[0].split()[:_WORDS])
    return bool(
        choice_pattern("cancelled_before", language).search(near)
        or choice_pattern("cancelled_after", language).search(behind)
    )
