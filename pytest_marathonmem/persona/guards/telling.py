"""The guards of what is told: they know the sheets, the checklist, and what was said in this phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.persona.guards.missing_value import NewValues, unsaid_facts
from pytest_marathonmem.persona.guards.near_duplicate import NearDuplicate, is_short
from pytest_marathonmem.persona.guards.too_early import edits_ahead, says_ahead
from pytest_marathonmem.persona.guards.unknown_value import makes_a_figure_up
from pytest_marathonmem.persona.guards.wording import squeezed
from pytest_marathonmem.persona.refused import Refused
from pytest_marathonmem.scenario.model import Utterance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from pytest_marathonmem.persona.checklist import Checklist
    from pytest_marathonmem.persona.guards.watch import Watch
    from pytest_marathonmem.persona.live_sheets import LiveSheets
    from pytest_marathonmem.persona.slices import Slice
    from pytest_marathonmem.scenario.carrying import Carrying
    from pytest_marathonmem.scenario.model import Change, FactRef, Phase
    from pytest_marathonmem.scenario.passage import Passage
    from pytest_marathonmem.values import Value


SAME_AGAIN = "you have said exactly this before, and the assistant heard it; go on with what comes next"


class Telling:
    """Guards messages, marks and changes against the sheets.

    Args:
        carrying: Tells whether a message carries a fact's values.
        sheets: The live sheets.
        watch: Asks the guards.
    """

    def __init__(self, carrying: Carrying, sheets: LiveSheets, watch: Watch) -> None:
        self._carrying = carrying
        self._sheets = sheets
        self._watch = watch
        self._day: date | None = None
        self._is_scripted = False
        """Whether a script says all that changes in the phase, to a model that finds its own words."""
        self._wording: list[str] = []
        """The questions of the phase, and its messages as they are scripted."""
        self._given: list[str] = []
        """All texts of the phase that the persona was given."""
        self._said: list[str] = []
        """All that it has said in the phase."""
        self._new = NewValues(carrying)
        self._duplicates = NearDuplicate()
        self._passages: dict[str, Passage] = {}

    # -- what goes on ------------------------------------------------------------------------------------

    def begin_phase(self, phase: Phase) -> None:
        """Forget what the phase before wanted and said."""
        self._day = self._carrying.day_of(phase)
        self._is_scripted = self._watch.looks and bool(phase.script)
        self._given, self._wording, self._said = [], [], []
        self._new.clear()

    def give(self, piece: Slice) -> None:
        """Take note of what the persona is given."""
        self._given += _texts(piece)
        self._wording += (step.text for step in piece.steps if isinstance(step, Utterance))
        self._wording += [piece.check.question] if piece.check else []

    def said(self, text: str, *, asks: bool) -> None:
        """Take note of a message that went out."""
        self._said.append(text)
        self._new.said(text, self._day)
        if not asks:
            self._duplicates.said(text)

    def changed(self, made: Iterable[Change], known: str) -> None:
        """Take note of awaited changes of a fact that were made; by reference and retired, they owe nothing.

        What the phase has said already needs not be said again.
        """
        said = "\n".join(self._said)
        for change in made:
            if change.kind in {"add", "edit"} and "XREF" not in change.marks:
                self._new.made(change.fact, change.text, known)
        self._new.said(said, self._day)

    # -- what is guarded ---------------------------------------------------------------------------------

    def check_message(self, text: str, checklist: Checklist) -> None:
        """Guard a message that asks no check.

        Raises:
            Refused: if it is refused, by a guard or because the phase has heard the very same before.
        """
        message = self._carrying.passage(text, self._day)
        self._watch.ask("missing_value", lambda: self._new.lacking_in(text, self._day))
        self._watch.ask(
            "too_early", lambda: says_ahead(message, checklist.unmade, self._read, self._stands_in_sheets)
        )
        self._watch.ask("near_duplicate", lambda: self._duplicates.repeats(text))
        if self._watch.looks and text in self._said and not is_short(text):
            raise Refused(SAME_AGAIN)
        self._watch.ask("unknown_value", lambda: makes_a_figure_up(message, self._is_known))

    def check_marks(self, refs: Iterable[FactRef], checklist: Checklist) -> None:
        """Guard facts that are to be marked as told; those that are told already owe nothing any more.

        Raises:
            Guarded: if it is refused.
        """
        owing = (
            (ref, self._sheets.text(ref) or "")
            for ref in refs
            if not checklist.is_by_reference(ref)
            and (ref not in self._sheets.told or checklist.awaits_telling(ref))
        )
        self._watch.ask(
            "missing_value", lambda: unsaid_facts(self._carrying, owing, "\n".join(self._said), self._day)
        )

    def check_edit(self, ref: FactRef, checklist: Checklist) -> None:
        """Guard a fact's new text.

        Raises:
            Refused: if a guard refuses it, or nothing in this part of the phase changes the fact.
        """
        if self._is_scripted and not any(change.fact == ref for change in checklist.unmade):
            raise Refused(
                f"nothing in this part of your scenario changes {ref}; leave it as it is, and go on"
            )
        self._watch.ask("too_early", lambda: edits_ahead(ref, checklist.untold_before_change(ref)))

    def check_addition(self, awaited: FactRef | None) -> None:
        """Guard a new fact.

        Args:
            awaited: The id that the script gives to it; None if it awaits none.

        Raises:
            Refused: if nothing in this part of the phase adds a fact there.
        """
        if self._is_scripted and awaited is None:
            raise Refused(
                "nothing in this part of your scenario adds a fact there; leave the sheet as it is, and go on"
            )

    def check_all_said(self) -> None:
        """Guard the step to a check or out of a phase: every change is said by then.

        Raises:
            Guarded: if it is refused.
        """
        self._watch.ask("missing_value", lambda: self._new.still_unsaid(self._day))

    # -- what is known -----------------------------------------------------------------------------------

    def has_phrase(self, phrase: str) -> bool:
        """Whether a phrase stands in a fact, or in a question or message of the phase."""
        sought = phrase.casefold()
        return any(sought in squeezed(text).casefold() for text in (*self._sheets.texts, *self._wording))

    def _stands_in_sheets(self, value: Value) -> bool:
        return any(self._read(text).has(value) for text in self._sheets.texts)

    def _is_known(self, value: Value) -> bool:
        return self._stands_in_sheets(value) or any(self._read(text).has(value) for text in self._given)

    def _read(self, text: str) -> Passage:
        if text not in self._passages:
            self._passages[text] = self._carrying.passage(text)
        return self._passages[text]


def _texts(piece: Slice) -> Iterator[str]:
    yield piece.prose
    for step in piece.steps:
        if isinstance(step, Utterance):
            yield step.text
            yield from (text for op in step.operations if (text := getattr(op, "text", "")))
    if piece.check:
        yield piece.check.question
