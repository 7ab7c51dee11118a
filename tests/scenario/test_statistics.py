"""A benchmark in numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.scenario.model import Benchmark, FactRef
from pytest_marathonmem.scenario.statistics import Statistics, count, statistics

Load = Callable[..., Benchmark]
FILES = {
    "chapter1.md": """# One
## First
```script
tell pets 1
| Boss is a grey cat who gets 70 g.
tell pets 1.2
| As I said, 70 g.
edit pets 1.2: Boss gets 55 g #CASCADE #STALE
derive pets 1.3: 55 balls of 1 g
| 55 g now.
```
## Second
Talk about the weather.
""",
    "chapter2.md": """# Two
## Third
```script
add pets 1.4: The cushion costs $30 #LATE-ADD
| A cushion, $30.
retire pets 1.1 #RETIRE
| No cat any more.
```
❓ 2.1 How much food? Correct answer: 55 g. Key: {type: "RECALL", facts: ["pets:1.2"], value: "55 g"}
❓ 2.2 And the cushion? Correct answer: $30. Key: {type: "RECALL", facts: ["pets:1.4"], value: "$30"}
❓ 2.3 The tariff? Correct answer: you never told me. Key: {type: "VOID", topic: ["tariff"]}
❓ 2.4 Who is Boss? Correct answer: a cat.
""",
    "pets.md": "# Pets\n## 1. Boss\n1.1 Boss is a grey cat\n1.2 Boss gets 70 g\n1.3 70 balls of 1 g\n1.5 —\n",
}


@pytest.fixture
def counted(load: Load) -> Statistics:
    return count(load(FILES))


def test_chapters_phases_and_checks_are_counted(counted: Statistics) -> None:
    assert (2, 3, 4) == (counted.chapters, counted.phases, counted.checks)


def test_a_fact_told_twice_or_added_counts_once(counted: Statistics) -> None:
    assert 4 == counted.facts


def test_derived_facts_are_not_told(load: Load) -> None:
    files = {**FILES, "chapter1.md": FILES["chapter1.md"].replace("tell pets 1\n", "tell pets 1.1-1.2\n")}
    assert 3 == count(load(files)).facts


def test_the_words_of_messages_are_counted_by_chapter(counted: Statistics) -> None:
    assert {"chapter1": 17, "chapter2": 7} == counted.words


def test_changes_are_counted_by_trap_and_derived_ones_are_not(counted: Statistics) -> None:
    assert {"STALE": 1, "CASCADE": 1, "LATE-ADD": 1, "RETIRE": 1} == counted.changes


def test_checks_are_counted_by_type(counted: Statistics) -> None:
    assert {"RECALL": 3, "VOID": 1} == counted.types


def test_checks_without_a_key_are_counted(counted: Statistics) -> None:
    assert 1 == counted.without_key


def test_checks_are_counted_by_each_of_their_traps(counted: Statistics) -> None:
    assert {"STALE": 1, "CASCADE": 1, "LATE-ADD": 1} == counted.traps


def test_facts_without_a_value_are_uncheckable(counted: Statistics) -> None:
    assert {FactRef("pets", "1.1"): "Boss is a grey cat"} == counted.uncheckable


def test_the_numbers_come_as_lines(load: Load) -> None:
    expected = [
        "chapters 2, phases 3, facts told 4, checks 4, words told 24",
        "changes by trap: STALE 1, CASCADE 1, LATE-ADD 1, RETIRE 1",
        "checks by type: RECALL 3, VOID 1 (1 inferred, without a key)",
        "checks by trap: STALE 1, CASCADE 1, LATE-ADD 1",
        "words told by chapter:",
        "  chapter1     17  71%",
        "  chapter2      7  29%",
        "uncheckable facts: 1",
        "  pets:1.1 Boss is a grey cat",
    ]
    assert expected == statistics(load(FILES))


def test_a_folder_without_scripts_has_no_words(load: Load) -> None:
    lines = statistics(load({"chapter1.md": "## One\nTalk.\n❓ 1.1 Q? Correct answer: 1\n"}))
    assert "chapters 1, phases 1, facts told 0, checks 1, words told 0" == lines[0]
    assert not any("by chapter" in line for line in lines)
