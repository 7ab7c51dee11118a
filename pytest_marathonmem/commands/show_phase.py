"""A phase for its author: what the persona gets, and what each message does to the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.commands.layout import beside, wrapped
from pytest_marathonmem.commands.show_check import check_lines
from pytest_marathonmem.persona.slices import as_checklist, cut
from pytest_marathonmem.scenario.asked import describe
from pytest_marathonmem.scenario.model import RETIRED, Ask, Tell, Wait

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.ledger import Ledger, Moment
    from pytest_marathonmem.scenario.model import FactRef, Operation, Phase

_OPERATION_WIDTH = 24


def phase_lines(phase: Phase, ledger: Ledger) -> Iterator[str]:
    """Write out a phase of the ledger's benchmark."""
    yield from ["", f"---- {phase.chapter}, phase {phase.number}: {phase.title} ---- {phase.place}"]
    yield from _settings(phase)
    given = "the persona gets:"
    for piece in cut(phase):
        yield from ["", given]
        yield from wrapped(as_checklist(piece), "    ")
        given = f"after the answer to {piece.check.id} it gets:" if piece.check else ""
    yield ""
    yield "what happens:"
    yield from _happenings(phase, ledger)


def _settings(phase: Phase) -> Iterator[str]:
    if phase.settings.new_session:
        yield "begins with a new conversation of the agent"
    if phase.settings.require_all_facts:
        yield from wrapped(f"requires all facts of {', '.join(phase.settings.require_all_facts)}")
    if phase.date:
        yield f"plays on {phase.date:%Y-%m-%d, %a}"
    for anchor in phase.anchors:
        yield from beside(f"{anchor.time:%H:%M}", anchor.text, "  ", 5)


def _happenings(phase: Phase, ledger: Ledger) -> Iterator[str]:
    """The script's messages and waits, and the checks, each with what it means for the ledger."""
    moments = iter([moment for moment in ledger.timeline if moment.phase is phase])
    checks = {check.id: check for check in phase.checks}
    for step in phase.script or [Ask(check.id, check.place) for check in phase.checks]:
        yield ""
        if isinstance(step, Wait):
            yield f"    wait until {step.until:%H:%M}"
            continue
        moment = next(moments)
        if isinstance(step, Ask):
            yield from check_lines(describe(checks[step.check_id], ledger))
            continue
        yield from wrapped(step.text, "    | ")
        for operation in step.operations:
            yield from _effect(operation, moment, ledger)


def _effect(operation: Operation, moment: Moment, ledger: Ledger) -> Iterator[str]:
    before, after = ledger.before(moment), ledger.after(moment)
    marks = "".join(f" #{mark}" for mark in operation.marks)
    if isinstance(operation, Tell):
        for ref in operation.facts:
            yield from _fact("tell", ref, (after.text(ref) or "") + marks)
        return
    old = before.text(operation.fact)
    new = ("retired" if operation.text == RETIRED else operation.text) + marks
    if old is None:
        yield from _fact(operation.kind, operation.fact, new)
    else:
        yield from _fact(operation.kind, operation.fact, old)
        yield from beside("->".rjust(_OPERATION_WIDTH), new, "      ", _OPERATION_WIDTH)


def _fact(kind: str, ref: FactRef, text: str) -> Iterator[str]:
    return beside(f"{kind:6} {ref}", text, "      ", _OPERATION_WIDTH)
