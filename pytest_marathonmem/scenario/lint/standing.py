"""Rules on a key's values: they stand in the texts of its facts, the present or an earlier one."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.lint.view import quoted, wanted
from pytest_marathonmem.scenario.model import Utterance
from pytest_marathonmem.values import same_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.ledger import Version
    from pytest_marathonmem.scenario.lint.view import Examined, View
    from pytest_marathonmem.scenario.model import FactRef

_PRESENT = frozenset({"RECALL", "AGG", "NEG"})


def present_values_stand(view: View) -> Iterator[Problem]:
    """What counts stands in the present text of one of the facts."""
    for examined in view.provable:
        for spellings in wanted(examined.key) if examined.key.type in _PRESENT and examined.chains else ():
            if not any(_says_one(view, text, spellings) for text in examined.current.values()):
                past = next(_past_texts(view, examined, spellings), None)
                fault = f"wants {quoted(spellings)}, which stands in no present text of {examined.facts}"
                where = f"; it was so until {past[2].place}" if past else ""
                yield examined.problem(fault + where)


def past_values_stand(view: View) -> Iterator[Problem]:
    """HIST: what counts stands in an earlier text of a fact, was told, and is not the fact's present value."""
    for examined in view.provable:
        for spellings in wanted(examined.key) if examined.key.type == "HIST" and examined.chains else ():
            if fault := _fault_of_past(view, examined, spellings):
                yield examined.problem(f"wants the earlier value {quoted(spellings)}, {fault}")


def _fault_of_past(view: View, examined: Examined, spellings: tuple[str, ...]) -> str:
    present = [str(ref) for ref, text in examined.current.items() if _says_one(view, text, spellings)]
    past = list(_past_texts(view, examined, spellings))
    if present:
        return f"which still stands in the present text of {', '.join(present)}"
    if not past:
        return f"which stands in no earlier text of {examined.facts}"
    if not any(old.known_since or view.told_in_prose(ref, examined.state) for ref, old, _ in past):
        return f"but no message told it before it was changed at {past[0][2].place}"
    return ""


def _past_texts(
    view: View, examined: Examined, spellings: tuple[str, ...]
) -> Iterator[tuple[FactRef, Version, Version]]:
    """Each earlier text that says one of the spellings, with the change that ended it."""
    for ref, chain in examined.chains.items():
        for version, after in pairwise(chain):
            if _says_one(view, version.text, spellings):
                yield ref, version, after


def values_are_spoken(view: View) -> Iterator[Problem]:
    """A value whose only text is told by reference is said by some message."""
    for examined in view.provable:
        for spellings in wanted(examined.key):
            versions = [version for chain in examined.chains.values() for version in chain]
            holders = [version for version in versions if _says_one(view, version.text, spellings)]
            referred = ["XREF" in version.marks and version.kind != "derive" for version in holders]
            if (
                referred
                and all(referred)
                and not any(_says_one(view, text, spellings) for text in _messages(examined))
            ):
                fault = f"wants {quoted(spellings)}, which is told by reference only (#XREF)"
                yield examined.problem(f"{fault} and said by no message; name the fact that it refers to")


def _messages(examined: Examined) -> Iterator[str]:
    return (moment.step.text for moment in examined.state.messages if isinstance(moment.step, Utterance))


def values_do_not_compete(view: View) -> Iterator[Problem]:
    """The facts of a single value don't give several values of its kind."""
    for examined in view.provable:
        groups = wanted(examined.key)
        texts = examined.current.values()
        single = examined.key.type == "RECALL" and len(groups) == 1
        if single and any(_says_one(view, text, groups[0]) for text in texts):
            for ref, value in _competing(view, examined, groups[0]):
                fault = f"wants {quoted(groups[0])}, but {str(ref)!r} says {value!r} at the asking"
                yield examined.problem(f"{fault}; leave the fact out of 'facts', or bring it up to date")


def _competing(view: View, examined: Examined, spellings: tuple[str, ...]) -> Iterator[tuple[FactRef, str]]:
    asked = [value for spelling in spellings for value in view.passage(spelling).values]
    for ref, text in examined.current.items():
        if not _says_one(view, text, spellings):
            for value in view.passage(text).values:
                if any(same_kind(value, other) for other in asked):
                    yield ref, value.text


def known_values_are_left_out(view: View) -> Iterator[Problem]:
    """``stale`` and ``forbidden`` hold only what the ledger can't know."""
    for examined in view.provable:
        fields = {"stale": examined.key.stale, "forbidden": examined.key.forbidden}
        for name, value in ((name, value) for name, values in fields.items() for value in values):
            for _, version, after in _past_texts(view, examined, (value,)):
                known = f"{version.text!r} was so until {after.place}"
                yield examined.problem(
                    f"names {value!r} as {name!r}, which the ledger knows: {known}; leave it out"
                )
                break


def keys_name_facts(view: View) -> Iterator[Problem]:
    """A key with a value names the facts that hold it."""
    for examined in view.examined:
        if examined.key.type != "VOID" and not examined.key.rests_on:
            yield examined.problem("names no 'facts', so that nothing proves its value")


def _says_one(view: View, text: str, spellings: tuple[str, ...]) -> bool:
    return any(view.says(text, spelling) for spelling in spellings)
