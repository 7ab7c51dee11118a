"""The controller's side of pytest-xdist: what its workers play, how they end, and what a dead one has left."""

from __future__ import annotations

from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.emitting import run_report
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.plugin.resuming import is_benchmark
from pytest_marathonmem.plugin.selection import what_runs
from pytest_marathonmem.plugin.signals import Terminable, terminate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_marathonmem.plugin.summary import Runs

LONGEST_SILENCE = 15.0
"""Seconds that interrupted workers may take from report to report, to close their agents."""


class Workers:
    """Follows the runs of xdist's workers; registered in the controller.

    Args:
        config: The controller's.
        runs: Gathers what is reported.
        distributed: xdist's own session.
    """

    def __init__(self, config: pytest.Config, runs: Runs, distributed: Any) -> None:
        self._config = config
        self._runs = runs
        self._distributed = distributed
        self._playing: dict[Any, int | None] = {}
        """Workers that have begun a run, with their process ids where these can be used."""
        self._begun: dict[str, Mapping[str, Any]] = {}
        self._is_collected = False
        self._is_announced = False

    def pytest_xdist_node_collection_finished(self, node: object, ids: Sequence[str]) -> None:
        """Every worker collects the same; the first one tells of all."""
        if not self._is_collected:
            self._is_collected = True
            benchmarks = [] if self._config.stash[OPTIONS].lint else [*filter(is_benchmark, ids)]
            self._runs.selected.select(benchmarks)
            if benchmarks:
                Terminable.of(self._config)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Say what plays, where one process would have said it after its collection."""
        if self._is_announced or nodeid not in self._runs.selected:
            return
        self._is_announced = True
        reporter: Any = self._config.pluginmanager.getplugin("terminalreporter")
        if reporter is not None and reporter.verbosity >= 0:
            for line in what_runs(self._config):
                reporter.write_line(line)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "mmb_begun"):
            self._begun[report.nodeid] = report.mmb_begun
            node: Any = getattr(report, "node", None)
            self._playing[node] = report.mmb_begun["pid"] if node.gateway.spec.popen else None
        elif hasattr(report, "mmb_run"):
            self._begun.pop(report.nodeid, None)

    def pytest_testnodedown(self, node: object) -> None:
        self._playing.pop(node, None)

    @pytest.hookimpl(tryfirst=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> None:
        """Report what a dead worker recorded of its run."""
        begun = self._begun.pop(crashitem, None)
        if begun is None or not Path(begun["folder"]).is_dir():
            return
        from pytest_marathonmem.errors import MarathonMemError  # noqa: PLC0415 - only a dead worker's run needs it
        from pytest_marathonmem.reports.write import write_reports  # noqa: PLC0415 - as above

        try:
            recorded = write_reports(Path(begun["folder"]))
        except (MarathonMemError, OSError):
            return  # what isn't recorded can't be told; that the item crashed is told by xdist
        mmb_run = {"report": recorded.as_json(), "fault": "stopped"}
        node: Any = getattr(report, "node", None)
        of_run = run_report(crashitem, report.location, mmb_run=mmb_run, node=node)
        self._config.hook.pytest_runtest_logreport(report=of_run)

    def pytest_keyboard_interrupt(self) -> None:
        """Let the workers end their runs and take in what they report of them; xdist would leave that."""
        for pid in self._playing.values():
            if pid is not None:
                terminate(pid)
        try:
            self._take_in()
        except KeyboardInterrupt:
            return  # whoever interrupts twice doesn't want to wait

    def _take_in(self) -> None:
        while self._playing:
            try:
                name, facts = self._distributed.queue.get(timeout=LONGEST_SILENCE)
            except Empty:
                return
            if name == "testreport":
                facts["rep"].node = facts["node"]
                self._config.hook.pytest_runtest_logreport(report=facts["rep"])
            elif name in ("workerfinished", "errordown"):
                self._playing.pop(facts["node"], None)
