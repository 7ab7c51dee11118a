"""The tools that read, tell and change facts, and the account of what reached the agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.persona.audit import Audit
from pytest_marathonmem.persona.checklist import Checklist
from pytest_marathonmem.persona.guards.missing_value import AS_WRITTEN
from pytest_marathonmem.persona.guards.telling import Telling
from pytest_marathonmem.persona.live_sheets import LiveSheets, category_of
from pytest_marathonmem.persona.prompt import PROFILE
from pytest_marathonmem.persona.refused import Refused
from pytest_marathonmem.persona.slices import operation_line
from pytest_marathonmem.scenario.carrying import Carrying
from pytest_marathonmem.scenario.model import RETIRED, FactRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from pytest_marathonmem.persona import tools
    from pytest_marathonmem.persona.cast import Record
    from pytest_marathonmem.persona.guards.watch import Watch
    from pytest_marathonmem.persona.slices import Slice
    from pytest_marathonmem.scenario.model import Benchmark, Phase


class Facts:
    """The persona's sheets at work.

    Args:
        benchmark: The folder, parsed.
        record: The run's record.
        watch: Asks the guards.
    """

    def __init__(self, benchmark: Benchmark, record: Record, watch: Watch) -> None:
        self._carrying = Carrying.of(benchmark)
        self._record = record
        self._sheets = LiveSheets(benchmark)
        self._checklist = Checklist(self._carrying)
        self._watch = watch
        self._telling = Telling(self._carrying, self._sheets, watch)
        self._audit = Audit(self._carrying)
        self.sheets_read: dict[str, None] = {}
        """Names of the sheets that the persona has read, in that order."""
        self._unspoken: set[FactRef] = set()
        """Facts that were changed since the newest message."""
        self._changed: set[FactRef] = set()
        """Facts whose text the agent can know by a change of it."""
        self._failure = ""
        """Why the newest message failed; empty if it arrived."""
        self._undelivered: dict[FactRef, str] = {}
        """Facts whose newest state went out in a message that may not have reached the agent, with its failure."""

    @property
    def profile(self) -> str:
        """The sheet that is always in mind, as it is now; empty if there is none."""
        return self._sheets.read(PROFILE) if PROFILE in self._sheets.names else ""

    def as_json(self) -> dict[str, dict[str, dict[str, Any]]]:
        """The live facts by sheet and id: their text, and whether they are told."""
        return self._sheets.as_json()

    # -- what the phase wants ----------------------------------------------------------------------------

    def begin_phase(self, phase: Phase) -> None:
        """Forget the checklist of the phase before."""
        self._checklist = Checklist(self._carrying)
        self._telling.begin_phase(phase)
        self._audit.begin_phase()

    def give(self, piece: Slice) -> None:
        """Put the operations of a slice on the checklist."""
        self._checklist.give(piece)
        self._telling.give(piece)

    def missing(self, areas: Iterable[str] = ()) -> Iterator[str]:
        """What the checklist still wants, and the untold facts of ``areas``, in the words of scripts."""
        owed = dict.fromkeys(self._checklist.missing())
        owed |= dict.fromkeys(
            f"tell {ref.sheet} {ref.id}" for area in areas for ref in self._sheets.untold(area)
        )
        yield from owed

    def derive(self) -> None:
        """Make the changes that follow from messages whose own operations are done."""
        for change in self._checklist.derivable():
            self._put("derive", change.fact, change.text)

    def check_message(self, text: str) -> None:
        """Guard a message that asks no check.

        Raises:
            Guarded: if it is refused.
        """
        self._telling.check_message(text, self._checklist)

    def check_all_said(self) -> None:
        """Guard the step to a check or out of a phase.

        Raises:
            Guarded: if it is refused.
        """
        self._telling.check_all_said()

    def exists(self, sheet: str, fact_id: str) -> bool:
        """Whether there is such a fact."""
        return self._sheets.text(FactRef(sheet, fact_id)) is not None

    def has_phrase(self, phrase: str) -> bool:
        """Whether the scenario has a phrase in a fact, or in a question or message of this phase."""
        return self._telling.has_phrase(phrase)

    # -- what became of a message ------------------------------------------------------------------------

    def message_sent(self, text: str, *, asks: bool) -> None:
        """A message goes out, be it that it arrives or not."""
        self._telling.said(text, asks=asks)
        if not asks:
            self._audit.said(text)

    def message_arrived(self) -> None:
        self._failure = ""
        self._settle(self._unspoken)

    def message_lost(self, failure: str) -> None:
        self._failure = failure
        self._settle(self._unspoken)

    def lost(self, refs: Iterable[FactRef]) -> str:
        """Why one of these facts may not have reached the agent; empty if all have, as far as is known."""
        return next((self._undelivered[ref] for ref in refs if ref in self._undelivered), "")

    def untold(self, refs: Iterable[FactRef]) -> list[FactRef]:
        """Which of these facts were never told, as far as the audit can find out."""
        return [ref for ref in refs if self._audit.untold(ref, self._sheets.text(ref))]

    def unheard(self, refs: Iterable[FactRef]) -> list[str]:
        """What the audit says of those of these facts that count as told."""
        return list(self._audit.unheard(refs))

    def _settle(self, spoken: Iterable[FactRef]) -> None:
        """Note of facts that the newest message carried whether they reached the agent."""
        for ref in spoken:
            if self._failure:
                self._undelivered[ref] = self._failure
            else:
                self._undelivered.pop(ref, None)
        self._unspoken = set()

    # -- tools -------------------------------------------------------------------------------------------

    def read(self, call: tools.FactsRead) -> str:
        sheet = self._known(call.sheet)
        self.sheets_read[sheet] = None
        return self._sheets.read(sheet)

    def get_untold(self, call: tools.FactsGetUntold) -> str:
        sheet = self._known(call.sheet)
        lines = [f"{ref.id} {self._sheets.text(ref)}" for ref in self._sheets.untold(sheet)]
        return "\n".join(lines) or f"All facts of {sheet} are told."

    def mark_told(self, call: tools.FactsMarkTold) -> str:
        sheet = self._known(call.sheet)
        refs = [self._existing(sheet, fact_id) for fact_id in call.ids]
        self._telling.check_marks(refs, self._checklist)
        if any(ref not in self._sheets.told or self._checklist.awaits_telling(ref) for ref in refs):
            self._watch.got_on()
        self._settle(refs)
        self._record("told", sheet=sheet, ids=[ref.id for ref in refs])
        self._sheets.told |= set(refs)
        for ref in refs:
            self._account(ref, self._sheets.text(ref) or "")
        self._checklist.tick_told(refs)
        self.derive()
        return "Marked."

    def edit(self, call: tools.FactsEdit) -> str:
        ref = self._existing(self._known(call.sheet), call.id)
        self._telling.check_edit(ref, self._checklist)
        left = self._change("retire" if call.text == RETIRED else "edit", ref, call.text)
        return f"{ref} now reads: {call.text}{left}"

    def add(self, call: tools.FactsAdd) -> str:
        sheet, category = self._known(call.sheet), category_of(call.category)
        awaited = self._checklist.awaited_addition(sheet, category, call.text)
        self._telling.check_addition(awaited)
        ref = awaited or self._next_of(sheet, category)
        left = self._change("add", ref, call.text)
        self._record("told", sheet=ref.sheet, ids=[ref.id])
        self._sheets.told.add(ref)
        return f"Added as {ref}.{left}"

    def _still_wanted(self, ref: FactRef) -> str:
        """What the checklist wants of a fact whose change wasn't it; empty if nothing."""
        wanted = next((change for change in self._checklist.unmade if change.fact == ref), None)
        if wanted is None:
            return ""
        rule = "with the text —" if wanted.kind == "retire" else AS_WRITTEN.replace("sheet", "checklist")
        return f"\nStill missing: {operation_line(wanted)}. Call facts_edit {rule}."

    def _change(self, kind: str, ref: FactRef, text: str) -> str:
        """Change a fact; returns what the change lacks of the one that is awaited, as a line of its own."""
        known = (self._sheets.text(ref) or "") if ref in self._sheets.told | self._changed else ""
        self._put(kind, ref, text)
        self._unspoken.add(ref)
        self._changed.add(ref)
        if made := self._checklist.tick_changed(ref, text):
            self._telling.changed(made, known)
            self._watch.got_on()
        self.derive()
        return "" if made else self._still_wanted(ref)

    def _put(self, kind: str, ref: FactRef, text: str) -> None:
        self._record("changed", kind=kind, sheet=ref.sheet, id=ref.id, text=text)
        self._sheets.put(ref, text)
        self._account(ref, text, derived=kind == "derive")

    def _account(self, ref: FactRef, text: str, *, derived: bool = False) -> None:
        """Let the audit know of a fact that counts as told."""
        self._audit.told(ref, text, in_words=not derived and not self._checklist.is_by_reference(ref))

    def _known(self, sheet: str) -> str:
        """The sheet of a name, in whatever case it is written."""
        names = self._sheets.names
        alike = [name for name in names if name.casefold() == sheet.casefold()]
        if sheet not in names and len(alike) != 1:
            raise Refused(f"there is no sheet {sheet!r}; the sheets are {', '.join(names) or 'none'}")
        return sheet if sheet in names else alike[0]

    def _next_of(self, sheet: str, category: str) -> FactRef:
        known = self._sheets.categories(sheet)
        if category not in known:
            raise Refused(
                f"sheet {sheet!r} has no category {category!r}; it has {', '.join(known) or 'none'}"
            )
        return FactRef(sheet, self._sheets.next_id(sheet, category))

    def _existing(self, sheet: str, fact_id: str) -> FactRef:
        ref = FactRef(sheet, fact_id.removeprefix(f"{sheet}:"))
        if self._sheets.text(ref) is None:
            if any(change.fact == ref and change.kind == "add" for change in self._checklist.unmade):
                raise Refused(
                    f"{ref} isn't there yet; first add it with facts_add to category {category_of(ref.id)}"
                )
            known = ", ".join(other.id for other in self._sheets.living(f"{sheet}:{category_of(ref.id)}"))
            raise Refused(f"there is no fact {ref}; this category has {known or 'no facts'}")
        return ref
