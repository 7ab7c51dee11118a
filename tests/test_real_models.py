"""All of benchmarks/max with models behind HTTP: the real client against the double, with and without faults."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.agents.chatbot import ChatbotAgent, ChatbotSettings
from pytest_marathonmem.models.endpoint import Endpoint, Price
from pytest_marathonmem.models.transport import Transport
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.report import Report
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import FILE_NAME, Event, read_events
from pytest_marathonmem.runs.plan import CassettePlan, RunPlan
from pytest_marathonmem.testing.double import Double, DoubleServer, InProcessTransport
from pytest_marathonmem.testing.double.faults import (
    DOUBLE_FAULTS,
    LASTING_FAULTS,
    DoubleFault,
    FaultRule,
    Faults,
)

pytestmark = pytest.mark.slow

MAX = Path(__file__).parents[1] / "benchmarks" / "max"
CHECKS = 36
PASSING: tuple[DoubleFault, ...] = tuple(fault for fault in DOUBLE_FAULTS if fault not in LASTING_FAULTS)
"""After these a client goes on."""


@pytest.fixture
def plan(tmp_path: Path) -> RunPlan:
    """Persona, judge and agent are models."""
    price = Price(0.14, 0.0028, 0.28)
    endpoint = Endpoint("double", "", "double", price=price, timeout=1, retry_for=20, retry_wait=0.01)
    return RunPlan(
        MAX,
        "chatbot",
        tmp_path / "results",
        persona="double",
        judge="double",
        endpoints={"double": endpoint},
        agent_settings={"model": "double"},
    )


def at(base_url: str, plan: RunPlan) -> RunPlan:
    endpoints = {name: replace(endpoint, base_url=base_url) for name, endpoint in plan.endpoints.items()}
    return replace(plan, endpoints=endpoints)


async def played(plan: RunPlan, connect: Callable[[Endpoint], Transport] | None = None) -> list[Event]:
    """Play a start of the run; its events, those of earlier starts too."""
    agent = ChatbotAgent()
    agent.configure(ChatbotSettings(model="double"))
    await play(plan, agent, lambda _: None, **({"connect": connect} if connect else {}))
    return list(read_events(plan.folder / FILE_NAME))


def over_http(plan: RunPlan, double: Double | None = None) -> list[Event]:
    async def serve() -> list[Event]:
        async with DoubleServer(double) as server:
            return await played(at(server.base_url, plan))

    return asyncio.run(serve())


def outcomes(report: Report) -> dict[str, Any]:
    return {check.id: (check.score, check.outcome, check.attempt, check.got) for check in report.checks}


def twice(texts: list[str]) -> list[str]:
    return [text for text, count in Counter(texts).items() if count > 1]


def messages(events: list[Event]) -> list[str]:
    return [event["text"] for event in events if event.type == "sending" and event["check"] is None]


def told(events: list[Event]) -> list[str]:
    return [
        f"{event['sheet']}:{fact_id}" for event in events if event.type == "told" for fact_id in event["ids"]
    ]


def test_over_http_max_comes_out_as_in_process(plan: RunPlan) -> None:
    double = Double()
    inside = asyncio.run(
        played(replace(plan, results=plan.results / "inside"), lambda _: InProcessTransport(double))
    )
    outside = over_http(plan)

    report = fold(outside)
    assert ("finished", CHECKS) == (report.state, len(report.scored))
    assert outcomes(fold(inside)) == outcomes(report)
    assert messages(inside) == messages(outside)
    assert {"persona", "judge", "agent"} == {usage.role for usage in report.usage}
    assert () == report.faults


@pytest.mark.parametrize("stream", [False, True])
def test_with_five_per_cent_of_every_fault_max_ends_and_nothing_is_told_twice(
    plan: RunPlan, fault_free: list[Event], stream: bool
) -> None:
    # A timeout costs its second each time, so that kind is rarer.
    rates = {fault: 0.005 if fault == "timeout" else 0.05 for fault in PASSING}
    double = Double(
        faults=Faults([FaultRule(fault, rate=rate) for fault, rate in rates.items()], retry_after=0.01)
    )
    streaming = replace(plan.endpoints["double"], stream=stream)

    events = over_http(replace(plan, endpoints={"double": streaming}), double)

    report = fold(events)
    assert ("finished", CHECKS) == (report.state, len(report.scored))
    assert set(PASSING) == set(double.faults.struck)
    assert [] == twice(messages(events))
    assert [] == twice(told(events))
    assert set(told(fault_free)) == set(told(events))
    seen = {(fault.owner, fault.kind) for fault in report.faults}
    assert {
        ("infrastructure", "rate limited"),
        ("infrastructure", "server error"),
        ("infrastructure", "connection lost"),
        ("infrastructure", "timeout"),
    } <= seen
    assert "persona" in {owner for owner, _ in seen}


@pytest.fixture(scope="module")
def fault_free(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """A play without faults, in process."""
    endpoint = Endpoint("double", "http://127.0.0.1:1/v1", "double")
    plan = RunPlan(
        MAX,
        "chatbot",
        tmp_path_factory.mktemp("results"),
        persona="double",
        endpoints={"double": endpoint},
        agent_settings={"model": "double"},
    )
    double = Double()
    return asyncio.run(played(plan, lambda _: InProcessTransport(double)))


def test_a_dead_endpoint_stops_max_and_a_living_one_ends_it(plan: RunPlan) -> None:
    impatient = replace(plan.endpoints["double"], retry_for=0.2)
    plan = replace(plan, endpoints={"double": impatient})
    double = Double(faults=Faults([FaultRule("dead", at=200)]))

    stopped = fold(over_http(plan, double))
    assert ("stopped", "infrastructure", True) == (stopped.state, stopped.stop_reason, stopped.resumable)
    assert "gave no answer in" in stopped.stop_error
    assert 0 < len(stopped.scored) < CHECKS

    events = over_http(plan)
    report = fold(events)
    assert ("finished", CHECKS, True) == (report.state, len(report.scored), report.resumed)
    assert [] == twice(told(events))
    assert outcomes(fold(over_http(replace(plan, fresh=True)))) == outcomes(report)


def test_a_recording_of_max_replays_to_the_same_report_offline(plan: RunPlan, tmp_path: Path) -> None:
    tapes, double = tmp_path / "tapes", Double()
    recording = replace(plan, cassette=CassettePlan("record", tapes))
    recorded = asyncio.run(played(recording, lambda _: InProcessTransport(double)))

    def nowhere(endpoint: Endpoint) -> Transport:
        pytest.fail(f"a replay connects to {endpoint.base_url}")

    replaying = replace(plan, results=tmp_path / "replayed", cassette=CassettePlan("replay", tapes))
    replayed = asyncio.run(played(replaying, nowhere))

    assert timeless(fold(recorded)) == timeless(fold(replayed))


def timeless(report: Report) -> Any:
    def without_times(fields: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in fields.items() if "seconds" not in name and name != "date"}

    return json.loads(json.dumps(asdict(report)), object_hook=without_times)
