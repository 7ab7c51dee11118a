"""The terminal summary of a run, as lines with their markup: what a report's reader sees first."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pytest_marathonmem.reports import wording
from pytest_marathonmem.reports.columns import runs_table, session_total, usage_table
from pytest_marathonmem.reports.tables import by_trap, by_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_marathonmem.reports.report import CheckResult, Report
    from pytest_marathonmem.reports.tables import Group

Line = tuple[str, "Mapping[str, bool]"]
"""A line of text without its end, and how pytest's terminal writer is to mark it."""

LABEL_WIDTH = 10
FEW = 3
"""Runs whose answers are shown in full; of more, nobody would find the way."""


def session(
    reports: Sequence[Report], journal: str, width: int = 80, *, verbose: bool = False
) -> list[list[Line]]:
    """The runs of a session, block by block; the last thing to read is what compares them.

    Args:
        reports: The runs.
        journal: Where the answers are in full.
        width: Columns of the terminal.
        verbose: Show the answers in full here too, however many runs there are.
    """
    brief = len(reports) > FEW and not verbose
    blocks = [summary(report, width, brief=brief) for report in reports]
    if brief:
        blocks.append([(wording.one_line(f"All answers in full: {journal}, or here with -v"), {})])
    return [*blocks, overview(reports)] if len(reports) > 1 else blocks


def summary(report: Report, width: int = 80, *, brief: bool = False) -> list[Line]:
    """The summary of one run; no control character of a foreign text is in it.

    Args:
        report: The run.
        width: Columns of the terminal, to wrap answers.
        brief: Leave the tables out, and let an answer have one line.
    """
    width = max(width, 40)
    lines = [*_head(report, width), *(_in_brief(report, width) if brief else _in_full(report, width))]
    return [(wording.one_line(text), markup) for text, markup in lines]


def overview(reports: Sequence[Report]) -> list[Line]:
    """All runs of a session, a line each, to be compared."""
    head, *rows = runs_table(reports)
    total = session_total(reports)
    return [
        (head, {"bold": True}),
        *(
            (row, {} if run.state == "finished" else {"red": True})
            for row, run in zip(rows, reports, strict=True)
        ),
        *([(total, {"bold": True})] if total else []),
    ]


def _head(report: Report, width: int) -> Iterator[Line]:
    yield f"{report.run}: mean score {wording.mean(report)}", {"bold": True}
    for label, text, markup in _observations(report):
        if text:
            yield from _field(label, text, width, markup)


def _observations(report: Report) -> Iterator[tuple[str, str, Mapping[str, bool]]]:
    """What there is to say besides scores; an empty text stands for nothing."""
    yield "persona", wording.persona(report), {}
    yield "judge", wording.judge(report), {}
    yield "scores", wording.scores(report), {}
    yield "coverage", wording.coverage(report), {} if report.coverage == 1 else {"yellow": True}
    yield "exam", wording.context(report), {} if report.context_cleared else {"red": True}
    yield "guards", wording.guards(report) if report.guards else "", {}
    yield "faults", wording.faults(report) if report.faults else "", {"yellow": True}
    yield "disputed", wording.disputed(report), {"yellow": True}
    yield "flagged", wording.flagged(report), {"yellow": True}
    yield "cost", wording.cost(report) if report.usage else "", {}
    yield "time", wording.duration(report.duration_seconds) + (", resumed" if report.resumed else ""), {}
    yield "state", "" if report.state == "finished" else wording.state(report), {"red": True}


def _in_full(report: Report, width: int) -> Iterator[Line]:
    yield from _usage(report)
    yield from _table("type", by_type(report.checks))
    yield from _table("trap", by_trap(report.checks))
    for check in _to_show(report):
        yield from _answer(check, width)
    unreached = _unreached(report)
    if unreached:
        yield "", {}
        yield from _field("unreached", unreached, width, {"yellow": True})


def _in_brief(report: Report, width: int) -> Iterator[Line]:
    for check in _to_show(report):
        text = wording.one_line(f"  {wording.in_short(check)}")
        yield text if len(text) <= width else f"{text[: width - 3]}...", _markup(check)
    unreached = _unreached(report)
    if unreached:
        yield from _field("unreached", unreached, width, {"yellow": True})


def _to_show(report: Report) -> list[CheckResult]:
    return [check for check in report.checks if check.imperfect or (check.score is None and check.attempt)]


def _unreached(report: Report) -> str:
    return ", ".join(check.id for check in report.checks if not check.attempt)


def _usage(report: Report) -> Iterator[Line]:
    for number, line in enumerate(usage_table(report)):
        if not number:
            yield "", {}
        yield f"  {line}", {} if number else {"bold": True}


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
    yield f"  {wording.headline(check)}", _markup(check)
    for label, text in wording.fields(check):
        yield from _field(label, text, width, indent=4)


def _markup(check: CheckResult) -> Mapping[str, bool]:
    return {"red": True} if check.imperfect else {"yellow": True}


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
