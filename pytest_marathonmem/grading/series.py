"""Grade a series: each date with its value, in whatever order and form; what nobody recorded costs a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.candidates import same_mention
from pytest_marathonmem.grading.choice import current, grouped
from pytest_marathonmem.grading.outcome import PointGrade
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.sentences import clauses
from pytest_marathonmem.values import among, matches, same_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_marathonmem.grading.mentions import Answer, Mention
    from pytest_marathonmem.grading.outcome import Outcome
    from pytest_marathonmem.grading.rivals import Known
    from pytest_marathonmem.grading.wanted import Wanted
    from pytest_marathonmem.values import Value


@dataclass(frozen=True, slots=True)
class Entry:
    """A value that an answer gives at a date."""

    date: Mention
    value: Mention


def grade_series(
    points: Sequence[Wanted], answer: Answer, known: Known
) -> tuple[list[PointGrade], list[str]]:
    """Return a grade for each point, and the entries that belong to no point, in the answer's words."""
    entries = list(read_entries(answer, [value for point in points for value in point.values]))
    grades = [_grade(point, entries, answer, known) for point in points]
    dates = [point.at for point in points if point.at]
    extra = [entry for entry in entries if not any(_at(entry, date) for date in dates)]
    extra = [entry for entry in extra if entry.value.rank > Rank.PAST]
    return grades, list(dict.fromkeys(answer.plain[_start(entry) : _end(entry)] for entry in extra))


def read_entries(answer: Answer, wanted: Sequence[Value]) -> Iterator[Entry]:
    """Pair the values of the wanted kind with the dates of an answer.

    Line by line: clauses that hold one date and one value are entries; else dates and values that alternate pair up in
    order; a line without a date belongs to the date above it.
    """
    heading: Mention | None = None
    for line in _lines(answer):
        dates = _days([m for m in line if _is_date(m, wanted)])
        values = [m for m in line if m not in dates and _is_kind(m, wanted)]
        if dates and values:
            yield from _pairs(dates, values, answer)
        elif heading and values:
            yield from (Entry(heading, value) for value in values)
        heading = dates[0] if len(dates) == 1 and not values else heading if not dates else None


def _lines(answer: Answer) -> Iterator[list[Mention]]:
    line: list[Mention] = []
    end = -1
    for mention in answer.values:
        if end >= 0 and "\n" in answer.plain[end : mention.span[0]]:
            yield line
            line = []
        line.append(mention)
        end = mention.span[1]
    yield line


def _pairs(dates: Sequence[Mention], values: Sequence[Mention], answer: Answer) -> Iterator[Entry]:
    by_clause = list(_by_clause(dates, values, answer))
    if len(by_clause) in {len(values), len(dates)}:
        yield from by_clause
        return
    tokens = sorted((*dates, *values), key=lambda mention: mention.span)
    is_date_first = tokens[0] in dates
    for index, value in enumerate(tokens):
        if value in dates:
            continue
        steps = range(index - 1, -1, -1) if is_date_first else range(index + 1, len(tokens))
        date = next((tokens[step] for step in steps if tokens[step] in dates), None)
        if date is not None:
            yield Entry(date, value)


def _by_clause(dates: Sequence[Mention], values: Sequence[Mention], answer: Answer) -> Iterator[Entry]:
    """Yield the entries of clauses with one date and one value: "126/82 on the 27th, 128/84 on the 19th"."""
    tokens = sorted((*dates, *values), key=lambda mention: mention.span)
    runs: list[list[Mention]] = []
    for token in tokens:
        between = answer.plain[runs[-1][-1].span[1] : token.span[0]] if runs else ""
        if not runs or len(clauses(between)) > 1 or token.sentence != runs[-1][-1].sentence:
            runs.append([])
        runs[-1].append(token)
    for run in _joined(runs):
        if len(run) == 2 and (run[0] in dates) != (run[1] in dates):
            date, value = run if run[0] in dates else reversed(run)
            yield Entry(date, value)


def _joined(runs: Sequence[list[Mention]]) -> Iterator[list[Mention]]:
    """Join neighbours that stand alone: of "27 July, 126/82" the comma divides nothing."""
    waiting: list[Mention] = []
    for run in runs:
        if len(run) > 1:
            yield from filter(None, (waiting, run))
            waiting = []
        elif waiting:
            yield [*waiting, *run]
            waiting = []
        else:
            waiting = run
    yield waiting


def _grade(point: Wanted, entries: Sequence[Entry], answer: Answer, known: Known) -> PointGrade:
    here = [entry.value for entry in entries if point.at and _at(entry, point.at)]
    groups = grouped(here, same_mention)
    chosen = current(groups)
    if chosen and chosen[0].value and point.says(chosen[0].value):
        return _verdict(point, answer, chosen[0], right=True)
    return _verdict(
        point, answer, here[0] if here else None, right=False, stale=any(map(known.is_stale, here))
    )


def _verdict(
    point: Wanted, answer: Answer, mention: Mention | None, *, right: bool, stale: bool = False
) -> PointGrade:
    label = point.label or (point.at.text if point.at else "")
    got = answer.plain[slice(*mention.span)] if mention else ""
    if right:
        return PointGrade(label, point.expected, right=True, outcome="correct", got=got)
    outcome: Outcome = "missed" if mention is None else "stale" if stale else "invented"
    return PointGrade(label, point.expected, right=False, outcome=outcome, got=got)


def _is_date(mention: Mention, wanted: Sequence[Value]) -> bool:
    """Whether it is a date; 5/7 and 31.05 are, unless they are a wanted value."""
    value = mention.value
    if value is None or not value.dates:
        return False
    return value.kind == "date" or (value.kind in {"number", "pair"} and not among(value, wanted))


def _is_kind(mention: Mention, wanted: Sequence[Value]) -> bool:
    value = mention.value
    if value is None or value.kind == "date":
        return False
    return any(same_kind(value, one) or matches(value, one) for one in wanted)


def _days(dates: Sequence[Mention]) -> list[Mention]:
    """Leave out dates without a day, and the second name of a day: "today, 27 July"."""
    days: list[Mention] = []
    for mention in dates:
        if mention.value is None or mention.value.dates[0].day is None:
            continue
        if days and mention.span[0] - days[-1].span[1] <= len(", (") and same_mention(days[-1], mention):
            days.pop()
        days.append(mention)
    return days


def _at(entry: Entry, date: Value) -> bool:
    return entry.date.value is not None and matches(entry.date.value, date)


def _start(entry: Entry) -> int:
    return min(entry.date.span[0], entry.value.span[0])


def _end(entry: Entry) -> int:
    return max(entry.date.span[1], entry.value.span[1])
