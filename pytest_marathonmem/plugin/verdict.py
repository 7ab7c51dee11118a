"""Whether an item fails, and the short text that says why and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pytest_marathonmem.reports import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.plugin.options import Options
    from pytest_marathonmem.reports.report import Report

Fault = Literal["stopped", "score", "coverage"]

REMEDIES = {
    "budget": "Give a higher --mmb-budget-usd",
    "quota": "See to the account behind the model's key",
}
"""What to do about a stop, by its reason."""


@dataclass(frozen=True, slots=True)
class Verdict:
    fault: Fault | None
    """What fails the item; of several the first of the list. None where it passes."""
    text: str
    """The reasons, each with the next step."""


def decide(report: Report, options: Options) -> Verdict:
    """Judge a run: it must have ended by itself, its scores must do, and so must its coverage."""
    reasons = list(_reasons(report, options))
    return Verdict(reasons[0][0] if reasons else None, "\n".join(text for _, text in reasons))


def _reasons(report: Report, options: Options) -> Iterator[tuple[Fault, str]]:
    if report.state != "finished":
        yield "stopped", _by_stop(report)
        return
    if options.min_score is None:
        yield from _by_checks(report, options)
    else:
        yield from _by_gate(report, options.min_score, repeated=options.repeat > 1)
    if report.coverage < options.min_coverage:
        yield "coverage", _by_coverage(report, options)


def _by_stop(report: Report) -> str:
    reached = f"{len(report.scored)} of {wording.count(len(report.checks), 'check')}"
    go_on = (
        f"{REMEDIES.get(report.stop_reason, 'Remove the cause')} and start it again; it goes on from there"
        if report.resumable
        else "The agent doesn't survive a restart: the next start begins anew"
    )
    return f"The run was {report.state} after {reached} ({wording.one_line(wording.why_stopped(report))}). {go_on}."


def _by_gate(report: Report, min_score: float, *, repeated: bool) -> Iterator[tuple[Fault, str]]:
    """A repeat's mean counts at the end, together with the others."""
    if report.mean_score is None:
        yield "coverage", f"No check was scored: there is no mean score for --mmb-min-score={min_score:g}."
    elif report.mean_score < min_score and not repeated:
        below = f"The mean score {report.mean_score:.3f} is below --mmb-min-score={min_score:g}."
        yield "score", f"{below} The summary below shows every imperfect answer."


def _by_checks(report: Report, options: Options) -> Iterator[tuple[Fault, str]]:
    below = sum(check.score is not None and check.score < options.pass_score for check in report.checks)
    if not below or options.gated:
        return
    are = "is" if below == 1 else "are"
    count = f"{below} of {wording.count(len(report.checks), 'check')} {are} imperfect: below {options.pass_score:g}"
    mean = f"the mean score is {report.mean_score:.2f}"
    gate = "to let the mean decide, set a gate: --mmb-min-score=9"
    yield "score", f"{count}; {mean}. The summary below shows the answers; {gate}."


def _by_coverage(report: Report, options: Options) -> str:
    unscored = [check for check in report.checks if check.score is None]
    owners = sorted({check.owner for check in unscored if check.owner})
    return (
        f"{len(unscored)} of {wording.count(len(report.checks), 'check')} could not be scored (owner: "
        f"{', '.join(owners) or 'unknown'}): the coverage {report.coverage:.3f} is below {options.min_coverage:g}. "
        "The summary below says why; to accept less, set --mmb-min-coverage."
    )
