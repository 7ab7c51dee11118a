"""Plays the run of one item: events become subtests, the record becomes reports, the verdict ends the item."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import MarathonMemError
from pytest_marathonmem.plugin.adapters import make_adapter
from pytest_marathonmem.plugin.budgets import with_budget
from pytest_marathonmem.plugin.checks import emit_check
from pytest_marathonmem.plugin.emitting import emit_run
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.plugin.progress import ProgressReports
from pytest_marathonmem.plugin.resuming import CommandLine
from pytest_marathonmem.plugin.signals import Terminable, ctrl_c_gets_through
from pytest_marathonmem.plugin.threads import AbandoningExecutor
from pytest_marathonmem.plugin.verdict import decide
from pytest_marathonmem.reports import wording
from pytest_marathonmem.reports.fold import check_result
from pytest_marathonmem.reports.write import JOURNAL, write_reports
from pytest_marathonmem.runs.claim import claim
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.forecast import Forecast, describe
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_marathonmem.reports.report import Report
    from pytest_marathonmem.runs.events import Event
    from pytest_marathonmem.runs.plan import RunPlan


async def play_item(item: pytest.Item, plan: RunPlan, agent: object) -> None:
    """Play a run to its end, or to where it is stopped, and end the item by its verdict.

    Args:
        item: The item.
        plan: The run.
        agent: What the agent's fixture gave.
    """
    __tracebackhide__ = True
    terminable = Terminable.of(item.config)
    plan = with_budget(plan, item)
    live = LiveRun(item, plan)
    report: Report | None = None
    failure = ""
    try:
        with claim(plan):
            pid = os.getpid() if terminable.active else None
            emit_run(item, mmb_begun={"run": plan.name, "folder": str(plan.folder), "pid": pid})
            try:
                asyncio.get_running_loop().set_default_executor(AbandoningExecutor())
                with ctrl_c_gets_through(terminable), live.progress.ticking():
                    await play(plan, await make_adapter(plan, agent), live)
            finally:
                # Also when the run is cancelled: what was paid for is reported.
                if live.started:
                    report = _report(item, plan)
    except MarathonMemError as error:
        failure = printable(str(error))
    except OSError as error:
        failure = printable(
            f"The results can't be kept: {error}. Mend that, or name a folder by --mmb-results."
        )
    if failure:
        pytest.fail(failure, pytrace=False)
    if report is not None:
        _end(item, plan, report)


class LiveRun:
    """Observes a run: each check that is evaluated becomes a subtest at once, one from the record too."""

    def __init__(self, item: pytest.Item, plan: RunPlan) -> None:
        self.started = False
        self.progress = ProgressReports.of(item, Clock.local().elapsed)
        self._item = item
        self._options = item.config.stash[OPTIONS]
        self._budget_usd = plan.budget.usd if plan.budget else None
        self._of_run = {"run": plan.name, "benchmark": plan.benchmark.name, "agent": plan.agent}
        self._planned: dict[str, Mapping[str, Any]] = {}
        self._evaluated: set[str] = set()
        self._resumed_from = 0

    def __call__(self, event: Event) -> None:
        self.progress(event)
        if event.type == "started":
            self._start(event)
        elif self._resumed_from and event.seq > self._resumed_from:
            self._resumed_from = 0
            self._note(self._where_it_goes_on())
        if event.type == "evaluated":
            self._evaluated.add(event["check"])
            check = check_result(self._planned[event["check"]], event.data)
            emit_check(self._item, check, self._options, **self._of_run)

    def _start(self, event: Event) -> None:
        self.started = True
        self._of_run["persona"] = event["persona"]
        self._planned = {check["id"]: check for check in event["checks"]}
        self._tell_cost(event)
        if event["resumed"]:
            # What the record holds has smaller numbers than this event, and comes first.
            self._resumed_from = event.seq
        elif event["anew"]:
            self._note(f"starts anew: {event['anew']}")

    def _tell_cost(self, event: Event) -> None:
        """Say what the run will likely cost; nothing is sent yet."""
        forecasts = [Forecast(**each) for each in event.data.get("forecast", ())]
        for line in describe(forecasts, resumed=event["resumed"], budget_usd=self._budget_usd):
            self._note(line)

    def _where_it_goes_on(self) -> str:
        count = wording.count(len(self._evaluated), "check")
        ahead = next((check for check in self._planned if check not in self._evaluated), None)
        where = "at its end" if ahead is None else f"at check {ahead}"
        return f"resumed {where}: {count} from the record"

    def _note(self, text: str) -> None:
        emit_run(self._item, mmb_note=wording.one_line(f"{self._of_run['run']}: {text}"))


def _report(item: pytest.Item, plan: RunPlan) -> Report:
    report = write_reports(plan.folder)
    fault = decide(report, item.config.stash[OPTIONS]).fault
    emit_run(item, mmb_run={"report": report.as_json(), "fault": fault})
    return report


def _end(item: pytest.Item, plan: RunPlan, report: Report) -> None:
    """Fail or skip the item, or let it pass."""
    __tracebackhide__ = True
    verdict = decide(report, item.config.stash[OPTIONS])
    if not verdict.fault:
        return
    if report.resumable:
        broke = report.stop_reason == "budget"
        command = CommandLine.of(item.config).again(item.config, [item.nodeid], more_money=broke)
        pytest.skip(f"{verdict.text} To go on: {command}")
    where, journal = _shown(plan.folder / "report.json", item), _shown(plan.results / JOURNAL, item)
    pytest.fail(f"{verdict.text}\nReport: {where}, journal: {journal}", pytrace=False)


def _shown(path: Path, item: pytest.Item) -> str:
    """The path as a reader in the starting directory would write it."""
    directory = item.config.invocation_params.dir
    return str(path.relative_to(directory)) if path.is_relative_to(directory) else os.fspath(path)
