"""The ``mmb`` command. Its subcommands stand in ``commands``; here they are joined, and only here anything is printed."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from pytest_marathonmem.commands.shipped import how_to_write
from pytest_marathonmem.errors import MarathonMemError, ScenarioError
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COMMANDS = {
    "new": "Make a small benchmark to begin your own with",
    "init": "Copy a benchmark that comes with this package",
    "show": "Print a benchmark as a persona gets it, with the ledger of its facts",
    "log": "Print a run, or follow one that is being played",
    "grade": "Grade one answer by code",
    "serve-model": "Serve a double of a model, to try a whole set-up before paying",
}
"""Modules of ``commands``, with ``_`` for ``-``, and what ``mmb --help`` says of them."""
_USAGE_ERROR = 2
_INTERRUPTED = 130
_NO_READER = 141
"""What a shell gives for Ctrl-C and for a closed pipe."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``mmb`` and return its exit code: 0, 2 for what can't be done, 130 for Ctrl-C, 141 if nobody reads its output."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return _run(given)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has nowhere to go; without this, Python would complain of it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NO_READER


def _run(arguments: Sequence[str]) -> int:
    parser = _parser(arguments)
    parsed = parser.parse_args(arguments)
    if parsed.run is None:
        parser.print_help()
        return 0
    try:
        _print(parsed.run(parsed))
    except MarathonMemError as error:
        print(printable(f"mmb: {_told(error)}"), file=sys.stderr)
        return _USAGE_ERROR
    return 0


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """All commands by name, and in full those that the arguments may mean: most need more than they have to load."""
    parser = argparse.ArgumentParser(
        prog="mmb",
        description="Measure the long-term memory of AI agents.",
        epilog="\n".join(how_to_write()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"mmb {_version()}")
    parser.set_defaults(run=None)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, help_text in COMMANDS.items():
        command = subparsers.add_parser(
            name,
            help=help_text,
            description=f"{help_text}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in arguments:
            import_module(f"pytest_marathonmem.commands.{name.replace('-', '_')}").declare(command)
    return parser


def _version() -> str:
    try:
        return version("pytest-marathonmem")
    except PackageNotFoundError:
        return "(not installed)"


def _told(error: MarathonMemError) -> str:
    """The error's message; the problems of a folder begin at the line's start, where editors look for ``file:line``."""
    if isinstance(error, ScenarioError):
        return f"the benchmark can't be played; faults: {len(error.problems)}\n{error}"
    return str(error)


def _print(lines: Iterable[str]) -> None:
    """Print each line when it comes: what the terminal's encoding knows, and the rest as escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        print(printable(line).encode(encoding, "backslashreplace").decode(encoding), flush=True)
