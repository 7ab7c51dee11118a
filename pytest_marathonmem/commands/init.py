"""``mmb init``: a copy of a benchmark that comes with this package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.commands.copying import copy_benchmark
from pytest_marathonmem.commands.shipped import how_to_write, shipped_benchmarks
from pytest_marathonmem.errors import SettingsError

if TYPE_CHECKING:
    import argparse


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = "example:\n  mmb init max && pytest --mmb-agent=notebook max"
    parser.add_argument("name", metavar="NAME", help=f"Its name: {', '.join(shipped_benchmarks())}")
    parser.add_argument("folder", nargs="?", metavar="DIR", help="The new folder (default: NAME, here)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> list[str]:
    """Copy the benchmark and say what to do with it.

    Raises:
        SettingsError: for a name that none has, and for a folder that can't be made or is there already.
    """
    shipped = shipped_benchmarks()
    if arguments.name not in shipped:
        raise SettingsError(
            f"no benchmark named {arguments.name!r} comes with this package; choose {', '.join(shipped)}"
        )
    target = arguments.name if arguments.folder is None else arguments.folder
    return [*copy_benchmark(shipped[arguments.name], target), *how_to_write()]
