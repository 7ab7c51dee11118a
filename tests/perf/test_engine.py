"""What the engine itself costs a turn: persona and agent in process, every event recorded.

Processor time is measured, since a busy machine lengthens the wall clock.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan

pytestmark = pytest.mark.perf

MAX = Path(__file__).parents[2] / "benchmarks" / "max"
TURNS = 10_100
PER_PHASE = 10


class Echo(ReplyAgent):
    async def reply(self, text: str) -> str:
        return text


def long_chapter() -> str:
    phases = [
        "\n".join(
            [
                f"## Phase {start}",
                "```script",
                *(f"| Turn {start + n} of a long talk.\n" for n in range(PER_PHASE)),
                "```",
            ]
        )
        for start in range(0, TURNS, PER_PHASE)
    ]
    last = "## Exam\n❓ 1.1 Which turn was the last?\n   Correct answer: 10,100.\n"
    return "\n".join(["# Long", *phases, last])


def test_a_turn_costs_the_same_early_and_late(
    benchmark: BenchmarkFixture, write_benchmark: Callable[..., Path], tmp_path: Path
) -> None:
    folder = write_benchmark({"chapter1.md": long_chapter()}, name="long")
    moments: list[float] = []

    def observe(event: Event) -> None:
        if event.type == "received":
            moments.append(time.process_time())

    def run() -> None:
        asyncio.run(play(RunPlan(folder, "echo", tmp_path / "results"), Echo(), observe))

    benchmark.pedantic(run, rounds=1)
    turns = [after - before for before, after in itertools.pairwise(moments)]
    early, late = (statistics.median(turns[at - 100 : at + 100]) * 1000 for at in (100, 10_000))
    benchmark.extra_info |= {"ms a turn at 100": round(early, 4), "ms a turn at 10,000": round(late, 4)}
    print(f"\nms a turn: {early:.3f} at 100, {late:.3f} at 10,000")  # noqa: T201 - the figure is the point
    assert late < 0.5
    assert late < 2 * early


def test_max_is_played_offline_in_seconds(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    plans = (RunPlan(MAX, f"notebook-{number}", tmp_path) for number in itertools.count())

    def run() -> None:
        asyncio.run(play(next(plans), NotebookAgent(), lambda _: None))

    benchmark.pedantic(run, rounds=3)
    assert benchmark.stats.stats.min < 5
