"""Where a run stands while it goes on, and how that is worded in one line."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import timedelta
from itertools import accumulate
from statistics import fmean
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.reports.usage import UsageFolding
from pytest_marathonmem.reports.wording import dollars, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_marathonmem.runs.events import Event


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run stands; plain types, so that it crosses processes."""

    run: str
    chapter: int
    """From 1; 0 before the first."""
    chapters: int
    phase: str
    """The phase's title."""
    evaluated: int
    checks: int
    """How many are planned."""
    mean_score: float | None
    """Over what is scored so far."""
    seconds: float
    """Of real time, since this start."""
    cost_usd: float | None = None
    """All starts together, as far as it is known; None if nothing is known of any model's cost."""
    cost_complete: bool = True


class ProgressFolding:
    """Folds a run's events, those of earlier starts too, into where it stands."""

    def __init__(self) -> None:
        self.started: Event | None = None
        self._phase: Mapping[str, Any] = {"chapter": "", "title": ""}
        self._scores: dict[str, float | None] = {}
        self._usage = UsageFolding()

    def take(self, event: Event) -> None:
        match event.type:
            case "started":
                self.started = event
            case "phase":
                self._phase = event.data
            case "evaluated":
                self._scores[event["check"]] = event["score"]
            case "called":
                self._usage.call(event.data)
            case "status":
                self._usage.status(event.data)

    def progress(self, seconds: float) -> Progress | None:
        """Where the run stands after so many seconds; None before it has started."""
        if self.started is None:
            return None
        chapters: Sequence[str] = self.started["fingerprint"].get("chapters", ())
        chapter = self._phase["chapter"]
        scores = [score for score in self._scores.values() if score is not None]
        cost_usd, cost_complete = self._usage.cost()
        return Progress(
            run=self.started["run"],
            chapter=chapters.index(chapter) + 1 if chapter in chapters else 0,
            chapters=len(chapters),
            phase=self._phase["title"],
            evaluated=len(self._scores),
            checks=len(self.started["checks"]),
            mean_score=fmean(scores) if scores else None,
            seconds=seconds,
            cost_usd=cost_usd,
            cost_complete=cost_complete,
        )


def progress_line(running: Sequence[Progress]) -> str:
    """All that goes on, in one line that does nothing to a terminal; what may be cut off stands last.

    ``max-notebook | chapter 3/20 | 12/36 checks | mean 9.25 | $0.012 | 0:12:04 | Cat food`` for one run,
    ``2 runs | 15/72 checks | $0.012 | 0:12:04 | max-notebook 12/36 9.25 | max-chatbot 3/36`` for several.
    The cost stands there if anything is known to be paid; a ``+`` behind it says that more may be.
    """
    parts = _one(running[0]) if len(running) == 1 else _several(running)
    return " | ".join(one_line(" ".join(part.split())) for part in parts if part)


def _one(progress: Progress) -> list[str]:
    mean = progress.mean_score
    return [
        progress.run,
        f"chapter {progress.chapter}/{progress.chapters}" if progress.chapter else "",
        f"{progress.evaluated}/{progress.checks} checks",
        "" if mean is None else f"mean {mean:.2f}",
        _cost([progress]),
        _elapsed(progress.seconds),
        progress.phase,
    ]


def _several(running: Sequence[Progress]) -> list[str]:
    evaluated, checks = sum(run.evaluated for run in running), sum(run.checks for run in running)
    return [
        f"{len(running)} runs",
        f"{evaluated}/{checks} checks",
        _cost(running),
        _elapsed(max((run.seconds for run in running), default=0.0)),
        *(
            f"{run.run} {run.evaluated}/{run.checks}"
            + ("" if run.mean_score is None else f" {run.mean_score:.2f}")
            for run in running
        ),
    ]


def _cost(running: Sequence[Progress]) -> str:
    usd = sum(run.cost_usd or 0 for run in running)
    more = "" if all(run.cost_complete for run in running) else "+"
    return f"{dollars(usd)}{more}" if usd else ""


def _elapsed(seconds: float) -> str:
    """Whole seconds, as in ``0:12:04``."""
    return str(timedelta(seconds=int(seconds)))


def cut(line: str, columns: int) -> str:
    """The beginning of a line that takes no more than so many columns of a terminal."""
    ends = accumulate(_width(character) for character in line)
    return line[: sum(end <= columns for end in ends)]


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
