"""A chapter file: every ``##`` heading opens a phase.

``## `` without a title opens one as well. ``# Title`` is the chapter's; other text before the first phase is nobody's.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.anchors import check_order, is_date_line, read_anchors, read_date
from pytest_marathonmem.scenario.checks import begins_check, belongs_to_a_check, is_no_check, read_check
from pytest_marathonmem.scenario.markdown import OUR_BLOCKS, SCRIPT, SETTINGS, Fence, Heading, outline
from pytest_marathonmem.scenario.model import Anchor, Chapter, Check, Phase, Wait
from pytest_marathonmem.scenario.resolve import resolve_script
from pytest_marathonmem.scenario.script import read_script
from pytest_marathonmem.scenario.settings import read_settings
from pytest_marathonmem.scenario.source import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.existing_facts import ExistingFacts
    from pytest_marathonmem.scenario.markdown import Part
    from pytest_marathonmem.scenario.model import Step
    from pytest_marathonmem.scenario.source import Source


def read_chapter(
    source: Source, name: str, live: ExistingFacts, problems: list[Problem], warnings: list[Problem]
) -> Chapter:
    """Read a chapter; ``live`` is brought forward over its scripts, and what can't be read is reported."""
    preface: list[Part] = []
    opened: list[tuple[Heading, list[Part]]] = []
    for part in outline(source, problems, warnings):
        if isinstance(part, Heading) and part.level == 2:
            opened.append((part, []))
        else:
            (opened[-1][1] if opened else preface).append(part)
    title = _read_preface(preface, source, problems, warnings)
    if not opened:
        problems.append(source.problem(1, "the chapter has no phase; open one with a '## ' heading"))
    phases = [
        _PhaseReader(source, problems, warnings).phase(name, number, heading, parts, live)
        for number, (heading, parts) in enumerate(opened, start=1)
    ]
    return Chapter(name, title or name, tuple(phases), source.place(1))


def _read_preface(
    parts: Sequence[Part], source: Source, problems: list[Problem], warnings: list[Problem]
) -> str:
    """The chapter's title; anything else before the first phase is reported."""
    title = ""
    ignored: list[Line] = []
    for part in parts:
        if isinstance(part, Heading):
            title = title or part.title
        elif isinstance(part, Fence) and part.language in OUR_BLOCKS:
            problems.append(
                source.problem(part.lines[0].number, "a block before the first '## ' belongs to no phase")
            )
        elif isinstance(part, Line) and begins_check(part.text):
            problems.append(source.problem(part.number, "a check before the first '## ' belongs to no phase"))
        elif isinstance(part, Fence) or part.text.strip():
            ignored.append(part.lines[0] if isinstance(part, Fence) else part)
    if ignored:
        warnings.append(
            source.problem(ignored[0].number, "text before the first '## ' isn't given to the persona")
        )
    return title


@dataclass
class _PhaseReader:
    """Sorts the parts of one phase: settings, scripts, checks and prose."""

    source: Source
    problems: list[Problem]
    warnings: list[Problem]
    settings: list[Line] = field(default_factory=list)
    scripts: list[tuple[Line, ...]] = field(default_factory=list)
    body: list[str | Check] = field(default_factory=list)
    spoken: list[Line] = field(default_factory=list)
    """Lines of prose, without those of fences."""
    prose: list[str] = field(default_factory=list)
    """Prose since the last check."""

    def phase(
        self, chapter: str, number: int, heading: Heading, parts: Iterable[Part], live: ExistingFacts
    ) -> Phase:
        self._sort(parts)
        settings = read_settings(self.settings, self.source, self.problems)
        for name in settings.require_all_facts:
            self._check_requirement(name, live)
        script = self._script(live)
        waits = tuple(Anchor(step.until, "", step.place) for step in script if isinstance(step, Wait))
        anchors = waits or read_anchors(self.spoken, self.source, self.warnings)
        check_order(anchors, self.problems)
        first = next((line for line in self.spoken if line.text.strip()), None)
        day = read_date(first, self.source, self.problems)
        place = self.source.place(heading.line.number)
        return Phase(chapter, number, heading.title, tuple(self.body), script, settings, day, anchors, place)

    def _sort(self, parts: Iterable[Part]) -> None:
        run: deque[Line] = deque()
        for part in parts:
            if isinstance(part, Line):
                run.append(part)
            elif isinstance(part, Heading):
                run.append(part.line)
            else:
                self._lines(run)
                self._fence(part)
        self._lines(run)
        self._end_prose()

    def _lines(self, run: deque[Line]) -> None:
        """Take all lines of an unbroken run."""
        while run:
            if begins_check(run[0].text):
                self._end_prose()
                check = read_check(run, self.source, self.problems)
                self.body += [check] if check else []
                continue
            line = run.popleft()
            if belongs_to_a_check(line.text):
                message = f"{line.text.strip()[:60]!r} belongs to no check; put it right below its ❓ line"
                self.problems.append(self.source.problem(line.number, message))
            if is_no_check(line.text):
                message = (
                    "this ❓ opens no check; it must begin its line, at up to three spaces or after a bullet"
                )
                self.warnings.append(self.source.problem(line.number, message))
            self.spoken.append(line)
            self.prose.append(line.text)

    def _fence(self, fence: Fence) -> None:
        if fence.language == SCRIPT:
            self.scripts.append(fence.content)
        elif fence.language not in SETTINGS:
            self.prose += [line.text for line in fence.lines]
        elif self._is_at_start():
            self.settings += fence.content
        else:
            message = f"a {fence.language!r} block is run when the phase opens; move it right below the phase's heading"
            self.problems.append(self.source.problem(fence.lines[0].number, message))

    def _is_at_start(self) -> bool:
        said = [text for text in self.prose if text.strip()]
        return not self.body and not self.scripts and (not said or (len(said) == 1 and is_date_line(said[0])))

    def _end_prose(self) -> None:
        if text := "\n".join(self.prose).strip():
            self.body.append(text)
        self.prose = []

    def _script(self, live: ExistingFacts) -> tuple[Step, ...]:
        if not self.scripts:
            return ()
        checks = [part for part in self.body if isinstance(part, Check)]
        lines = read_script(self.scripts, self.source, self.problems)
        return resolve_script(lines, checks, live, self.problems)

    def _check_requirement(self, name: str, live: ExistingFacts) -> None:
        try:
            live.check_requirement(name)
        except ValueError as error:
            line = next((line.number for line in self.settings if name in line.text), self.settings[0].number)
            self.problems.append(self.source.problem(line, f"require_all_facts: {error}"))
