"""What mentions take from their neighbours: "from 42 to 55", "55 or 50", "70 g and 55 g", "$290 + $20"."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.choice_words import choice_pattern
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.values import same_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.grading.mentions import Mention

_ARROWS = frozenset({"→", "->", "=>", "⇒"})
_LIST = re.compile(r"\s*(?:,|,?\s?\b(?:and|и)\b|/)\s*")
_PLUS = re.compile(r"\s*(?:\+|plus|плюс)\s*", re.IGNORECASE)
_TIMES = re.compile(r"\s*(?:[×x*·]|times)\s*", re.IGNORECASE)


def rank_among(mentions: list[Mention], plain: str, language: str) -> list[Mention]:
    """Rank mentions, given in order, by what stands between them.

    Of "from 42 to 55" the first is past, of "55 or 50" neither is chosen, in "earlier 70 g and 55 g" both are past.
    """
    ranked = list(mentions)
    for index, (one, other) in enumerate(pairwise(mentions)):
        if not _comparable(one, other):
            continue
        before = plain[max(0, one.span[0] - 60) : one.span[0]]
        between = plain[one.span[1] : other.span[0]]
        if _are_dates(one, other) and is_span(before, between, language):
            ranked[index : index + 2] = [
                replace(m, rank=max(m.rank, Rank.PLAIN)) for m in ranked[index : index + 2]
            ]
            continue
        ranks = _pair_ranks(before, between, language)
        if ranks and one.is_part:
            # Of "up $16 from $1,396" the first is a difference, and no value that came after the second.
            ranked[index + 1] = replace(other, rank=ranks[1])
        elif ranks:
            ranked[index : index + 2] = [
                replace(one_, rank=rank) for one_, rank in zip(ranked[index : index + 2], ranks, strict=True)
            ]
        elif _LIST.fullmatch(between) and other.rank is Rank.PLAIN and ranked[index].of_the_past:
            ranked[index + 1] = replace(other, rank=Rank.PAST, of_the_past=True)
    _offer_lists(ranked, plain)
    return list(_with_notes(_of_past_passages(list(_with_parts(ranked, plain))), plain))


def _offer_lists(ranked: list[Mention], plain: str) -> None:
    """Count what a comma joins to two alternatives as one more: "$850, $960 or $1,250"."""
    for index in range(len(ranked) - 2, -1, -1):
        one, other = ranked[index : index + 2]
        listed = plain[one.span[1] : other.span[0]].strip() == ","
        if (
            listed
            and other.rank is Rank.OFFERED
            and one.rank in {Rank.PAST, Rank.PLAIN}
            and _comparable(one, other)
        ):
            ranked[index] = replace(one, rank=Rank.OFFERED)


def _with_notes(mentions: list[Mention], plain: str) -> Iterator[Mention]:
    """Give the mentions of a line that quotes a dated note its date."""
    note, end = None, 0
    for mention in mentions:
        if not end or "\n" in plain[end : mention.span[0]]:
            note = mention.value.dates[0] if mention.stamp and mention.value else None
        end = mention.span[1]
        yield replace(mention, note=note)


def _are_dates(one: Mention, other: Mention) -> bool:
    return all(m.value is not None and m.value.kind == "date" for m in (one, other))


def is_span(before: str, between: str, language: str) -> bool:
    """Whether two dates are the ends of a time: "17 to 24 August", "between 17 and 24 August"."""
    bounds = choice_pattern("between", language).search(before) and between.strip() in {"and", "и"}
    return bool(bounds or choice_pattern("passing", language).search(between))


def _comparable(one: Mention, other: Mention) -> bool:
    if one.value is None or other.value is None:
        return False
    return same_kind(one.value, other.value) or one.value.bare or other.value.bare


def _pair_ranks(before: str, between: str, language: str) -> tuple[Rank, Rank] | None:
    if between.strip(" ,") in {"→", "->", "=>", "⇒"}:
        return Rank.PAST, Rank.STEP
    if choice_pattern("passing_back", language).search(between):
        return Rank.STEP, Rank.PAST
    if choice_pattern("passing", language).search(between):
        changed = choice_pattern("change", language).search(before.rpartition(".")[2])
        is_change = changed or before.rstrip().endswith(("from", "с"))
        return (Rank.PAST, Rank.STEP) if is_change else (Rank.OFFERED, Rank.OFFERED)
    if choice_pattern("alternative", language).search(between) or (
        choice_pattern("between", language).search(before) and len(between.split()) <= 2
    ):
        return Rank.OFFERED, Rank.OFFERED
    return None


def _with_parts(mentions: list[Mention], plain: str) -> Iterator[Mention]:
    """Mark the terms of sums and products whose result the answer gives too."""
    amounts = [m.value.amounts[0] if m.value and len(m.value.amounts) == 1 else None for m in mentions]
    parts: set[int] = set()
    factors: set[int] = set()
    for sign, combine in ((_PLUS, sum), (_TIMES, prod)):
        start = 0
        for index in range(1, len(mentions) + 1):
            joined = index < len(mentions) and sign.fullmatch(
                plain, mentions[index - 1].span[1], mentions[index].span[0]
            )
            if joined:
                continue
            terms = amounts[start:index]
            known = [amount for amount in terms if amount is not None]
            if (
                len(terms) > 1
                and len(known) == len(terms)
                and combine(known) in amounts[:start] + amounts[index:]
            ):
                parts.update(range(start, index))
                factors.update(range(start, index) if combine is prod else ())
            start = index
    return (
        replace(mention, is_part=mention.is_part or index in parts, is_factor=index in factors)
        for index, mention in enumerate(mentions)
    )


def _of_past_passages(mentions: list[Mention]) -> list[Mention]:
    """Lower the steps of a parenthesis or a sentence that tells the past: "(it was 70 g, then 55 g)" leaves 50 standing."""
    result: list[Mention] = []
    openings: dict[tuple[int, int], Mention] = {}
    has_outside = any(mention.parenthesis < 0 for mention in mentions)
    for mention in mentions:
        opening = openings.setdefault((mention.sentence, mention.parenthesis), mention)
        lowered = mention.rank
        if opening is mention or opening.rank is not Rank.PAST:
            pass
        elif mention.parenthesis >= 0 and has_outside and mention.rank in {Rank.PLAIN, Rank.STEP}:
            lowered = Rank.PAST
        elif mention.rank is Rank.STEP and opening.of_the_past:
            lowered = Rank.PAST_STEP
        result.append(replace(mention, rank=lowered))
    return result
