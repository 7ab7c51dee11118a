"""Messages carry what they tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]

HINT = "say it, or mark what is told by reference with #XREF"


@pytest.mark.parametrize(
    ("plant", "message"),
    [
        (
            ("chapter2.md", "| Customs come to $1,100 after all.", "| Customs went up."),
            "the message doesn't carry '$1,100' of 'edit car 1.2' at chapter2.md:14",
        ),
        (
            ("chapter2.md", "| We take the RAV4, deposit 500.", "| We take that one, the deposit is paid."),
            "the message doesn't carry '$500', 'RAV4' of 'tell car 1.1' at chapter2.md:16",
        ),
        (
            ("chapter2.md", "| A cushion for Boss, 30 dollars.", "| A cushion for Boss."),
            "the message doesn't carry '$30' of 'add pets 1.3' at chapter2.md:18",
        ),
    ],
)
def test_a_message_that_lacks_a_value_is_a_problem(
    lint_demo: Lint, plant: tuple[str, str, str], message: str
) -> None:
    found = lint_demo(plant)
    assert [f"{found.at('chapter2.md', plant[2])}{message}; {HINT}"] == found.problems


def test_a_message_that_does_not_name_what_it_retires_is_a_warning(lint_demo: Lint) -> None:
    found = lint_demo(
        ("chapter2.md", "| The wine fridge doesn't fit, drop it.", "| That thing doesn't go in.")
    )
    message = (
        "the message doesn't name 'kitchen:1.3' ('Wine fridge, $330'), which it retires at chapter2.md:11"
    )
    assert ([], [found.at("chapter2.md", "| That") + message]) == (found.problems, found.warnings)


def test_a_change_of_what_was_never_told_is_a_warning(lint_demo: Lint) -> None:
    found = lint_demo(
        ("car.md", "1.2 Customs", "1.7 Tyres, $400\n1.2 Customs"),
        ("chapter2.md", "tell car 1.1", "edit car 1.7: Tyres, $420\n| The tyres are 420.\ntell car 1.1"),
    )
    message = "'edit' of 'car:1.7', which no message has told before; tell it first"
    assert ([], [found.at("chapter2.md", "edit car 1.7") + message]) == (found.problems, found.warnings)
