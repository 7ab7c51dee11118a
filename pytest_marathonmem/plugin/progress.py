"""The progress of runs: told by reports from where a run plays, shown where the terminal is."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.emitting import WHEN, emit_run
from pytest_marathonmem.plugin.status_line import StatusLine
from pytest_marathonmem.reports.progress import Progress, ProgressFolding, progress_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from pytest_marathonmem.runs.events import Event

INTERVAL = 0.5
"""Seconds from one report of a run's progress to the next."""

LINE_INTERVAL = 60.0
"""Seconds from one line to the next, for each run, where a line can't be redrawn."""


class ProgressReports:
    """Observes a run and tells where it stands, at its events and also while the agent is silent.

    Args:
        tell: Called with the run's progress, not more often than the interval allows.
        elapsed: Tells seconds of real time.
    """

    def __init__(self, tell: Callable[[Progress], None], elapsed: Callable[[], float]) -> None:
        self._tell = tell
        self._elapsed = elapsed
        self._began = self._due = elapsed()
        self._folding = ProgressFolding()

    @classmethod
    def of(cls, item: pytest.Item, elapsed: Callable[[], float]) -> ProgressReports:
        """Reports of an item's run."""
        return cls(lambda progress: emit_run(item, mmb_progress=asdict(progress)), elapsed)

    def __call__(self, event: Event) -> None:
        self._folding.take(event)
        self._tell_if_due()

    @contextmanager
    def ticking(self) -> Iterator[None]:
        """Tell from time to time while the event loop has nothing else to do."""
        self._tick()
        try:
            yield
        finally:
            self._timer.cancel()

    def _tick(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(INTERVAL, self._tick)
        self._tell_if_due()

    def _tell_if_due(self) -> None:
        now = self._elapsed()
        if now < self._due:
            return
        progress = self._folding.progress(now - self._began)
        if progress is not None:
            self._due = now + INTERVAL
            self._tell(progress)


def show_progress(config: pytest.Config) -> None:
    """Show the progress of all runs in this process's terminal, if it has one and may be talkative."""
    manager = config.pluginmanager
    reporter: Any = manager.getplugin("terminalreporter")
    if reporter is None or reporter.verbosity < -1 or manager.hasplugin(ProgressDisplay.NAME):
        return
    show = LiveLine(reporter) if can_redraw(reporter) else PlainLines(reporter)
    manager.register(ProgressDisplay(show, reporter), ProgressDisplay.NAME)


def can_redraw(reporter: Any) -> bool:
    """Whether a line can live below the output: on a terminal that somebody watches, where only pytest writes."""
    environment = os.environ
    return (
        bool(reporter.isatty)
        and environment.get("TERM", "dumb") != "dumb"
        and not environment.get("CI")
        and sys.platform != "win32"
        and reporter.config.getoption("capture") in ("fd", "sys")
    )


class LiveLine:
    """All runs in one line, which is redrawn."""

    def __init__(self, reporter: Any) -> None:
        encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
        self._line = StatusLine(reporter.config.get_terminal_writer(), encoding)

    def show(self, running: Collection[Progress]) -> None:
        self._line.show(progress_line([*running]) if running else "")

    def close(self) -> None:
        self._line.close()


class PlainLines:
    """A line for each run at long intervals, as the log of a pipeline wants it."""

    def __init__(self, reporter: Any) -> None:
        self._reporter = reporter
        self._told: dict[str, float] = {}
        """When each run was told of last, in seconds since its start."""

    def show(self, running: Collection[Progress]) -> None:
        self._told = {run.run: self._told.get(run.run, 0.0) for run in running}
        for run in running:
            if run.seconds - self._told[run.run] >= LINE_INTERVAL:
                self._told[run.run] = run.seconds
                self._reporter.write_line(progress_line([run]))
                self._reporter.flush()

    def close(self) -> None:
        """Nothing stays."""


class ProgressDisplay:
    """Follows the progress of all runs that go on.

    Args:
        display: Shows them.
        reporter: pytest's terminal reporter.
    """

    NAME = "marathonmem-progress"

    def __init__(self, display: LiveLine | PlainLines, reporter: Any) -> None:
        self._display = display
        self._reporter = reporter
        self._running: dict[str, Progress] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Iterator[None]:
        """Show where the runs stand; what tells of an item's own end ends its run."""
        ended = hasattr(report, "mmb_run") or not (report.when in ("setup", WHEN) or hasattr(report, "mmb"))
        if ended and self._running.pop(report.nodeid, None) is not None:
            self._display.show(self._running.values())
        yield
        if hasattr(report, "mmb_progress"):
            self._forget(report)
            self._running[report.nodeid] = Progress(**report.mmb_progress)
            self._display.show(self._running.values())

    def _forget(self, report: pytest.TestReport) -> None:
        """Keep the terminal reporter from gathering thousands of these for its summary."""
        uncounted = self._reporter.stats.get("", [])
        if uncounted and uncounted[-1] is report:
            uncounted.pop()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """What comes now is final, and nothing goes on below it."""
        self._display.close()
