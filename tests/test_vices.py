"""All of benchmarks/max with a persona that does everything wrong at some time: the guards see it, the scores don't."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.persona.guarding import GUARD_NAMES
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.markdown import entry
from pytest_marathonmem.reports.report import Report
from pytest_marathonmem.reports.terminal import summary
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import FILE_NAME, read_events
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.testing.double import Double, InProcessTransport
from pytest_marathonmem.testing.double.vices import VICES, Vice, ViceName

pytestmark = pytest.mark.slow

MAX = Path(__file__).parents[1] / "benchmarks" / "max"
OBSERVED = ("near_duplicate", "unknown_value")


@pytest.fixture
def plan(tmp_path: Path) -> RunPlan:
    endpoint = Endpoint("double", "http://127.0.0.1:1/v1", "double")
    return RunPlan(MAX, "notebook", tmp_path, persona="double", endpoints={"double": endpoint})


def played(plan: RunPlan, vices: Iterable[Vice] = ()) -> Report:
    double = Double(vices)
    asyncio.run(play(plan, NotebookAgent(), lambda _: None, lambda _: InProcessTransport(double)))
    return fold(read_events(plan.folder / FILE_NAME))


def test_every_guard_fires_is_named_and_leaves_the_scores_alone(plan: RunPlan) -> None:
    good = played(plan)
    # Each at another time, since several at once would be a persona that doesn't obey.
    times = {name: number for number, name in enumerate(VICES, 1)}
    times |= {
        "answer_in_question": 1,
        "too_early": 1,
    }  # where there is an answer to be guessed, a change to be foretold
    vices = [Vice(name, number) for name, number in times.items()]
    spoilt = played(plan, vices)

    assert {} == good.guards
    assert ("finished", "") == (spoilt.state, spoilt.stop_error)
    assert set(GUARD_NAMES) == set(spoilt.guards)
    assert {check.id: check.score for check in good.checks} == {
        check.id: check.score for check in spoilt.checks
    }
    shown = "\n".join(line for line, _ in summary(spoilt, 500)) + entry(spoilt)
    assert [] == [name for name in GUARD_NAMES if shown.count(name.replace("_", " ")) < 2]


@pytest.mark.parametrize("name", [name for name in VICES if name not in OBSERVED])
def test_a_persona_that_never_obeys_ends_the_run_and_a_better_one_goes_on(
    plan: RunPlan, name: ViceName
) -> None:
    stopped = played(plan, [Vice(name, stubborn=True)])
    assert ("stopped", "persona", True) == (stopped.state, stopped.stop_reason, stopped.resumable)

    report = played(plan)
    assert ("finished", True, 36) == (report.state, report.resumed, len(report.scored))


@pytest.mark.parametrize("name", VICES)
def test_a_persona_that_obeys_only_when_it_is_refused_ends_the_run(plan: RunPlan, name: ViceName) -> None:
    report = played(plan, [Vice(name)])
    assert ("finished", 36) == (report.state, len(report.scored))
    assert report.guards


def test_what_is_only_observed_stops_nothing(plan: RunPlan) -> None:
    report = played(replace(plan, repeat=2), [Vice("unknown_value")])
    assert "finished" == report.state
    assert report.guards["unknown_value"]["observed"] > 1
