"""The pytest plugin ``marathonmem``: the only part that knows pytest. The hooks stand here and delegate.

What only benchmarks need is imported when the first one is met: an unrelated project pays for nothing of it.
"""

# ruff: noqa: PLC0415 - see above

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.emitting import WHEN
from pytest_marathonmem.plugin.fixtures import (
    mmb_agent,
    mmb_agent_amnesiac,
    mmb_agent_chatbot,
    mmb_agent_notebook,
    mmb_agent_openai,
)
from pytest_marathonmem.plugin.option_values import read_options
from pytest_marathonmem.plugin.options import OPTIONS, add_options
from pytest_marathonmem.plugin.refusing import listen, refuse
from pytest_marathonmem.plugin.resuming import CommandLine
from pytest_marathonmem.plugin.selection import (
    FILE_NAME,
    deselect,
    expect_benchmarks,
    how_to_run,
    not_ours,
    what_runs,
)
from pytest_marathonmem.plugin.summary import Runs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pytest_marathonmem.plugin.collection import BenchmarkFile

__all__ = ["mmb_agent", "mmb_agent_amnesiac", "mmb_agent_chatbot", "mmb_agent_notebook", "mmb_agent_openai"]

MET = pytest.StashKey[bool]()
"""Whether a benchmark's folder was met in this session."""


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    add_options(parser)
    pluginmanager.register(CommandLine(parser), CommandLine.NAME)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # pytest-asyncio warns in every project that leaves this unset, and most of ours have it only because of us.
    warnings.filterwarnings(
        "ignore", r'\s*The configuration option "asyncio_default_fixture_loop_scope" is unset'
    )
    options = config.stash[OPTIONS] = read_options(config)
    if options.runs or options.config or options.settings or options.labels or options.names_models:
        from pytest_marathonmem.plugin.planning import planner_of

        planner_of(config)
    if options.baseline and not hasattr(config, "workerinput"):
        from pytest_marathonmem.plugin.baselines import Baselines

        config.pluginmanager.register(Baselines(config, options.baseline), "marathonmem-baselines")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Runs(config), "marathonmem-runs")


def pytest_sessionstart(session: pytest.Session) -> None:
    manager = session.config.pluginmanager
    distributed = manager.getplugin("dsession")
    if distributed is not None:
        from pytest_marathonmem.plugin.checks import ChecksDontCount
        from pytest_marathonmem.plugin.workers import Workers

        # The workers' controller meets no benchmark; it only hears of them.
        manager.register(ChecksDontCount(session), "marathonmem-checks")
        runs = manager.getplugin("marathonmem-runs")
        manager.register(Workers(session.config, runs, distributed), "marathonmem-workers")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    listen(node.config)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    if not (collection_path / "agent").is_dir():
        return None
    from pytest_marathonmem.plugin.collection import is_run

    return True if is_run(collection_path) else None


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not (path / FILE_NAME).is_file():
        return None
    from pytest_marathonmem.plugin.collection import collect_directory

    folder = collect_directory(path, parent)
    if folder and not parent.config.stash.get(MET, False):
        from pytest_marathonmem.plugin.checks import ChecksDontCount

        parent.config.stash[MET] = True
        parent.config.pluginmanager.register(ChecksDontCount(parent.session), "marathonmem-checks")
    return folder


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.config.stash.get(MET, False):
        from pytest_marathonmem.plugin.collection import generate_runs

        generate_runs(metafunc)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    benchmarks = _benchmarks(config, items)
    deselect(config, items, [item for item, file in benchmarks.items() if not file.wanted])
    if any(file.wanted for file in benchmarks.values()):
        _show_runs(config)
    try:
        if config.stash.get(MET, False):
            from pytest_marathonmem.plugin.collection import expect_runs

            expect_runs(config, items)
        else:
            expect_benchmarks(config)
    except pytest.UsageError as error:
        refuse(config, items, error)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    _expect_models(session)
    runs: Runs | None = session.config.pluginmanager.getplugin("marathonmem-runs")
    plays = not any(map(session.config.getoption, ("mmb_lint", "collectonly", "setuponly")))
    if runs is not None and plays:
        runs.selected.select(item.nodeid for item in _benchmarks(session.config, session.items))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: Sequence[str]) -> None:
    if any(f"{FILE_NAME}::" in nodeid for nodeid in ids):
        _show_runs(node.config)


def pytest_report_collectionfinish(config: pytest.Config, items: list[pytest.Item]) -> list[str]:
    if not items and not config.stash.get(MET, False):
        return not_ours(config)
    return [*(what_runs(config) if _benchmarks(config, items) else ()), *how_to_run(config)]


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, Any] | None:
    if report.when != WHEN and not hasattr(report, "mmb"):
        return None
    from pytest_marathonmem.plugin.checks import teststatus

    return teststatus(report)


def _benchmarks(config: pytest.Config, items: list[pytest.Item]) -> dict[pytest.Item, BenchmarkFile]:
    """The items that are benchmarks, each with its file."""
    if not config.stash.get(MET, False):
        return {}
    from pytest_marathonmem.plugin.collection import BenchmarkFile

    return {item: item.parent for item in items if isinstance(item.parent, BenchmarkFile)}


def _expect_models(session: pytest.Session) -> None:
    """Refuse a session before anything is played if a model's key is missing, or under a budget its price."""
    items = _benchmarks(session.config, session.items)
    if not any(file.wanted for file in items.values()) or session.config.getoption("collectonly"):
        return
    from pytest_marathonmem.plugin.budgets import expect_prices
    from pytest_marathonmem.plugin.collection import runs_of
    from pytest_marathonmem.plugin.models import expect_keys

    try:
        expect_keys(runs_of(items))
        expect_prices(session.config, runs_of(items))
    except pytest.UsageError as error:
        refuse(session.config, session.items, error)


def _show_runs(config: pytest.Config) -> None:
    """Prepare what shows runs besides the letters and the summary."""
    from pytest_marathonmem.plugin.progress import show_progress

    show_progress(config)
    if path := config.getoption("xmlpath", None):
        from pytest_marathonmem.plugin.junit import unfold_checks

        unfold_checks(config, path)
