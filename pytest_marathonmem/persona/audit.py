"""The fidelity audit: whether what a check rests on was told, as far as code can find out.

Told means marked as told and, where the fact has values, found in a message. A message tells what is marked, changed or
derived in its own phase or the one after it. What is told by reference (XREF) has no value to be found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import RETIRED, Change, FactRef, Tell, Utterance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.scenario.carrying import Carrying
    from pytest_marathonmem.scenario.model import Benchmark


class Audit:
    """Follows what is said, marked and changed.

    Args:
        benchmark: The folder, parsed.
        carrying: Tells whether a message carries a fact's values.
    """

    def __init__(self, benchmark: Benchmark, carrying: Carrying) -> None:
        self._carrying = carrying
        self._exempt = frozenset(_without_words(benchmark))
        self._messages: list[list[str]] = [[]]
        """What reached the agent, phase by phase."""
        self._told: dict[FactRef, tuple[str, str, int]] = {}
        """Of each fact that counts as told: its text then, what the agent knew before, and the phase."""

    def begin_phase(self) -> None:
        self._messages.append([])

    def said(self, text: str) -> None:
        """Take note of a message that reached the agent."""
        self._messages[-1].append(text)

    def told(self, ref: FactRef, text: str) -> None:
        """Take note of a fact that is marked as told, or changed in the live sheets."""
        known = self._told.get(ref)
        before = known[0] if known and known[0] != text else ""
        self._told[ref] = (text, before, len(self._messages) - 1)

    def untold(self, ref: FactRef, text: str | None) -> bool:
        """Whether a fact was neither marked nor changed, and nothing that was said has its values.

        Args:
            ref: The fact.
            text: Its live text; None if there is no such fact.
        """
        if ref in self._told or text in (None, RETIRED):
            return False
        if not self._carrying.values(ref, text or ""):
            return True
        return not any(self._carries(phase, ref, text or "", "") for phase in self._messages)

    def unheard(self, refs: Iterable[FactRef]) -> Iterator[str]:
        """A sentence for each of these facts that counts as told though no message has its values."""
        for ref in refs:
            text, before, phase = self._told.get(ref, (RETIRED, "", 0))
            if text == RETIRED or ref in self._exempt:
                continue
            messages = [said for of_phase in self._messages[phase : phase + 2] for said in of_phase]
            if missing := self._carrying.missing_of_fact("\n".join(messages), ref, text, before=before):
                yield f"{ref} counts as told, but no message has {', '.join(map(repr, missing))}"

    def _carries(self, messages: list[str], ref: FactRef, text: str, before: str) -> bool:
        return not self._carrying.missing_of_fact("\n".join(messages), ref, text, before=before)


def _without_words(benchmark: Benchmark) -> Iterator[FactRef]:
    """The facts whose values the script leaves unsaid: told by reference, or derived."""
    for phase in benchmark.phases:
        for step in phase.script:
            for operation in step.operations if isinstance(step, Utterance) else ():
                if isinstance(operation, Tell) and "XREF" in operation.marks:
                    yield from operation.facts
                elif isinstance(operation, Change) and (
                    operation.kind == "derive" or "XREF" in operation.marks
                ):
                    yield operation.fact
