"""The fidelity audit: whether what a check rests on was told, as far as code can find out.

Told means marked as told and, where the fact has values, found in a message. A message tells what is marked, changed or
derived in its own phase or the one after it. What is told by reference, or derived, has no value to be found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_marathonmem.scenario.model import RETIRED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.scenario.carrying import Carrying
    from pytest_marathonmem.scenario.model import FactRef
    from pytest_marathonmem.scenario.passage import Passage


class _Account(NamedTuple):
    """A fact that counts as told."""

    text: str
    """Its text then."""
    before: str
    """What the agent knew before; empty if it knew nothing."""
    phase: int
    in_words: bool
    """Whether its values must be said."""


class Audit:
    """Follows what is said, marked and changed.

    Args:
        carrying: Tells whether a message carries a fact's values.
    """

    def __init__(self, carrying: Carrying) -> None:
        self._carrying = carrying
        self._messages: list[list[str]] = [[]]
        """What went out, phase by phase."""
        self._accounts: dict[FactRef, _Account] = {}
        self._read: dict[int, Passage] = {}
        """What the messages of a phase and the next one have been read as, so that each is read about once."""

    def begin_phase(self) -> None:
        self._messages.append([])

    def said(self, text: str) -> None:
        """Take note of a message that went out."""
        self._messages[-1].append(text)

    def told(self, ref: FactRef, text: str, *, in_words: bool = True) -> None:
        """Take note of a fact that is marked as told, or changed in the live sheets.

        Args:
            ref: The fact.
            text: Its text.
            in_words: Whether its values must be said; not of what is told by reference, or derived.
        """
        known = self._accounts.get(ref)
        if known and known.text == text:
            if not self._lacking(ref, known):
                return  # Marked once more: it need not be said once more.
            before = known.before
        else:
            before = known.text if known else ""
        self._accounts[ref] = _Account(text, before, len(self._messages) - 1, in_words)

    def untold(self, ref: FactRef, text: str | None) -> bool:
        """Whether a fact was neither marked nor changed, and nothing that was said has its values.

        Args:
            ref: The fact.
            text: Its live text; None if there is no such fact.
        """
        if ref in self._accounts or text is None or text == RETIRED:
            return False
        if not self._carrying.values(ref, text):
            return True
        return all(self._carrying.missing_of_fact(said, ref, text) for said in self._all())

    def unheard(self, refs: Iterable[FactRef]) -> Iterator[str]:
        """A sentence for each of these facts that counts as told though no message has its values."""
        for ref in refs:
            account = self._accounts.get(ref)
            if account and (missing := self._lacking(ref, account)):
                yield f"{ref} counts as told, but no message has {', '.join(map(repr, missing))}"

    def _lacking(self, ref: FactRef, account: _Account) -> tuple[str, ...]:
        if account.text == RETIRED or not account.in_words:
            return ()
        said = self._from(account.phase)
        return self._carrying.missing_of_fact(said, ref, account.text, before=account.before)

    def _all(self) -> Iterator[Passage]:
        return map(self._from, range(len(self._messages)))

    def _from(self, phase: int) -> Passage:
        """What was said in a phase and the next one."""
        text = "\n".join(said for of_phase in self._messages[phase : phase + 2] for said in of_phase)
        known = self._read.get(phase)
        if known is None or known.text != text:
            known = self._read[phase] = self._carrying.passage(text)
        return known
