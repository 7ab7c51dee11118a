"""Compares a group of runs with its baseline, check by check."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from pytest_marathonmem.reports import wording
from pytest_marathonmem.reports.baseline import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_marathonmem.reports.report import Report
    from pytest_marathonmem.reports.terminal import Line

TOLERANCE = 1e-9
"""Means that differ by less differ by rounding."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A check that was scored on both sides."""

    check: str
    before: float
    """The mean over the repeats of the baseline in which it was scored."""
    now: float
    """The mean over the repeats of now in which it was scored."""

    @property
    def difference(self) -> float:
        return self.now - self.before


@dataclass(frozen=True, slots=True)
class Comparison:
    """The checks of a group, paired with those of its baseline."""

    baseline: Entry
    current: Entry
    pairs: tuple[Pair, ...]
    unscored: tuple[str, ...]
    """Checks that both sides have, but one has not scored: left out on both."""
    gone: tuple[str, ...]
    """Checks that only the baseline has."""
    added: tuple[str, ...]
    """Checks that the baseline lacks."""
    lowest: float
    """The lowest mean over the pairs that a repeat of the baseline had."""

    @property
    def before(self) -> float:
        """The mean over the pairs, in the baseline."""
        return fmean(pair.before for pair in self.pairs)

    @property
    def now(self) -> float:
        """The mean over the pairs, now."""
        return fmean(pair.now for pair in self.pairs)

    @property
    def regressed(self) -> bool:
        """Whether the mean of now is below what any repeat of the baseline had; also if nothing could be compared."""
        return not self.pairs or self.now < self.lowest - TOLERANCE


def compare(baseline: Entry, current: Entry) -> Comparison:
    """Pair the checks of two sides."""
    both = [check for check in current.scores if check in baseline.scores]
    pairs, unscored = [], []
    for check in both:
        before, now = _mean(baseline.scores[check]), _mean(current.scores[check])
        if before is None or now is None:
            unscored.append(check)
        else:
            pairs.append(Pair(check, before, now))
    return Comparison(
        baseline,
        current,
        pairs=tuple(pairs),
        unscored=tuple(unscored),
        gone=tuple(check for check in baseline.scores if check not in current.scores),
        added=tuple(check for check in current.scores if check not in baseline.scores),
        lowest=_lowest(baseline, pairs),
    )


def _lowest(baseline: Entry, pairs: Sequence[Pair]) -> float:
    repeats = zip(*(baseline.scores[pair.check] for pair in pairs), strict=True)
    return min((mean for mean in map(_mean, repeats) if mean is not None), default=0.0)


def _mean(scores: Sequence[float | None]) -> float | None:
    scored = [score for score in scores if score is not None]
    return fmean(scored) if scored else None


def compared(name: str, runs: Sequence[Report], baseline: Entry | None) -> tuple[list[Line], bool]:
    """Compare what was played of a group with its baseline, in words.

    A run that was stopped isn't compared: it has not had its whole exam.

    Args:
        name: The group's.
        runs: Those that were played.
        baseline: The group's entry; None if it has none.

    Returns:
        The lines for the terminal, and whether the group has regressed.
    """
    finished = [run for run in runs if run.state == "finished"]
    left_out = [f"{run.run} was {run.state}" for run in runs if run.state != "finished"]
    lines: list[Line]
    regressed = False
    if baseline is None:
        lines = [(f"{name}: new, the baseline doesn't have it; to add it run with --mmb-save-baseline", {})]
    elif not finished:
        lines = [(f"{name}: not compared, no run came to its end", {"yellow": True})]
    else:
        comparison = compare(baseline, Entry.of(finished))
        regressed = comparison.regressed
        lines = list(_lines(name, comparison))
        lines += [(f"  not counted: {why}", {"yellow": True}) for why in left_out]
    return [(wording.one_line(text), markup) for text, markup in lines], regressed


def _lines(name: str, comparison: Comparison) -> Iterator[Line]:
    yield from _verdict(name, comparison)
    if comparison.baseline.persona != comparison.current.persona:
        personas = f"{comparison.baseline.persona} in the baseline, {comparison.current.persona} now"
        yield f"  another persona: {personas}", {"yellow": True}
    for word, sign, color in (("worse", -1, "red"), ("better", 1, "green")):
        for pair in comparison.pairs:
            if sign * pair.difference > TOLERANCE:
                yield f"  {word:<6}  {pair.check}: {pair.before:.3g} -> {pair.now:.3g}", {color: True}
    lists = (
        ("left out, unscored on one side", comparison.unscored),
        ("no longer in the benchmark", comparison.gone),
        ("not yet in the baseline", comparison.added),
    )
    for label, checks in lists:
        if checks:
            yield f"  {label}: {', '.join(checks)}", {"yellow": True}


def _verdict(name: str, comparison: Comparison) -> Iterator[Line]:
    if not comparison.pairs:
        nothing = "no check was scored both now and in the baseline: there is nothing to compare"
        yield f"{name}: REGRESSED, {nothing}", {"red": True}
        return
    repeats = len(comparison.baseline.dates)
    over = f"{wording.count(len(comparison.pairs), 'check')}, {wording.count(len(comparison.current.dates), 'run')}"
    means = (
        f"mean score {comparison.now:.2f} over {over}; in the baseline {comparison.before:.2f} over the same"
    )
    difference = f"checks, {wording.count(repeats, 'run')}: {comparison.now - comparison.before:+.2f}"
    if not comparison.regressed:
        yield f"{name}: {means} {difference}", {"bold": True}
        return
    yield f"{name}: REGRESSED, {means} {difference}", {"red": True}
    if repeats > 1:
        yield f"  below the lowest run of the baseline, {comparison.lowest:.2f}", {"red": True}
