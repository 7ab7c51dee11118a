"""``mmb log``: a run as plain text, also while it is being played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_marathonmem.clock import pause
from pytest_marathonmem.commands.growing import GrowingFile
from pytest_marathonmem.commands.transcript import Transcript
from pytest_marathonmem.errors import RunError
from pytest_marathonmem.runs.events import FILE_NAME

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

POLL_INTERVAL = 0.5
"""Seconds between two looks at a record that is followed."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = "example:\n  mmb log max-notebook -f"
    parser.add_argument("run_name", metavar="RUN", help="A run's name, or the path of its folder")
    parser.add_argument(
        "-f", "--follow", action="store_true", help="Go on until the run ends, or until Ctrl-C"
    )
    parser.add_argument(
        "--results", default="results", metavar="DIR", help="Folder of the runs (default: results)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> Iterator[str]:
    """Find the run and write its record.

    Raises:
        RunError: if there is no such run; it lists those that there are.
    """
    record = _record(arguments.run_name, Path(arguments.results))
    return follow(record, pause) if arguments.follow else transcribe(record)


def transcribe(path: Path) -> Iterator[str]:
    """What a record has now, as text."""
    transcript = Transcript()
    for line in GrowingFile(path).new_lines():
        yield from transcript.lines(line)


def follow(path: Path, pause: Callable[[float], None]) -> Iterator[str]:
    """A record as text while it grows, until its run has ended and nothing has come since.

    Args:
        path: The record.
        pause: Waits for so many seconds.
    """
    record, transcript = GrowingFile(path), Transcript()
    while True:
        silent = True
        for line in record.new_lines():
            silent = False
            yield from transcript.lines(line)
        if silent and transcript.ended:
            return
        pause(POLL_INTERVAL)


def _record(name: str, results: Path) -> Path:
    for folder in (results / name, Path(name)):
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
    runs = sorted(path.parent.name for path in results.glob(f"*/{FILE_NAME}"))
    known = (
        f"runs there: {', '.join(runs)}" if runs else "no run is there, and --results names another folder"
    )
    raise RunError(f"no run {name!r} in {str(results)!r}; {known}")
