"""The script of a phase: operations, messages, askings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time

import pytest

from pytest_marathonmem.scenario.model import RETIRED, Ask, Benchmark, Change, Phase, Tell, Utterance, Wait

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
SHEETS = {
    "family.md": "# F\n## 1. Wife\n1.1 Lena\n1.2 31 years\n1.3 —\n1.4 UX\n1.10 March\n## 2. Sister\n2.1 Anna\n## 3. Gone\n3.1 —\n",
    "pets.md": "# P\n## 1. Boss\n1.1 cat\n1.2 70 g\n",
}
CHECKS = "\n❓ 1.1 Q? Correct answer: A.\n❓ 1.2 R? Correct answer: B.\n"


def chapter(script: str, checks: str = CHECKS) -> dict[str, str]:
    return {"chapter1.md": f"## P\n```script\n{script}\n```\n{checks}", **SHEETS}


@pytest.fixture
def phase(load: Load) -> Callable[[str], Phase]:
    return lambda script: next(load(chapter(script)).phases)


@pytest.fixture
def said(phase: Callable[[str], Phase]) -> Callable[[str], list[Utterance]]:
    return lambda script: [step for step in phase(script).script if isinstance(step, Utterance)]


def test_a_message_carries_the_operations_since_the_last_one(said: Callable[[str], list[Utterance]]) -> None:
    first, second = said(
        "tell pets 1.1\nedit pets 1.2: 55 g\n| A cat,\n| 55 g.\nretire pets 1.1\nadd pets 1.3: A dog\n| No, a dog."
    )
    assert (first.text, first.place.line) == ("A cat,\n55 g.", 5)
    assert isinstance(first.operations[0], Tell)
    changes = [
        operation
        for message in (first, second)
        for operation in message.operations
        if isinstance(operation, Change)
    ]
    assert [(change.kind, str(change.fact), change.text) for change in changes] == [
        ("edit", "pets:1.2", "55 g"),
        ("retire", "pets:1.1", RETIRED),
        ("add", "pets:1.3", "A dog"),
    ]


def test_lines_of_a_message_are_joined_and_an_empty_line_ends_it(
    said: Callable[[str], list[Utterance]],
) -> None:
    texts = [
        message.text
        for message in said(
            "| one\n  |two\n// comment\n|\n| three // no comment\n\n| four\n|   indented #CASCADE"
        )
    ]
    assert texts == ["one\ntwo\n\nthree // no comment", "four\n  indented #CASCADE"]


def test_a_message_without_operations_is_small_talk(said: Callable[[str], list[Utterance]]) -> None:
    assert [message.operations for message in said("| Nice weather.")] == [()]


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ("1.1", ["1.1"]),
        ("1.1 2.1", ["1.1", "2.1"]),
        ("1.1, 2.1", ["1.1", "2.1"]),
        ("1.1,2.1", ["1.1", "2.1"]),
        ("1.1-1.4", ["1.1", "1.2", "1.4"]),
        ("1.1 – 1.2, 2.1", ["1.1", "1.2", "2.1"]),
        ("1.2-1.99x", None),
        ("1", ["1.1", "1.2", "1.4", "1.10"]),
        ("1 2", ["1.1", "1.2", "1.4", "1.10", "2.1"]),
        ("1.2 1.1-1.2 1.2", ["1.2", "1.1"]),
        ("1.10", ["1.10"]),
        ("1.2-1.10", ["1.2", "1.4", "1.10"]),
    ],
)
def test_tell_names_facts_ranges_and_categories(
    load: Load, problems_of: ProblemsOf, ids: str, expected: list[str] | None
) -> None:
    script = chapter(f"tell family {ids}\n| Hi.")
    if expected is None:
        assert f"'tell family {ids}' can't be read; write 'tell SHEET IDS'" in problems_of(script)[0]
        return
    (step, *_) = next(load(script).phases).script
    assert isinstance(step, Utterance)
    (tell,) = step.operations
    assert isinstance(tell, Tell)
    assert expected == [ref.id for ref in tell.facts]


def test_tell_names_facts_added_before_it_in_any_phase(load: Load) -> None:
    text = (
        "## P\n```script\nadd pets 1.3: dog\n| Dog.\n```\n## Q\n```script\ntell pets 1\n| All.\n```\n"
        + CHECKS
    )
    (step,) = (
        step for phase in list(load({"chapter1.md": text, **SHEETS}).phases)[1:] for step in phase.script[:1]
    )
    assert isinstance(step, Utterance)
    assert isinstance(step.operations[0], Tell)
    assert [ref.id for ref in step.operations[0].facts] == ["1.1", "1.2", "1.3"]


@pytest.mark.parametrize(
    ("text", "kept", "marks"),
    [
        ("55 g #RECONSIDER", "55 g", ("RECONSIDER",)),
        ("55 g #CASCADE  #SELF-FIX ", "55 g", ("CASCADE", "SELF-FIX")),
        ("55 g\t#LATE-ADD", "55 g", ("LATE-ADD",)),
        ("paint #3", "paint #3", ()),
        ("paint #STALE in it", "paint #STALE in it", ()),
        ("55 g#STALE", "55 g#STALE", ()),
    ],
)
def test_marks_stand_at_an_operations_end(
    said: Callable[[str], list[Utterance]], text: str, kept: str, marks: tuple[str, ...]
) -> None:
    (message,) = said(f"edit pets 1.2: {text}\n| So.")
    (change,) = message.operations
    assert isinstance(change, Change)
    assert (kept, marks) == (change.text, change.marks)


def test_every_mark_may_stand_on_tell_and_retire(said: Callable[[str], list[Utterance]]) -> None:
    (message,) = said("tell pets 1.1 #XREF\nretire pets 1.2 #RETIRE #STALE\n| So.")
    assert [operation.marks for operation in message.operations] == [("XREF",), ("RETIRE", "STALE")]


def test_a_derive_takes_the_marks_of_its_message(said: Callable[[str], list[Utterance]]) -> None:
    (message,) = said("edit pets 1.1: x #CASCADE\nderive pets 1.2: y #STALE\n| So.")
    assert [operation.marks for operation in message.operations] == [("CASCADE",), ("STALE", "CASCADE")]


@pytest.mark.parametrize("behind", ["", "\nask 1.1\nask 1.2", "\nwait 18:00\nask 1.1\nask 1.2"])
def test_a_derive_behind_its_message_is_carried_by_it(
    said: Callable[[str], list[Utterance]], behind: str
) -> None:
    (message,) = said(f"edit pets 1.1: x #CASCADE\n| So.\nderive pets 1.2: y{behind}")
    assert [
        (operation.kind, operation.marks) for operation in message.operations if isinstance(operation, Change)
    ] == [("edit", ("CASCADE",)), ("derive", ("CASCADE",))]


def test_waits_stand_among_the_steps(phase: Callable[[str], Phase]) -> None:
    steps = phase("wait 08:00\ntell pets 1\nwait 18:30\n| Hi.\nask 1.2\nask 1.1").script
    assert [Wait, Wait, Utterance, Ask, Ask] == [type(step) for step in steps]
    assert isinstance(steps[1], Wait)
    assert steps[1].until == time(18, 30)


def test_a_script_with_asks_sets_the_order_of_the_checks(phase: Callable[[str], Phase]) -> None:
    read = phase("ask 1.2\n| Hm.\nask 1.1")
    assert [check.id for check in read.checks] == ["1.2", "1.1"]


def test_a_script_without_asks_asks_its_checks_at_its_end(phase: Callable[[str], Phase]) -> None:
    steps = phase("| Hm.").script
    assert [step.check_id for step in steps if isinstance(step, Ask)] == ["1.1", "1.2"]
    assert isinstance(steps[0], Utterance)


def test_several_blocks_are_one_script(load: Load) -> None:
    text = (
        "## P\n```script\ntell pets 1.1\n```\nProse.\n```script\n| Hi.\n```\n~~~script\n| Ho.\n~~~\n" + CHECKS
    )
    phase = next(load({"chapter1.md": text, **SHEETS}).phases)
    assert [(step.text, len(step.operations)) for step in phase.script if isinstance(step, Utterance)] == [
        ("Hi.", 1),
        ("Ho.", 0),
    ]
    assert phase.prose == "Prose."


TRAPS = "#RECONSIDER, #STALE, #SELF-FIX, #XREF, #CASCADE, #LATE-ADD, #RETIRE"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("sing pets 1", "3: unknown operation 'sing'; known are tell SHEET IDS, add SHEET ID: text, edit"),
        ("Tell pets 1", "3: unknown operation 'Tell'; known are"),
        ("My wife is 31.", "3: unknown operation 'My'; known are"),
        ("tell pets", "3: 'tell pets' can't be read; write 'tell SHEET IDS'"),
        ("tell pets all", "3: 'tell pets all' can't be read; write 'tell SHEET IDS'"),
        ("tell pets:1.1", "3: 'tell pets:1.1' can't be read; write 'tell SHEET IDS'"),
        ("edit pets 1.2 55 g\n| x", "3: 'edit pets 1.2 55 g' can't be read; write 'edit SHEET ID: text'"),
        ("edit pets 1.2:\n| x", "3: 'edit pets 1.2:' can't be read; write 'edit SHEET ID: text'"),
        ("edit pets 1: x\n| x", "3: 'edit pets 1: x' can't be read; write 'edit SHEET ID: text'"),
        ("edit pets 1.2: —\n| x", "3: '—' stands for a retired fact; write 'retire pets 1.2'"),
        ("retire pets 1.2: gone\n| x", "3: 'retire pets 1.2: gone' can't be read; write 'retire SHEET ID'"),
        ("ask", "3: 'ask' can't be read; write 'ask CHECK'"),
        ("ask 1.1 1.2", "3: 'ask 1.1 1.2' can't be read; write 'ask CHECK'"),
        ("ask 1.1 #STALE", "3: 'ask' takes no marks; put #STALE behind the change itself"),
        ("wait 8:00", "3: 'wait 8:00' can't be read; write 'wait HH:MM'"),
        ("wait 24:00", "3: 'wait 24:00' can't be read; write 'wait HH:MM'"),
        ("edit pets 1.2: x #TRICK\n| x", f"3: unknown trap 'TRICK'; the marks are {TRAPS}"),
        ("edit pets 1.2: x #stale\n| x", f"3: unknown trap 'stale'; the marks are {TRAPS}"),
        ("|\n|  ", "3: a message says nothing; write it behind '|'"),
        ("tell garden 1\n| x", "3: there is no sheet 'garden'; known sheets: family, pets"),
        ("tell pets 2\n| x", "3: sheet 'pets' has no category '2'; it has: 1. Add a '## 2. Name' to it"),
        ("tell pets 1.7\n| x", "3: sheet 'pets' has no fact '1.7' here; known in its category: 1.1, 1.2"),
        ("tell family 1.3\n| x", "3: fact 'family:1.3' is retired here"),
        ("tell family 3\n| x", "3: category '3' of sheet 'family' has nothing to tell here"),
        (
            "tell family 1.1-2.1\n| x",
            "3: '1.1-2.1' is no range; it goes up within one category, such as 1.1-1.6",
        ),
        ("tell family 1.4-1.1\n| x", "3: '1.4-1.1' is no range"),
        ("tell family 1.1-1.9\n| x", "3: sheet 'family' has no fact '1.9' here"),
        ("tell pets 1.3\n| x\nadd pets 1.3: dog\n| x", "3: sheet 'pets' has no fact '1.3' here"),
        (
            "add pets 1.2: dog\n| x",
            "3: id '1.2' of sheet 'pets' is used already; add with an id never used before",
        ),
        ("add family 1.3: dog\n| x", "3: id '1.3' of sheet 'family' is used already"),
        (
            "add pets 2.1: dog\n| x",
            "3: sheet 'pets' has no category '2'; it has: 1. Add a '## 2. Name' to it",
        ),
        ("edit pets 1.9: x\n| x", "3: sheet 'pets' has no fact '1.9' here"),
        (
            "retire pets 1.2\n| x\nedit pets 1.2: x\n| x",
            "5: fact 'pets:1.2' is retired here; add a new one instead",
        ),
        ("retire pets 1.2\n| x\nretire pets 1.2\n| x", "5: fact 'pets:1.2' is retired here"),
        ("retire pets 1.2\n| x\ntell pets 1.2\n| x", "5: fact 'pets:1.2' is retired here"),
        ("retire pets 1.2\n| x\nderive pets 1.2: y", "5: fact 'pets:1.2' is retired here"),
        ("tell pets 1", "3: no message carries this 'tell'; write a '| message' below it, before any 'ask'"),
        ("| x\nedit pets 1.2: y", "4: no message carries this 'edit'"),
        ("tell pets 1\nask 1.1\n| x\nask 1.2", "3: no message carries this 'tell'"),
        ("derive pets 1.2: y", "3: a 'derive' needs a message that it follows from"),
        ("derive pets 1.2: y\nask 1.1\nask 1.2\n| x", "3: a 'derive' needs a message that it follows from"),
        ("ask 9.9\nask 1.1\nask 1.2", "3: there is no check '9.9' in this phase; it has: 1.1, 1.2"),
        ("ask 1.1\nask 1.1\nask 1.2", "4: check '1.1' is asked twice, first on line 3"),
        ("ask 1.1", "7: check '1.2' is never asked, though the phase's script has an 'ask'; write 'ask 1.2'"),
    ],
)
def test_a_fault_is_named_with_its_line(problems_of: ProblemsOf, script: str, expected: str) -> None:
    (problem,) = problems_of(chapter(script))
    assert problem.startswith(f"chapter1.md:{expected}")


def test_all_faults_of_a_script_come_together(problems_of: ProblemsOf) -> None:
    problems = problems_of(chapter("sing\ntell pets 9\nedit pets 1.1: x #NO\nask 1.7\n| x"))
    assert [int(problem.split(":")[1]) for problem in problems] == [3, 4, 5, 6, 10, 11]
