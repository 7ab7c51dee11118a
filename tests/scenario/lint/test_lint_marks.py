"""Marks of traps stand where they can be true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]


@pytest.mark.parametrize(
    ("plants", "at", "message"),
    [
        pytest.param(
            [("chapter2.md", "#RETIRE", "#LATE-ADD")],
            ("chapter2.md", "retire kitchen"),
            "#LATE-ADD on 'retire': it says that something is added to a closed theme, and marks 'add' or 'tell' only",
            id="LATE-ADD",
        ),
        pytest.param(
            [("chapter2.md", "#STALE", "#RETIRE")],
            ("chapter2.md", "edit car"),
            "#RETIRE on 'edit': it says that something is cancelled, and marks 'retire' only",
            id="RETIRE",
        ),
        pytest.param(
            [("chapter2.md", "#STALE", "#XREF")],
            ("chapter2.md", "edit car"),
            "#XREF on 'edit': it says that a value is told by reference, and marks 'tell' or 'add' only",
            id="XREF",
        ),
        pytest.param(
            [("chapter1.md", "tell car 1.2", "tell car 1.2 #SELF-FIX")],
            ("chapter1.md", "tell car"),
            "#SELF-FIX on 'tell': it says that an own mistake is corrected, and marks 'edit' only",
            id="SELF-FIX",
        ),
        pytest.param(
            [("chapter2.md", "#STALE", "#SELF-FIX")],
            ("chapter2.md", "edit car"),
            "#SELF-FIX on 'car:1.2', but no check of this phase asks for it before; "
            "put the 'ask' of a check that rests on it above",
            id="SELF-FIX without a question",
        ),
        pytest.param(
            [("chapter1.md", "tell health 1", "tell health 1 #LATE-ADD")],
            ("chapter1.md", "tell health"),
            "#LATE-ADD, but no earlier phase tells anything of health; it marks an addition to a theme closed long ago",
            id="LATE-ADD that opens its theme",
        ),
    ],
)
def test_a_mark_that_can_not_be_true_is_a_problem(
    lint_demo: Lint, plants: list[tuple[str, str, str]], at: tuple[str, str], message: str
) -> None:
    found = lint_demo(*plants)
    assert [found.at(*at) + message] == found.problems


@pytest.mark.parametrize(
    ("plants", "at", "message"),
    [
        pytest.param(
            [("chapter1.md", "tell health 1", "tell health 1 #STALE")],
            ("chapter1.md", "tell health"),
            "#STALE on 'tell': it says that the world changes a fact, and marks 'edit' or 'retire' only",
            id="STALE",
        ),
        pytest.param(
            [("chapter2.md", "#STALE", "#STALE #CASCADE")],
            ("chapter2.md", "edit car"),
            "#CASCADE, but the message carries no 'derive'; write what follows from the change, or drop the mark",
            id="CASCADE",
        ),
        pytest.param(
            [("chapter1.md", "tell car 1.2", "tell car 1.2 #XREF")],
            ("chapter1.md", "tell car"),
            "#XREF on 'car:1.2', but the message says its value '$850'; drop the mark, or tell it by reference only",
            id="XREF",
        ),
    ],
)
def test_a_mark_that_seems_wrong_is_a_warning(
    lint_demo: Lint, plants: list[tuple[str, str, str]], at: tuple[str, str], message: str
) -> None:
    found = lint_demo(*plants)
    assert ([], [found.at(*at) + message]) == (found.problems, found.warnings)


def test_a_late_addition_may_be_told_from_its_sheet(lint_demo: Lint) -> None:
    found = lint_demo(
        (
            "chapter1.md",
            "tell health 1\n| Blood pressure: 142/95 on 31 May, 135/88 on 21 June.",
            "tell health 1.1\n| 142/95 on 31 May.",
        ),
        ("chapter2.md", "tell car 1.1", "tell health 1.2 #LATE-ADD\n| And 135/88 on 21 June.\ntell car 1.1"),
    )
    assert ([], []) == (found.problems, found.warnings)
