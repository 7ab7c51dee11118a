"""Keys and correct answers agree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]


@pytest.mark.parametrize(
    ("old", "new", "check", "message"),
    [
        (
            "about $850.",
            "about $580.",
            "3.3",
            "wants '$850', which its correct answer doesn't say: 'about $580.'",
        ),
        (
            "the RAV4, $500.",
            "the big one, $500.",
            "3.1",
            "wants 'RAV4' or 'RAV 4', which its correct answer doesn't say: 'the big one, $500.'",
        ),
        (
            "$4,180 (3,500 and 680).",
            "$4,170 (3,500 and 680).",
            "3.7",
            "wants '$4,180', which its correct answer doesn't say: '$4,170 (3,500 and 680).'",
        ),
        (
            "21 June 135/88.",
            "22 June 135/88.",
            "3.5",
            "has a point at '21 June', a date which its correct answer doesn't say",
        ),
    ],
)
def test_an_answer_that_does_not_say_what_the_key_wants_is_a_problem(
    lint_demo: Lint, old: str, new: str, check: str, message: str
) -> None:
    found = lint_demo(
        (
            "chapter3.md",
            f"Correct answer: {old}" if check != "3.5" else old,
            f"Correct answer: {new}" if check != "3.5" else new,
        )
    )
    assert [f"{found.at('chapter3.md', f'❓ {check}')}check {check!r} {message}"] == found.problems
