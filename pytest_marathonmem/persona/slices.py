"""A phase is given to the persona in slices, so that nothing after a question is known before its answer.

A slice ends with the check that it asks. The first one begins the phase; each further one comes with the result of the
check before it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import Ask, Change, Check, Tell, Wait

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_marathonmem.scenario.model import Operation, Phase, Utterance

SCRIPT_FENCE = "```jsonl"
"""Opens the script of a slice for models that read scripts: one JSON object a step."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What the persona may know of a phase up to one check."""

    phase: Phase
    prose: str
    steps: tuple[Utterance | Wait, ...]
    """What the script has up to the check, without the asking itself."""
    check: Check | None
    """The check that ends the slice; None at the end of a phase."""


def cut(phase: Phase) -> tuple[Slice, ...]:
    """Cut a phase behind each of its checks, in the order of asking."""
    in_file = {part.id: part for part in phase.body if isinstance(part, Check)}
    asked: set[str] = set()
    given = 0
    slices = []
    for steps, check_id in _segments(phase):
        prose, given = _prose(phase, asked, given)
        slices.append(Slice(phase, prose, tuple(steps), in_file.get(check_id)))
        asked.add(check_id)
    return tuple(slices)


def _segments(phase: Phase) -> Iterator[tuple[list[Utterance | Wait], str]]:
    """The steps before each check with its id; last those behind the last check, with no id."""
    steps: list[Utterance | Wait] = []
    if not phase.script:
        for check in phase.checks:
            yield [], check.id
    for step in phase.script:
        if isinstance(step, Ask):
            yield steps, step.check_id
            steps = []
        else:
            steps.append(step)
    yield steps, ""


def _prose(phase: Phase, asked: set[str], given: int) -> tuple[str, int]:
    """The prose from part ``given`` of the body to the first check that isn't asked, and the part to go on with."""
    pieces = []
    for index in range(given, len(phase.body)):
        part = phase.body[index]
        if isinstance(part, str):
            pieces.append(part)
        elif part.id not in asked:
            return "\n\n".join(pieces), index
    return "\n\n".join(pieces), len(phase.body)


def as_script(piece: Slice) -> str:
    """Write a slice for a model that reads scripts: every step word for word."""
    lines = [json.dumps(_step_fields(step), ensure_ascii=False) for step in piece.steps]
    if piece.check:
        lines.append(
            json.dumps({"ask": piece.check.id, "question": piece.check.question}, ensure_ascii=False)
        )
    return "\n".join([piece.prose, SCRIPT_FENCE, *lines, "```"])


def _step_fields(step: Utterance | Wait) -> dict[str, object]:
    if isinstance(step, Wait):
        return {"wait": f"{step.until:%H:%M}"}
    operations = list(owed(step.operations))
    return {
        "say": step.text,
        "told": [[ref.sheet, ref.id] for op in operations if isinstance(op, Tell) for ref in op.facts],
        "changes": [
            {"kind": op.kind, "sheet": op.fact.sheet, "id": op.fact.id, "text": op.text}
            for op in operations
            if isinstance(op, Change)
        ],
    }


def owed(operations: Iterable[Operation]) -> Iterator[Operation]:
    """The operations that the persona owes: all but those that code derives."""
    return (op for op in operations if isinstance(op, Tell) or op.kind != "derive")


def as_checklist(piece: Slice) -> str:
    """Write a slice for a model that finds its own words: prose and a checklist.

    Where there is no prose, the script's messages say what to convey.
    """
    parts = [piece.prose] if piece.prose else []
    items = [line for step in piece.steps for line in _checklist_lines(step, with_words=not piece.prose)]
    if piece.check:
        items.append(f'ask, with check_id "{piece.check.id}": {piece.check.question}')
    if items:
        numbered = [f"{number}. {line}" for number, line in enumerate(items, 1)]
        parts.append("\n".join(["Your checklist, in this order:", *numbered]))
    if not piece.check:
        parts.append("When all this is done, call `next_phase`.")
    return "\n\n".join(parts)


def _checklist_lines(step: Utterance | Wait, *, with_words: bool) -> list[str]:
    if isinstance(step, Wait):
        return [f"wait until {step.until:%H:%M}"]
    lines = [operation_line(op, _manner(op)) for op in owed(step.operations)]
    if with_words:
        lines.append(f"convey in your own words: {step.text}")
    return lines


def _manner(operation: Operation) -> str:
    """How to say it, where that isn't plain."""
    return " (by reference, without its value)" if "XREF" in operation.marks else ""


def operation_line(operation: Operation, manner: str = "") -> str:
    """Write an operation as scripts have it."""
    if isinstance(operation, Tell):
        ids = ", ".join(ref.id for ref in operation.facts)
        return f"tell {operation.facts[0].sheet} {ids}{manner}"
    if operation.kind == "retire":
        return f"retire {operation.fact.sheet} {operation.fact.id}"
    return f"{operation.kind} {operation.fact.sheet} {operation.fact.id}{manner}: {operation.text}"
