"""The terminal summary of a run, as lines with their markup: what a report's reader sees first."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pytest_marathonmem.reports import wording
from pytest_marathonmem.reports.tables import by_trap, by_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_marathonmem.reports.report import CheckResult, Report
    from pytest_marathonmem.reports.tables import Group

Line = tuple[str, "Mapping[str, bool]"]
"""A line of text without its end, and how pytest's terminal writer is to mark it."""

LABEL_WIDTH = 10


def summary(report: Report, width: int = 80) -> list[Line]:
    """The summary of one run; no control character of a foreign text is in it.

    Args:
        report: The run.
        width: Columns of the terminal, to wrap answers.
    """
    return [(wording.one_line(text), markup) for text, markup in _lines(report, max(width, 40))]


def overview(reports: Sequence[Report]) -> list[Line]:
    """All runs of a session, a line each."""
    names = [wording.one_line(report.run) for report in reports]
    width = max(map(len, names))
    return [
        (f"{name:{width}}  mean score {wording.mean(report)}", {"bold": True})
        for name, report in zip(names, reports, strict=True)
    ]


def _lines(report: Report, width: int) -> Iterator[Line]:
    yield f"{report.run}: mean score {wording.mean(report)}", {"bold": True}
    yield from _observations(report, width)
    yield from _table("type", by_type(report.checks))
    yield from _table("trap", by_trap(report.checks))
    for check in report.checks:
        if check.imperfect or (check.score is None and check.attempt):
            yield from _answer(check, width)
    unreached = [check.id for check in report.checks if not check.attempt]
    if unreached:
        yield "", {}
        yield from _field("unreached", ", ".join(unreached), width, {"yellow": True})


def _observations(report: Report, width: int) -> Iterator[Line]:
    yield from _field("persona", report.persona, width)
    yield from _field("scores", wording.scores(report), width)
    whole = report.coverage == 1
    yield from _field("coverage", wording.coverage(report), width, {} if whole else {"yellow": True})
    yield from _field("exam", wording.context(report), width, {} if report.context_cleared else {"red": True})
    if report.guards:
        yield from _field("guards", wording.guards(report), width)
    duration = wording.duration(report.duration_seconds) + (", resumed" if report.resumed else "")
    yield from _field("time", duration, width)
    if report.state != "finished":
        yield from _field("state", wording.state(report), width, {"red": True})


def _table(title: str, groups: Sequence[Group]) -> Iterator[Line]:
    if not groups:
        return
    name_width = max(len(title), *(len(group.name) for group in groups))
    yield "", {}
    yield f"  {title:<{name_width}}  checks   mean", {"bold": True}
    for group in groups:
        mean = "-" if group.mean is None else f"{group.mean:.2f}"
        lost = group.mean is not None and group.mean < 10
        yield f"  {group.name:<{name_width}}  {group.count:>6}  {mean:>5}", {"yellow": True} if lost else {}


def _answer(check: CheckResult, width: int) -> Iterator[Line]:
    yield "", {}
    yield f"  {wording.headline(check)}", {"red": True} if check.imperfect else {"yellow": True}
    for label, text in wording.fields(check):
        yield from _field(label, text, width, indent=4)


def _field(
    label: str, text: str, width: int, markup: Mapping[str, bool] | None = None, indent: int = 2
) -> Iterator[Line]:
    """A label and its text, wrapped to hang beside it."""
    margin = " " * (indent + LABEL_WIDTH)
    wrapped = [
        part for line in text.splitlines() for part in _wrapped(wording.one_line(line), width - len(margin))
    ]
    for number, line in enumerate(wrapped or [""]):
        head = f"{'':{indent}}{label:<{LABEL_WIDTH}}" if number == 0 else margin
        yield (head + line).rstrip(), markup or {}


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, max(width, 20), break_on_hyphens=False, drop_whitespace=True) or [""]
