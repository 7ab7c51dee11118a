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

ROUNDS = 30


def processor_seconds() -> float:
    """Processor time of all ended child processes: a busy machine lengthens the wall clock, not this."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(project: Path, *arguments: str) -> None:
    """Run the project's tests once, with bytecode cached as in an ordinary environment."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:hypothesispytest",
        "-p",
        "no:benchmark",
        *arguments,
    ]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, cwd=project, env=environment, check=True, capture_output=True)  # noqa: S603 - ours


@pytest.mark.perf
@pytest.mark.benchmark(timer=processor_seconds)
def test_an_unrelated_project_starts_as_fast_as_without_the_plugin(
    tmp_path: Path, benchmark: BenchmarkFixture
) -> None:
    """The goal is less than 20 ms more; starts with and without the plugin take turns, so that a busy machine harms both."""
    assert entry_points(group="pytest11", name="marathonmem"), "the plugin's start is measured as installed"
    for number in range(20):
        folder = tmp_path / f"package{number}"
        folder.mkdir()
        (folder / f"test_{number}.py").write_text("def test_it(): pass\n")
    without: list[float] = []

    def start_without() -> None:
        began = processor_seconds()
        start(tmp_path, "-p", "no:marathonmem")
        without.append(processor_seconds() - began)

    benchmark.pedantic(start, args=(tmp_path,), setup=start_without, rounds=ROUNDS, warmup_rounds=1)

    more = benchmark.stats.stats.min - min(without)
    benchmark.extra_info |= {"without_seconds": statistics.median(without), "more_seconds": more}
    print(f"\nms more at start: {more * 1000:.1f} beside {min(without) * 1000:.0f} without")  # noqa: T201 - the figure is the point
    assert more < 0.020
