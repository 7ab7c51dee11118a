"""How reports word what they say, the same in the terminal and in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.reports.tables import distribution
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from pytest_marathonmem.reports.report import CheckResult, Report


def one_line(text: str) -> str:
    """A foreign text that stays on its line and does nothing to a terminal."""
    return printable(" ".join(text.splitlines()))


def count(number: int, noun: str) -> str:
    """``1 check``, ``2 checks``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def mean(report: Report) -> str:
    """``9.72 over 35 of 36 checks``."""
    score = "none" if report.mean_score is None else f"{report.mean_score:.2f}"
    return f"{score} over {len(report.scored)} of {count(len(report.checks), 'check')}"


def scores(report: Report) -> str:
    """``34 x 10, 1 x 5``."""
    counts = distribution(report.checks)
    return ", ".join(f"{number} x {score:.3g}" for score, number in counts.items()) or "none"


def coverage(report: Report) -> str:
    """``97.2%, 1 check unscored``."""
    unscored = len(report.checks) - len(report.scored)
    return f"{report.coverage:.1%}" + (f", {count(unscored, 'check')} unscored" if unscored else "")


def context(report: Report) -> str:
    """What emptied the agent's window before the exam, and what was seen of it besides."""
    how = {"new_conversation": "cleared by a new conversation", "compaction": "cleared by compaction"}
    parts = [f"context {how.get(report.context_cleared or '', 'never cleared')}"]
    if report.compactions:
        parts.append(f"{count(report.compactions, 'compaction')} observed")
    if report.context_tokens is not None:
        parts.append(f"largest {report.context_tokens:,} tokens")
    return ", ".join((*parts, *report.context_notes))


def guards(report: Report) -> str:
    """``empty message x 2``."""
    return ", ".join(f"{name} x {number}" for name, number in sorted(report.guards.items())) or "none"


def state(report: Report) -> str:
    """``finished``, or how and why it ended before."""
    return ": ".join(part for part in (report.state, report.stop_reason, report.stop_error) if part)


def duration(seconds: float) -> str:
    """``4.2 s``, ``3 min 12 s``, ``1 h 02 min``."""
    minutes, rest = divmod(round(seconds), 60)
    if seconds < 60:
        return f"{seconds:.1f} s"
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"


def headline(check: CheckResult) -> str:
    """One line: which check, and what became of it."""
    parts = [check.id, "unscored" if check.score is None else f"score {check.score:.3g}"]
    if check.score is not None:
        parts.append(check.outcome)
    if check.attempt:
        parts.append(f"attempt {check.attempt}")
    if check.owner:
        parts.append(f"owner {check.owner}")
    kinds = [kind for kind in (check.type, *check.traps) if kind]
    return ", ".join(parts) + (f" ({' '.join(kinds)})" if kinds else "")


def fields(check: CheckResult) -> list[tuple[str, str]]:
    """Everything of one answer, in full, as labels and texts."""
    named = (
        ("question", check.question),
        ("expected", check.expected),
        ("got", check.got),
        ("comment", check.comment),
    )
    return [(label, text) for label, text in named if text or label == "got"]


def in_full(check: CheckResult) -> list[str]:
    """Everything of one answer, a line each."""
    return [one_line(headline(check)), *(f"{label}: {one_line(text)}" for label, text in fields(check))]
