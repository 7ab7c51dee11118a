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

_NOTE = re.compile(r"- \d\d:\d\d (.+)")


class NotebookAgent(OfflineAgent):
    """Remembers what it has written down, a new conversation or not. A message is a paragraph, a sentence a line."""

    async def start_new_conversation(self) -> None:
        self.transcript.start_new_conversation()

    async def export_memory(self) -> Mapping[str, str]:
        return {file.name: file.read_text(encoding="utf-8") for file in self._files()}

    def _restore(self) -> None:
        self._folder.mkdir(exist_ok=True)
        for file in self._files():
            day = datetime.strptime(file.stem, "%Y-%m-%d").replace(tzinfo=UTC)
            notes = map(_NOTE.fullmatch, read_lines(file))
            for written, paragraph in groupby(notes, bool):
                if written:
                    self._remember([note[1] for note in paragraph if note], day)

    def _take_in(self, statements: Sequence[str], message: str, at: datetime) -> None:
        if not statements:
            return
        file = self._folder / f"{at:%Y-%m-%d}.md"
        title = [] if file.exists() else [f"# {at:%Y-%m-%d}"]
        append_lines(file, [*title, "", *(f"- {at:%H:%M} {statement}" for statement in statements)])
        self._remember(statements, at)

    def _remember(self, paragraph: Sequence[str], at: datetime) -> None:
        self.memory.remember(paragraph, " ".join(paragraph), at)

    @property
    def _folder(self) -> Path:
        return self.workdir / "notes"

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("????-??-??.md"))

    def _delete_files(self) -> None:
        super()._delete_files()
        shutil.rmtree(self._folder, ignore_errors=True)
