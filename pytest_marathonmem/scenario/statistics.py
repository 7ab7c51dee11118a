"""What a benchmark consists of, in numbers; the lint prints them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from pytest_marathonmem.scenario.asked import describe
from pytest_marathonmem.scenario.carrying import Carrying
from pytest_marathonmem.scenario.keys import CheckType
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import RETIRED, TRAPS, Change, Utterance
from pytest_marathonmem.scenario.read_out import read_out
from pytest_marathonmem.values import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_marathonmem.scenario.model import Benchmark, Chapter, FactRef, Operation

_TYPES = get_args(CheckType)


@dataclass(frozen=True, slots=True)
class Statistics:
    chapters: int
    phases: int
    facts: int
    """Facts that messages say aloud, each once; what is derived doesn't count."""
    checks: int
    words: Mapping[str, int]
    """Words of the scripts' messages, by chapter."""
    changes: Mapping[str, int]
    """Operations by trap, in the order of ``TRAPS``; derived ones don't count."""
    types: Mapping[str, int]
    """Checks by type, that of checks without a key inferred."""
    without_key: int
    """Checks whose type is inferred."""
    traps: Mapping[str, int]
    """Checks by the traps on their facts' chains; one check may count for several."""
    uncheckable: Mapping[FactRef, str]
    """Facts without a value, with their last text: no code can see whether they were told."""


def count(benchmark: Benchmark) -> Statistics:
    """Count what a benchmark consists of; phases without a script as the scripted persona plays them."""
    benchmark = read_out(benchmark)
    ledger = Ledger.of(benchmark)
    changes = Counter(mark for operation in _operations(benchmark) for mark in operation.marks)
    asked = [describe(check, ledger) for check in benchmark.checks]
    types = Counter(check.type for check in asked)
    traps = Counter(trap for check in asked for trap in check.traps)
    return Statistics(
        chapters=len(benchmark.chapters),
        phases=len(list(benchmark.phases)),
        facts=len(ledger.end.told),
        checks=len(benchmark.checks),
        words={chapter.name: _words(chapter) for chapter in benchmark.chapters},
        changes={trap: changes[trap] for trap in TRAPS if changes[trap]},
        types={name: types[name] for name in _TYPES if types[name]},
        without_key=sum(check.key is None for check in benchmark.checks),
        traps={trap: traps[trap] for trap in TRAPS if traps[trap]},
        uncheckable=dict(_uncheckable(benchmark, ledger)),
    )


def statistics(benchmark: Benchmark) -> list[str]:
    """The numbers as lines for a terminal, foreign text made printable."""
    counted = count(benchmark)
    told = sum(counted.words.values())
    inferred = f" ({counted.without_key} inferred, without a key)" if counted.without_key else ""
    lines = [
        (
            f"chapters {counted.chapters}, phases {counted.phases}, facts told {counted.facts}, "
            f"checks {counted.checks}, words told {told}"
        ),
        f"changes by trap: {_listed(counted.changes)}",
        f"checks by type: {_listed(counted.types)}{inferred}",
        f"checks by trap: {_listed(counted.traps)}",
    ]
    if told:
        width = max(map(len, counted.words))
        lines.append("words told by chapter:")
        lines += [f"  {name:{width}} {n:6} {n / told:4.0%}" for name, n in counted.words.items()]
    lines.append(f"uncheckable facts: {len(counted.uncheckable) or 'none'}")
    lines += [printable(f"  {ref} {text}") for ref, text in counted.uncheckable.items()]
    return lines


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {n}" for name, n in counts.items()) or "none"


def _words(chapter: Chapter) -> int:
    steps = (step for phase in chapter.phases for step in phase.script)
    return sum(len(step.text.split()) for step in steps if isinstance(step, Utterance))


def _operations(benchmark: Benchmark) -> Iterator[Operation]:
    """All operations but derived ones, which only share their message's marks."""
    for phase in benchmark.phases:
        for step in phase.script:
            for operation in step.operations if isinstance(step, Utterance) else ():
                if not (isinstance(operation, Change) and operation.kind == "derive"):
                    yield operation


def _uncheckable(benchmark: Benchmark, ledger: Ledger) -> Iterator[tuple[FactRef, str]]:
    carrying = Carrying.of(benchmark)
    for ref in ledger.end.refs:
        texts = [version.text for version in ledger.end.chain(ref) if version.text != RETIRED]
        if texts and not any(carrying.values(ref, text) for text in texts):
            yield ref, texts[-1]
