"""Writes a run's ``report.json`` and its entry in the journal ``report.md`` beside the runs' folders."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from filelock import FileLock

from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.markdown import entry
from pytest_marathonmem.runs.events import FILE_NAME, read_events
from pytest_marathonmem.runs.state import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_marathonmem.reports.report import Report

JOURNAL = "report.md"


def write_reports(folder: Path) -> Report:
    """Fold the run of a folder and write its reports.

    Args:
        folder: The run's folder, which holds ``events.jsonl``; the journal lies in the folder above.

    Raises:
        RunError: if no event tells that the run was started.
    """
    report = fold(read_events(folder / FILE_NAME))
    write_whole(folder / "report.json", json.dumps(report.as_json(), indent=2) + "\n")
    append_entry(folder.parent / JOURNAL, entry(report))
    return report


def append_entry(journal: Path, text: str) -> None:
    """Append to the journal, one writer at a time, also of several processes."""
    with FileLock(journal.with_suffix(".lock")), journal.open("a", encoding="utf-8", newline="\n") as file:
        file.write(text)
