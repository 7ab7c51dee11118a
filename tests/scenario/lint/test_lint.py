"""The lint as a whole: what it makes of folders without a fault, without scripts, and with faults in many places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]


def test_a_folder_without_a_fault_has_no_findings(lint_demo: Lint) -> None:
    found = lint_demo()
    assert ([], []) == (found.problems, found.warnings)


def test_findings_come_in_the_order_of_files_and_lines(lint_demo: Lint) -> None:
    found = lint_demo(
        ("chapter3.md", "about $850.", "about $580."),
        ("chapter2.md", "deposit 500", "deposit paid"),
        ("chapter3.md", "never told me the tariff", "told me 20 cents"),
        ("chapter3.md", 'total: "$4,180"', 'total: "$4,200"'),
    )
    places = [line.split(": ")[0] for line in found.problems]
    assert ["chapter2.md:17", "chapter3.md:18", "chapter3.md:37", "chapter3.md:37"] == places


def test_warnings_of_the_loader_are_among_the_warnings(lint_files: Lint) -> None:
    found = lint_files({"chapter1.md": "## One\n❓ 1.1 Q? Correct answer: 1\n", "notes.md": "Some words.\n"})
    expected = (
        "notes.md:1: neither listed in 'chapters' nor a fact sheet; list it, or begin its name with '_'"
    )
    assert ([], [expected]) == (found.problems, found.warnings)


WITHOUT_SCRIPTS = {
    "chapter1.md": """## One
```js
vars.require_all_facts = "pets";
```
Tell about your pets. Then Boss gets 50 g: update the fact.

## Two
❓ 2.1 What is Boss given each day?
   Correct answer: 50 g.
   Key: {type: "RECALL", facts: ["pets:1.1"], value: "50 g"}
❓ 2.2 What is our electricity tariff? Correct answer: you never told me.
❓ 2.3 When is Lena's birthday? Correct answer: 14 March.
""",
    "pets.md": "# Pets\n## 1. Boss\n1.1 Boss gets 70 g a day\n1.2 Boss is grey\n",
}


@pytest.mark.parametrize("before", ["70 g", "his food"])
def test_a_folder_without_scripts_is_not_asked_what_was_told(lint_files: Lint, before: str) -> None:
    found = lint_files({**WITHOUT_SCRIPTS, "pets.md": WITHOUT_SCRIPTS["pets.md"].replace("70 g", before)})
    assert found.problems == []
    (warning,) = found.warnings
    assert "no phase has a script: the scripted persona reads out the facts" in warning


def test_in_a_folder_without_scripts_what_nobody_tells_is_a_warning(lint_files: Lint) -> None:
    chapter = "## Mood\nYou are in a good mood.\n" + WITHOUT_SCRIPTS["chapter1.md"]
    sheet = "# Car\n## 1. Choice\n1.1 A Toyota\n"
    found = lint_files({**WITHOUT_SCRIPTS, "chapter1.md": chapter, "car.md": sheet})
    assert found.problems == []
    assert (
        found.warnings[0]
        == found.at("car.md", "1.1") + "no phase names or requires fact 'car:1.1': 'A Toyota'"
    )
    assert found.warnings[-1].startswith(
        found.at("chapter1.md", "## Mood") + "the scripted persona has nothing to say in phase 'Mood'"
    )


def test_a_folder_without_scripts_is_checked_in_what_stands_in_its_files(lint_files: Lint) -> None:
    chapter = (
        WITHOUT_SCRIPTS["chapter1.md"]
        .replace("pets:1.1", "pets:1.7")
        .replace("What is Boss given", "Is it 50 g that Boss is given")
    )
    found = lint_files({**WITHOUT_SCRIPTS, "chapter1.md": chapter})
    at = found.at("chapter1.md", "❓ 2.1")
    assert [
        f"{at}check '2.1' gives away its own answer: the question contains '50 g'",
        f"{at}check '2.1' rests on fact 'pets:1.7', but sheet 'pets' has no fact '1.7'; its category has 1.1, 1.2",
    ] == found.problems


def test_a_phase_without_a_script_tells_what_it_requires(lint_files: Lint) -> None:
    said = "## Three\n```script\n| Goodbye.\n```\n"
    found = lint_files(
        {**WITHOUT_SCRIPTS, "chapter2.md": said, "pets.md": WITHOUT_SCRIPTS["pets.md"].replace("70", "50")}
    )
    assert ([], []) == (found.problems, found.warnings)


def test_dates_of_templates_agree_with_each_other(lint_files: Lint) -> None:
    found = lint_files(
        {
            "chapter1.md": """## One
```script
tell log 1
| 142/95 on {{PAST:57:days}}, and 126/82 this morning.
```
❓ 1.1 My readings?
   Correct answer: {{PAST:57:days}} 142/95, {{TODAY}} 126/82.
   Key: {
     type: "SERIES", facts: ["log:1.1", "log:1.2"],
     points: [{at: "{{PAST:57:days}}", value: "142/95"}, {at: "{{TODAY}}", value: "126/82"}],
   }
""",
            "log.md": "# Log\n## 1. Log\n1.1 {{PAST:57:days}}, 142/95\n1.2 {{TODAY::: %A, %d %B}}, 126/82\n".replace(
                "::: ", ":::"
            ),
        }
    )
    assert ([], []) == (found.problems, found.warnings)
