"""What was told, and what a key may rest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]

ASKED = ("chapter3.md", "❓ 3.1")


@pytest.mark.parametrize(
    ("plants", "at", "message"),
    [
        pytest.param(
            [("chapter3.md", 'facts: ["car:1.1"]', 'facts: ["car:1.1", "car:1.9"]')],
            ASKED,
            "check '3.1' rests on fact 'car:1.9', but sheet 'car' has no fact '1.9'; its category has 1.1, 1.2",
            id="an unknown fact",
        ),
        pytest.param(
            [("chapter3.md", 'facts: ["car:1.1"]', 'facts: ["car:1.1", "boat:1.1"]')],
            ASKED,
            "check '3.1' rests on fact 'boat:1.1', but there is no sheet 'boat'; known sheets: car, health, kitchen, pets",
            id="an unknown sheet",
        ),
        pytest.param(
            [("chapter1.md", 'facts: ["pets:1.2"]', 'facts: ["pets:1.2", "pets:1.3"]')],
            ("chapter1.md", "❓ 1.1"),
            "check '1.1' rests on fact 'pets:1.3', which is added only after the asking, at chapter2.md:18; "
            "ask later or leave it out",
            id="a fact that is added later",
        ),
        pytest.param(
            [("chapter2.md", "tell car 1.1\n| We take the RAV4, deposit 500.\n", "")],
            ASKED,
            "check '3.1' can't be answered: no message tells 'car:1.1' ('We take the Toyota RAV4, deposit $500') "
            "before the asking; tell it earlier",
            id="a fact that is never told",
        ),
        pytest.param(
            [
                ("pets.md", "1.1 Boss is 4 years old", "1.1 Boss is a grey cat"),
                ("chapter1.md", 'facts: ["pets:1.2"]', 'facts: ["pets:1.2", "pets:1.1"]'),
            ],
            ("chapter1.md", "❓ 1.1"),
            "check '1.1' rests on 'pets:1.1', which has no value that code can look for: 'Boss is a grey cat'; "
            "name one in the key, in the fact's own words",
            id="an uncheckable fact",
        ),
        pytest.param(
            [("chapter1.md", '"pets", "kitchen:1"', '"pets", "car"')],
            ("chapter1.md", "## First"),
            "the phase requires all facts of 'car', but by its end no message tells 1.1; "
            "tell them in its script or an earlier one",
            id="a requirement that can't be met",
        ),
    ],
)
def test_a_fault_is_a_problem(
    lint_demo: Lint, plants: list[tuple[str, str, str]], at: tuple[str, str], message: str
) -> None:
    found = lint_demo(*plants)
    assert [found.at(*at) + message] == found.problems


def test_a_fact_of_a_sheet_that_no_message_tells_is_a_warning(lint_demo: Lint) -> None:
    found = lint_demo(("car.md", "1.2 Customs", "1.7 Winter tyres, $400\n1.2 Customs"))
    message = "no message tells fact 'car:1.7': 'Winter tyres, $400'"
    assert ([], [found.at("car.md", "1.7") + message]) == (found.problems, found.warnings)


def test_a_derived_fact_counts_as_known(lint_demo: Lint) -> None:
    derived = 'type: "AGG", facts: ["kitchen:1.6"], total: "$4,700"}'
    assert (
        []
        == lint_demo(
            ("chapter3.md", 'type: "HIST", facts: ["car:1.2"], value: "$850"}', derived),
            ("chapter3.md", "about $850.", "$4,700."),
        ).problems
    )


def test_a_deleted_fact_need_not_be_told(lint_demo: Lint) -> None:
    found = lint_demo(("pets.md", "1.2 Boss gets", "1.9 —\n1.2 Boss gets"))
    assert ([], []) == (found.problems, found.warnings)


def test_a_fact_told_by_reference_needs_no_value(lint_demo: Lint) -> None:
    assert [] == lint_demo().problems


def test_a_name_in_the_key_makes_a_fact_checkable(lint_demo: Lint) -> None:
    found = lint_demo(
        ("pets.md", "1.1 Boss is 4 years old", "1.1 Boss is a grey cat"),
        ("chapter1.md", "My cat Boss is 4 years old", "My cat Boss is a grey one"),
        ("chapter1.md", 'facts: ["pets:1.2"], value: "55 g"', 'facts: ["pets:1.1"], value: "grey"'),
        ("chapter1.md", "Correct answer: 55 g.", "Correct answer: grey."),
        ("chapter1.md", " #SELF-FIX", ""),
    )
    assert ([], []) == (found.problems, found.warnings)
