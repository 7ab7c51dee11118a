"""Gives phases of prose a script, so that a model that only reads scripts can play a folder without any.

Facts that a phase names, or requires by ``require_all_facts``, are read out, each once over the whole benchmark and as it is
by then, a few in a message; quoted lines are said word for word; checks are asked where they stand. ``prose`` says what is
read and how. Nothing else that the prose asks for happens: no sheet is changed, and facts that nobody names or requires
are never told. Phases with a script stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.languages import LANGUAGES
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import RETIRED, Ask, FactRef, Tell, Utterance, Wait
from pytest_marathonmem.scenario.prose import Named, ProseReader, Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.scenario.ledger import State
    from pytest_marathonmem.scenario.model import Benchmark, Phase, Step
    from pytest_marathonmem.scenario.prose import Found

FACTS_IN_A_MESSAGE = 4


def read_out(benchmark: Benchmark) -> Benchmark:
    """The benchmark with a script in each of its phases that has something to say or to ask."""
    if all(phase.script for phase in benchmark.phases):
        return benchmark
    reader = _Reader(benchmark)
    chapters = tuple(
        replace(chapter, phases=tuple(map(reader.phase, chapter.phases))) for chapter in benchmark.chapters
    )
    return replace(benchmark, chapters=chapters)


class _Reader:
    """Goes through the phases in order."""

    def __init__(self, benchmark: Benchmark) -> None:
        self._benchmark = benchmark
        self._ledger = Ledger.of(benchmark)
        self._prose = ProseReader(benchmark.sheets)
        self._waits = benchmark.time_master or benchmark.time_gate
        self._told: set[FactRef] = set()

    def phase(self, phase: Phase) -> Phase:
        script = phase.script or tuple(self._script(phase))
        self._told |= set(told_by(script))
        return replace(phase, script=script)

    def _script(self, phase: Phase) -> Iterator[Step]:
        """What is required is told before the first question, unless prose behind it names it."""
        state = self._ledger.before_phase(phase)
        parts = [
            list(self._prose.read(part)) if isinstance(part, str) else Ask(part.id, part.place)
            for part in phase.body
        ]
        first_ask = next((number for number, part in enumerate(parts) if isinstance(part, Ask)), len(parts))
        later = {ref for part in parts[first_ask:] if isinstance(part, list) for ref in _named(part, state)}
        required = [ref for area in phase.settings.require_all_facts for ref in _facts(area, state)]
        for number, part in enumerate([*parts, None]):
            if number == first_ask:
                yield from self._tell([ref for ref in required if ref not in later], phase, state)
            if isinstance(part, Ask):
                yield part
            elif part:
                yield from self._say(part, phase, state)

    def _say(self, found: Iterable[Found], phase: Phase, state: State) -> Iterator[Step]:
        for item in found:
            if isinstance(item, Said):
                yield Utterance(item.text, (), phase.place)
            elif isinstance(item, Named):
                yield from self._tell(_facts(item.area, state), phase, state)
            elif self._waits:
                yield Wait(item.time, phase.place)

    def _tell(self, refs: Iterable[FactRef], phase: Phase, state: State) -> Iterator[Utterance]:
        """Read facts out that are still untold: those of a category together, a few in a message."""
        categories: dict[FactRef, list[FactRef]] = {}
        for ref in dict.fromkeys(refs):
            if ref not in self._told:
                category = FactRef(ref.sheet, ref.id.partition(".")[0])
                categories.setdefault(category, []).append(ref)
        for category, of_category in categories.items():
            for first in range(0, len(of_category), FACTS_IN_A_MESSAGE):
                together = tuple(of_category[first : first + FACTS_IN_A_MESSAGE])
                self._told |= set(together)
                text = self._message(category, [state.text(ref) or "" for ref in together], goes_on=first > 0)
                yield Utterance(text, (Tell(together, (), phase.place),), phase.place)

    def _message(self, category: FactRef, facts: Iterable[str], *, goes_on: bool) -> str:
        language = LANGUAGES.get(self._benchmark.language)
        frame = "{theme}: {facts}"
        if language:
            frame = language.goes_on_telling if goes_on else language.tells
        return frame.format(theme=self._theme(category), facts=" ".join(map(_sentence, facts)))

    def _theme(self, category: FactRef) -> str:
        """The titles of sheet and category, as far as they differ."""
        sheet = self._benchmark.sheets[category.sheet]
        titles = [sheet.title, *(each.title for each in sheet.categories if each.id == category.id)]
        return ", ".join({title.casefold(): title for title in titles if title}.values())


def told_by(script: Iterable[Step]) -> Iterator[FactRef]:
    """The facts that count as told on the stage."""
    for step in script:
        for operation in step.operations if isinstance(step, Utterance) else ():
            if isinstance(operation, Tell):
                yield from operation.facts
            elif operation.kind == "add":
                yield operation.fact


def _named(found: Iterable[Found], state: State) -> Iterator[FactRef]:
    for item in found:
        if isinstance(item, Named):
            yield from _facts(item.area, state)


def _facts(area: str, state: State) -> Iterator[FactRef]:
    """The facts of a sheet, of a category or with an id that exist and aren't deleted."""
    sheet, _, rest = area.partition(":")
    for ref in state.refs:
        if (
            ref.sheet == sheet
            and rest in ("", ref.id, ref.id.partition(".")[0])
            and state.text(ref) != RETIRED
        ):
            yield ref


def _sentence(fact: str) -> str:
    """A fact as a sentence of its own; a name that is written small, such as iPhone, stays so."""
    word = fact.split(maxsplit=1)[0]
    begun = fact[0].upper() + fact[1:] if word.isalpha() and word.islower() else fact
    return begun if begun.endswith((".", "!", "?", "…")) else f"{begun}."
