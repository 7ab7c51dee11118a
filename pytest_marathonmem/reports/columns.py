"""Tables whose columns stand one below the other: models and what they cost, and the runs of a session side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.reports import wording
from pytest_marathonmem.reports.usage import total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.reports.report import Report
    from pytest_marathonmem.reports.usage import ModelUsage, Totals

GAP = "  "
UNKNOWN = "?"
MORE = "+: at least; of some attempts it isn't known"


def usage_table(report: Report) -> list[str]:
    """Each role and model of a run, and all together; empty if no model was called."""
    if not report.usage:
        return []
    rows = [_used(each.role, each.model or wording.OWN_MODELS, each, _seconds(each)) for each in report.usage]
    if len(rows) > 1:
        rows.append(_used("all", "", report.total, ""))
    lines = _aligned([("role", "model", "calls", "in", "cached", "out", "cost", "median s"), *rows], 2)
    return [*lines, MORE] if any("+" in cell for row in rows for cell in row[2:]) else lines


def runs_table(reports: Sequence[Report]) -> list[str]:
    """The runs of a session, a line each, and what they used together."""
    rows = [
        (
            wording.one_line(report.run),
            "-" if report.mean_score is None else f"{report.mean_score:.2f}",
            f"{report.coverage:.1%}",
            str(sum(check.imperfect for check in report.checks)),
            _more(wording.dollars(report.total.cost_usd), whole=report.total.cost_complete)
            if report.usage
            else "-",
            wording.duration(report.duration_seconds),
            "" if report.state == "finished" else report.state,
        )
        for report in reports
    ]
    return _aligned([("run", "mean", "coverage", "imperfect", "cost", "time", ""), *rows], 1)


def session_total(reports: Sequence[Report]) -> str:
    """What all runs cost together; empty if no model was called."""
    usage = [usage for report in reports for usage in report.usage]
    if not usage:
        return ""
    together = total(usage)
    return f"all {len(reports)} runs: {wording.cost_of(together)}, {wording.calls(together)}"


def _used(role: str, model: str, part: Totals, seconds: str) -> Sequence[str]:
    tokens = (part.input_tokens, part.cached_tokens, part.output_tokens)
    return (
        role,
        wording.one_line(model),
        UNKNOWN if part.calls is None else f"{part.calls:,}",
        *(UNKNOWN if count is None else _more(f"{count:,}", whole=part.tokens_complete) for count in tokens),
        UNKNOWN if part.cost_usd is None else _more(wording.dollars(part.cost_usd), whole=part.cost_complete),
        seconds,
    )


def _seconds(usage: ModelUsage) -> str:
    return UNKNOWN if usage.median_seconds is None else f"{usage.median_seconds:.1f}"


def _more(amount: str, *, whole: bool) -> str:
    return amount if whole or amount == "unknown" else f"{amount}+"


def _aligned(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """Set so many columns to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            f"{cell:<{width}}" if number < left else f"{cell:>{width}}"
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
