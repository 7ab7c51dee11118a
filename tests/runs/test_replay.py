"""A recorded run replays to the same report, without its models."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.errors import RunError
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.models.transport import Transport
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import CassettePlan, RunPlan
from pytest_marathonmem.testing.double import Double, FaultRule, Faults
from tests.runs.modelled import play_out, to_the_double

SOME_OF_EACH = Faults(
    [
        FaultRule("rate limited", rate=0.1),
        FaultRule("timeout", rate=0.05),
        FaultRule("server error", rate=0.05),
        FaultRule("empty content", rate=0.05),
        FaultRule("malformed arguments", rate=0.1),
        FaultRule("missing usage", rate=0.1),
    ],
    retry_after=0,
)


@pytest.fixture
def plan(modelled: RunPlan, tmp_path: Path) -> RunPlan:
    return replace(modelled, cassette=CassettePlan("record", tmp_path / "tapes"))


def nowhere(endpoint: Endpoint) -> Transport:
    pytest.fail(f"a replay connects to {endpoint.base_url}")


def replaying(plan: RunPlan, **changes: Any) -> RunPlan:
    assert plan.cassette
    cassette = CassettePlan("replay", plan.cassette.folder)
    return replace(plan, cassette=cassette, results=plan.results.parent / "replayed", **changes)


def report_of(events: list[Event]) -> dict[str, Any]:
    """What the report says, without dates and durations."""
    report: dict[str, Any] = json.loads(json.dumps(asdict(fold(events))), object_hook=_timeless)
    return report


def _timeless(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if "seconds" not in name and name != "date"}


def test_a_recorded_run_replays_to_the_same_report(plan: RunPlan) -> None:
    recorded = play_out(plan, to_the_double(Double(faults=SOME_OF_EACH)))
    assert recorded[-1].type == "finished"
    replayed = play_out(replaying(plan), nowhere)
    assert report_of(replayed) == report_of(recorded)
    assert {event["fault"] for event in recorded if event.type == "called"} > {None, "rate limited"}


def test_each_event_of_a_replay_is_that_of_the_recorded_run(plan: RunPlan) -> None:
    def said(events: list[Event]) -> list[tuple[str, dict[str, Any]]]:
        return [(event.type, _timeless(dict(event.data))) for event in events if event.type != "started"]

    recorded = play_out(plan, to_the_double(Double()))
    assert said(play_out(replaying(plan), nowhere)) == said(recorded)


def test_a_run_broken_off_by_its_models_is_recorded_on_and_replays_whole(plan: RunPlan) -> None:
    broken = Double(faults=Faults([FaultRule("unauthorized", at=12)]))
    stopped = play_out(plan, to_the_double(broken))
    assert stopped[-1].type == "stopped"
    whole = play_out(plan, to_the_double(Double()))
    assert whole[-1].type == "finished"
    replayed = play_out(replaying(plan), nowhere)
    assert report_of(replayed)["checks"] == report_of(whole)["checks"]


def test_a_replay_of_another_scenario_stops_and_shows_the_difference(plan: RunPlan) -> None:
    play_out(plan, to_the_double(Double()))
    chapter = plan.benchmark / "chapter1.md"
    chapter.write_text(chapter.read_text("utf-8").replace("he is round", "he is a ball"), "utf-8")
    stopped = play_out(replaying(plan), nowhere)[-1]
    assert (stopped.type, stopped["reason"]) == ("stopped", "infrastructure")
    assert "he is a ball" in stopped["error"]
    assert "--mmb-record" in stopped["error"]


def test_a_run_whose_beginning_was_not_recorded_is_not_recorded_further(plan: RunPlan) -> None:
    broken = Double(faults=Faults([FaultRule("unauthorized", at=12)]))
    play_out(replace(plan, cassette=None), to_the_double(broken))
    with pytest.raises(RunError, match="--mmb-fresh"):
        play_out(plan, nowhere)
