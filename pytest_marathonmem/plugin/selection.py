"""Which benchmarks run: those that the command line names; a plain ``pytest`` runs none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.plugin.options import OPTIONS

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "benchmark.json"
LEFT_OUT = pytest.StashKey[list["Path"]]()
"""The ``benchmark.json`` files that were collected, but aren't to run."""


def is_asked_for(session: pytest.Session, benchmark: Path) -> bool:
    """Whether the command line names an agent or a run, or the benchmark: its file, its folder, one above, an item."""
    options = session.config.stash[OPTIONS]
    if options.agents or options.runs or options.lint:
        return True
    # What comes from the ini file's testpaths, or from where pytest was started, nobody has named.
    by_arguments = session.config.args_source is pytest.Config.ArgsSource.ARGS
    return by_arguments and any(session.isinitpath(path) for path in (benchmark, *benchmark.parents))


def deselect(config: pytest.Config, items: list[pytest.Item], unasked: list[pytest.Item]) -> None:
    """Take the benchmarks that nobody asked for out of the items."""
    if not unasked:
        return
    config.hook.pytest_deselected(items=unasked)
    items[:] = [item for item in items if item not in unasked]
    config.stash[LEFT_OUT] = sorted({item.path for item in unasked})


def expect_benchmarks(config: pytest.Config) -> None:
    """See that options of ours didn't go by without a benchmark: a gate that tests nothing is no gate.

    Raises:
        pytest.UsageError: if the command line has such an option.
    """
    given = [
        str(argument) for argument in config.invocation_params.args if str(argument).startswith("--mmb-")
    ]
    if given:
        raise pytest.UsageError(
            f"{given[0]} is given, but no benchmark was collected; name the folder of one, such as benchmarks/max. "
            "A benchmark's folder holds a benchmark.json with 'chapters'"
        )


def not_ours(config: pytest.Config) -> list[str]:
    """A line for each folder that is named, looks like a benchmark's, and isn't."""
    folders = (config.invocation_params.dir / argument for argument in config.args)
    return [
        f"marathonmem: {folder / FILE_NAME} has no 'chapters' at its top level, so it is no benchmark"
        for folder in folders
        if (folder / FILE_NAME).is_file()
    ]


def how_to_run(config: pytest.Config) -> list[str]:
    """One line on the benchmarks that were left out, if there are any."""
    left_out = config.stash.get(LEFT_OUT, [])
    if not left_out:
        return []
    names = ", ".join(path.parent.name for path in left_out)
    if config.stash[OPTIONS].runs:
        return [f"marathonmem: left out, since no run of --mmb-run plays it: {names}"]
    example = left_out[0].parent
    directory = config.invocation_params.dir
    shown = example.relative_to(directory) if example.is_relative_to(directory) else example
    run = f"name its folder (pytest {shown}) or an agent (--mmb-agent=notebook)"
    return [f"marathonmem: not asked for: {names}; to run a benchmark {run}"]


def what_runs(config: pytest.Config) -> list[str]:
    """One line on what the benchmarks are played with."""
    options = config.stash[OPTIONS]
    if options.lint:
        return ["marathonmem: lint, no agent runs"]
    from pytest_marathonmem.plugin.planning import planner_of  # noqa: PLC0415 - heavy; only benchmarks pay for it

    return [f"marathonmem: {planner_of(config).describe()}"]
