"""Whether a message carries the values of what it tells: one test for the lint, the guard and the audit.

A fact owes its values, less those of which the agent already knows: a date that is the day's own, and what the text before
an edit had. The number suffices; unit and currency may be missing. ``derive`` and ``retire`` owe nothing, and neither does
what is told by reference (XREF).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import FactRef, Tell
from pytest_marathonmem.scenario.passage import Passage
from pytest_marathonmem.values import DateParts, Value, matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from pytest_marathonmem.scenario.keys import Key
    from pytest_marathonmem.scenario.ledger import State
    from pytest_marathonmem.scenario.model import Benchmark, Operation, Phase

Spellings = tuple[str, ...]
"""Equally right ways to say one thing."""


@dataclass(frozen=True, slots=True)
class Carrying:
    """The test for one benchmark; build it once with ``of``."""

    language: str
    start: date
    """The day of phases without a date."""
    named: Mapping[FactRef, tuple[Spellings, ...]]
    """What keys name as value, by the facts that they rest on."""

    @classmethod
    def of(cls, benchmark: Benchmark) -> Carrying:
        named: defaultdict[FactRef, dict[Spellings, None]] = defaultdict(dict)
        for check in benchmark.checks:
            if check.key is not None:
                for ref, spellings in _named_by(check.key):
                    named[ref][spellings] = None
        groups = {ref: tuple(of_fact) for ref, of_fact in named.items()}
        return cls(benchmark.language, benchmark.start.astimezone(benchmark.timezone).date(), groups)

    def day_of(self, phase: Phase) -> date:
        """The day on which a phase is said: its own, else that of the start."""
        return phase.date or self.start

    def passage(self, text: str, day: date | None = None) -> Passage:
        """A text as read in this benchmark."""
        return Passage(text, self.language, day)

    def values(self, ref: FactRef, text: str) -> tuple[str, ...]:
        """The values of a fact's text, in its words. A fact without any is uncheckable: no code can tell if it was told."""
        passage = self.passage(text)
        return (*(value.text for value in passage.values), *(said for said, _ in self._named(ref, passage)))

    def missing_of_fact(
        self, message: str | Passage, ref: FactRef, text: str, *, before: str = "", day: date | None = None
    ) -> tuple[str, ...]:
        """The values of a fact's text that a message lacks.

        Args:
            message: What was said, read already or not; for several messages, their texts joined.
            ref: The fact.
            text: The fact's text, which the message tells.
            before: The text that the agent knows already; its values need not be said again.
            day: The day of the message.
        """
        said = self.passage(message, day) if isinstance(message, str) else message
        new, old = self.passage(text, day), self.passage(before, day)
        owed = [value for value in new.values if not old.has(value) and not _is_day(value, day)]
        missing = [value.text for value in owed if not said.carries(value)]
        for name, spellings in self._named(ref, new):
            if not old.says(name) and not any(said.says(spelling, loosely=True) for spelling in spellings):
                missing.append(name)
        return tuple(dict.fromkeys(missing))

    def missing_values(
        self, message: str, operation: Operation, before: State, day: date | None = None
    ) -> tuple[str, ...]:
        """The values that a message should carry for an operation and lacks.

        Args:
            message: What was said.
            operation: What the message carries.
            before: The ledger's state when the message comes.
            day: The day of the message.
        """
        missing: list[str] = []
        for ref, text, known in _told(operation, before):
            missing += self.missing_of_fact(message, ref, text, before=known, day=day)
        return tuple(dict.fromkeys(missing))

    def _named(self, ref: FactRef, text: Passage) -> Iterator[tuple[str, Spellings]]:
        """What keys name and the text says, beside its plain values: the spelling that it says, and all of them."""
        for spellings in self.named.get(ref, ()):
            said = next(filter(text.says, spellings), None)
            if said is not None and not _is_plain_value(self.passage(said)):
                yield said, spellings


def _named_by(key: Key) -> Iterator[tuple[FactRef, Spellings]]:
    groups = [point.accepted for point in key.points]
    if key.any_of or key.value is not None:
        groups.append(key.any_of or (key.value or "",))
    for address in key.rests_on:
        amount = key.sum.get(address)
        for spellings in (*groups, *([(amount,)] if amount is not None else [])):
            yield FactRef.parse(address), spellings


def _is_plain_value(passage: Passage) -> bool:
    """Whether it is found by reading any text, and needs no key to be known as a value."""
    return bool(passage.values) and len(passage.values) == len(passage.numbers) and not passage.rest


def _told(operation: Operation, before: State) -> Iterator[tuple[FactRef, str, str]]:
    """The facts that an operation says aloud: each with its text and the text that the agent knows."""
    if "XREF" in operation.marks:
        return
    if isinstance(operation, Tell):
        yield from ((ref, before.text(ref) or "", "") for ref in operation.facts)
    elif operation.kind in {"add", "edit"}:
        known = before.known(operation.fact)
        yield operation.fact, operation.text, (before.text(operation.fact) or "") if known else ""


def _is_day(value: Value, day: date | None) -> bool:
    if day is None or value.kind != "date":
        return False
    return matches(Value("date", dates=(DateParts(day.year, day.month, day.day),)), value)
