"""The pytest plugin ``marathonmem``: the only part that knows pytest. The hooks stand here and delegate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.checks import ChecksDontCount, teststatus
from pytest_marathonmem.plugin.collection import BenchmarkFile, collect_directory, generate_runs, is_run
from pytest_marathonmem.plugin.fixtures import (
    expect_known_agents,
    mmb_agent,
    mmb_agent_amnesiac,
    mmb_agent_chatbot,
    mmb_agent_notebook,
)
from pytest_marathonmem.plugin.options import OPTIONS, add_options, read_options
from pytest_marathonmem.plugin.selection import deselect, how_to_run, what_runs
from pytest_marathonmem.plugin.summary import Runs

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["mmb_agent", "mmb_agent_amnesiac", "mmb_agent_chatbot", "mmb_agent_notebook"]


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[OPTIONS] = read_options(config)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Runs(), "marathonmem-runs")


def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.pluginmanager.register(ChecksDontCount(session), "marathonmem-checks")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    return True if is_run(collection_path) else None


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return collect_directory(path, parent)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    generate_runs(metafunc)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    benchmarks = {item: item.parent for item in items if isinstance(item.parent, BenchmarkFile)}
    deselect(config, items, [item for item, file in benchmarks.items() if not file.asked_for])
    # A worker can't refuse its options; there the fixture tells.
    if benchmarks and not hasattr(config, "workerinput"):
        expect_known_agents(config)


def pytest_report_collectionfinish(config: pytest.Config, items: list[pytest.Item]) -> list[str]:
    runs = any(isinstance(item.parent, BenchmarkFile) for item in items)
    return [*(what_runs(config) if runs else ()), *how_to_run(config)]


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, Any] | None:
    return teststatus(report)
