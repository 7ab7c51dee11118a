"""``--junitxml``: pytest folds subtests into their item; behind its writer the file is unfolded, check by check."""

from __future__ import annotations

import os
import shutil
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.collection import BenchmarkFile
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_marathonmem.reports.junit import Case

NAME = "marathonmem-junit"


def unfold_checks(config: pytest.Config) -> None:
    """See that the XML of this session, if one is wanted and this process writes it, gets a testcase for each check."""
    path = config.getoption("xmlpath", None)
    manager = config.pluginmanager
    if path and not hasattr(config, "workerinput") and not manager.hasplugin(NAME):
        manager.register(JUnitXML(config, Path(path)), NAME)


def tell_runs(config: pytest.Config) -> None:
    """See that the items' reports tell what the XML of this session needs, if one is wanted."""
    if config.getoption("xmlpath", None):
        config.pluginmanager.register(RunsOfItems(), "marathonmem-runs-of-items")


class RunsOfItems:
    """Lets each of an item's own reports tell which run it is of; lives where items are played."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Add the attribute ``mmb_item``, of plain types."""
        report: Any = yield
        plan = item.callspec.params["mmb_run"] if isinstance(item.parent, BenchmarkFile) else None  # type: ignore[attr-defined]
        if plan is not None:
            names = {"run": plan.name, "benchmark": plan.benchmark.name, "agent": plan.agent}
            report.mmb_item = {**names, "persona": plan.persona}
        return report


@dataclass(slots=True)
class _Element:
    """A ``<testcase>`` of pytest's writer, which makes one for each item and worker."""

    seconds: float = 0.0
    named: bool = False


class JUnitXML:
    """Follows the items that are runs, and rewrites the file when pytest has written it.

    Args:
        config: The session's.
        path: What ``--junitxml`` names.
    """

    def __init__(self, config: pytest.Config, path: Path) -> None:
        self._config = config
        expanded = os.path.expanduser(os.path.expandvars(path))  # noqa: PTH111 - in the order of pytest's writer
        self._path = config.invocation_params.dir / expanded
        self._cases: dict[str, Case] = {}
        """By node id."""
        self._elements: dict[str, dict[object, _Element]] = {}
        """By node id and worker."""
        self._warning = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep in mind what pytest's writer makes of the report."""
        case = self._cases.get(report.nodeid)
        if case is None:
            if not (hasattr(report, "mmb_item") or hasattr(report, "mmb") or hasattr(report, "mmb_run")):
                return
            case = self._cases[report.nodeid] = self._case(report.nodeid)
        self._take_element(report)
        if hasattr(report, "mmb_run"):
            self._take_run(case, report.mmb_run["report"])
        elif hasattr(report, "mmb"):
            self._take_check(case, report, report.mmb)
        else:
            self._take_own(case, report)

    def _case(self, nodeid: str) -> Case:
        from pytest_marathonmem.reports.junit import Case  # noqa: PLC0415 - only played benchmarks pay for it

        path, _, name = nodeid.partition("::")
        prefix = self._config.getoption("junitprefix")
        classname = ".".join([*([prefix] if prefix else []), path.replace("/", ".")])
        return Case(classname, name, gated=self._config.stash[OPTIONS].gated)

    def _take_element(self, report: pytest.TestReport) -> None:
        counts = self._config.getini("junit_duration_report") in ("total", report.when)
        names = (
            report.when == "teardown"
            or report.failed
            or report.skipped
            or (report.passed and report.when == "call")
        )
        if counts or names:
            of_item = self._elements.setdefault(report.nodeid, {})
            element = of_item.setdefault(getattr(report, "node", None), _Element())
            element.seconds += report.duration if counts else 0
            element.named = element.named or names

    def _take_run(self, case: Case, report: dict[str, Any]) -> None:
        from pytest_marathonmem.reports.report import Report  # noqa: PLC0415 - only played benchmarks pay for it

        case.report = Report.from_json(report)
        case.run = {name: report[name] for name in ("run", "benchmark", "agent", "persona")}

    def _take_check(self, case: Case, report: pytest.TestReport, mmb: dict[str, Any]) -> None:
        case.run = {name: mmb[name] for name in ("run", "benchmark", "agent", "persona")}
        case.checks.pop(mmb["id"], None)
        case.checks[mmb["id"]] = mmb
        case.seconds_of_checks += report.duration
        if not report.passed:
            case.results.append(("failure" if report.failed else "skipped", True))

    def _take_own(self, case: Case, report: pytest.TestReport) -> None:
        case.run = case.run or getattr(report, "mmb_item", {})
        if report.outcome == "rerun":  # type: ignore[comparison-overlap]  # by pytest-rerunfailures
            # The next attempt evaluates them anew.
            case.checks.clear()
            case.report = None
        elif report.skipped:
            case.results.append(("skipped", False))
        elif report.failed:
            tag = "failure" if report.when == "call" else "error"
            case.results.append((tag, False))
        case.ended = case.ended or not report.passed or report.when == "call"

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self) -> Generator[None, object, object]:
        """Rewrite the file between pytest's writer and the terminal's summary."""
        result = yield
        if self._cases:
            self._rewrite()
        return result

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what went wrong."""
        if self._warning:
            terminalreporter.line(printable(self._warning), yellow=True)

    def _rewrite(self) -> None:
        from pytest_marathonmem.reports.junit import FoldedOtherwiseError, unfold  # noqa: PLC0415 - as above

        for nodeid, case in self._cases.items():
            elements = self._elements.get(nodeid, {}).values()
            case.nameless = [f"{element.seconds:.3f}" for element in elements if not element.named]
        try:
            tree = ET.parse(_regular(self._path))  # noqa: S314 - pytest has just written it
            unfold(tree.getroot(), self._cases.values())
            _replace(self._path, tree)
        except (OSError, ET.ParseError, FoldedOtherwiseError) as error:
            self._warning = (
                f"marathonmem: {self._path} has no testcases of checks, they are folded into their items as pytest "
                f"writes them: {error}"
            )


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
