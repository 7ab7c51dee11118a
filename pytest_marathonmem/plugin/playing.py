"""Plays the run of one item: events become subtests, the record becomes reports, the verdict fails the item."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import MarathonMemError
from pytest_marathonmem.plugin.adapters import make_adapter
from pytest_marathonmem.plugin.checks import emit_check
from pytest_marathonmem.plugin.emitting import emit_run
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.plugin.progress import ProgressReports
from pytest_marathonmem.plugin.verdict import Verdict, decide
from pytest_marathonmem.reports.fold import check_result
from pytest_marathonmem.reports.write import JOURNAL, write_reports
from pytest_marathonmem.runs.claim import claim
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_marathonmem.runs.events import Event
    from pytest_marathonmem.runs.plan import RunPlan


async def play_item(item: pytest.Item, plan: RunPlan, agent: object) -> None:
    """Play a run to its end, or to where it is stopped, and fail the item by its verdict.

    Args:
        item: The item.
        plan: The run.
        agent: What the agent's fixture gave.
    """
    __tracebackhide__ = True
    live = LiveChecks(item, plan)
    verdict: Verdict | None = None
    failure = ""
    try:
        with claim(plan):
            try:
                adapter = await make_adapter(plan.agent, agent, plan.reply_timeout)
                with live.progress.ticking():
                    await play(plan, adapter, live)
            finally:
                # Also when the run is cancelled: what was paid for is reported.
                if live.started:
                    verdict = _report(item, plan)
    except MarathonMemError as error:
        failure = printable(str(error))
    except OSError as error:
        failure = printable(
            f"The results can't be kept: {error}. Mend that, or name a folder by --mmb-results."
        )
    if failure:
        pytest.fail(failure, pytrace=False)
    if verdict is not None and verdict.fault:
        report, journal = _shown(plan.folder / "report.json", item), _shown(plan.results / JOURNAL, item)
        pytest.fail(f"{verdict.text}\nReport: {report}, journal: {journal}", pytrace=False)


class LiveChecks:
    """Observes a run: each check that is evaluated becomes a subtest at once."""

    def __init__(self, item: pytest.Item, plan: RunPlan) -> None:
        self.started = False
        self.progress = ProgressReports.of(item, Clock.local().elapsed)
        self._item = item
        self._options = item.config.stash[OPTIONS]
        self._of_run = {"run": plan.name, "benchmark": plan.benchmark.name, "agent": plan.agent}
        self._planned: dict[str, Mapping[str, Any]] = {}

    def __call__(self, event: Event) -> None:
        self.progress(event)
        if event.type == "started":
            self.started = True
            self._of_run["persona"] = event["persona"]
            self._planned = {check["id"]: check for check in event["checks"]}
        elif event.type == "evaluated":
            check = check_result(self._planned[event["check"]], event.data)
            emit_check(self._item, check, self._options, **self._of_run)


def _report(item: pytest.Item, plan: RunPlan) -> Verdict:
    report = write_reports(plan.folder)
    verdict = decide(report, item.config.stash[OPTIONS])
    emit_run(item, mmb_run={"report": report.as_json(), "fault": verdict.fault})
    return verdict


def _shown(path: Path, item: pytest.Item) -> str:
    """The path as a reader in the starting directory would write it."""
    directory = item.config.invocation_params.dir
    return str(path.relative_to(directory)) if path.is_relative_to(directory) else os.fspath(path)
