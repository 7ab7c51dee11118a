"""The journal ``report.md``: one entry a start of a run.

Whatever others wrote (questions, answers, errors, comments) stands in an indented code block, every line of it moved
in by four spaces: it can't open an entry, close a fence or become HTML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.reports import wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_marathonmem.reports.report import CheckResult, Report

INDENT = " " * 4


def entry(report: Report) -> str:
    """One entry, from its heading to the empty line after it."""
    return "\n".join(_lines(report)) + "\n\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"## {report.date[:16].replace('T', ' ')} {report.run}"
    yield ""
    for label, text in _observations(report):
        yield f"- {label}: {_inline(text)}"
    yield from _answers("Imperfect answers", [check for check in report.checks if check.imperfect])
    unscored = [check for check in report.checks if check.score is None]
    yield from _answers("Unscored", [check for check in unscored if check.attempt])
    yield from _answers(
        "Right, but disputed or flagged", [check for check in report.checks if check.remarkable]
    )
    yield from _block("Never reached", [check.id for check in unscored if not check.attempt])


def _observations(report: Report) -> Iterator[tuple[str, str]]:
    yield "benchmark @ agent", f"{report.benchmark} @ {report.agent}"
    yield "persona", wording.persona(report)
    if report.judge:
        yield "judge", wording.judge(report)
    yield "mean score", wording.mean(report)
    yield "scores", wording.scores(report)
    yield "coverage", wording.coverage(report)
    yield "exam", wording.context(report)
    yield "guards", wording.guards(report)
    yield "faults", wording.faults(report)
    for label, checks in (("disputed", wording.disputed(report)), ("flagged", wording.flagged(report))):
        if checks:
            yield label, checks
    if report.usage:
        yield "cost", wording.cost(report)
    for text in wording.calls_by_model(report):
        yield "calls", text
    yield "time", wording.duration(report.duration_seconds) + (", resumed" if report.resumed else "")
    yield "state", wording.state(report)


def _answers(title: str, checks: Sequence[CheckResult]) -> Iterator[str]:
    lines: list[str] = []
    for check in checks:
        lines += ([""] if lines else []) + [wording.headline(check)]
        for label, text in wording.fields(check):
            first, *more = text.splitlines() or [""]
            lines += [f"{label:<8}  {first}".rstrip(), *(f"{'':<8}  {line}".rstrip() for line in more)]
    yield from _block(title, lines)


def _block(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield f"{title}:"
        yield ""
        yield from (f"{INDENT}{wording.one_line(line)}".rstrip() for line in lines)


def _inline(text: str) -> str:
    """A code span, so that neither HTML nor Markdown of the text acts."""
    return "`" + wording.one_line(text).replace("`", "'") + "`"
