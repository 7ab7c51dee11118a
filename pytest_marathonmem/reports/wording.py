"""How reports word what they say, the same in the terminal and in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.reports.tables import distribution
from pytest_marathonmem.reports.usage import total
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.reports.report import CheckResult, Report
    from pytest_marathonmem.reports.usage import Totals

STOPS = {"budget": "the budget is spent", "quota": "a model's quota is used up"}
"""Reasons for a stop that need words of their own."""

OWN_MODELS = "(own models)"
"""Stands for the models of an agent that only reports what they cost."""


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


def persona(report: Report) -> str:
    """``scripted``, ``flash (deepseek-v4-flash)``."""
    return _model(report.persona, report.models.get("persona"))


def judge(report: Report) -> str:
    """Empty for none."""
    return _model(report.judge, report.models.get("judge")) if report.judge else ""


def _model(key: str, model: str | None) -> str:
    return key if model in (None, key) else f"{key} ({model})"


def guards(report: Report) -> str:
    """``role flip x 1, near duplicate x 2 (observed)``."""
    counts = (
        f"{name.replace('_', ' ')} x {number}" + (" (observed)" if how == "observed" else "")
        for name, by_mode in sorted(report.guards.items())
        for how, number in by_mode.items()
        if number
    )
    return ", ".join(counts) or "none"


def faults(report: Report) -> str:
    """``infrastructure: rate limited x 3 (persona), no reply x 1 (agent); persona: refused call x 4``."""
    by_owner: dict[str, list[str]] = {}
    for fault in report.faults:
        at = "" if fault.role == fault.owner else f" ({fault.role})"
        by_owner.setdefault(fault.owner, []).append(f"{fault.kind} x {fault.count}{at}")
    return "; ".join(f"{owner}: {', '.join(kinds)}" for owner, kinds in by_owner.items()) or "none"


def dollars(usd: float | None) -> str:
    """``$12.30``, ``$0.213``, ``$0.0021``; never ``$0`` for a little."""
    if usd is None:
        return "unknown"
    if usd == 0:
        return "$0"
    if usd < 0.0001:
        return "< $0.0001"
    return f"${usd:.2f}" if usd >= 1 else f"${usd:.3f}" if usd >= 0.01 else f"${usd:.4f}"


def cost(report: Report) -> str:
    """``$0.213 (persona $0.201, judge $0.012)``, ``at least $0.201 (persona $0.201, agent unknown)``."""
    by_role = {
        usage.role: total([each for each in report.usage if each.role == usage.role])
        for usage in report.usage
    }
    parts = ", ".join(f"{role} {cost_of(part)}" for role, part in by_role.items())
    return f"{cost_of(report.total)} ({parts})" if parts else "no model was called"


def cost_of(part: Totals) -> str:
    """``$0.213``, ``at least $0.213``, ``unknown``."""
    return ("" if part.cost_complete or part.cost_usd is None else "at least ") + dollars(part.cost_usd)


def calls(part: Totals) -> str:
    """``412 calls, 1,204,332 tokens in (900,121 cached), 20,331 out``; what isn't known is left out."""
    at_least = "" if part.tokens_complete else "at least "
    cached = "" if part.cached_tokens is None else f" ({part.cached_tokens:,} cached)"
    named = (
        "unknown calls" if part.calls is None else f"{part.calls:,} {'call' if part.calls == 1 else 'calls'}",
        "" if part.input_tokens is None else f"{at_least}{part.input_tokens:,} tokens in{cached}",
        "" if part.output_tokens is None else f"{part.output_tokens:,} out",
    )
    return ", ".join(filter(None, named))


def calls_by_model(report: Report) -> Iterator[str]:
    """A phrase for each role and model: ``persona deepseek: 412 calls, ..., median 2.1 s, longest 9.8 s``."""
    for usage in report.usage:
        timed = (("median", usage.median_seconds), ("longest", usage.longest_seconds))
        seconds = (f"{label} {duration(each)}" for label, each in timed if each is not None)
        yield f"{usage.role} {usage.model or OWN_MODELS}: {', '.join((calls(usage), *seconds))}"


def disputed(report: Report) -> str:
    """The ids of the checks on which code and models did not agree; also of perfect ones."""
    return ", ".join(check.id for check in report.checks if check.disputed)


def flagged(report: Report) -> str:
    """The ids of the checks at which the audit has found something; also of perfect ones."""
    return ", ".join(check.id for check in report.checks if check.flags)


def state(report: Report) -> str:
    """``finished``, or how and why it ended before."""
    return ": ".join(filter(None, (report.state, why_stopped(report))))


def why_stopped(report: Report) -> str:
    """``the budget is spent: ...``; empty for a run that has no reason."""
    return ": ".join(filter(None, (STOPS.get(report.stop_reason, report.stop_reason), report.stop_error)))


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
        *(("flag", flag) for flag in check.flags),
    )
    return [(label, text) for label, text in named if text or label == "got"]


def in_short(check: CheckResult) -> str:
    """One line: which check, what became of it, and why."""
    why = check.comment if check.score is None else f"expected {check.expected}, got {check.got}"
    return one_line(f"{headline(check)}: {why}")


def in_full(check: CheckResult) -> list[str]:
    """Everything of one answer, a line each."""
    return [one_line(headline(check)), *(f"{label}: {one_line(text)}" for label, text in fields(check))]
