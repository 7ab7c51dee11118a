"""Workers are processes of their own: what one makes must not depend on how it hashes strings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem import cli
from pytest_marathonmem.commands.shipped import shipped_benchmarks
from pytest_marathonmem.runs.events import read_events

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

SEEDS = ("1", "2")


def under(seed: str, project: Project, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    monkeypatch.setenv("PYTHONHASHSEED", seed)
    result = project.run_subprocess(*arguments)
    assert result.ret == 0
    return result.outlines


@pytest.mark.slow
def test_node_ids_and_their_order_are_the_same_in_every_process(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two", "three"):
        project.benchmark(name)
    arguments = ("benchmarks", "--mmb-agent=wrong,notebook,right", "--collect-only", "-q")

    first, second = (
        [line for line in under(seed, project, monkeypatch, *arguments) if "::" in line] for seed in SEEDS
    )

    assert first == second
    assert [line.partition("::")[2] for line in first[:3]] == ["one[wrong]", "one[notebook]", "one[right]"]
    assert len(first) == 9


@pytest.mark.slow
def test_a_whole_run_is_the_same_in_every_process(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.main(["new", str(project.path / "benchmarks" / "small")])

    records = []
    for seed in SEEDS:
        under(seed, project, monkeypatch, "benchmarks", "--mmb-agent=notebook", "--mmb-min-score=0")
        records.append(record(project.path / "results" / "small-notebook"))

    assert records[0] == records[1]
    assert [event["type"] for event in records[0]].count("evaluated") == len(records[0][0]["checks"])


@pytest.mark.slow
def test_the_reference_benchmark_is_read_in_the_same_order_in_every_process(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.pytester.makepyfile(
        show="""
        import sys
        from datetime import UTC, datetime
        from pathlib import Path
        from pytest_marathonmem.scenario.asked import describe
        from pytest_marathonmem.scenario.folder import load_benchmark
        from pytest_marathonmem.scenario.ledger import Ledger

        benchmark = load_benchmark(Path(sys.argv[1]), datetime(2026, 7, 28, 9, 30, tzinfo=UTC))
        ledger = Ledger.of(benchmark)
        for check in benchmark.checks:
            asked = describe(check, ledger)
            print(check.id, asked.type, asked.traps, check.key.rests_on)
        """
    )

    first, second = (shown(seed, project, monkeypatch) for seed in SEEDS)

    assert first == second
    assert len(first) == 36


def shown(seed: str, project: Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("PYTHONHASHSEED", seed)
    return project.pytester.runpython_c(
        f"import runpy, sys; sys.argv = ['show', {str(shipped_benchmarks()['max'])!r}]; runpy.run_path('show.py')"
    ).outlines


def record(folder: Path) -> list[dict[str, Any]]:
    """The events of a run without what the clock, chance and the place of the folder put into them."""
    events = [
        {**event.data, "type": event.type, "seconds": 0} for event in read_events(folder / "events.jsonl")
    ]
    start = events[0].pop("start")
    assert events[0].pop("nonce")
    return [json.loads(json.dumps(event).replace(start[:10], "TODAY")) for event in events]
