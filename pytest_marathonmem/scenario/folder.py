"""Reads a whole benchmark folder: ``benchmark.json``, chapters, sheets, instructions. All problems come at once."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Place, Problem, ScenarioError
from pytest_marathonmem.scenario.chapters import read_chapter
from pytest_marathonmem.scenario.dates import DateTemplates
from pytest_marathonmem.scenario.existing_facts import ExistingFacts
from pytest_marathonmem.scenario.manifest import Manifest, chapter_lines, read_manifest
from pytest_marathonmem.scenario.model import Benchmark
from pytest_marathonmem.scenario.recognise import FILE_NAME
from pytest_marathonmem.scenario.sheets import has_sheet_shape, read_sheet
from pytest_marathonmem.scenario.source import Source, read_source

if TYPE_CHECKING:
    from datetime import datetime

    from pytest_marathonmem.scenario.model import Chapter, Sheet

INSTRUCTIONS = "instructions.md"
PROFILE = "profile"
IGNORED = frozenset({"readme.md", "authoring.md", "claude.md", "agents.md"})
"""Markdown files that are about the folder and no part of it, like those whose names begin with ``_`` or a dot."""

_SHEET_NAME = re.compile(r"[^\s:,#]+")


def load_benchmark(folder: Path, started: datetime) -> Benchmark:
    """Read a benchmark folder with its date templates filled in.

    Args:
        folder: The folder that holds ``benchmark.json``.
        started: The aware start of the run: the base of date templates unless the benchmark has a ``start_time``,
            and the source of its zone unless it has a ``timezone``.

    Raises:
        ScenarioError: with every problem of the folder.
        ValueError: if ``started`` has no zone.
    """
    if started.tzinfo is None:
        raise ValueError(f"started is {started.isoformat()!r}, a time without a zone; give an aware datetime")
    return _Loader(folder).load(started)


@dataclass
class _Loader:
    folder: Path
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)

    def load(self, started: datetime) -> Benchmark:
        source = read_source(self.folder / FILE_NAME, self.folder, self.problems)
        manifest = read_manifest(source, self.problems) if source else None
        if source is None or manifest is None:
            raise ScenarioError(self.problems)
        self.digests[FILE_NAME] = _digest(manifest.model_dump_json(exclude={"chapters"}))
        dates = DateTemplates(manifest.start(started), manifest.language)
        files = self._chapter_files(source, manifest)
        sheets = self._sheets(set(files), dates)
        chapters = self._chapters(files, ExistingFacts(sheets), dates)
        has_instructions = (self.folder / INSTRUCTIONS).is_file()
        instructions = self._read(INSTRUCTIONS, dates) if has_instructions else None
        self._check_ids(source, chapters)
        if self.problems:
            raise ScenarioError(self.problems)
        name = self.folder.absolute().name
        return Benchmark(
            name=name,
            folder=self.folder,
            title=manifest.title or name,
            description=manifest.description,
            language=manifest.language,
            chapters=chapters,
            sheets=sheets,
            instructions=instructions.text.strip() if instructions else "",
            start=dates.base,
            timezone=manifest.zone(started),
            time_master=manifest.time_master,
            time_gate=manifest.time_gate,
            second_chance=manifest.second_chance_sentence,
            real_time=manifest.start_time is None,
            sources=self.digests,
            warnings=tuple(sorted(self.warnings)),
        )

    def _read(self, name: str, dates: DateTemplates) -> Source | None:
        source = read_source(self.folder / name, self.folder, self.problems)
        if source is None:
            return None
        self.digests[name] = _digest(source.text)
        return replace(source, text=dates.fill(source.text, source.file, self.problems))

    def _chapter_files(self, source: Source, manifest: Manifest) -> list[str]:
        """The chapters' files, relative to the folder, that may be read; the others are reported."""
        files: dict[str, None] = {}
        stems: set[str] = set()
        for entry, line in zip(manifest.chapters, chapter_lines(source), strict=False):
            path = PurePosixPath(entry)
            fault = None
            if not entry.isprintable() or path.suffix != ".md" or "\\" in entry:
                fault = "is no Markdown file; a chapter is named such as 'chapter1.md'"
            elif path.is_absolute() or ".." in path.parts:
                fault = "leads out of the folder; a chapter's path is relative to benchmark.json and stays below it"
            elif str(path) in files:
                fault = "is listed twice; a chapter is played once"
            elif path.stem in stems:
                fault = f"has the name of another chapter, {path.stem!r}; rename one"
            if fault:
                self.problems.append(source.problem(line, f"chapter {entry!r} {fault}"))
            else:
                files[str(path)] = None
                stems.add(path.stem)
        return list(files)

    def _sheets(self, chapters: set[str], dates: DateTemplates) -> dict[str, Sheet]:
        sheets = {}
        for path in sorted(self.folder.glob("*.md")):
            if path.name in chapters or path.name == INSTRUCTIONS or _is_ignored(path.name):
                continue
            source = self._read(path.name, dates)
            if source is None:
                continue
            if path.stem != PROFILE and not has_sheet_shape(source):
                message = "neither listed in 'chapters' nor a fact sheet; list it, or begin its name with '_'"
                self.warnings.append(source.problem(1, message))
            elif not _SHEET_NAME.fullmatch(path.stem):
                message = f"a sheet's name has no blanks, ':', ',' or '#', but this is {path.stem!r}; rename the file"
                self.problems.append(source.problem(1, message))
            else:
                sheets[path.stem] = read_sheet(source, path.stem, self.problems, self.warnings)
        return sheets

    def _chapters(self, files: list[str], live: ExistingFacts, dates: DateTemplates) -> tuple[Chapter, ...]:
        chapters = []
        for file in files:
            if source := self._read(file, dates):
                name = PurePosixPath(file).stem
                chapters.append(read_chapter(source, name, live, self.problems, self.warnings))
        return tuple(chapters)

    def _check_ids(self, source: Source, chapters: tuple[Chapter, ...]) -> None:
        """See that there are checks and that no two have one id."""
        first: dict[str, Place] = {}
        written = [part for chapter in chapters for phase in chapter.phases for part in phase.body]
        for check in written:
            if isinstance(check, str):
                continue
            if check.id in first:
                message = f"check id {check.id!r} is used twice, first at {first[check.id]}; ids are unique in a folder"
                self.problems.append(Problem(check.place, message))
            first.setdefault(check.id, check.place)
        if not first and not self.problems:
            message = "no chapter has a check; add a line '❓ 1.1 The question? Correct answer: the answer.'"
            self.problems.append(source.problem(1, message))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_ignored(name: str) -> bool:
    return name.startswith(("_", ".")) or name.casefold() in IGNORED
