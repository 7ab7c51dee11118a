"""Lints the benchmark of one item: its findings are the item's failure, its statistics go into the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import ScenarioError
from pytest_marathonmem.plugin.emitting import emit_run
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.lint import lint
from pytest_marathonmem.scenario.statistics import statistics
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pytest_marathonmem.errors import Problem


def lint_item(item: pytest.Item, folder: Path) -> None:
    """Read and lint a folder; fail the item with everything that was found, each with its place."""
    __tracebackhide__ = True
    if problems := _lint(item, folder):
        pytest.fail("\n".join(printable(str(problem)) for problem in problems), pytrace=False)


def _lint(item: pytest.Item, folder: Path) -> Sequence[Problem]:
    try:
        benchmark = load_benchmark(folder, Clock.local().now())
    except ScenarioError as error:
        return error.problems
    result = lint(benchmark)
    lines = [*(f"warning: {warning}" for warning in result.warnings), *statistics(benchmark)]
    emit_run(item, mmb_lint={"benchmark": benchmark.name, "lines": [printable(line) for line in lines]})
    return result.problems
