"""The end of the session in the terminal's process: the runs' summaries, the last line, the exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.exit_code import exit_code
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.plugin.resuming import CommandLine, Selected

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_marathonmem.plugin.gates import Repeats
    from pytest_marathonmem.reports.report import Report

NOUNS = {"checks passed": "green", "checks imperfect": "yellow", "checks unscored": "yellow"}
"""pytest's categories of our subtests, in their order in the last line, with their colours."""

Parts = tuple[list[tuple[str, dict[str, bool]]], str]


class Runs:
    """Gathers what the reports of a session tell; lives where the terminal is.

    Args:
        config: The session's.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.selected = Selected()
        """The benchmark items of the session."""
        self._config = config
        self._runs: dict[str, Mapping[str, Any]] = {}
        """What was told of each run at its end, by item."""
        self._lints: list[Mapping[str, Any]] = []
        self._failed: set[str] = set()
        self._failed_by_coverage: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what tells of a run, and which items failed."""
        if hasattr(report, "mmb_run"):
            self._take_run(report.nodeid, report.mmb_run)
        elif hasattr(report, "mmb_note"):
            self._show_note(report.mmb_note)
        elif hasattr(report, "mmb_lint"):
            self._lints.append(report.mmb_lint)
        elif report.failed and not hasattr(report, "mmb"):
            self._take_failure(report)

    def _take_run(self, nodeid: str, run: Mapping[str, Any]) -> None:
        self._runs[nodeid] = run
        if run["report"]["state"] == "finished":
            self.selected.finish(nodeid)

    def _take_failure(self, report: pytest.TestReport) -> None:
        run = self._runs.get(report.nodeid)
        if report.when == "call" and run is not None and run["fault"] == "coverage":
            self._failed_by_coverage.add(report.nodeid)
            return
        self._failed.add(report.nodeid)
        if run is None and report.when in ("setup", "call"):
            self.selected.fail(report.nodeid)

    def _show_note(self, text: str) -> None:
        reporter: Any = self._config.pluginmanager.getplugin("terminalreporter")
        if reporter is not None and reporter.verbosity >= 0:
            reporter.ensure_newline()
            if self._config.get_terminal_writer().width_of_current_line:
                reporter.write_line("")  # among the letters of workers
            reporter.write_line(text)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A collection that failed is no failure by coverage."""
        if report.failed:
            self._failed.add(report.nodeid)

    @property
    def reports(self) -> list[Report]:
        """The runs that were played, whatever became of them."""
        if not self._runs:
            return []
        from pytest_marathonmem.reports.report import Report  # noqa: PLC0415 - a part of played benchmarks only

        return [Report.from_json(run["report"]) for run in self._runs.values()]

    @property
    def failed_groups(self) -> dict[str, str]:
        """The runs that were repeated and whose mean is below the gate: by a group's name, what is to be said of it."""
        gate = self._config.stash[OPTIONS].min_score
        if gate is None:
            return {}
        return {
            group.group: f"{group.describe()} is below --mmb-min-score={gate:g}"
            for group in self._repeated()
            if group.fails(gate)
        }

    def _repeated(self) -> list[Repeats]:
        if not self._runs or self._config.stash[OPTIONS].repeat == 1:
            return []
        from pytest_marathonmem.plugin.gates import repeats  # noqa: PLC0415 - a part of played benchmarks only

        return repeats(self.reports)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Let the last line count checks, and refine the exit code."""
        reporter: Any = session.config.pluginmanager.getplugin("terminalreporter")
        if reporter is not None:
            original = reporter.build_summary_stats_line
            reporter.build_summary_stats_line = _with_ours(reporter, original, len(self.failed_groups))
        session.exitstatus = exit_code(
            exitstatus,
            failed=bool(self._failed or self.failed_groups),
            spent=any(report.resumable and report.out_of_money for report in self.reports),
            stopped=any(report.resumable for report in self.reports),
            failed_by_coverage=bool(self._failed_by_coverage),
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
        """Show every lint and every run, the gates that failed, and how to go on."""
        for lint in self._lints:
            terminalreporter.section(f"marathonmem lint: {lint['benchmark']}")
            for line in lint["lines"]:
                terminalreporter.line(line)
        left = () if exitstatus == pytest.ExitCode.USAGE_ERROR else self.selected.left()
        if not (self._runs or left):
            return
        terminalreporter.section("marathonmem")
        self._show_runs(terminalreporter)
        if left:
            self._show_how_to_go_on(terminalreporter, left)
        if self.failed_groups:
            terminalreporter.section("marathonmem gate", red=True, bold=True)
            for text in self.failed_groups.values():
                terminalreporter.line(text, red=True)

    def _show_runs(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self._runs:
            return
        from pytest_marathonmem.plugin.planning import planner_of  # noqa: PLC0415 - of played benchmarks only
        from pytest_marathonmem.reports.terminal import session  # noqa: PLC0415 - as above
        from pytest_marathonmem.reports.write import JOURNAL  # noqa: PLC0415 - as above

        # The last column stays free, where some terminals would wrap by themselves.
        width = self._config.get_terminal_writer().fullwidth - 1
        journal = planner_of(self._config).results / JOURNAL
        parts = session(self.reports, str(journal), width, verbose=terminalreporter.verbosity > 0)
        parts.append([(group.describe(), {"bold": True}) for group in self._repeated()])
        for number, lines in enumerate(filter(None, parts)):
            if number:
                terminalreporter.line("")
            for text, markup in lines:
                terminalreporter.line(text, **markup)

    def _show_how_to_go_on(self, terminalreporter: pytest.TerminalReporter, left: Sequence[str]) -> None:
        some = left if len(left) < len(self.selected) else ()
        runs = "run" if len(left) == 1 else "runs"
        mortal = [report for report in self.reports if report.state != "finished" and not report.survives]
        what = "To start {} {} again:" if len(mortal) == len(left) else "To go on with {} unfinished {}:"
        terminalreporter.line("")
        terminalreporter.line(what.format(len(left), runs), bold=True)
        broke = any(report.stop_reason == "budget" for report in self.reports)
        terminalreporter.line(CommandLine.of(self._config).again(self._config, some, more_money=broke))
        for report in mortal:
            line = f"{report.run} will begin anew: its agent doesn't survive a restart"
            terminalreporter.line(line, yellow=True)


def _with_ours(reporter: Any, original: Callable[[], Parts], failed_gates: int) -> Callable[[], Parts]:
    """Without this, categories that pytest doesn't know lack grammar and turn the whole line yellow."""

    def build() -> Parts:
        ours = {name: reporter.stats.pop(name) for name in NOUNS if name in reporter.stats}
        parts, color = original()
        if ours:
            parts = [part for part in parts if part[0] != "no tests ran"]
        if failed_gates:
            color = "red"
            gates = "gate" if failed_gates == 1 else "gates"
            parts.insert(0, (f"{failed_gates} {gates} failed", {"red": True, "bold": True}))
        for name, reports in ours.items():
            words = name if len(reports) != 1 else name.replace("checks", "check")
            parts.append((f"{len(reports)} {words}", {NOUNS[name]: True}))
        return parts, color

    return build
