"""What a benchmark folder says, parsed: frozen types and nothing else.

Dates of templates are already filled in. The parsers stand beside this file, one per part of the language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from pytest_marathonmem.errors import Place, Problem  # noqa: TC001 - types of dataclass fields

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date, datetime, time, tzinfo
    from pathlib import Path

    from pytest_marathonmem.scenario.keys import Key

RETIRED = "—"
"""The text of a fact that is no longer so."""

TRAPS = ("RECONSIDER", "STALE", "SELF-FIX", "XREF", "CASCADE", "LATE-ADD", "RETIRE")
"""The names that may mark an operation of a script."""


class FactRef(NamedTuple):
    """The address of a fact: ``pets:1.2``. Ids are strings: ``1.10`` is not ``1.1``."""

    sheet: str
    id: str

    def __str__(self) -> str:
        return f"{self.sheet}:{self.id}"

    @classmethod
    def parse(cls, address: str) -> FactRef:
        """Read ``sheet:id``.

        Raises:
            ValueError: if there is no colon between two non-empty parts.
        """
        sheet, _, fact_id = address.strip().partition(":")
        if not sheet or not fact_id:
            raise ValueError(f"{address!r} is not a fact's address; write sheet:id, such as pets:1.2")
        return cls(sheet.strip(), fact_id.strip())


@dataclass(frozen=True, slots=True)
class Fact:
    ref: FactRef
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Category:
    id: str
    """The number of its heading, ``1``."""
    title: str
    facts: tuple[Fact, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Sheet:
    """A fact sheet, addressed by its file's stem."""

    name: str
    title: str
    categories: tuple[Category, ...]
    place: Place

    @property
    def facts(self) -> Iterator[Fact]:
        """All facts in file order."""
        return (fact for category in self.categories for fact in category.facts)


@dataclass(frozen=True, slots=True)
class Check:
    """One ❓ of a phase."""

    id: str
    question: str
    answer: str
    """The text after ``Correct answer:``."""
    key: Key | None
    place: Place


@dataclass(frozen=True, slots=True)
class Tell:
    """Facts of a sheet that a message tells."""

    facts: tuple[FactRef, ...]
    marks: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a sheet that a message carries; a ``derive`` follows from another and is not spoken."""

    kind: Literal["add", "edit", "derive", "retire"]
    fact: FactRef
    text: str
    """The fact's new text; ``RETIRED`` for a ``retire``."""
    marks: tuple[str, ...]
    """Names of traps, without ``#``."""
    place: Place


Operation = Tell | Change


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message of a script with the operations that it carries; without any it is small talk."""

    text: str
    operations: tuple[Operation, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Ask:
    check_id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Wait:
    until: time
    """A time of day in the benchmark's timezone."""
    place: Place


Step = Utterance | Ask | Wait


@dataclass(frozen=True, slots=True)
class PhaseSettings:
    """What a settings block asks for when its phase opens."""

    require_all_facts: tuple[str, ...] = ()
    """Sheets (``family``) and categories (``family:1``)."""
    new_session: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """A moment of the phase's day: the phase isn't over before it."""

    time: time
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Phase:
    chapter: str
    """Stem of the chapter's file."""
    number: int
    """Counted from 1 within the chapter."""
    title: str
    body: tuple[str | Check, ...]
    """Prose and checks in file order, without settings blocks and scripts."""
    script: tuple[Step, ...]
    """What happens, in order. Empty for a phase without a script; every check of a script's phase has its ``Ask``."""
    settings: PhaseSettings
    date: date | None
    anchors: tuple[Anchor, ...]
    place: Place

    @property
    def checks(self) -> tuple[Check, ...]:
        """The phase's checks in the order of asking."""
        in_file = {part.id: part for part in self.body if not isinstance(part, str)}
        asked = [in_file[step.check_id] for step in self.script if isinstance(step, Ask)]
        return tuple(asked) or tuple(in_file.values())

    @property
    def prose(self) -> str:
        """All prose of the phase as one text."""
        return "\n\n".join(part for part in self.body if isinstance(part, str))


@dataclass(frozen=True, slots=True)
class Chapter:
    name: str
    """Stem of its file."""
    title: str
    phases: tuple[Phase, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A whole folder, with its dates filled in for one run."""

    name: str
    """Name of the folder."""
    folder: Path
    title: str
    description: str
    language: str
    """Two letters, ISO 639-1."""
    chapters: tuple[Chapter, ...]
    sheets: Mapping[str, Sheet]
    """By name; the profile is ``profile``."""
    instructions: str
    """The persona's manner; empty where there is none."""
    start: datetime
    """The base of date templates: ``start_time``, else the start of the run; zone-aware."""
    timezone: tzinfo
    """``timezone``, else the zone in which the run was started."""
    time_master: bool
    time_gate: bool
    second_chance: str
    """What the persona says once after a refusal."""
    real_time: bool
    """Whether its time is the machine's: it has no ``start_time``."""
    sources: Mapping[str, str]
    """A digest of each file that was read, by its path; that of ``benchmark.json`` leaves out the chapters."""
    warnings: tuple[Problem, ...]
    """What the lint shows and a run doesn't mind, such as an unlisted Markdown file."""

    @property
    def phases(self) -> Iterator[Phase]:
        """All phases in order."""
        return (phase for chapter in self.chapters for phase in chapter.phases)

    @property
    def checks(self) -> tuple[Check, ...]:
        """All checks in the order of asking."""
        return tuple(check for phase in self.phases for check in phase.checks)
