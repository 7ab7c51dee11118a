"""Collects a benchmark folder as a module with one async test function, parametrised by run."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.fixtures import expect_known_agents
from pytest_marathonmem.plugin.options import OPTIONS
from pytest_marathonmem.plugin.selection import is_asked_for
from pytest_marathonmem.scenario.recognise import FILE_NAME as BENCHMARK
from pytest_marathonmem.scenario.recognise import is_benchmark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from typing import Self

    from pytest_marathonmem.runs.plan import RunPlan

FOLDERS = pytest.StashKey[dict[str, "Path"]]()
"""The wanted folders of a session by name: a name is a run's, so it must be the only one."""
COLLECTED = pytest.StashKey[list["Path"]]()
"""All benchmark folders of a session."""
REFUSED = pytest.StashKey[str]()
"""Why the session can't be."""


def collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take a folder over if it is one of ours."""
    if not is_benchmark(path / BENCHMARK):
        return None
    folder: pytest.Collector = BenchmarkFolder.from_parent(parent, path=path)
    return folder


def is_run(path: Path) -> bool:
    """Whether a folder is a run's: what the agent wrote there is no test of the project, and is never executed."""
    if not (path / "agent").is_dir():
        return False
    from pytest_marathonmem.runs.events import FILE_NAME  # noqa: PLC0415 - no cost where nothing looks like one

    return (path / FILE_NAME).is_file()


def generate_runs(metafunc: pytest.Metafunc) -> None:
    """Give a benchmark's function its runs, or the one lint, or, if it is left out, an item that stands for them."""
    benchmark = metafunc.definition.parent
    if not isinstance(benchmark, BenchmarkFile):
        return
    if metafunc.config.stash[OPTIONS].lint:
        metafunc.parametrize("mmb_run", [None], ids=["lint"])
    elif not benchmark.wanted:
        metafunc.parametrize("mmb_run", [None], ids=["left-out"])
    else:
        from pytest_marathonmem.plugin.planning import planner_of  # noqa: PLC0415 - heavy; only benchmarks pay for it

        plans = planner_of(metafunc.config).plans(benchmark.folder)
        metafunc.parametrize("mmb_run", plans, ids=[plan.label for plan in plans])


def runs_of(items: Iterable[pytest.Item]) -> list[RunPlan]:
    """The runs among a session's items."""
    callspecs = (item.callspec for item in items if isinstance(item.parent, BenchmarkFile))  # type: ignore[attr-defined]
    return [plan for callspec in callspecs if (plan := callspec.params["mmb_run"]) is not None]


def expect_runs(config: pytest.Config, items: Iterable[pytest.Item]) -> None:
    """See that the runs of a session can be played side by side, and that none is missing.

    Raises:
        pytest.UsageError: for what options, node ids or ``mmb.jsonc`` ask for, and that can't be.
    """
    if refused := config.stash.get(REFUSED, ""):
        raise pytest.UsageError(refused)
    plans, options = runs_of(items), config.stash[OPTIONS]
    if options.lint or not (plans or options.runs):
        return
    from pytest_marathonmem.plugin.planning import expect_distinct, planner_of  # noqa: PLC0415 - as above

    expect_distinct(plans)
    expect_known_agents(config, [plan.agent for plan in plans])
    collected: list[Path] = config.stash.get(COLLECTED, [])
    planner_of(config).expect_folders(collected, config.rootpath)


class BenchmarkFolder(pytest.Directory):
    """Nothing in it is a test but the benchmark; pytest loads its conftest.py as anywhere."""

    def collect(self) -> Iterable[pytest.Collector]:
        yield BenchmarkFile.from_parent(self, path=self.path / BENCHMARK)


class BenchmarkFile(pytest.Module):
    """``benchmark.json`` as pytest sees it; a module, so that fixtures, marks and pytest-asyncio work."""

    @classmethod
    def from_parent(cls, parent: pytest.Collector, **kw: Any) -> Self:
        node: Self = super().from_parent(parent, **kw)
        # With an object of its own the file is never imported as Python.
        node.obj = ModuleType(node.path.parent.name)
        return node

    @property
    def folder(self) -> Path:
        return self.path.parent

    @cached_property
    def wanted(self) -> bool:
        """Whether the command line wants it; what isn't wanted isn't read, and deselected."""
        if not is_asked_for(self.session, self.path):
            return False
        if self.config.stash[OPTIONS].lint:
            return True
        from pytest_marathonmem.plugin.planning import planner_of  # noqa: PLC0415 - as above

        try:
            return planner_of(self.config).wants(self.folder)
        except pytest.UsageError as error:
            # Collecting goes on after any error; the session is refused when it has ended.
            self.config.stash[REFUSED] = str(error)
            return False

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        lint = self.config.stash[OPTIONS].lint
        self.config.stash.setdefault(COLLECTED, []).append(self.folder)
        if self.wanted and not lint:
            self._find_faults()
        function = self._lint_function() if lint else self._play_function()
        # Whatever shows a test's place shows this file, and any name is accepted as a test's.
        function.__code__ = function.__code__.replace(co_filename=str(self.path), co_firstlineno=1)
        function.__test__ = True  # type: ignore[attr-defined]
        setattr(self.obj, self.folder.name, function)
        hook = self.ihook.pytest_pycollect_makeitem
        items: list[pytest.Item | pytest.Collector] | None = hook(
            collector=self, name=self.folder.name, obj=function
        )
        return items or []

    def _find_faults(self) -> None:
        """Find every fault of the folder before anything is played."""
        from pytest_marathonmem.values.printable import printable  # noqa: PLC0415 - only benchmarks pay for it

        if fault := self._fault_of_name() or self._fault_of_content():
            raise self.CollectError(printable(fault))

    def _fault_of_name(self) -> str:
        from pytest_marathonmem.runs.naming import RUN_NAME  # noqa: PLC0415 - only benchmarks pay for it

        if not RUN_NAME.fullmatch(self.folder.name):
            return (
                f"{self.folder}: {self.folder.name!r} can't name runs: letters, digits, '_', '.' and '-' are "
                "allowed; rename the folder"
            )
        folders = self.session.stash.setdefault(FOLDERS, {})
        other = folders.setdefault(self.folder.name, self.folder)
        if other != self.folder:
            return (
                f"{self.folder}: {other} has the same name, and runs are named by it; rename one of the folders, "
                "or name one of them on the command line"
            )
        return ""

    def _fault_of_content(self) -> str:
        from pytest_marathonmem.clock import Clock  # noqa: PLC0415 - heavy; only a wanted benchmark pays for it
        from pytest_marathonmem.errors import MarathonMemError  # noqa: PLC0415 - as above
        from pytest_marathonmem.runs.playable import expect_playable  # noqa: PLC0415 - as above
        from pytest_marathonmem.scenario.folder import load_benchmark  # noqa: PLC0415 - as above

        try:
            expect_playable(load_benchmark(self.folder, Clock.local().now()))
        except MarathonMemError as error:
            return str(error)
        return ""

    def _play_function(self) -> Callable[..., Any]:
        @pytest.mark.asyncio
        async def play(request: pytest.FixtureRequest, mmb_run: RunPlan, mmb_agent: object) -> None:
            from pytest_marathonmem.plugin.playing import play_item  # noqa: PLC0415 - heavy; played benchmarks only

            await play_item(request.node, mmb_run, mmb_agent)

        return play

    def _lint_function(self) -> Callable[..., Any]:
        def lint(request: pytest.FixtureRequest, mmb_run: None) -> None:
            from pytest_marathonmem.plugin.linting import lint_item  # noqa: PLC0415 - heavy; linted benchmarks only

            lint_item(request.node, self.folder)

        return lint
