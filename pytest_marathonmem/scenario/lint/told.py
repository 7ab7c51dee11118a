"""Rules on what was told: facts of a key exist, are known and can be checked; required facts are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem
from pytest_marathonmem.scenario.lint.view import facts_of
from pytest_marathonmem.scenario.model import RETIRED, FactRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.ledger import Version
    from pytest_marathonmem.scenario.lint.view import View


def facts_of_keys_exist(view: View) -> Iterator[Problem]:
    """Each fact of a key exists when its check is asked."""
    for examined in view.examined:
        for ref in map(FactRef.parse, examined.key.rests_on):
            if ref not in examined.chains:
                later = view.ledger.end.chain(ref)
                yield examined.problem(f"rests on fact {str(ref)!r}, {_why_it_is_missing(view, ref, later)}")


def _why_it_is_missing(view: View, ref: FactRef, later: tuple[Version, ...]) -> str:
    if later:
        return f"which is added only after the asking, at {later[0].place}; ask later or leave it out"
    if ref.sheet not in view.benchmark.sheets:
        known = ", ".join(sorted(view.benchmark.sheets)) or "none"
        return f"but there is no sheet {ref.sheet!r}; known sheets: {known}"
    category = ref.id.partition(".")[0]
    ids = ", ".join(other.id for other in facts_of(f"{ref.sheet}:{category}", view.ledger.end)) or "no facts"
    return f"but sheet {ref.sheet!r} has no fact {ref.id!r}; its category has {ids}"


def examined_facts_are_told(view: View) -> Iterator[Problem]:
    """Nothing is examined that was never told."""
    for examined in view.provable:
        for ref, text in examined.current.items():
            if not view.knows(ref, examined.state):
                told = f"no message tells {str(ref)!r} ({text!r}) before the asking"
                yield examined.problem(f"can't be answered: {told}; tell it earlier")


def examined_facts_are_checkable(view: View) -> Iterator[Problem]:
    """A fact that a check rests on has a value, so that code can see whether it was told."""
    for examined in view.provable:
        for ref, chain in examined.chains.items():
            texts = [version.text for version in chain if version.text != RETIRED]
            by_reference = any("XREF" in version.marks for version in chain)
            if texts and not by_reference and not any(view.carrying.values(ref, text) for text in texts):
                fault = f"rests on {str(ref)!r}, which has no value that code can look for: {texts[-1]!r}"
                yield examined.problem(f"{fault}; name one in the key, in the fact's own words")


def required_facts_are_told(view: View) -> Iterator[Problem]:
    """A phase that requires facts can end: its script and those before it tell them."""
    for phase in view.benchmark.phases:
        if not phase.script:
            continue
        state = view.ledger.after_phase(phase)
        for area in phase.settings.require_all_facts:
            refs = [ref for ref in facts_of(area, state) if state.text(ref) != RETIRED]
            untold = ", ".join(ref.id for ref in refs if not view.knows(ref, state))
            if untold:
                message = (
                    f"the phase requires all facts of {area!r}, but by its end no message tells {untold}"
                )
                yield Problem(phase.place, f"{message}; tell them in its script or an earlier one")


def facts_are_told(view: View) -> Iterator[Problem]:
    """Each fact of a sheet is told at some time."""
    subject = "no message tells" if view.scripted else "no phase names or requires"
    for sheet in view.benchmark.sheets.values():
        for fact in sheet.facts:
            if fact.text != RETIRED and not view.knows(fact.ref, view.ledger.end):
                yield Problem(fact.place, f"{subject} fact {str(fact.ref)!r}: {fact.text!r}")


def plain_phases_are_read_out(view: View) -> Iterator[Problem]:
    """What the scripted persona makes of a folder without scripts, and of phases in which it finds nothing to say."""
    plain = [phase for phase in view.benchmark.phases if phase.prose and not phase.script]
    if plain and not view.scripted:
        yield Problem(
            plain[0].place,
            "no phase has a script: the scripted persona reads out the facts that phases name or require, says quoted "
            "lines and asks the checks; changes, and whatever else the prose asks for, are left to a language model",
        )
    for phase, read in zip(view.benchmark.phases, view.read_out.phases, strict=True):
        if phase.prose and not read.script:
            message = (
                f"the scripted persona has nothing to say in phase {phase.title!r}: it has no script, names no sheet, "
                "requires none and quotes no line"
            )
            yield Problem(phase.place, message)
