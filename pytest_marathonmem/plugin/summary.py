"""The end of the session in the terminal's process: the runs' summaries, the last line, the exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COVERAGE_EXIT_CODE = 12
"""Of a session in which nothing failed but coverage."""

NOUNS = {"checks passed": "green", "checks imperfect": "yellow", "checks unscored": "yellow"}
"""pytest's categories of our subtests, in their order in the last line, with their colours."""

Parts = tuple[list[tuple[str, dict[str, bool]]], str]


class Runs:
    """Gathers what the reports of a session tell; lives where the terminal is."""

    def __init__(self) -> None:
        self._runs: list[Mapping[str, Any]] = []
        self._lints: list[Mapping[str, Any]] = []
        self._failed: set[str] = set()
        self._failed_by_coverage: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what tells of a run, and which items failed."""
        if hasattr(report, "mmb_run"):
            self._runs.append(report.mmb_run)
            if report.mmb_run["fault"] == "coverage":
                self._failed_by_coverage.add(report.nodeid)
        elif hasattr(report, "mmb_lint"):
            self._lints.append(report.mmb_lint)
        elif report.failed and not hasattr(report, "mmb"):
            self._failed.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A collection that failed is no failure by coverage."""
        if report.failed:
            self._failed.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Let the last line count checks, and give a session that failed by coverage alone its own exit code."""
        reporter: Any = session.config.pluginmanager.getplugin("terminalreporter")
        if reporter is not None:
            reporter.build_summary_stats_line = _with_checks(reporter, reporter.build_summary_stats_line)
        # An interrupted session keeps pytest's code.
        if (
            exitstatus == pytest.ExitCode.TESTS_FAILED
            and self._failed
            and self._failed <= self._failed_by_coverage
        ):
            session.exitstatus = COVERAGE_EXIT_CODE

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Show every lint and every run."""
        for lint in self._lints:
            terminalreporter.section(f"marathonmem lint: {lint['benchmark']}")
            for line in lint["lines"]:
                terminalreporter.line(line)
        if self._runs:
            terminalreporter.section("marathonmem")
            self._show_runs(terminalreporter)

    def _show_runs(self, terminalreporter: pytest.TerminalReporter) -> None:
        from pytest_marathonmem.reports.report import Report  # noqa: PLC0415 - a part of played benchmarks only
        from pytest_marathonmem.reports.terminal import overview, summary  # noqa: PLC0415 - as above

        # The last column stays free, where some terminals would wrap by themselves.
        width = terminalreporter.config.get_terminal_writer().fullwidth - 1
        reports = [Report.from_json(run["report"]) for run in self._runs]
        parts = [summary(report, width) for report in reports]
        if len(reports) > 1:
            parts.append(overview(reports))
        for number, lines in enumerate(parts):
            if number:
                terminalreporter.line("")
            for text, markup in lines:
                terminalreporter.line(text, **markup)


def _with_checks(reporter: Any, original: Callable[[], Parts]) -> Callable[[], Parts]:
    """Without this, categories that pytest doesn't know lack grammar and turn the whole line yellow."""

    def build() -> Parts:
        ours = {name: reporter.stats.pop(name) for name in NOUNS if name in reporter.stats}
        parts, color = original()
        if ours:
            parts = [part for part in parts if part[0] != "no tests ran"]
        for name, reports in ours.items():
            words = name if len(reports) != 1 else name.replace("checks", "check")
            parts.append((f"{len(reports)} {words}", {NOUNS[name]: True}))
        return parts, color

    return build
