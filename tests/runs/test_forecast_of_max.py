"""The forecast of benchmarks/max against a play of it by the double."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.models.endpoint import ROLES, Endpoint, Price
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event, read_events
from pytest_marathonmem.runs.forecast import Forecast, forecast
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.testing.double import Double, InProcessTransport
from pytest_marathonmem.testing.double.double import role_of

pytestmark = pytest.mark.slow

MAX = Path(__file__).parents[2] / "benchmarks" / "max"
PAID = Endpoint("double", "http://127.0.0.1:1/v1", "double", price=Price(1.0, 0.1, 2.0))
COURTESY = (
    " I have taken a note of it, and I will come back to it whenever it matters for what you ask of me."
)


class Wordy:
    """The double, whose assistant is as polite as assistants are."""

    def __init__(self) -> None:
        self.double = Double()

    def __call__(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        answer = self.double(body)
        if role_of(body) == "agent":
            answer["choices"][0]["message"]["content"] += 2 * COURTESY
            answer["usage"]["completion_tokens"] += 2 * len(COURTESY) // 4
        return answer


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> RunPlan:
    return RunPlan(
        MAX,
        "chatbot",
        tmp_path_factory.mktemp("results"),
        persona="double",
        judge="double",
        agent_settings={"model": "double"},
        endpoints={"double": PAID},
    )


@pytest.fixture(scope="module")
def events(plan: RunPlan) -> list[Event]:
    """A play of it, every model by the double."""
    agent, brain = ChatbotAgent(), Wordy()
    agent.configure(ChatbotAgent.Settings(model="double"))
    asyncio.run(play(plan, agent, lambda _: None, lambda _: InProcessTransport(brain)))
    return list(read_events(plan.folder / "events.jsonl"))


def test_the_play_costs_what_was_forecast_within_a_factor_of_two(events: list[Event]) -> None:
    said = {each["role"]: Forecast(**each) for each in events[0]["forecast"]}

    for role in ROLES:
        calls = [event for event in events if event.type == "called" and event["role"] == role]
        spent = {
            "calls": len(calls),
            "input_tokens": sum(call["input_tokens"] for call in calls),
            "output_tokens": sum(call["output_tokens"] for call in calls),
        }
        ratios = {name: getattr(said[role], name) / count for name, count in spent.items()}
        assert all(0.5 <= ratio <= 2 for ratio in ratios.values()), (role, ratios)
        cost = sum(call["cost_usd"] for call in calls)
        assert said[role].least_usd / 2 <= cost <= said[role].most_usd * 2  # type: ignore[operator]


def test_half_a_play_leaves_about_half_the_cost(
    events: list[Event], plan: RunPlan, started: datetime
) -> None:
    benchmark = load_benchmark(MAX, started)
    half = next(number for number, event in enumerate(events) if event.seq > events[-1].seq / 2)

    left = forecast(benchmark, plan, events[:half])

    calls = sum(event.type == "called" for event in events[half:])
    assert sum(each.calls for each in left) == pytest.approx(calls, rel=0.5)
