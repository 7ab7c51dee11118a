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


@dataclass
class _Message:
    """What one message of the script carries, as far as it is still owed."""

    untold: list[FactRef]
    changes: list[Change]
    derived: list[Change]

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

    def tick_changed(self, ref: FactRef, text: str) -> None:
        """Count awaited changes of a fact as made if its new text has the values of the script's text."""
        for message in self._messages:
            message.changes = [
                change for change in message.changes if change.fact != ref or not self._says(text, change)
            ]

    def _says(self, text: str, awaited: Change) -> bool:
        if RETIRED in (text, awaited.text):
            return text == awaited.text
        return not self._carrying.missing_of_fact(text, awaited.fact, awaited.text)

    def awaited_addition(self, sheet: str, category: str) -> FactRef | None:
        """The id that the script gives to the next fact added to a category."""
        for message in self._messages:
            for change in message.changes:
                if (
                    change.kind == "add"
                    and change.fact.sheet == sheet
                    and change.fact.id.startswith(category + ".")
                ):
                    return change.fact
        return None

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
    )
