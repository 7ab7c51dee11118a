"""``--junitxml``: pytest folds subtests into their item; behind its writer the file is unfolded, check by check."""

from __future__ import annotations

import os
import shutil
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.collection import BenchmarkFile
from pytest_marathonmem.plugin.emitting import WHEN
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.reports.junit import Case, Element, FoldedOtherwiseError, unfold
from pytest_marathonmem.reports.report import Report
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_marathonmem.plugin.summary import Runs

NAME = "marathonmem-junit"
RUN = ("run", "benchmark", "agent", "persona")
"""What every report of a run tells of it."""


def unfold_checks(config: pytest.Config, path: str) -> None:
    """See that the XML of this session gets a testcase for each check.

    Args:
        config: The session's; a worker's too, whose items tell what the XML needs.
        path: What ``--junitxml`` names.
    """
    if config.pluginmanager.hasplugin(NAME):
        return
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(RunsOfItems(), NAME)
    else:
        config.pluginmanager.register(JUnitXML(config, Path(path)), NAME)


class RunsOfItems:
    """Lets each of an item's own reports tell which run it is of."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Add the attribute ``mmb_item``, of plain types."""
        report: Any = yield
        plan = item.callspec.params["mmb_run"] if isinstance(item.parent, BenchmarkFile) else None  # type: ignore[attr-defined]
        if plan is not None:
            report.mmb_item = dict(
                zip(RUN, (plan.name, plan.benchmark.name, plan.agent, plan.persona), strict=True)
            )
        return report


class JUnitXML(RunsOfItems):
    """Follows the items that are runs, and rewrites the file when pytest has written it.

    Args:
        config: The session's.
        path: What ``--junitxml`` names.
    """

    def __init__(self, config: pytest.Config, path: Path) -> None:
        self._config = config
        expanded = os.path.expanduser(os.path.expandvars(path))  # noqa: PTH111 - in the order of pytest's writer
        self._path = config.invocation_params.dir / expanded
        self._items: dict[str, _Item] = {}
        """By node id."""
        self._warning = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in what tells of an item that is a run."""
        item = self._items.get(report.nodeid)
        if item is None:
            if not any(hasattr(report, name) for name in ("mmb_item", "mmb", "mmb_run")):
                return
            item = self._items[report.nodeid] = self._item(report.nodeid)
        item.take(report)

    def _item(self, nodeid: str) -> _Item:
        path, _, name = nodeid.partition("::")
        prefix = self._config.getoption("junitprefix")
        classname = ".".join([*([prefix] if prefix else []), path.replace("/", ".")])
        gated = self._config.stash[OPTIONS].gated
        return _Item(Case(classname, name, gated), self._config.getini("junit_duration_report"))

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self) -> Generator[None, object, object]:
        """Rewrite the file between pytest's writer and the terminal's summary."""
        result = yield
        if self._items:
            self._rewrite()
        return result

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what went wrong."""
        if self._warning:
            terminalreporter.line(printable(self._warning), yellow=True)

    def _rewrite(self) -> None:
        cases = [item.case for item in self._items.values()]
        runs: Runs = self._config.pluginmanager.getplugin("marathonmem-runs")
        failed_groups = runs.failed_groups
        for case in cases:
            case.gate = failed_groups.get(case.report.group, "") if case.report else ""
        try:
            tree = ET.parse(_regular(self._path))  # noqa: S314 - pytest has just written it
            unfold(tree.getroot(), cases)
            _replace(self._path, tree)
        except (OSError, ET.ParseError, FoldedOtherwiseError) as error:
            self._warning = (
                f"marathonmem: {self._path} has no testcases of checks, they are folded into their items as pytest "
                f"writes them: {error}"
            )


class _Item:
    """Keeps in mind what pytest's writer makes of an item's reports.

    Args:
        case: The item; filled here.
        timed: The phases whose durations pytest adds up: ``total`` or ``call``.
    """

    def __init__(self, case: Case, timed: str) -> None:
        self.case = case
        self._timed = timed
        self._open: dict[object, Element] = {}
        """By worker."""
        self._failed_calls: Counter[object] = Counter()
        """How many pytest waits for the teardown of, by worker."""

    def take(self, report: pytest.TestReport) -> None:
        self._write(report)
        if hasattr(report, "mmb_run"):
            self.case.report = Report.from_json(report.mmb_run["report"])
            self.case.run = {name: report.mmb_run["report"][name] for name in RUN}
        elif hasattr(report, "mmb"):
            self.case.run = {name: report.mmb[name] for name in RUN}
            # The newest one stands where it was evaluated.
            self.case.checks.pop(report.mmb["id"], None)
            self.case.checks[report.mmb["id"]] = report.mmb
        elif report.outcome == "rerun":  # type: ignore[comparison-overlap]  # by pytest-rerunfailures
            self._supersede()
        elif report.when != WHEN:
            self.case.run = self.case.run or getattr(report, "mmb_item", {})
            self.case.ended = self.case.ended or not report.passed or report.when == "call"

    def _supersede(self) -> None:
        """Forget what the next attempt will evaluate anew."""
        self.case.checks.clear()
        self.case.report = None
        for element in self.case.elements:
            element.superseded = True

    def _write(self, report: pytest.TestReport) -> None:
        worker = getattr(report, "node", None)
        result = _result(report)
        is_teardown = report.when == "teardown"
        if is_teardown and result and self._failed_calls[worker]:
            # So that no element has two results.
            self._open.pop(worker, None)
        is_timed = self._timed in ("total", report.when)
        if result or is_timed or is_teardown or (report.passed and report.when == "call"):
            element = self._element(worker)
            element.named = element.named or bool(result) or report.when in ("call", "teardown")
            element.results += [(result, hasattr(report, "mmb"))] if result else []
            element.seconds += report.duration if is_timed else 0
            element.seconds_of_checks += report.duration if is_timed and hasattr(report, "mmb") else 0
        if is_teardown:
            self._open.pop(worker, None)
        self._failed_calls[worker] = max(self._failed_calls[worker] + (result == "failure") - is_teardown, 0)

    def _element(self, worker: object) -> Element:
        if worker not in self._open:
            self._open[worker] = Element()
            self.case.elements.append(self._open[worker])
        return self._open[worker]


def _result(report: pytest.TestReport) -> str | None:
    """The name of the element that the report becomes, if it becomes one."""
    if report.skipped:
        return "skipped"
    if report.failed:
        return "failure" if report.when == "call" else "error"
    return None


def _regular(path: Path) -> Path:
    """What ends in a terminal or a pipe can't be read again; an attempt might never return."""
    if not path.is_file():
        raise OSError("it is no regular file")
    return path


def _replace(path: Path, tree: ET.ElementTree[ET.Element]) -> None:
    """Write so that a reader finds the old file or the new one, never a part."""
    target = path.resolve()
    part = target.with_name(f"{target.name}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write('<?xml version="1.0" encoding="utf-8"?>')
            file.write(ET.tostring(tree.getroot(), encoding="unicode"))
        shutil.copymode(target, part)
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)
        raise
