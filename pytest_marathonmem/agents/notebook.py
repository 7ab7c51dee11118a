"""The default agent: it writes dated sentences into Markdown files, one a day, and answers by looking them up."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING

from pytest_marathonmem.agents.lines import append_lines, read_lines
from pytest_marathonmem.agents.offline import OfflineAgent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_marathonmem.agents.transcript import Entry

_NOTE = re.compile(r"- \d\d:\d\d (.+)")


class NotebookAgent(OfflineAgent):
    """Remembers what it has written down, a new conversation or not. A message is a paragraph, a sentence a line."""

    async def start_new_conversation(self) -> None:
        self.transcript.start_new_conversation()

    async def export_memory(self) -> Mapping[str, str]:
        return {file.name: file.read_text(encoding="utf-8") for file in self._files()}

    def _restore(self) -> None:
        self._folder.mkdir(exist_ok=True)
        self._write_newest_day()
        for file in self._files():
            day = datetime.strptime(file.stem, "%Y-%m-%d").replace(tzinfo=UTC)
            notes = map(_NOTE.fullmatch, read_lines(file))
            for written, paragraph in groupby(notes, bool):
                if written:
                    self._remember([note[1] for note in paragraph if note], day)

    def _write_newest_day(self) -> None:
        """Write the newest day's file once more: a kill may have come between a message and its notes."""
        stating = [entry for entry in self.transcript.entries if entry.stated]
        if stating:
            file = self._file(stating[-1].at)
            file.unlink(missing_ok=True)
            for entry in stating:
                if self._file(entry.at) == file:
                    self._write(entry)

    def _take_in(self, entry: Entry) -> None:
        if entry.stated:
            self._write(entry)
            self._remember(entry.stated, entry.at)

    def _write(self, entry: Entry) -> None:
        file = self._file(entry.at)
        title = [] if file.exists() else [f"# {file.stem}"]
        append_lines(file, [*title, "", *(f"- {entry.at:%H:%M} {statement}" for statement in entry.stated)])

    def _remember(self, paragraph: Sequence[str], at: datetime) -> None:
        self.memory.remember(paragraph, " ".join(paragraph), at)

    @property
    def _folder(self) -> Path:
        return self.workdir / "notes"

    def _file(self, at: datetime) -> Path:
        return self._folder / f"{at:%Y-%m-%d}.md"

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("????-??-??.md"))

    def _delete_files(self) -> None:
        super()._delete_files()
        shutil.rmtree(self._folder, ignore_errors=True)
