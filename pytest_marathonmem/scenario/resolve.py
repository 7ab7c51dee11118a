"""Joins the lines of a phase's script into steps: which message carries what, and which check is asked when.

A message carries the operations since the last message. A ``derive`` that stands behind its message, before an ``ask`` or at
the script's end, is carried by that message. A ``derive`` takes the marks of its message's other operations.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.model import Ask, Change, Tell, Utterance
from pytest_marathonmem.scenario.script import FORMS, Message, TellIds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_marathonmem.scenario.existing_facts import ExistingFacts
    from pytest_marathonmem.scenario.model import Check, Operation, Step
    from pytest_marathonmem.scenario.script import ScriptLine


def resolve_script(
    lines: Iterable[ScriptLine], checks: Sequence[Check], live: ExistingFacts, problems: list[Problem]
) -> tuple[Step, ...]:
    """The steps of a phase that has a script; ``live`` is brought forward, and what can't be is reported."""
    carrier = _Carrier(live, problems)
    for line in lines:
        if isinstance(line, TellIds | Change):
            carrier.operation(line)
        elif isinstance(line, Message):
            carrier.message(line)
        elif isinstance(line, Ask):
            carrier.settle()
            carrier.steps.append(line)
        else:
            carrier.steps.append(line)
    carrier.settle()
    return (*carrier.steps, *_asked_at_the_end(carrier.steps, checks, problems))


class _Carrier:
    def __init__(self, live: ExistingFacts, problems: list[Problem]) -> None:
        self.steps: list[Step] = []
        self._live = live
        self._problems = problems
        self._waiting: list[Operation] = []
        """Operations that no message carries yet."""
        self._last_said: Utterance | None = None
        self._said_at = 0

    def operation(self, line: TellIds | Change) -> None:
        try:
            if isinstance(line, TellIds):
                self._waiting.append(Tell(self._live.told(line), line.marks, line.place))
            else:
                self._live.change(line)
                self._waiting.append(line)
        except ValueError as error:
            self._problems.append(Problem(line.place, str(error)))

    def message(self, message: Message) -> None:
        self._last_said = Utterance(message.text, _with_marks(self._waiting), message.place)
        self._said_at = len(self.steps)
        self.steps.append(self._last_said)
        self._waiting = []

    def settle(self) -> None:
        """Give what no message carried to the message before it, if it may be."""
        unspoken = [operation for operation in self._waiting if _is_derived(operation)]
        for operation in self._waiting:
            if not _is_derived(operation):
                verb = "tell" if isinstance(operation, Tell) else operation.kind
                message = f"no message carries this '{verb}'; write a '| message' below it, before any 'ask'"
                self._problems.append(Problem(operation.place, message))
        before = self._last_said
        if unspoken and before is not None:
            operations = _with_marks([*before.operations, *unspoken])
            self.steps[self._said_at] = self._last_said = replace(before, operations=operations)
        elif unspoken and len(unspoken) == len(self._waiting):
            message = (
                "a 'derive' needs a message that it follows from; write the change and its '| message' first"
            )
            self._problems += [Problem(operation.place, message) for operation in unspoken]
        self._waiting = []


def _is_derived(operation: Operation) -> bool:
    return isinstance(operation, Change) and operation.kind == "derive"


def _with_marks(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """The operations of one message, its marks given to each ``derive`` among them."""
    spoken = [mark for operation in operations if not _is_derived(operation) for mark in operation.marks]
    return tuple(
        replace(operation, marks=tuple(dict.fromkeys((*operation.marks, *spoken))))
        if _is_derived(operation)
        else operation
        for operation in operations
    )


def _asked_at_the_end(steps: Sequence[Step], checks: Sequence[Check], problems: list[Problem]) -> list[Ask]:
    """Asks for all checks if the script names none; else sees that it names each of them once."""
    asks = [step for step in steps if isinstance(step, Ask)]
    if not asks:
        return [Ask(check.id, check.place) for check in checks]
    known = {check.id: check for check in checks}
    named: dict[str, Ask] = {}
    for ask in asks:
        if ask.check_id not in known:
            ids = ", ".join(known) or "none"
            problems.append(
                Problem(ask.place, f"there is no check {ask.check_id!r} in this phase; it has: {ids}")
            )
        elif ask.check_id in named:
            first = named[ask.check_id].place.line
            problems.append(
                Problem(ask.place, f"check {ask.check_id!r} is asked twice, first on line {first}")
            )
        named.setdefault(ask.check_id, ask)
    for check in checks:
        if check.id not in named:
            message = f"check {check.id!r} is never asked, though the phase's script has an 'ask'; write '{FORMS['ask']}'"
            problems.append(Problem(check.place, message.replace("CHECK", check.id)))
    return []
