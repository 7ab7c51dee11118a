"""SERIES: points and facts answer to each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]

POINT = '{at: "21 June", value: "135/88"}'


@pytest.mark.parametrize(
    ("plants", "message"),
    [
        pytest.param(
            [("chapter3.md", POINT, '{at: "21 June", value: "142/95"}')],
            "has the point '142/95' at '21 June', which stands in no present text of health:1.1, health:1.2",
            id="the value of another date",
        ),
        pytest.param(
            [
                ("chapter3.md", POINT, '{at: "22 June", value: "135/88"}'),
                ("chapter3.md", "21 June 135/88.", "22 June 135/88."),
            ],
            "has the point '135/88' at '22 June', which stands in no present text of health:1.1, health:1.2",
            id="a wrong date",
        ),
        pytest.param(
            [("chapter3.md", f", {POINT}", "")],
            "rests on 'health:1.2', but none of its points is 'Blood pressure on 21 June, 135/88'; add the point",
            id="a missing point",
        ),
        pytest.param(
            [("chapter3.md", POINT, f'{POINT}, {{at: "June 21", value: "135/88"}}')],
            "has two points at 'June 21'; give each date once",
            id="a date twice",
        ),
    ],
)
def test_a_wrong_point_is_a_problem(
    lint_demo: Lint, plants: list[tuple[str, str, str]], message: str
) -> None:
    found = lint_demo(*plants)
    assert [f"{found.at('chapter3.md', '❓ 3.5')}check '3.5' {message}"] == found.problems


def test_a_point_without_a_date_is_a_problem(lint_demo: Lint) -> None:
    found = lint_demo(("chapter3.md", '{at: "21 June",', '{at: "21 June or 22 June",'))
    message = (
        "check '3.5' has a point at '21 June or 22 June', which is not one date; write it such as 31 May"
    )
    assert found.at("chapter3.md", "❓ 3.5") + message in found.problems
