"""What counts as told was said, with its values; and a change is said in the message right after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from pytest_marathonmem.scenario.carrying import Carrying
    from pytest_marathonmem.scenario.model import FactRef


AS_WRITTEN = "in figures, as your sheet has it"


def unsaid_facts(
    carrying: Carrying, facts: Iterable[tuple[FactRef, str]], said: str, day: date | None
) -> str | None:
    """Find facts that are to be marked as told although nothing that was said has their values.

    Args:
        carrying: Tells whether a message carries the values.
        facts: The facts that owe their values, with their texts.
        said: All messages of the phase.
        day: The day of the phase.
    """
    missing = [
        f"{_quoted(values, text)} of {ref}"
        for ref, text in facts
        if (values := carrying.missing_of_fact(said, ref, text, day=day))
    ]
    if not missing:
        return None
    return f"no message of this phase has {'; '.join(missing)}. Say it in a message, {AS_WRITTEN}, then mark it as told"


class _New(NamedTuple):
    ref: FactRef
    text: str
    """The fact's text in the script."""
    known: str
    """What the agent knows of it already."""


class NewValues:
    """The changes that were made and are still to be said."""

    def __init__(self, carrying: Carrying) -> None:
        self._carrying = carrying
        self._unsaid: list[_New] = []

    def clear(self) -> None:
        """Forget them."""
        self._unsaid = []

    def made(self, ref: FactRef, text: str, known: str) -> None:
        """Take note of a change that owes its values.

        Args:
            ref: The fact.
            text: Its new text.
            known: The text that the agent knows; empty if it knows none.
        """
        self._unsaid.append(_New(ref, text, known))

    def lacking_in(self, message: str, day: date | None) -> str | None:
        """Say what a message lacks if it tells none of the changes that are still to be said."""
        missing = list(self._missing(message, day))
        if not missing or len(missing) < len(self._unsaid):
            return None
        return f"the message right after a change tells it; this one lacks {'; '.join(missing)}. Say it {AS_WRITTEN}"

    def still_unsaid(self, day: date | None) -> str | None:
        """Name what is still to be said before the play goes on."""
        missing = "; ".join(self._missing("", day))
        return (
            f"no message has told this change yet: {missing}. Say it first, {AS_WRITTEN}" if missing else None
        )

    def said(self, message: str, day: date | None) -> None:
        """Take the changes that a message tells off the list."""
        self._unsaid = [new for new in self._unsaid if self._lacks(message, new, day)]

    def _missing(self, message: str, day: date | None) -> Iterator[str]:
        for new in self._unsaid:
            if values := self._lacks(message, new, day):
                yield f"{_quoted(values, new.text)} of {new.ref}"

    def _lacks(self, message: str, new: _New, day: date | None) -> tuple[str, ...]:
        return self._carrying.missing_of_fact(message, new.ref, new.text, before=new.known, day=day)


def _quoted(values: Iterable[str], text: str) -> str:
    """Name values as the fact has them: a key may spell them as the right answer does, which isn't known yet."""
    return ", ".join(dict.fromkeys(repr(value if value in text else text) for value in values))
