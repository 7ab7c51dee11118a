"""``--mmb-baseline`` and ``--mmb-save-baseline``, in the process that hears of every run; loaded only with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.reports.baseline import Baseline, by_group, read_baseline, updated, write_baseline
from pytest_marathonmem.reports.comparison import compared
from pytest_marathonmem.reports.report import Report
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from pytest_marathonmem.plugin.summary import Parts
    from pytest_marathonmem.reports.terminal import Line

KEPT = (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR)
"""Exit codes that come before a failure."""


class Baselines:
    """Compares the runs of a session with a baseline, or saves them as one.

    Args:
        config: The session's.
        path: The file.

    Raises:
        pytest.UsageError: if the file can't be used.
    """

    def __init__(self, config: pytest.Config, path: Path) -> None:
        self._path = path
        self._options = config.stash[OPTIONS]
        self._reports: dict[str, Report] = {}
        """By node id; the newest counts."""
        self._lines: list[Line] = []
        try:
            self._baseline = self._read()
        except SettingsError as error:
            raise pytest.UsageError(f"--mmb-baseline: {printable(str(error))}") from error

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what is told of a run at its end."""
        if hasattr(report, "mmb_run"):
            self._reports[report.nodeid] = Report.from_json(report.mmb_run["report"])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Compare or save, between the exit code of the runs and the terminal's summary."""
        groups = by_group(self._reports.values())
        if not self._options.save_baseline:
            self._compare(session, groups)
        elif groups and not self._save(groups) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Show what came of it, below the runs."""
        if not self._lines:
            return
        red = any("red" in markup for _, markup in self._lines)
        terminalreporter.section("marathonmem baseline", red=red, bold=red)
        for text, markup in self._lines:
            terminalreporter.line(text, **markup)

    def _read(self) -> Baseline:
        """The file as it is now; one that is to be saved needn't be there yet."""
        if self._options.save_baseline and not self._path.exists():
            if not self._path.parent.is_dir():
                raise SettingsError(
                    f"{str(self._path.parent)!r} is not a folder; make it first, or name another"
                )
            return Baseline()
        return read_baseline(self._path)

    def _compare(self, session: pytest.Session, groups: Mapping[str, Sequence[Report]]) -> None:
        regressions = 0
        for name, runs in groups.items():
            lines, regressed = compared(name, runs, self._baseline.groups.get(name))
            self._lines += lines
            regressions += regressed
        if not regressions:
            return
        if session.exitstatus not in KEPT:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter: Any = session.config.pluginmanager.getplugin("terminalreporter")
        if reporter is not None:
            original = reporter.build_summary_stats_line
            reporter.build_summary_stats_line = _with_regressions(original, regressions)

    def _save(self, groups: Mapping[str, Sequence[Report]]) -> bool:
        """Write the file; returns False if that is not possible."""
        try:
            # Read again: another session may have saved something meanwhile.
            baseline, why_not = updated(self._read(), groups, self._options.repeat)
            if not all(why_not.values()):
                write_baseline(self._path, baseline)
        except (SettingsError, OSError) as error:
            self._lines.append((printable(f"The baseline can't be saved: {error}"), {"red": True}))
            return False
        for name, why in why_not.items():
            text = f"{name}: not saved, {why}" if why else f"{name}: saved in {self._path}"
            self._lines.append((printable(text), {"yellow": True} if why else {}))
        return True


def _with_regressions(original: Callable[[], Parts], number: int) -> Callable[[], Parts]:
    def build() -> Parts:
        parts, _ = original()
        return [(f"{number} regressed", {"red": True, "bold": True}), *parts], "red"

    return build
