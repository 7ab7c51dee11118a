from __future__ import annotations

import json
from collections.abc import Callable
from datetime import time

import pytest

from pytest_marathonmem.errors import Place
from pytest_marathonmem.persona.slices import Slice, as_checklist, as_script, cut
from pytest_marathonmem.scenario.model import (
    Ask,
    Change,
    Check,
    FactRef,
    Phase,
    PhaseSettings,
    Step,
    Tell,
    Utterance,
    Wait,
)

HERE = Place("chapter1.md", 1)


def check(check_id: str) -> Check:
    return Check(check_id, f"What about {check_id}?", f"answer {check_id}", None, HERE)


def phase(body: tuple[str | Check, ...], script: tuple[Step, ...] = ()) -> Phase:
    return Phase("chapter1", 1, "Theme", body, script, PhaseSettings(), None, (), HERE)


def say(text: str) -> Utterance:
    return Utterance(text, (), HERE)


def test_a_phase_without_checks_is_one_slice() -> None:
    (only,) = cut(phase(("Talk.",), (say("Hello"),)))
    assert (only.prose, only.steps, only.check) == ("Talk.", (say("Hello"),), None)


def test_a_script_is_cut_at_its_asks() -> None:
    script = (say("a"), Ask("1.1", HERE), say("b"), Ask("1.2", HERE), say("c"))
    slices = cut(phase((check("1.1"), check("1.2")), script))
    assert [((say("a"),), "1.1"), ((say("b"),), "1.2"), ((say("c"),), None)] == [
        (piece.steps, piece.check and piece.check.id) for piece in slices
    ]


def test_prose_is_cut_at_the_checks_where_there_is_no_script() -> None:
    slices = cut(phase(("before", check("1.1"), "between", check("1.2"), "after")))
    assert [piece.prose for piece in slices] == ["before", "between", "after"]


def test_prose_behind_a_check_waits_until_all_checks_before_it_are_asked() -> None:
    body = ("start", check("1.1"), "behind 1.1", check("1.2"), "behind 1.2")
    slices = cut(phase(body, (Ask("1.2", HERE), Ask("1.1", HERE))))
    assert [piece.prose for piece in slices] == ["start", "", "behind 1.1\n\nbehind 1.2"]


@pytest.mark.parametrize("write", [as_script, as_checklist])
def test_no_slice_shows_an_answer(write: Callable[[Slice], str]) -> None:
    slices = cut(phase(("prose", check("1.1"), check("1.2")), (Ask("1.1", HERE), Ask("1.2", HERE))))
    assert not any("answer 1." in write(piece) for piece in slices)


def operations() -> tuple[Tell | Change, ...]:
    return (
        Tell((FactRef("pets", "1.1"), FactRef("pets", "1.2")), (), HERE),
        Change("edit", FactRef("pets", "1.3"), "50 g", ("SELF-FIX",), HERE),
        Change("derive", FactRef("pets", "1.4"), "1.5 kg a month", (), HERE),
    )


def test_a_script_has_every_step_word_for_word_but_what_is_derived() -> None:
    piece = cut(
        phase((), (Utterance("Boss gets 50 g.\nReally.", operations(), HERE), Wait(time(8, 5), HERE)))
    )[0]
    lines = [json.loads(line) for line in as_script(piece).split("```jsonl\n")[1].split("\n")[:-1]]
    assert lines == [
        {
            "say": "Boss gets 50 g.\nReally.",
            "told": [["pets", "1.1"], ["pets", "1.2"]],
            "changes": [{"kind": "edit", "sheet": "pets", "id": "1.3", "text": "50 g"}],
        },
        {"wait": "08:05"},
    ]


def test_a_checklist_names_operations_and_leaves_the_words_to_the_prose() -> None:
    piece = cut(phase(("You are in a hurry.",), (Utterance("Boss gets 50 g.", operations(), HERE),)))[0]
    assert as_checklist(piece) == (
        "You are in a hurry.\n\n"
        "Your checklist, in this order:\n1. tell pets 1.1, 1.2\n2. edit pets 1.3: 50 g\n\n"
        "When all this is done, call `next_phase`."
    )


def test_a_checklist_without_prose_says_what_to_convey() -> None:
    piece = cut(phase((), (Utterance("Boss gets 50 g.", (), HERE),)))[0]
    assert "1. convey in your own words: Boss gets 50 g." in as_checklist(piece)


def test_a_checklist_says_what_is_told_by_reference() -> None:
    told = Tell((FactRef("kitchen", "3.1"),), ("XREF",), HERE)
    changed = Change("edit", FactRef("kitchen", "3.2"), "$55", ("XREF",), HERE)
    piece = cut(phase(("Say it so.",), (Utterance("As in the bathroom.", (told, changed), HERE),)))[0]
    assert (
        "1. tell kitchen 3.1 (by reference, without its value)\n"
        "2. edit kitchen 3.2 (by reference, without its value): $55\n"
    ) in as_checklist(piece)
