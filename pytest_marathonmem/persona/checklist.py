"""What the persona owes of its current phase: facts to tell and changes to make, message by message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.persona.slices import operation_line, owed
from pytest_marathonmem.scenario.model import RETIRED, Change, FactRef, Tell, Utterance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.persona.slices import Slice
    from pytest_marathonmem.scenario.carrying import Carrying
    from pytest_marathonmem.scenario.model import Operation


@dataclass
class _Message:
    """What one message of the script carries, as far as it is still owed."""

    untold: list[FactRef]
    changes: list[Change]
    derived: list[Change]
    by_reference: frozenset[FactRef]
    """Facts of it that are told without their values."""

    @property
    def done(self) -> bool:
        return not self.untold and not self.changes


class Checklist:
    """The operations of the slices given so far in a phase."""

    def __init__(self, carrying: Carrying) -> None:
        self._carrying = carrying
        self._messages: list[_Message] = []

    def give(self, piece: Slice) -> None:
        """Add the operations of a slice."""
        self._messages += [_owed_by(step) for step in piece.steps if isinstance(step, Utterance)]

    def missing(self) -> Iterator[str]:
        """What is still owed, in the words of scripts."""
        for message in self._messages:
            yield from (f"tell {ref.sheet} {ref.id}" for ref in message.untold)
            yield from (operation_line(change) for change in message.changes)

    def tick_told(self, refs: Iterable[FactRef]) -> None:
        told = set(refs)
        for message in self._messages:
            message.untold = [ref for ref in message.untold if ref not in told]

    def tick_changed(self, ref: FactRef, text: str) -> list[Change]:
        """Count awaited changes of a fact as made if its new text has the values of the script's text; return these."""
        made = [change for change in self.unmade if change.fact == ref and self._says(text, change)]
        for message in self._messages:
            message.changes = [change for change in message.changes if change not in made]
        return made

    @property
    def unmade(self) -> Iterator[Change]:
        """The changes that are still awaited, in order."""
        return (change for message in self._messages for change in message.changes)

    def untold_before_change(self, ref: FactRef) -> set[FactRef]:
        """The facts that are still to be told before the next awaited change of a fact; all, if none is awaited."""
        untold: set[FactRef] = set()
        for message in self._messages:
            if any(change.fact == ref for change in message.changes):
                break
            untold |= set(message.untold)
        return untold

    def awaits_telling(self, ref: FactRef) -> bool:
        """Whether a fact is still to be told."""
        return any(ref in message.untold for message in self._messages)

    def is_by_reference(self, ref: FactRef) -> bool:
        """Whether the script tells a fact without its values, by what was told before."""
        return any(ref in message.by_reference for message in self._messages)

    def _says(self, text: str, awaited: Change) -> bool:
        if RETIRED in (text, awaited.text):
            return text == awaited.text
        return not self._carrying.missing_of_fact(text, awaited.fact, awaited.text)

    def awaited_addition(self, sheet: str, category: str, text: str) -> FactRef | None:
        """The id that the script gives to a fact added to a category: of the awaited one that the text says, else the next."""
        awaited = [
            change
            for change in self.unmade
            if change.kind == "add"
            and change.fact.sheet == sheet
            and change.fact.id.startswith(f"{category}.")
        ]
        said = [change for change in awaited if self._says(text, change)]
        return next((change.fact for change in said + awaited), None)

    def derivable(self) -> Iterator[Change]:
        """Hand out, once, the changes that follow from messages whose own operations are done."""
        for message in self._messages:
            if message.done:
                yield from message.derived
                message.derived = []


def _owed_by(step: Utterance) -> _Message:
    operations = list(owed(step.operations))
    return _Message(
        untold=[ref for op in operations if isinstance(op, Tell) for ref in op.facts],
        changes=[op for op in operations if isinstance(op, Change)],
        derived=[op for op in step.operations if isinstance(op, Change) and op.kind == "derive"],
        by_reference=frozenset(ref for op in operations if "XREF" in op.marks for ref in _facts(op)),
    )


def _facts(operation: Operation) -> tuple[FactRef, ...]:
    return operation.facts if isinstance(operation, Tell) else (operation.fact,)
