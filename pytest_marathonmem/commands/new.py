"""``mmb new``: a small benchmark to begin one's own with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_marathonmem.commands.copying import copy_benchmark
from pytest_marathonmem.commands.shipped import how_to_write

if TYPE_CHECKING:
    import argparse

TEMPLATE = Path(__file__).parent / "template"


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = "example:\n  mmb new benchmarks/mine"
    parser.add_argument("name", metavar="NAME", help="The new folder: a name, or a path")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> list[str]:
    """Make the folder and say what to do with it.

    Raises:
        SettingsError: if the folder can't be made, or is there already.
    """
    return [*copy_benchmark(TEMPLATE, arguments.name), *how_to_write()]
