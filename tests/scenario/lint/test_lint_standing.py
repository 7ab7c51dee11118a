"""Values of keys stand in the texts of facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Lint = Callable[..., Any]


@pytest.mark.parametrize(
    ("plants", "check", "message"),
    [
        pytest.param(
            [
                ("chapter3.md", 'any_of: ["RAV4", "RAV 4"]', 'any_of: ["CX-5", "CX 5"]'),
                ("chapter3.md", "the RAV4, $500.", "the CX-5, $500."),
            ],
            "3.1",
            "wants 'CX-5' or 'CX 5', which stands in no present text of car:1.1",
            id="a name that stands nowhere",
        ),
        pytest.param(
            [
                ("chapter3.md", 'value: "$52 per m²"', 'value: "$48 per m²"'),
                ("chapter3.md", "$52 per m².", "$48 per m²."),
            ],
            "3.4",
            "wants '$48 per m²', which stands in no present text of kitchen:2.1, kitchen:1.4; it was so until chapter2.md:7",
            id="a value that was changed",
        ),
        pytest.param(
            [
                ("chapter3.md", 'value: "$850"', 'value: "$870"'),
                ("chapter3.md", "about $850.", "about $870."),
            ],
            "3.3",
            "wants the earlier value '$870', which stands in no earlier text of car:1.2",
            id="an earlier value that never was",
        ),
        pytest.param(
            [("chapter3.md", 'value: "$850"', 'value: "$1,100"'), ("chapter3.md", "about $850.", "$1,100.")],
            "3.3",
            "wants the earlier value '$1,100', which still stands in the present text of car:1.2",
            id="an earlier value that is the present one",
        ),
        pytest.param(
            [("chapter1.md", "tell car 1.2\n| Customs for the car will be about $850.\n", "")],
            "3.3",
            "wants the earlier value '$850', but no message told it before it was changed at chapter2.md:14",
            id="an earlier value that was not told",
        ),
        pytest.param(
            [
                ("kitchen.md", "the same tile as on the floor", "$48 per m²"),
                (
                    "chapter2.md",
                    "retire kitchen 1.3",
                    "edit kitchen 1.3: Wine fridge, $333\n| A wine fridge for 333.\nretire kitchen 1.3",
                ),
                (
                    "chapter3.md",
                    'facts: ["kitchen:2.1", "kitchen:1.4"], value: "$52 per m²"',
                    'facts: ["kitchen:2.1"], value: "$48 per m²"',
                ),
                ("chapter3.md", "$52 per m².", "$48 per m²."),
                ("chapter1.md", "tile at 48 a metre", "a tile"),
                ("chapter1.md", "tell kitchen 1.1-1.5", "tell kitchen 1.4 #XREF\ntell kitchen 1.1-1.3 1.5"),
            ],
            "3.4",
            "wants '$48 per m²', which is told by reference only (#XREF) and said by no message; name the fact that it refers to",
            id="a value that is never spoken",
        ),
    ],
)
def test_a_value_that_does_not_stand_is_a_problem(
    lint_demo: Lint, plants: list[tuple[str, str, str]], check: str, message: str
) -> None:
    found = lint_demo(*plants)
    assert [f"{found.at('chapter3.md', f'❓ {check}')}check {check!r} {message}"] == found.problems


@pytest.mark.parametrize(
    ("plants", "check", "message"),
    [
        pytest.param(
            [("chapter3.md", 'facts: ["car:1.1"], ', "")],
            "3.1",
            "names no 'facts', so that nothing proves its value",
            id="no facts",
        ),
        pytest.param(
            [
                (
                    "chapter3.md",
                    'facts: ["kitchen:2.1", "kitchen:1.4"], value: "$52 per m²"',
                    'facts: ["kitchen:1.1", "kitchen:1.2"], value: "$680"',
                ),
                ("chapter3.md", "$52 per m².", "$680."),
            ],
            "3.4",
            "wants '$680', but 'kitchen:1.1' says '$3,500' at the asking; leave the fact out of 'facts', or bring it up to date",
            id="a rival",
        ),
        pytest.param(
            [("chapter3.md", 'value: "$850"', 'value: "$850", forbidden: ["$850"]')],
            "3.3",
            "names '$850' as 'forbidden', which the ledger knows: 'Customs, about $850' was so until chapter2.md:14; leave it out",
            id="a known value",
        ),
    ],
)
def test_what_may_be_meant_so_is_a_warning(
    lint_demo: Lint, plants: list[tuple[str, str, str]], check: str, message: str
) -> None:
    found = lint_demo(*plants)
    expected = f"{found.at('chapter3.md', f'❓ {check}')}check {check!r} {message}"
    assert ([], [expected]) == (found.problems, found.warnings)


def test_a_stale_value_that_the_ledger_does_not_know_is_in_order(lint_demo: Lint) -> None:
    assert [] == lint_demo(("chapter3.md", 'value: "$850"', 'value: "$850", stale: ["$840"]')).warnings
