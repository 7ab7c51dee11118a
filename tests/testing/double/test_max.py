"""All of benchmarks/max with the double as persona, in process, over the real loop and stage."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

import pytest

from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.testing.double import Double, InProcessTransport

MAX = Path(__file__).parents[3] / "benchmarks" / "max"


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    seen: list[Event] = []
    endpoints = {"double": Endpoint("double", "http://127.0.0.1:1/v1", "double")}
    plan = RunPlan(MAX, "chatbot", tmp_path_factory.mktemp("results"), persona="double", endpoints=endpoints)
    double = Double()
    asyncio.run(play(plan, ChatbotAgent(), seen.append, lambda _: InProcessTransport(double)))
    return seen


def of_type(events: list[Event], event_type: str) -> list[Event]:
    return [event for event in events if event.type == event_type]


def test_the_play_ends(events: list[Event]) -> None:
    assert [] == of_type(events, "stopped")
    assert 1 == len(of_type(events, "finished"))


def test_every_check_is_scored(events: list[Event]) -> None:
    evaluated = of_type(events, "evaluated")
    assert 36 == len(evaluated)
    assert [] == [event["check"] for event in evaluated if event["score"] is None]


def test_no_guard_has_anything_to_say(events: list[Event]) -> None:
    assert [] == [(event["name"], event["reason"]) for event in of_type(events, "guard")]


def test_everything_that_the_scripts_tell_is_told(events: list[Event], started: datetime) -> None:
    benchmark = load_benchmark(MAX, started)
    wanted = {
        str(ref)
        for phase in benchmark.phases
        for step in phase.script
        for operation in getattr(step, "operations", ())
        for ref in getattr(operation, "facts", ())
    }
    told = {f"{event['sheet']}:{each}" for event in of_type(events, "told") for each in event["ids"]}
    assert set() == wanted - told


def test_nothing_is_told_twice(events: list[Event]) -> None:
    told = [f"{event['sheet']}:{each}" for event in of_type(events, "told") for each in event["ids"]]
    assert sorted(set(told)) == sorted(told)


def test_the_questions_are_asked_word_for_word(events: list[Event]) -> None:
    questions = {check["id"]: check["question"] for check in of_type(events, "started")[0]["checks"]}
    asked = {
        event["check"]: event["text"] for event in reversed(of_type(events, "sending")) if event["check"]
    }
    assert questions == asked


def test_no_two_messages_are_the_same(events: list[Event]) -> None:
    said = [event["text"] for event in of_type(events, "sending") if not event["check"]]
    assert sorted(set(said)) == sorted(said)
