"""Rules on trap marks: each stands on an operation of which it can be true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.model import Ask, Change, FactRef, Tell, Utterance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.lint.view import View
    from pytest_marathonmem.scenario.model import Operation, Phase

_HOMES = {
    "RETIRE": (("retire",), "something is cancelled"),
    "LATE-ADD": (("add", "tell"), "something is added to a closed theme"),
    "XREF": (("tell", "add"), "a value is told by reference"),
    "SELF-FIX": (("edit",), "an own mistake is corrected"),
}
_USUAL_HOMES = {
    "RECONSIDER": (("edit", "retire"), "a mind is changed"),
    "STALE": (("edit", "retire"), "the world changes a fact"),
    "CASCADE": (("edit",), "an edit changes derived facts"),
}


def marks_fit(view: View) -> Iterator[Problem]:
    """RETIRE, LATE-ADD, XREF and SELF-FIX stand on their kind of operation."""
    yield from _strangers(view, _HOMES)


def usual_marks_fit(view: View) -> Iterator[Problem]:
    """The other marks stand on their kind of operation; a warning."""
    yield from _strangers(view, _USUAL_HOMES)


def _strangers(view: View, homes: dict[str, tuple[tuple[str, ...], str]]) -> Iterator[Problem]:
    for _, _, operation in _marked(view):
        kind = "tell" if isinstance(operation, Tell) else operation.kind
        for mark in operation.marks:
            kinds, meaning = homes.get(mark, ((kind,), ""))
            if kind not in kinds:
                allowed = " or ".join(map(repr, kinds))
                yield Problem(
                    operation.place, f"#{mark} on '{kind}': it says that {meaning}, and marks {allowed} only"
                )


def self_fixes_follow_a_question(view: View) -> Iterator[Problem]:
    """A SELF-FIX corrects what a check of the same phase has just asked."""
    for phase, message, operation in _marked(view):
        if not isinstance(operation, Change) or "SELF-FIX" not in operation.marks:
            continue
        if operation.kind == "edit" and not _is_asked_before(phase, message, operation.fact):
            fault = f"#SELF-FIX on {str(operation.fact)!r}, but no check of this phase asks for it before"
            yield Problem(operation.place, f"{fault}; put the 'ask' of a check that rests on it above")


def references_are_not_spoken(view: View) -> Iterator[Problem]:
    """An XREF keeps the value that it refers to unsaid; a warning."""
    for phase, message, operation in _marked(view):
        if "XREF" not in operation.marks:
            continue
        for ref, text in _texts(view, phase, operation):
            day = view.carrying.day_of(phase)
            values = view.carrying.values(ref, text)
            if values and not view.carrying.missing_of_fact(message.text, ref, text, day=day):
                fault = f"#XREF on {str(ref)!r}, but the message says its value {values[0]!r}"
                yield Problem(operation.place, f"{fault}; drop the mark, or tell it by reference only")


def _texts(view: View, phase: Phase, operation: Operation) -> Iterator[tuple[FactRef, str]]:
    """The facts that an operation tells, with the texts that they have at the phase's end."""
    if isinstance(operation, Change):
        yield operation.fact, operation.text
    else:
        state = view.ledger.after_phase(phase)
        yield from ((ref, state.text(ref) or "") for ref in operation.facts)


def late_additions_are_late(view: View) -> Iterator[Problem]:
    """A LATE-ADD that tells a fact of a sheet comes after a phase that told others of that sheet."""
    for phase, _, operation in _marked(view):
        if isinstance(operation, Tell) and "LATE-ADD" in operation.marks:
            sheets = {ref.sheet for ref in operation.facts}
            before = view.ledger.before_phase(phase)
            if not any(ref.sheet in sheets for ref in before.told):
                fault = f"#LATE-ADD, but no earlier phase tells anything of {', '.join(sorted(sheets))}"
                yield Problem(operation.place, f"{fault}; it marks an addition to a theme closed long ago")


def _is_asked_before(phase: Phase, message: Utterance, fact: FactRef) -> bool:
    """Whether a check that rests on the fact comes before the message; one without a key may rest on anything."""
    checks = {check.id: check for check in phase.checks}
    for step in phase.script[: phase.script.index(message)]:
        if isinstance(step, Ask):
            key = checks[step.check_id].key
            if key is None or str(fact) in key.rests_on:
                return True
    return False


def cascades_derive(view: View) -> Iterator[Problem]:
    """A CASCADE has derived changes in its message; a warning."""
    for _, message, operation in _marked(view):
        derives = any(isinstance(other, Change) and other.kind == "derive" for other in message.operations)
        if "CASCADE" in operation.marks and not derives:
            fault = "#CASCADE, but the message carries no 'derive'"
            yield Problem(operation.place, f"{fault}; write what follows from the change, or drop the mark")


def _marked(view: View) -> Iterator[tuple[Phase, Utterance, Operation]]:
    """All operations but derived ones, which have their marks from the others."""
    for phase in view.benchmark.phases:
        for message in phase.script:
            if isinstance(message, Utterance):
                for operation in message.operations:
                    if isinstance(operation, Tell) or operation.kind != "derive":
                        yield phase, message, operation
