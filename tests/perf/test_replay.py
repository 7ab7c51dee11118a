"""How long a recorded run takes when it is replayed: under a tenth."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.agents.chatbot import ChatbotAgent, ChatbotSettings
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.models.transport import Transport
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.models import Connect
from pytest_marathonmem.runs.plan import CassettePlan, RunPlan
from pytest_marathonmem.testing.double import Double, InProcessTransport

pytestmark = pytest.mark.perf

MAX = Path(__file__).parents[2] / "benchmarks" / "max"
SECONDS_OF_A_CALL = 0.1
"""Real models take a second or more."""


class Slow(InProcessTransport):
    """A double that takes its time."""

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        await asyncio.sleep(SECONDS_OF_A_CALL)
        return await super().send(body)


def seconds_of(plan: RunPlan, connect: Connect) -> float:
    agent = ChatbotAgent()
    agent.configure(ChatbotSettings(model="double"))
    began = time.perf_counter()
    asyncio.run(play(plan, agent, lambda _: None, connect))
    return time.perf_counter() - began


def nowhere(endpoint: Endpoint) -> Transport:
    pytest.fail(f"a replay connects to {endpoint.base_url}")


def test_a_replay_takes_under_a_tenth(tmp_path: Path) -> None:
    plan = RunPlan(
        MAX,
        "chatbot",
        tmp_path / "recorded",
        persona="double",
        judge="double",
        endpoints={"double": Endpoint("double", "http://127.0.0.1:1/v1", "double")},
        agent_settings={"model": "double"},
        cassette=CassettePlan("record", tmp_path / "tapes"),
    )
    double = Double()
    recorded = seconds_of(plan, lambda _: Slow(double))
    replay = replace(plan, results=tmp_path / "replayed", cassette=CassettePlan("replay", tmp_path / "tapes"))
    replayed = seconds_of(replay, nowhere)

    print(  # noqa: T201 - the figure is what is measured
        f"\nrecorded in {recorded:.1f} s at {SECONDS_OF_A_CALL:g} s a call, replayed in {replayed:.1f} s: "
        f"{replayed / recorded:.1%}"
    )
    assert replayed < recorded / 10
