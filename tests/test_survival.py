"""A run that is killed again and again ends like one that isn't."""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml

import pytest_marathonmem
from pytest_marathonmem.agents.chatbot import ChatbotAgent, ChatbotSettings
from pytest_marathonmem.clock import pause
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event, read_events
from pytest_marathonmem.runs.plan import CassettePlan
from tests.killed_starts import plan_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="each start is a fork")

INSTALLED = bool(entry_points(group="pytest11", name="marathonmem"))
HERE = Path(__file__).parent
MAX = HERE.parent / "benchmarks" / "max"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(pytest_marathonmem.__file__).parents[1])}
AGENTS = ["notebook", "chatbot", "amnesiac"]

PETS = "# Pets\n## 1. Boss\n1.1 Boss is a ginger tom\n1.2 Boss gets 70 g of food a day\n1.3 Boss sleeps in a blue basket\n"
DESK = "# Desk\n## 1. Parts\n1.1 The desk top costs $120\n1.2 The legs cost $80\n1.3 The lamp costs $40\n"
CHAPTER_1 = """\
# One
## Cat
```script
tell pets 1.1-1.3
| Boss is a ginger tom, gets 70 g of food a day and sleeps in a blue basket.

| Good.

| Good.
edit pets 1.2: Boss gets 55 g of food a day #RECONSIDER
| Make it 55 g for Boss, he is round.
ask 1.1
```
❓ 1.1 How much food a day does Boss get?
   Correct answer: 55 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "55 g"}
## Desk
```script
tell desk 1.1-1.3
| The desk top costs $120, the legs cost $80 and the lamp costs $40. 🎉

| Good.
retire desk 1.3
| I won't buy the lamp after all.
```
"""
CHAPTER_2 = """\
# Two
## Exam
```js
await bench.newSession();
```
❓ 2.1 How much food a day did Boss get at first?
   Correct answer: 70 g.
   Key: {type: "HIST", facts: ["pets:1.2"], value: "70 g"}
❓ 2.2 What is Boss allergic to?
   Correct answer: you never told me.
   Key: {type: "VOID", topic: ["allergic"]}
❓ 2.3 What is the electricity tariff of my flat?
   Correct answer: you never told me.
   Key: {type: "VOID", topic: ["tariff"]}
❓ 2.4 Where does my pet rest at night?
   Correct answer: in a blue basket.
   Key: {type: "RECALL", facts: ["pets:1.3"], value: "blue basket"}
❓ 2.5 What do the desk top and the legs cost?
   Correct answer: $200.
   Key: {type: "AGG", sum: {"desk:1.1": "$120", "desk:1.2": "$80"}, total: "$200"}
"""


@pytest.fixture
def small(write_benchmark: Callable[..., Path]) -> Path:
    return write_benchmark(
        {"pets.md": PETS, "desk.md": DESK, "chapter1.md": CHAPTER_1, "chapter2.md": CHAPTER_2}
    )


def play_and_kill(benchmark: Path, agent: str, results: Path, how: str) -> int:
    """Play a run with kills, and see that it ended as it does without; returns the number of kills."""
    driver = [sys.executable, str(HERE / "killed_starts.py"), str(benchmark), agent, str(results), how, "7"]
    run = subprocess.run(driver, env=ENVIRONMENT, capture_output=True, text=True, check=False)  # noqa: S603 - our own code in our own interpreter
    assert run.returncode == 0, run.stderr
    name = f"{benchmark.name}-{agent.partition('+')[0]}"
    assert_same(results / "killed" / name, results / "unbroken" / name)
    return int(run.stdout)


def assert_same(killed: Path, unbroken: Path) -> None:
    for what in (evaluations, messages, conversation, notes):
        assert what(killed) == what(unbroken), what.__name__


def events_of(run: Path, event_type: str) -> list[Event]:
    return [event for event in read_events(run / "events.jsonl") if event.type == event_type]


def evaluations(run: Path) -> list[dict[str, Any]]:
    return [{**event.data, "seconds": 0} for event in events_of(run, "evaluated")]


def messages(run: Path) -> list[tuple[str, list[str]]]:
    sent = [event["text"] for event in events_of(run, "sending")]
    return list(zip(sent, [event["texts"] for event in events_of(run, "received")], strict=True))


def conversation(run: Path) -> list[Any]:
    """What the agent itself has kept, without times and the marks of new conversations: a kill may double these."""
    lines = map(json.loads, (run / "agent" / "conversation.jsonl").read_text().splitlines())
    return [{**line, "at": ""} for line in lines if "sent" in line]


def notes(run: Path) -> list[str]:
    """The notes in order, without days and times."""
    lines = [line for file in sorted(run.glob("agent/notes/*")) for line in file.read_text().splitlines()]
    return [re.sub(r"^- \d\d:\d\d", "-", line) for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("agent", ["notebook"])
def test_kills_at_random_moments_change_nothing(small: Path, tmp_path: Path, agent: str) -> None:
    assert play_and_kill(small, agent, tmp_path, "8") > 4


@pytest.mark.slow
@pytest.mark.parametrize("agent", AGENTS)
def test_thirty_kills_at_random_moments_change_nothing(small: Path, tmp_path: Path, agent: str) -> None:
    assert play_and_kill(small, agent, tmp_path, "30") > 20


@pytest.mark.slow
@pytest.mark.parametrize("agent", AGENTS)
def test_a_kill_within_every_single_write_changes_nothing(small: Path, tmp_path: Path, agent: str) -> None:
    assert play_and_kill(small, agent, tmp_path, "every-write") > 60


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["notebook", "chatbot"])
def test_thirty_kills_at_random_moments_change_nothing_in_max(tmp_path: Path, agent: str) -> None:
    assert play_and_kill(MAX, agent, tmp_path, "30") > 20


def test_kills_change_nothing_where_all_are_models(small: Path, tmp_path: Path) -> None:
    kills = play_and_kill(small, "chatbot+models", tmp_path, "8")
    assert kills > 4
    assert_money_is_accounted_for(tmp_path / "killed", "demo-chatbot")
    assert_replays(small, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "how"), [("small", "30"), ("max", "30")])
def test_many_kills_change_nothing_where_all_are_models(
    small: Path, tmp_path: Path, scenario: str, how: str
) -> None:
    folder = small if scenario == "small" else MAX
    assert play_and_kill(folder, "chatbot+models", tmp_path, how) > 20
    assert_money_is_accounted_for(tmp_path / "killed", f"{folder.name}-chatbot")
    assert_replays(folder, tmp_path)


def assert_money_is_accounted_for(results: Path, name: str) -> None:
    """The sum that is kept is never below what the record knows: a kill may leave a reservation in it."""
    recorded = sum(event["cost_usd"] or 0 for event in events_of(results / name, "called"))
    kept = json.loads((results / "budget.json").read_text())["runs"][name]["spent"]
    assert recorded <= kept + 1e-9
    assert kept < 5


def assert_replays(benchmark: Path, folder: Path) -> None:
    """The recording of the killed run is whole."""
    agent = ChatbotAgent()
    agent.configure(ChatbotSettings(model="double"))
    plan = replace(
        plan_of(str(benchmark), "chatbot+models", folder, "replayed"),
        cassette=CassettePlan("replay", folder / "tapes"),
    )
    asyncio.run(play(plan, agent, lambda _: None, lambda _: pytest.fail("a replay connects")))
    assert_same(plan.folder, folder / "killed" / plan.name)


class Sessions:
    """Runs sessions of pytest that play ``max``, each into the same results."""

    def __init__(self, agent: str, folder: Path) -> None:
        self.folder = folder
        self.results = folder / "results"
        self.run = self.results / f"max-{agent}"
        self.record = self.run / "events.jsonl"
        folder.mkdir()
        plugin = [] if INSTALLED else ["-p", "pytest_marathonmem.plugin"]
        self.command = [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-q", str(MAX)]
        self.command += [f"--mmb-agent={agent}", f"--mmb-results={self.results}", f"--junit-xml={folder}/xml"]

    def size(self) -> int:
        return self.record.stat().st_size if self.record.exists() else 0

    def is_finished(self) -> bool:
        return self.record.exists() and b'"type": "finished"' in self.record.read_bytes()

    def play(self, grown: float = math.inf) -> bool:
        """Run a session, and kill it when the record has grown by so many bytes; returns whether that was done."""
        process = subprocess.Popen(  # noqa: S603 - our own code in our own interpreter
            self.command, env=ENVIRONMENT, cwd=MAX.parent.parent, stdout=subprocess.DEVNULL
        )
        size = self.size() + grown
        while process.poll() is None:
            if self.size() > size and not self.is_finished():
                process.kill()
                return process.wait() == -signal.SIGKILL
            pause(0.001)
        return False

    def cases(self) -> list[str]:
        return [case.name for suite in JUnitXml.fromfile(f"{self.folder}/xml") for case in suite]


@pytest.mark.slow
def test_thirty_sessions_of_pytest_that_are_killed_end_like_one_that_is_not(tmp_path: Path) -> None:
    unbroken, killed = Sessions("notebook", tmp_path / "unbroken"), Sessions("notebook", tmp_path / "killed")
    unbroken.play()
    chance, kills = random.Random(7), 0  # noqa: S311 - the same moments in every run are wanted
    for _ in range(30):
        if not killed.is_finished():
            kills += killed.play(chance.uniform(0, unbroken.size() / 20))
    if not killed.is_finished():
        killed.play()
    assert kills > 15
    assert_same(killed.run, unbroken.run)
    assert killed.cases() == unbroken.cases()
