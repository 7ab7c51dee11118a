"""Days, weekdays and times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]


def test_a_phase_dated_before_the_last_one_is_a_problem(lint_demo: Lint) -> None:
    found = lint_demo(("chapter2.md", "2026-07-29, Wed", "2026-07-27, Mon"))
    message = "the phase is dated 2026-07-27, before the phase at chapter1.md:3, dated 2026-07-28; phases are played in their order"
    assert [found.at("chapter2.md", "## Second") + message] == found.problems


def test_an_earlier_time_on_the_same_day_is_a_problem(lint_demo: Lint) -> None:
    found = lint_demo(
        ("chapter1.md", "2026-07-28, Tue", "2026-07-28, Tue\n\n18:30 - office"),
        ("chapter1.md", '```js\nvars.require_all_facts = ["pets", "kitchen:1"];\n```\n', ""),
        ("chapter2.md", "2026-07-29, Wed", "2026-07-28, Tue\n\n08:00 - run"),
    )
    message = "08:00 comes after 18:30 of the same day, at chapter1.md:6; times ascend within a day"
    assert [found.at("chapter2.md", "08:00") + message] == found.problems


@pytest.mark.parametrize(
    ("plant", "at", "message"),
    [
        (
            ("chapter1.md", "142/95 on 31 May", "142/95 on Monday, 31 May"),
            ("chapter1.md", "| Blood"),
            "'31 May' stands with 'Monday', but 2026-05-31 is a Sunday",
        ),
        (
            ("health.md", "21 June", "June 21, 2026 (Tue)"),
            ("health.md", "1.2"),
            "'June 21, 2026' stands with 'Tue', but 2026-06-21 is a Sunday",
        ),
        (
            (
                "chapter3.md",
                "Which car do we take",
                "On Saturday 1 August, which car do we take on Sunday the 3rd of August",
            ),
            ("chapter3.md", "❓ 3.1"),
            "'3rd of August' stands with 'Sunday', but 2026-08-03 is a Monday",
        ),
    ],
)
def test_a_wrong_weekday_beside_a_date_is_a_problem(
    lint_demo: Lint, plant: tuple[str, str, str], at: tuple[str, str], message: str
) -> None:
    found = lint_demo(plant)
    assert [found.at(*at) + message] == found.problems


@pytest.mark.parametrize("said", ["Sunday, 31 May", "Sun 31 May", "31 May (Sunday)", "31 May, and on Monday"])
def test_a_right_or_unrelated_weekday_is_in_order(lint_demo: Lint, said: str) -> None:
    assert [] == lint_demo(("chapter1.md", "142/95 on 31 May", f"142/95 on {said}")).problems
