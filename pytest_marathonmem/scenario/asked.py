"""What the ledger knows about a check when it is asked: its traps, its facts' chains, what would be stale."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.inferred import infer_single_value, infer_type
from pytest_marathonmem.scenario.model import RETIRED, TRAPS, Change, FactRef, Utterance
from pytest_marathonmem.scenario.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.keys import CheckType, Key
    from pytest_marathonmem.scenario.ledger import Ledger, Moment, State, Version
    from pytest_marathonmem.scenario.model import Check

Chain = tuple["Version", ...]


@dataclass(frozen=True, slots=True)
class AskedCheck:
    """A check at the moment of its asking."""

    check: Check
    moment: Moment
    type: CheckType
    """The key's; without a key, what its answer shows."""
    traps: tuple[str, ...]
    """In the order of ``TRAPS``, each once."""
    chains: dict[FactRef, Chain]
    """Texts of the facts that the key rests on, and of the retired ones that it names as absent, oldest first."""
    changed: bool
    """Whether the value asked for came by a change: it isn't in its facts' first texts."""
    single_value: bool
    """Whether the check knows only 0 and 10."""
    earlier: tuple[str, ...]
    """Texts of its facts whose values would be stale: the past ones; for HIST, all without the asked value."""

    @property
    def question(self) -> str:
        return self.check.question

    @property
    def expected(self) -> str:
        return self.check.answer


def describe(check: Check, ledger: Ledger) -> AskedCheck:
    """Describe a check of the ledger's benchmark at its asking; without a key the ledger knows nothing of its facts."""
    moment = ledger.asking(check.id)
    if check.key is None:
        kind = infer_type(check.answer, ledger.language)
        single = infer_single_value(check.answer, ledger.language)
        return AskedCheck(check, moment, kind, (), {}, changed=False, single_value=single, earlier=())
    state = ledger.before(moment)
    resting = {ref: state.chain(ref) for ref in map(FactRef.parse, check.key.rests_on)}
    absent = {ref: state.chain(ref) for ref in _retired_and_absent(check.key, state, ledger.language)}
    marks = {
        mark for versions in chain(resting.values(), absent.values()) for v in versions for mark in v.marks
    }
    if _own_mistake_follows(moment, set(resting)):
        marks.add("SELF-FIX")
    return AskedCheck(
        check,
        moment,
        check.key.type,
        tuple(trap for trap in TRAPS if trap in marks),
        {**resting, **absent},
        changed=bool(absent) or _is_changed(check.key, resting, ledger.language),
        single_value=check.key.single_value,
        earlier=tuple(dict.fromkeys(_earlier(check.key, resting, ledger.language))),
    )


def _retired_and_absent(key: Key, state: State, language: str) -> Iterator[FactRef]:
    """Retired facts one of whose texts holds an ``absent`` word."""
    for ref in state.refs if key.absent else ():
        if state.text(ref) == RETIRED:
            passages = [Passage(version.text, language) for version in state.chain(ref)]
            if any(passage.names(name) for passage in passages for name in key.absent):
                yield ref


def _own_mistake_follows(moment: Moment, facts: set[FactRef]) -> bool:
    """Whether the next message with operations, in the same phase, corrects an own mistake about one of the facts."""
    steps = moment.phase.script
    later = steps[steps.index(moment.step) + 1 :] if moment.step in steps else ()
    message = next((step for step in later if isinstance(step, Utterance) and step.operations), None)
    return message is not None and any(
        isinstance(operation, Change) and operation.fact in facts and "SELF-FIX" in operation.marks
        for operation in message.operations
    )


def _is_changed(key: Key, chains: dict[FactRef, Chain], language: str) -> bool:
    first = [versions[0].text for versions in chains.values() if versions]
    wanted = list(_wanted(key))
    if not wanted:
        # Of a total only the components stand in facts.
        return any(versions[0].text != versions[-1].text for versions in chains.values() if versions)
    return bool(first) and not all(
        any(Passage(text, language).says(value) for text in first for value in accepted)
        for accepted in wanted
    )


def _wanted(key: Key) -> Iterator[tuple[str, ...]]:
    """Each thing that stands in a fact's text and counts, with its equally right spellings."""
    if key.value is not None or key.any_of:
        yield key.any_of or (key.value or "",)
    yield from (point.accepted for point in key.points)
    yield from ((amount,) for amount in key.sum.values())


def _earlier(key: Key, chains: dict[FactRef, Chain], language: str) -> Iterator[str]:
    asked = [value for accepted in _wanted(key) for value in accepted]
    for versions in chains.values():
        for number, version in enumerate(versions):
            is_past = number + 1 < len(versions)
            passage = Passage(version.text, language)
            is_asked = any(passage.says(value) for value in asked)
            if version.text != RETIRED and (not is_asked if key.type == "HIST" else is_past):
                yield version.text
