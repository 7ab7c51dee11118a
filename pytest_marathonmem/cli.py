"""The ``mmb`` command. A subcommand is a module with ``add_to``; here they are joined, and only here anything is printed."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import MarathonMemError
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMANDS = ("pytest_marathonmem.grading.command",)
"""Modules with ``add_to(subparsers)``, which adds a parser whose default ``run`` takes the arguments and returns the text to print."""
_USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``mmb`` and return its exit code: 0, or 2 for arguments that can't be."""
    parser = argparse.ArgumentParser(prog="mmb", description="Measure the long-term memory of AI agents.")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in _COMMANDS:
        import_module(name).add_to(subparsers)
    parsed = parser.parse_args(arguments)
    try:
        text = parsed.run(parsed)
    except MarathonMemError as error:
        print(printable(f"mmb: {error}"), file=sys.stderr)
        return _USAGE_ERROR
    _print(text)
    return 0


def _print(text: str) -> None:
    """Print what the terminal's encoding knows, and the rest as escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    print(printable(text).encode(encoding, "backslashreplace").decode(encoding))
