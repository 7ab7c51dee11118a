"""Which of several values an answer chooses, if any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.grading.ranking import Rank

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_marathonmem.grading.mentions import Mention

Group = list["Mention"]
"""Mentions that say the same."""


def grouped(mentions: Sequence[Mention], same: Callable[[Mention, Mention], bool]) -> list[Group]:
    """Put mentions that say the same together, in the order of their first."""
    groups: list[Group] = []
    for mention in mentions:
        group = next((group for group in groups if same(group[0], mention)), None)
        if group is None:
            groups.append([mention])
        else:
            group.append(mention)
    return groups


def current(groups: Sequence[Group]) -> Group | None:
    """Return the group that an answer gives as what counts now, or None if it leaves that open.

    If the answer quotes dated notes, the newest one decides; else the strongest rank. Of several changes the last one told counts; several values of any other rank are no choice.
    """
    newest = _of_newest_note(groups)
    if newest is not None:
        return newest
    claims = [(max(mention.rank for mention in group), group) for group in groups]
    claims = [(rank, group) for rank, group in claims if rank > Rank.DENIED]
    if not claims:
        return None
    strongest = max(rank for rank, _ in claims)
    best = [group for rank, group in claims if rank == strongest]
    if len(best) == 1:
        return best[0]
    if strongest in {Rank.STEP, Rank.PAST_STEP}:
        return max(
            best, key=lambda group: max(mention.span for mention in group if mention.rank == strongest)
        )
    return None


def _of_newest_note(groups: Sequence[Group]) -> Group | None:
    """Return the only group that the newest of the quoted notes mentions, if all mentions stand in dated notes."""
    notes = [(mention.note, group) for group in groups for mention in group]
    dates = [(note.year or 0, note.month or 0, note.day or 0) for note, _ in notes if note]
    if len(dates) < len(notes) or len(set(dates)) < 2:
        return None
    newest = [group for (_, group), date in zip(notes, dates, strict=True) if date == max(dates)]
    same = all(group is newest[0] for group in newest)
    return newest[0] if same and max(mention.rank for mention in newest[0]) > Rank.PAST else None


def earlier(groups: Sequence[Group], *, asks_first: bool) -> Group | None:
    """Return the group that an answer gives as what was before, or None if it leaves that open.

    That is what remains without the current one. Of several past values it is the one told as the first, if the question
    asks for the first, else the one before the current.

    Args:
        groups: the values of the asked kind.
        asks_first: whether the question asks for the very first value.
    """
    told = [group for group in groups if max(mention.rank for mention in group) > Rank.DENIED]
    if len(told) <= 1:
        return told[0] if told else None
    now = current(told)
    if now is None:
        return _marked_past(told)
    past = [group for group in told if group is not now]
    if any(mention.rank is Rank.OFFERED for group in past for mention in group):
        return None
    if len(past) == 1:
        return past[0]
    firsts = [group for group in past if any(mention.first for mention in group)]
    rest = [group for group in past if group not in firsts]
    wanted = (firsts or past[:1]) if asks_first else (rest or past)[-1:]
    return wanted[0] if len(wanted) == 1 else None


def _marked_past(groups: Sequence[Group]) -> Group | None:
    marked = [group for group in groups if any(mention.rank is Rank.PAST for mention in group)]
    return marked[0] if len(marked) == 1 else None
