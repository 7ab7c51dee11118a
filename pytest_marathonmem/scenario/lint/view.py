"""What every rule looks at: the benchmark, its ledger, and each check with a key at its asking."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.carrying import Carrying
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import FactRef, Utterance
from pytest_marathonmem.scenario.read_out import read_out, told_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.keys import Key
    from pytest_marathonmem.scenario.ledger import Moment, State, Version
    from pytest_marathonmem.scenario.model import Benchmark, Check
    from pytest_marathonmem.scenario.passage import Passage


@dataclass(frozen=True)
class Examined:
    """A check with a key, at the moment of its asking."""

    check: Check
    key: Key
    moment: Moment
    state: State

    @cached_property
    def chains(self) -> dict[FactRef, tuple[Version, ...]]:
        """The texts so far of the facts that the check rests on, oldest first; without facts that don't exist yet."""
        chains = {ref: self.state.chain(ref) for ref in map(FactRef.parse, self.key.rests_on)}
        return {ref: chain for ref, chain in chains.items() if chain}

    @cached_property
    def current(self) -> dict[FactRef, str]:
        """The present texts of those facts."""
        return {ref: chain[-1].text for ref, chain in self.chains.items()}

    @property
    def facts(self) -> str:
        """The facts' addresses, for a message."""
        return ", ".join(map(str, self.key.rests_on))

    def problem(self, message: str) -> Problem:
        """A problem of this check: ``check '1.1' ``, then the message."""
        return Problem(self.check.place, f"check {self.check.id!r} {message}")


class View:
    """A benchmark in play order, and a cache of the texts that were read."""

    def __init__(self, benchmark: Benchmark) -> None:
        self.benchmark = benchmark
        self.ledger = Ledger.of(benchmark)
        self.carrying = Carrying.of(benchmark)
        self.examined = tuple(self._examined())
        self._passages: dict[str, Passage] = {}

    def _examined(self) -> Iterator[Examined]:
        for check in self.benchmark.checks:
            if check.key is not None:
                moment = self.ledger.asking(check.id)
                yield Examined(check, check.key, moment, self.ledger.before(moment))

    @property
    def provable(self) -> tuple[Examined, ...]:
        """The checks whose facts the ledger knows: all with a key, or none in a folder without scripts."""
        return self.examined if self.scripted else ()

    @cached_property
    def scripted(self) -> bool:
        """Whether any script says anything. Else nobody but the persona knows what is told when."""
        return any(isinstance(moment.step, Utterance) for moment in self.ledger.timeline)

    @cached_property
    def read_out(self) -> Benchmark:
        """The benchmark as a persona plays it that only reads scripts."""
        return read_out(self.benchmark)

    def passage(self, text: str) -> Passage:
        """A text, read once."""
        if text not in self._passages:
            self._passages[text] = self.carrying.passage(text)
        return self._passages[text]

    def says(self, text: str, wanted: str) -> bool:
        """Whether a text says a value or a name."""
        return self.passage(text).says(wanted)

    def knows(self, ref: FactRef, state: State) -> bool:
        """Whether the agent can know the fact's present text: a script told it, or a phase of prose has it told."""
        return state.known(ref) or self.told_in_prose(ref, state)

    def told_in_prose(self, ref: FactRef, state: State) -> bool:
        """Whether a phase without a script names the fact, or requires it, before that state."""
        return self._told_in_prose.get(ref, state.length + 1) <= state.length

    @cached_property
    def _told_in_prose(self) -> dict[FactRef, int]:
        """The facts that phases without a script have told, each with the state from which it counts as told."""
        told: dict[FactRef, int] = {}
        for phase, read in zip(self.benchmark.phases, self.read_out.phases, strict=True):
            if not phase.script:
                state = self.ledger.before_phase(phase)
                required = (facts_of(area, state) for area in phase.settings.require_all_facts)
                for ref in chain(told_by(read.script), *required):
                    told.setdefault(ref, state.length)
        return told


def facts_of(area: str, state: State) -> Iterator[FactRef]:
    """The facts of a sheet (``family``) or of a category (``family:1``) that exist, retired ones too."""
    sheet, _, category = area.partition(":")
    for ref in state.refs:
        if ref.sheet == sheet and category in {"", ref.id.partition(".")[0]}:
            yield ref


def wanted(key: Key) -> tuple[tuple[str, ...], ...]:
    """Each thing that counts and stands in a fact's text, with its equally right spellings; without the total."""
    if key.any_of or key.value is not None:
        return (key.any_of or (key.value or "",),)
    return tuple(point.accepted for point in key.points)


def quoted(names: tuple[str, ...]) -> str:
    """Several values for a message: ``'a' or 'b'``."""
    return " or ".join(map(repr, names))
