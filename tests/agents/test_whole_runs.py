"""Runs of agents with a model, from end to end, over transports in the process."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem import AgentAdapter
from pytest_marathonmem.agents.amnesiac import AmnesiacAgent
from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.agents.openai_agent import OpenAIAgent
from pytest_marathonmem.models.endpoint import Endpoint, Price
from pytest_marathonmem.models.faults import FaultKind, ModelFault
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.report import Report
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import FILE_NAME, Event, read_events
from pytest_marathonmem.runs.plan import CassettePlan, RunPlan
from pytest_marathonmem.testing.double import Double

SHORT = Path(__file__).parents[2] / "examples" / "local_model" / "short"
ENDPOINT = Endpoint("small", "http://127.0.0.1:1/v1", "small", price=Price(0, 0, 0), retry_wait=0.001)
SESSION = {"history": "server", "session_field": "metadata.session"}


class Line:
    """A transport to the double, which keeps conversations where it gets a session; faults come at given requests."""

    def __init__(self, faults: Mapping[int, ModelFault] | None = None) -> None:
        self.double = Double()
        self.faults = faults or {}
        self.said: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.requests: list[Mapping[str, Any]] = []

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        self.requests.append(body)
        fault = self.faults.get(len(self.requests))
        if fault and not fault.may_have_arrived:
            raise fault
        session = body.get("metadata", {}).get("session")
        kept = self.said[session] if session else []
        messages = [*kept, *body["messages"]]
        answer = self.double({**body, "messages": messages})
        kept[:] = [*messages, {"role": "assistant", "content": answer["choices"][0]["message"]["content"]}]
        if fault:
            raise fault
        return answer

    async def close(self) -> None:
        self.double.close()

    def user_messages(self, session: str) -> list[str]:
        return [message["content"] for message in self.said[session] if message["role"] == "user"]


def run(
    tmp_path: Path,
    agent_class: Callable[[], AgentAdapter],
    line: Line,
    settings: Mapping[str, Any],
    **changes: Any,
) -> Report:
    plan = RunPlan(
        SHORT,
        "subject",
        tmp_path,
        endpoints={"small": ENDPOINT},
        agent_settings={"model": "small", **settings},
    )
    plan = replace(plan, **changes)
    agent = agent_class()
    assert agent.Settings
    agent.configure(agent.Settings.model_validate(plan.agent_settings))
    asyncio.run(play(plan, agent, lambda _: None, lambda _: line))
    return fold(events(plan))


def events(plan: RunPlan) -> Sequence[Event]:
    return list(read_events(plan.folder / FILE_NAME))


def scores(report: Report) -> list[float | None]:
    return [check.score for check in report.checks]


WAYS: Sequence[tuple[type[AgentAdapter], Mapping[str, Any]]] = [
    (ChatbotAgent, {}),
    (AmnesiacAgent, {}),
    (OpenAIAgent, {}),
    (OpenAIAgent, SESSION),
]
DEAD = ModelFault("unauthorized", "no such key")


@pytest.mark.parametrize(("agent_class", "settings"), WAYS)
def test_a_run_ends_and_its_calls_are_counted_as_the_agents(
    tmp_path: Path, agent_class: type[AgentAdapter], settings: Mapping[str, Any]
) -> None:
    line = Line()
    report = run(tmp_path, agent_class, line, settings)
    assert report.state == "finished"
    assert None not in scores(report)
    [usage] = report.usage
    assert (usage.role, usage.model, usage.calls) == ("agent", "small", len(line.requests))
    assert usage.cost_usd == 0


def test_who_keeps_the_conversation_makes_no_difference(tmp_path: Path) -> None:
    ours, theirs = Line(), Line()
    assert scores(run(tmp_path / "ours", OpenAIAgent, ours, {})) == scores(
        run(tmp_path / "theirs", OpenAIAgent, theirs, SESSION)
    )
    assert {len(request["messages"]) for request in theirs.requests} == {1}
    assert len(ours.requests[-1]["messages"]) == 2 * len(ours.requests) - 1


@pytest.mark.parametrize("kind", ["timeout", "connection lost", "server error"])
def test_an_answer_that_is_lost_costs_its_message_only_and_nothing_arrives_twice(
    tmp_path: Path, kind: FaultKind
) -> None:
    line = Line({3: ModelFault(kind, "gone")})
    report = run(tmp_path, OpenAIAgent, line, SESSION)
    [session] = line.said
    assert report.state == "finished"
    assert max(Counter(line.user_messages(session)).values()) == 1
    assert len(line.requests) == len(line.user_messages(session)) == 16


@pytest.mark.parametrize(
    "fault", [ModelFault("rate limited", "slow"), ModelFault("connection lost", "refused", arrived=False)]
)
def test_what_was_turned_down_is_sent_again_and_arrives_once(tmp_path: Path, fault: ModelFault) -> None:
    line = Line({3: fault, 4: fault})
    report = run(tmp_path, OpenAIAgent, line, SESSION)
    [session] = line.said
    assert report.state == "finished"
    assert len(line.requests) == 18
    assert len(line.user_messages(session)) == len(set(line.user_messages(session))) == 16


@pytest.mark.parametrize(
    ("agent_class", "settings"),
    [(ChatbotAgent, {}), (OpenAIAgent, {}), (OpenAIAgent, {**SESSION, "survives": True})],
)
def test_a_model_that_is_gone_stops_the_run_and_the_next_start_ends_it_as_if_nothing_had_been(
    tmp_path: Path, agent_class: type[AgentAdapter], settings: Mapping[str, Any]
) -> None:
    unbroken = run(tmp_path / "unbroken", agent_class, Line(), settings)
    line = Line({6: DEAD})
    stopped = run(tmp_path / "broken", agent_class, line, settings)
    assert (stopped.state, stopped.resumable) == ("stopped", True)
    ended = run(tmp_path / "broken", agent_class, line, settings)
    assert (ended.state, ended.resumed) == ("finished", True)
    assert [check.got for check in ended.checks] == [check.got for check in unbroken.checks]
    assert line.requests[6] == line.requests[5]


@pytest.mark.parametrize(("agent_class", "settings"), WAYS)
def test_a_recorded_run_replays_without_the_endpoint(
    tmp_path: Path, agent_class: type[AgentAdapter], settings: Mapping[str, Any]
) -> None:
    tapes = tmp_path / "tapes"
    line = Line({3: ModelFault("rate limited", "slow")})
    recorded = run(tmp_path / "recorded", agent_class, line, settings, cassette=CassettePlan("record", tapes))
    asked = len(line.requests)
    replayed = run(tmp_path / "replayed", agent_class, line, settings, cassette=CassettePlan("replay", tapes))
    assert len(line.requests) == asked
    assert replayed.state == "finished"
    assert [check.got for check in replayed.checks] == [check.got for check in recorded.checks]
