"""Questions that give answers away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]

QUESTION = "What is Boss given each day?"
LATER = "which is asked later, at chapter3.md"


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("Is it 55 g that Boss is given?", "gives away its own answer: the question contains '55 g'"),
        (
            "With the tile at $52 per m², what is Boss given?",
            f"gives away the answer '$52 per m²' of check '3.4', {LATER}:22",
        ),
        ("In the Rav4, what is Boss given?", f"gives away the answer 'RAV4' of check '3.1', {LATER}:6"),
        ("After 850 what is Boss given?", f"gives away the answer '$850' of check '3.3', {LATER}:18"),
    ],
)
def test_a_question_that_gives_an_answer_away_is_a_problem(
    lint_demo: Lint, question: str, message: str
) -> None:
    found = lint_demo(("chapter1.md", QUESTION, question))
    assert f"{found.at('chapter1.md', '❓ 1.1')}check '1.1' {message}" in found.problems


@pytest.mark.parametrize(
    "question",
    [
        "Is it 55 times that Boss is fed, or 55?",
        "In 2026, with 4 bowls, what is Boss given?",
        "Whom do I call when Boss has RAVs?",
        "With $55 in my pocket, what is Boss given?",
    ],
)
def test_numbers_of_another_kind_give_nothing_away(lint_demo: Lint, question: str) -> None:
    assert [] == lint_demo(("chapter1.md", QUESTION, question)).problems


def test_the_answer_of_an_earlier_check_may_be_mentioned(lint_demo: Lint) -> None:
    assert (
        []
        == lint_demo(
            ("chapter3.md", "Which car do we take", "Boss had 55 g once; which car do we take")
        ).problems
    )


def test_a_name_that_other_sheets_use_too_is_a_warning(lint_demo: Lint) -> None:
    found = lint_demo(
        ("chapter1.md", QUESTION, "What is Boss given in the RAV4?"),
        ("pets.md", "1.1 Boss is", "1.1 The RAV4 is the place of Boss, who is"),
    )
    message = f"check '1.1' mentions 'RAV4', the answer of check '3.1', {LATER}:6"
    assert ([], found.at("chapter1.md", "❓ 1.1") + message) == (found.problems, found.warnings[0])


def test_a_question_that_names_what_is_absent_is_a_problem(lint_demo: Lint) -> None:
    found = lint_demo(
        ("chapter3.md", "What does the whole kitchen", "Without the wine fridge, what does the kitchen")
    )
    message = (
        "check '3.2' names the retired 'wine fridge' in its question; whether it counts is what is asked"
    )
    assert [found.at("chapter3.md", "❓ 3.2") + message] == found.problems


def test_the_values_of_an_answer_without_a_key_count_too(lint_files: Lint) -> None:
    chapter = "## One\n❓ 1.1 Is it 14 March or 15 March? Correct answer: 14 March.\n❓ 1.2 Who won in 3 sets? Correct answer: 3.\n"
    found = lint_files({"chapter1.md": chapter})
    assert [
        "chapter1.md:2: check '1.1' gives away its own answer: the question contains '14 March'"
    ] == found.problems


@pytest.mark.parametrize(
    ("question", "is_told"),
    [("How many songs do we play?", False), ("Do we play 14 songs?", True), ("Why 13 of the songs?", False)],
)
def test_what_is_counted_may_be_named_and_the_number_not(
    lint_files: Lint, question: str, is_told: bool
) -> None:
    key = 'Key: {type: "RECALL", facts: ["gig:1.1"], value: "14 songs"}'
    chapter = f"## One\n❓ 1.1 {question}\n   Correct answer: 14 songs.\n   {key}\n"
    found = lint_files({"chapter1.md": chapter, "gig.md": "# Gig\n## 1. Set\n1.1 We play 14 songs\n"})
    assert is_told == any("gives away its own answer" in problem for problem in found.problems)
