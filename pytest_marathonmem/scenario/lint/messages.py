"""Rules on messages: each carries the values of what it tells, and names what it retires."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.model import Change, Utterance
from pytest_marathonmem.values import content_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.ledger import Moment
    from pytest_marathonmem.scenario.lint.view import View
    from pytest_marathonmem.scenario.model import Operation


def messages_carry_values(view: View) -> Iterator[Problem]:
    """Each message says the values of the operations that it carries."""
    for moment, message, operation in _carried(view):
        day = view.carrying.day_of(moment.phase)
        missing = view.carrying.missing_values(message.text, operation, view.ledger.before(moment), day)
        if missing:
            values = ", ".join(map(repr, missing))
            fault = f"the message doesn't carry {values} of {_described(operation)} at {operation.place}"
            yield Problem(message.place, f"{fault}; say it, or mark what is told by reference with #XREF")


def messages_name_what_they_retire(view: View) -> Iterator[Problem]:
    """A message that retires a fact has a word of it; a warning, for "that one" may be clear."""
    for moment, message, operation in _carried(view):
        if isinstance(operation, Change) and operation.kind == "retire":
            text = view.ledger.before(moment).text(operation.fact) or ""
            if not content_words(text) & content_words(message.text):
                fault = f"the message doesn't name {str(operation.fact)!r} ({text!r})"
                yield Problem(message.place, f"{fault}, which it retires at {operation.place}")


def changed_facts_were_told(view: View) -> Iterator[Problem]:
    """A fact that is changed or retired was told before; else the change is no change to the agent."""
    for moment, _, operation in _carried(view):
        if not isinstance(operation, Change) or operation.kind not in {"edit", "retire"}:
            continue
        if not view.knows(operation.fact, view.ledger.before(moment)):
            fault = f"'{operation.kind}' of {str(operation.fact)!r}, which no message has told before"
            yield Problem(operation.place, f"{fault}; tell it first")


def _carried(view: View) -> Iterator[tuple[Moment, Utterance, Operation]]:
    for moment in view.ledger.timeline:
        if isinstance(moment.step, Utterance):
            for operation in moment.step.operations:
                yield moment, moment.step, operation


def _described(operation: Operation) -> str:
    if isinstance(operation, Change):
        return f"'{operation.kind} {operation.fact.sheet} {operation.fact.id}'"
    ids = " ".join(ref.id for ref in operation.facts)
    return f"'tell {operation.facts[0].sheet} {ids}'" if operation.facts else "'tell'"
