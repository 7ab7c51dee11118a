from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

ROUNDS = 15
PAIRS = 40

IMPORT = """
import time
import _pytest.subtests, pytest_asyncio.plugin
began = time.process_time()
import pytest_marathonmem.plugin
print(time.process_time() - began)
"""
"""In a process that has imported what pytest imports without the plugin."""

pytestmark = pytest.mark.perf


def processor_seconds() -> float:
    """Processor time of all ended child processes: a busy machine lengthens the wall clock, not this."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(*command: str, folder: Path) -> str:
    """Run Python, with bytecode cached as in an ordinary environment."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(  # noqa: S603 - ours
        [sys.executable, *command], cwd=folder, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_the_plugin_is_imported_in_less_than_20_ms(tmp_path: Path, benchmark: BenchmarkFixture) -> None:
    seconds: list[float] = []
    benchmark.pedantic(lambda: seconds.append(float(run("-c", IMPORT, folder=tmp_path))), rounds=ROUNDS)
    print(f"\nms to import the plugin: {min(seconds) * 1000:.1f}")  # noqa: T201 - the figure is the point
    assert min(seconds) < 0.020


@pytest.mark.benchmark(timer=processor_seconds)
def test_an_unrelated_project_starts_as_fast_as_without_the_plugin(
    tmp_path: Path, benchmark: BenchmarkFixture
) -> None:
    """Less than 20 ms more. Starts with and without the plugin take turns, so that a busy machine harms both.

    A single pair's noise is larger than the difference, so the pairs vote (a sign test): were the true difference 20 ms, half
    of 40 pairs would lie above, and 26 by chance once in 25 times.
    """
    assert entry_points(group="pytest11", name="marathonmem"), "the plugin's start is measured as installed"
    for number in range(20):
        folder = tmp_path / f"package{number}"
        folder.mkdir()
        (folder / f"test_{number}.py").write_text("def test_it(): pass\n")
    plain = ["-m", "pytest", "-q", "-p", "no:hypothesispytest", "-p", "no:benchmark"]
    without: list[float] = []

    def start_without() -> None:
        began = processor_seconds()
        run(*plain, "-p", "no:marathonmem", folder=tmp_path)
        without.append(processor_seconds() - began)

    benchmark.pedantic(
        lambda: run(*plain, folder=tmp_path), setup=start_without, rounds=PAIRS, warmup_rounds=1
    )

    starts = benchmark.stats.stats.data
    more = [ours - others for ours, others in zip(starts, without[-PAIRS:], strict=True)]
    ratio = statistics.median(starts) / statistics.median(without)
    print(f"\nms more at start: {statistics.median(more) * 1000:.1f}, a ratio of {ratio:.3f}")  # noqa: T201 - the figure is the point
    assert sum(seconds >= 0.020 for seconds in more) < 0.65 * PAIRS
