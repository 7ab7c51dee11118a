"""VOID: nobody has said a word of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]


@pytest.mark.parametrize(
    ("plant", "at", "text"),
    [
        pytest.param(
            ("pets.md", "1.1 Boss", "1.1 At a tariff of 4 Boss"),
            ("pets.md", "1.1"),
            "'At a tariff of 4 Boss is 4 years old' holds 'tariff'",
            id="in a fact",
        ),
        pytest.param(
            ("chapter2.md", "add pets 1.3: The cushion", "add pets 1.3: The tariff of the cushion"),
            ("chapter2.md", "add pets"),
            "'The tariff of the cushion of Boss costs $30' holds 'tariff'",
            id="in a change",
        ),
        pytest.param(
            ("chapter2.md", "| A cushion for Boss", "| ÉLECTRICITY! And a cushion for Boss"),
            ("chapter2.md", "| ÉLECTRICITY"),
            "'ÉLECTRICITY! And a cushion for Boss, 30 dollars.' holds 'electricity'",
            id="in a message",
        ),
    ],
)
def test_a_topic_that_was_said_is_a_problem_where_it_was_said(
    lint_demo: Lint, plant: tuple[str, str, str], at: tuple[str, str], text: str
) -> None:
    found = lint_demo(plant)
    asked = "check '3.6' at chapter3.md:33 is VOID about it; say it otherwise"
    assert [f"{found.at(*at)}{text}, but {asked}"] == found.problems


def test_a_longer_word_is_not_the_topic(lint_demo: Lint) -> None:
    assert [] == lint_demo(("chapter2.md", "A cushion", "Tariffless and electricityfree, a cushion")).problems


def test_a_message_after_the_asking_may_hold_the_topic(lint_files: Lint) -> None:
    check = '❓ 1.1 The tariff? Correct answer: you never told me. Key: {type: "VOID", topic: ["tariff"]}\n'
    script = "```script\nask 1.1\n| The tariff is 20 cents, by the way.\n```\n"
    found = lint_files({"chapter1.md": f"## One\n{script}{check}"})
    assert ([], []) == (found.problems, found.warnings)


def test_a_void_check_has_a_topic_and_no_facts(lint_demo: Lint) -> None:
    found = lint_demo(("chapter3.md", 'topic: ["electricity", "tariff"]', 'facts: ["pets:1.1"]'))
    at = found.at("chapter3.md", "❓ 3.6")
    assert [
        f"{at}check '3.6' is VOID without 'topic': words of the thing asked for that nobody has said",
        f"{at}check '3.6' is VOID, but names the facts pets:1.1; a VOID check rests on none",
    ] == found.problems


def test_a_void_check_whose_answer_is_no_refusal_is_a_warning(lint_demo: Lint) -> None:
    found = lint_demo(("chapter3.md", "you never told me the tariff.", "twenty cents."))
    message = "check '3.6' is VOID, but its correct answer is no refusal: 'twenty cents.'"
    assert ([], [found.at("chapter3.md", "❓ 3.6") + message]) == (found.problems, found.warnings)
