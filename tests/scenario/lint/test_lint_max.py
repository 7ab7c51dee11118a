"""The shipped benchmark Max: its key is proven, and each kind of fault planted in a copy is found."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.lint import lint

MAX = Path(__file__).parents[3] / "benchmarks" / "max"
STARTED = datetime(2026, 7, 27, 9, 30, tzinfo=UTC)


class Fault(NamedTuple):
    kind: str
    file: str
    old: str
    new: str
    line: str
    """How the line begins at which the fault is to be found."""
    message: str
    """A part of what is said about it."""


def of_check(kind: str, check: str, old: str, new: str, message: str) -> Fault:
    return Fault(kind, "chapter20.md", old, new, f"❓ {check} ", f"check {check!r} {message}")


FAULTS = (
    of_check(
        "a wrong value",
        "20.2",
        'value: "$48 per m²"',
        'value: "$49 per m²"',
        "wants '$49 per m²', which stands in no present text of kitchen:1.2",
    ),
    of_check(
        "a correct answer that disagrees",
        "20.13",
        "Correct answer: $430.",
        "Correct answer: $340.",
        "wants '$430', which its correct answer doesn't say",
    ),
    of_check(
        "an unknown fact",
        "20.11",
        'facts: ["trip:2.1"]',
        'facts: ["trip:2.1", "trip:2.99"]',
        "rests on fact 'trip:2.99', but sheet 'trip' has no fact",
    ),
    of_check(
        "an uncheckable fact",
        "20.21",
        'facts: ["family:1.2"]',
        'facts: ["family:1.2", "family:1.3"]',
        "rests on 'family:1.3', which has no value that code can look for",
    ),
    of_check(
        "a historical value that is the present one",
        "20.18",
        'value: "$90 a night"',
        'value: "$110 a night"',
        "wants the earlier value '$110 a night', which still stands",
    ),
    of_check(
        "a historical value that never was",
        "20.17",
        'value: "$850"',
        'value: "$870"',
        "wants the earlier value '$870', which stands in no earlier text of car:1.2",
    ),
    of_check(
        "a wrong sum",
        "20.12",
        'total: "$1,765"',
        'total: "$1,756"',
        "has the total '$1,756', but $560 + $440 + $80 + $340 + $300 + $45 is 1,765",
    ),
    of_check(
        "a wrong component",
        "20.3",
        '"bathroom:2.1": "$700"',
        '"bathroom:2.1": "$710"',
        "sums '$710' of 'bathroom:2.1', which says",
    ),
    of_check(
        "an aggregate without parts",
        "20.24",
        'total: "$1,412", about: "$3"',
        'value: "$1,412"',
        "is an AGG without 'total' and 'points'",
    ),
    of_check(
        "a retired item that isn't absent",
        "20.14",
        '"wine fridge", "wine cooler"',
        '"dishwasher"',
        "covers sheet 'kitchen', where 'kitchen:2.4' ('Wine fridge, $330') is retired",
    ),
    of_check(
        "a retired item in the question",
        "20.12",
        "counting everything",
        "without the horse ride, counting everything",
        "names the retired 'horse ride' in its question",
    ),
    of_check(
        "a wrong point of a series",
        "20.5",
        'value: "135/88"',
        'value: "135/89"',
        "has the point '135/89' at '21 June 2026', which stands in no present text",
    ),
    of_check(
        "a question with its own answer",
        "20.10",
        "in the end?",
        "in the end, 50 g?",
        "gives away its own answer: the question contains '50 g'",
    ),
    of_check(
        "a question with a later answer",
        "20.1",
        "in the end?",
        "in the end, with $940 of glazing?",
        "gives away the answer '$940' of check '20.25'",
    ),
    of_check("a void check without a topic", "20.23", ', topic: ["parking"]', "", "is VOID without 'topic'"),
    of_check(
        "a fact that was never told",
        "20.26",
        'facts: ["work:1.1"], value: "9 people"',
        'facts: ["work:1.9"], value: "9 people"',
        "can't be answered: no message tells 'work:1.9'",
    ),
    Fault(
        "a fact that no message tells",
        "work.md",
        "1.1 ",
        "1.9 Team of 9 people\n1.1 ",
        "1.9 ",
        "no message tells fact 'work:1.9'",
    ),
    Fault(
        "a topic that was told",
        "chapter18.md",
        "| Storage:",
        "| Electricity! Storage:",
        "| Electricity!",
        "holds 'electricity', but check '20.20'",
    ),
    Fault(
        "a message without its value",
        "chapter14.md",
        "an LED strip under the wall cabinets, $120.",
        "an LED strip under the wall cabinets.",
        "| Then a new line",
        "the message doesn't carry '$120' of 'add kitchen 2.5'",
    ),
    Fault(
        "a mark on a stranger",
        "chapter14.md",
        "retire kitchen 2.4 #RETIRE",
        "retire kitchen 2.4 #LATE-ADD",
        "retire kitchen",
        "#LATE-ADD on 'retire'",
    ),
    Fault(
        "an own mistake that nobody asked about",
        "chapter14.md",
        "edit hallway 1.5: Front door, $685 #RECONSIDER",
        "edit hallway 1.5: Front door, $685 #SELF-FIX",
        "edit hallway 1.5",
        "#SELF-FIX on 'hallway:1.5', but no check of this phase asks for it",
    ),
    Fault(
        "a requirement that can't be met",
        "chapter2.md",
        'require_all_facts = "family:1"',
        'require_all_facts = ["family:1", "bike"]',
        "## ",
        "the phase requires all facts of 'bike'",
    ),
    Fault(
        "a wrong weekday",
        "chapter18.md",
        "| File system, since you're here.",
        "| On Monday, 5 July 2026: file system.",
        "| On Monday",
        "'5 July 2026' stands with 'Monday', but 2026-07-05 is a Sunday",
    ),
)


def replaced(text: str, fault: Fault) -> str:
    """The text with the fault; in an exam only below its question."""
    start = text.index(f"\n{fault.line}") if fault.line.startswith("❓") else 0
    assert fault.old in text[start:], f"{fault.file} has no {fault.old!r} any more"
    return text[:start] + text[start:].replace(fault.old, fault.new, 1)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of Max with all the faults at once."""
    folder = tmp_path_factory.mktemp("copy") / "max"
    shutil.copytree(MAX, folder)
    for fault in FAULTS:
        path = folder / fault.file
        path.write_text(replaced(path.read_text(encoding="utf-8"), fault), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def findings(faulty: Path) -> list[str]:
    result = lint(load_benchmark(faulty, STARTED))
    return [str(problem).replace(f"{faulty}/", "") for problem in (*result.problems, *result.warnings)]


def test_the_key_of_max_is_proven() -> None:
    result = lint(load_benchmark(MAX, STARTED))
    assert ((), ()) == (result.problems, result.warnings)


@pytest.mark.parametrize(
    "day", [datetime(2027, 2, 28, tzinfo=UTC), datetime(2028, 2, 29, 23, 59, tzinfo=UTC)]
)
def test_the_key_of_max_is_proven_on_any_day(day: datetime) -> None:
    result = lint(load_benchmark(MAX, day))
    assert ((), ()) == (result.problems, result.warnings)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.kind)
def test_a_fault_planted_in_a_copy_of_max_is_found(faulty: Path, findings: list[str], fault: Fault) -> None:
    lines = (faulty / fault.file).read_text(encoding="utf-8").split("\n")
    number = next(n for n, line in enumerate(lines, start=1) if line.startswith(fault.line))
    start = f"{fault.file}:{number}: "
    assert [line for line in findings if line.startswith(start) and fault.message in line], findings
