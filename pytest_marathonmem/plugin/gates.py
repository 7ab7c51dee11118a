"""The gate over the repeats of a run: their mean decides, at the end of the session."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from pytest_marathonmem.reports import wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_marathonmem.reports.report import Report


@dataclass(frozen=True, slots=True)
class Repeats:
    """All runs of one group that a session played."""

    group: str
    counted: tuple[tuple[str, float], ...]
    """Name and mean score of those that came to their end, in order."""
    left_out: tuple[tuple[str, str], ...]
    """Name of the others, and why they don't count."""

    @property
    def mean(self) -> float | None:
        """The mean of the repeats' means, each weighing the same; None where none counts."""
        return fmean(score for _, score in self.counted) if self.counted else None

    def describe(self) -> str:
        """``max-notebook: mean score 9.10 over 2 repeats, 8.90..9.30 (…)``, the runs each with its mean."""
        runs = [f"{name} {score:.2f}" for name, score in self.counted]
        runs += [f"{name} not counted: {why}" for name, why in self.left_out]
        if not self.counted:
            return wording.one_line(f"{self.group}: no mean score ({', '.join(runs)})")
        scores = [score for _, score in self.counted]
        spread = f"{min(scores):.2f}..{max(scores):.2f}"
        count = wording.count(len(scores), "repeat")
        return wording.one_line(
            f"{self.group}: mean score {self.mean:.2f} over {count}, {spread} ({', '.join(runs)})"
        )

    def fails(self, min_score: float) -> bool:
        """Whether the mean is below a gate; without a mean the runs fail, or are skipped, by themselves."""
        return self.mean is not None and self.mean < min_score


def repeats(reports: Iterable[Report]) -> list[Repeats]:
    """Group runs, in order of their first one."""
    groups: defaultdict[str, list[Report]] = defaultdict(list)
    for report in reports:
        groups[report.group].append(report)
    return [_repeats(group, runs) for group, runs in groups.items()]


def _repeats(group: str, runs: Sequence[Report]) -> Repeats:
    counted, left_out = [], []
    for run in sorted(runs, key=lambda run: (len(run.run), run.run)):
        if run.state != "finished":
            left_out.append((run.run, wording.state(run)))
        elif run.mean_score is None:
            left_out.append((run.run, "no check was scored"))
        else:
            counted.append((run.run, run.mean_score))
    return Repeats(group, tuple(counted), tuple(left_out))
