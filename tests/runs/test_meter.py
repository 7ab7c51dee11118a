from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import BudgetSpent
from pytest_marathonmem.models.endpoint import Usage
from pytest_marathonmem.models.metering import Call, Meter
from pytest_marathonmem.runs.budget import RunBudget
from pytest_marathonmem.runs.events import EventLog, read_events
from pytest_marathonmem.runs.meter import RunMeter
from pytest_marathonmem.runs.plan import BudgetPlan, RunPlan
from pytest_marathonmem.runs.record import Record


@pytest.fixture
def meter(tmp_path: Path) -> Iterator[Meter]:
    plan = RunPlan(tmp_path / "pets", "one", tmp_path, budget=BudgetPlan(1.0, "today", ("pets-one",)))
    with EventLog(tmp_path / "events.jsonl", Clock(UTC)) as log:
        yield RunMeter(Record(log, lambda _: None), RunBudget(plan, (), nonce="n", survives=True))


def test_each_attempt_is_recorded_with_what_it_cost(meter: Meter, tmp_path: Path) -> None:
    meter.reserve(0.5)
    meter.count(Call("persona", "deepseek", 1.5, Usage(100, 80, 20), 0.25), 0.5)
    meter.count(Call("judge", "wise", 30.0, fault="timeout"), None)

    events = [(event.type, dict(event.data)) for event in read_events(tmp_path / "events.jsonl")]
    answered = {"input_tokens": 100, "cached_tokens": 80, "output_tokens": 20, "cost_usd": 0.25}
    unknown = dict.fromkeys(answered)
    assert events == [
        ("called", {"role": "persona", "model": "deepseek", **answered, "seconds": 1.5, "fault": None}),
        ("called", {"role": "judge", "model": "wise", **unknown, "seconds": 30.0, "fault": "timeout"}),
    ]
    assert json.loads((tmp_path / "budget.json").read_text())["runs"]["pets-one"]["spent"] == 0.25


def test_an_attempt_beyond_the_budget_is_refused(meter: Meter) -> None:
    meter.reserve(0.75)

    with pytest.raises(BudgetSpent):
        meter.reserve(0.5)
