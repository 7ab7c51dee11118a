"""The budget of a session: for all its runs together, whichever of its workers plays them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from pytest_marathonmem.plugin.collection import runs_of
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.runs.budget import faults_of_prices
from pytest_marathonmem.runs.plan import BudgetPlan
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_marathonmem.runs.plan import RunPlan

SESSION = pytest.StashKey[str]()
"""Tells a session that isn't distributed from all others."""


def with_budget(plan: RunPlan, item: pytest.Item) -> RunPlan:
    """Give a run the budget of its session; what a recording answers costs nothing.

    Args:
        plan: The run.
        item: Its item.
    """
    usd = item.config.stash[OPTIONS].budget_usd
    if usd is None or _is_replayed(plan):
        return plan
    runs = tuple(run.name for run in runs_of(item.session.items))
    return replace(plan, budget=BudgetPlan(usd, _session_of(item.config), runs))


def expect_prices(config: pytest.Config, plans: Iterable[RunPlan]) -> None:
    """See that a budget can hold for all runs of a session, before the first of them costs anything.

    Raises:
        pytest.UsageError: naming each model whose price isn't known, and what to add.
    """
    if config.stash[OPTIONS].budget_usd is None:
        return
    faults: dict[str, str] = {}
    for plan in plans:
        if not _is_replayed(plan):
            faults = faults_of_prices(plan) | faults
    if faults:
        raise pytest.UsageError(printable("\n".join(faults.values())))


def _is_replayed(plan: RunPlan) -> bool:
    return plan.cassette is not None and plan.cassette.mode == "replay"


def _session_of(config: pytest.Config) -> str:
    worker = getattr(config, "workerinput", None)
    if worker is not None:
        return str(worker["testrunuid"])
    return config.stash.setdefault(SESSION, uuid4().hex)
