from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from pytest_marathonmem.reports.write import append_entry, write_reports
from pytest_marathonmem.runs.events import FILE_NAME
from tests.reports.story import Story, planned

if TYPE_CHECKING:
    from pathlib import Path


def record(folder: Path, story: Story) -> Path:
    folder.mkdir()
    heads = (
        {"seq": event.seq, "type": event.type, "real": event.real, "virtual": event.virtual}
        for event in story.events
    )
    lines = (
        json.dumps({**head, **event.data}) + "\n" for head, event in zip(heads, story.events, strict=True)
    )
    (folder / FILE_NAME).write_text("".join(lines))
    return folder


def test_both_reports_are_written(tmp_path: Path) -> None:
    folder = record(tmp_path / "max-notebook", Story().started(planned("1")).evaluated("1", 2.5).finished())

    report = write_reports(folder)

    assert json.loads((folder / "report.json").read_text()) == report.as_json()
    assert "mean score: `2.50 over 1 of 1 check`" in (tmp_path / "report.md").read_text()


def test_the_journal_keeps_the_entries_of_earlier_runs(tmp_path: Path) -> None:
    story = Story().started(planned("1")).evaluated("1").finished()
    for name in ("a", "b"):
        write_reports(record(tmp_path / name, story))

    assert (tmp_path / "report.md").read_text().count("\n- persona: ") == 2


def test_a_run_that_was_killed_is_reported_from_what_it_left(tmp_path: Path) -> None:
    folder = record(tmp_path / "max-notebook", Story().started(planned("1")).evaluated("1"))
    with (folder / FILE_NAME).open("a") as file:
        file.write('{"seq": 9, "type": "eval')

    assert write_reports(folder).state == "killed"


def test_entries_written_at_once_do_not_mix(tmp_path: Path) -> None:
    entries = [f"## {letter}\n{letter * 20_000}\n\n" for letter in "abcdefgh"]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: append_entry(tmp_path / "report.md", text), entries))

    written = (tmp_path / "report.md").read_text()
    assert sorted(entries) == sorted(part + "\n\n" for part in written.removesuffix("\n\n").split("\n\n"))
