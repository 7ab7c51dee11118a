"""Sums add up, and what was cancelled is absent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]

AGG = 'points: [{value: "$3,500"}, {value: "$680"}], total: "$4,180",'
SUM = 'sum: {"kitchen:1.1": "$3,500", "kitchen:1.2": "$680"},'


@pytest.mark.parametrize(
    ("plants", "check", "message"),
    [
        pytest.param(
            [("chapter3.md", AGG, 'value: "$3,500",'), ("chapter3.md", "$4,180 (3,500 and 680).", "$3,500.")],
            "3.7",
            "is an AGG without 'total' and 'points'; give the sum and its total, or the components as points",
            id="no parts",
        ),
        pytest.param(
            [("chapter3.md", '"kitchen:1.5": "$520"', '"kitchen:1.5": "$480", "kitchen:1.4": "$40"')],
            "3.2",
            "sums '$480' of 'kitchen:1.5', which says 'Floor tile in total, $520' at the asking",
            id="a component that is out of date",
        ),
        pytest.param(
            [
                ("chapter3.md", '"kitchen:1.5": "$520"', '"kitchen:1.5": "$520", "kitchen:1.3": "$330"'),
                ("chapter3.md", 'total: "$4,700", absent', 'total: "$4,700", about: "$330", absent'),
            ],
            "3.2",
            "sums '$330' of 'kitchen:1.3', which is retired by then; leave it out",
            id="a retired component",
        ),
        pytest.param(
            [("chapter3.md", 'total: "$4,180"', 'total: "$4,190"'), ("chapter3.md", "$4,180 (", "$4,190 (")],
            "3.7",
            "has the total '$4,190', but $3,500 + $680 is 4,180, with no tolerance ('about')",
            id="a wrong sum",
        ),
        pytest.param(
            [
                ("chapter3.md", 'total: "$4,180"', 'total: "$4,190", about: "0.1%"'),
                ("chapter3.md", "$4,180 (", "$4,190 ("),
            ],
            "3.7",
            "has the total '$4,190', but $3,500 + $680 is 4,180, with 'about' '0.1%'",
            id="a sum out of its tolerance",
        ),
        pytest.param(
            [("chapter3.md", 'total: "$4,180"', 'total: "$4,180", about: "$5 or $6"')],
            "3.7",
            "can't be summed: '$5 or $6' is not one amount",
            id="a tolerance that is none",
        ),
    ],
)
def test_a_wrong_sum_is_a_problem(
    lint_demo: Lint, plants: list[tuple[str, str, str]], check: str, message: str
) -> None:
    found = lint_demo(*plants)
    expected = f"{found.at('chapter3.md', f'❓ {check}')}check {check!r} {message}"
    assert expected in found.problems


@pytest.mark.parametrize("about", ["$10", "10", "0.5%"])
def test_a_sum_within_its_tolerance_is_in_order(lint_demo: Lint, about: str) -> None:
    found = lint_demo(
        ("chapter3.md", 'total: "$4,180"', f'total: "$4,190", about: "{about}"'),
        ("chapter3.md", "$4,180 (", "about $4,190 ("),
    )
    assert ([], []) == (found.problems, found.warnings)


def test_a_sum_converts_units(lint_files: Lint) -> None:
    sheet = "# Runs\n## 1. Runs\n1.1 Monday, 8.4 km\n1.2 Tuesday, 900 m\n"
    script = "```script\ntell runs 1\n| 8.4 km on Monday, 900 m on Tuesday.\n```\n"
    key = 'Key: {type: "AGG", sum: {"runs:1.1": "8.4", "runs:1.2": "900 m"}, total: "9.3 km"}'
    check = f"❓ 1.1 How far in all?\n   Correct answer: 9.3 km.\n   {key}\n"
    assert [] == lint_files({"chapter1.md": f"## One\n{script}{check}", "runs.md": sheet}).problems


def test_a_total_that_nothing_proves_is_a_warning(lint_demo: Lint) -> None:
    found = lint_demo(("chapter3.md", SUM, 'facts: ["kitchen:1.1", "kitchen:1.2"],'))
    message = "check '3.7' has the total '$4,180', which nothing proves; give its components as 'sum'"
    assert ([], [found.at("chapter3.md", "❓ 3.7") + message]) == (found.problems, found.warnings)


def test_a_fact_with_another_total_is_a_warning(lint_demo: Lint) -> None:
    found = lint_demo(("chapter2.md", "derive kitchen 1.6: Kitchen in total, $4,700\n", ""))
    message = "check '3.2' has the total '$4,700', but 'kitchen:1.6' says '$5,030' at the asking; bring it up to date with a 'derive'"
    assert ([], [found.at("chapter3.md", "❓ 3.2") + message]) == (found.problems, found.warnings)


ABSENT = 'absent: ["wine fridge", "wine cooler"]'


@pytest.mark.parametrize(
    ("absent", "messages"),
    [
        (
            'absent: ["worktop", "wine fridge"]',
            ["names 'worktop' as absent, which stands in the present text of kitchen:1.2"],
        ),
        (
            'absent: ["dishwasher"]',
            [
                (
                    "covers sheet 'kitchen', where 'kitchen:1.3' ('Wine fridge, $330') is retired by then, "
                    "but 'absent' has 'dishwasher'; add its name"
                ),
                "names 'dishwasher' as absent, but no fact that says so is retired by then",
            ],
        ),
    ],
)
def test_a_wrong_absent_word_is_a_problem(lint_demo: Lint, absent: str, messages: list[str]) -> None:
    found = lint_demo(("chapter3.md", ABSENT, absent))
    at = found.at("chapter3.md", "❓ 3.2")
    assert [f"{at}check '3.2' {message}" for message in messages] == found.problems


def test_each_retired_item_of_a_sheet_wants_its_absent_word(lint_demo: Lint) -> None:
    found = lint_demo(
        ("kitchen.md", "## 2. Walls\n", "1.7 Hood, $210\n## 2. Walls\n"),
        ("chapter1.md", "tell kitchen 1.1-1.5\n", "tell kitchen 1.1-1.5 1.7\n"),
        ("chapter1.md", "480 in total.", "480 in total; a hood for 210."),
        ("chapter2.md", "retire kitchen 1.3", "retire kitchen 1.7\n| No hood.\nretire kitchen 1.3"),
    )
    message = (
        "check '3.2' covers sheet 'kitchen', where 'kitchen:1.7' ('Hood, $210') is retired by then, "
        "but 'absent' has 'wine fridge' or 'wine cooler'; add its name"
    )
    assert [found.at("chapter3.md", "❓ 3.2") + message] == found.problems


def test_an_item_retired_from_another_sheet_needs_no_absent_word(lint_demo: Lint) -> None:
    assert (
        []
        == lint_demo(
            (
                "chapter2.md",
                "tell car 1.1",
                "retire health 1.2\n| Strike that reading of 21 June.\ntell car 1.1",
            ),
            ("chapter3.md", ', {at: "21 June", value: "135/88"}', ""),
        ).problems
    )


def test_an_absent_price_counts_as_a_name(lint_demo: Lint) -> None:
    assert [] == lint_demo(("chapter3.md", ABSENT, 'absent: ["$330"]')).problems
