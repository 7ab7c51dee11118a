"""Comparing a group of runs with its baseline; the scores of a check are a list with one score a repeat."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_marathonmem.reports.baseline import Entry
from pytest_marathonmem.reports.comparison import Pair, compare, compared
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.report import Report
from tests.reports.story import Story, planned


def entry(persona: str = "scripted", **scores: list[float | None]) -> Entry:
    repeats = max(map(len, scores.values()), default=1)
    return Entry(
        benchmark="max",
        agent="notebook",
        persona=persona,
        dates=("2026-07-20T09:30:00+00:00",) * repeats,
        scores={check: tuple(given) for check, given in scores.items()},
    )


def run(name: str, *scores: float | None, ended: bool = True) -> Report:
    story = Story().started(*(planned(f"1.{number}") for number in range(1, len(scores) + 1)))
    for number, score in enumerate(scores, 1):
        story.evaluated(f"1.{number}", score)
    if ended:
        story.finished()
    content: dict[str, Any] = fold(story.events).as_json()
    return Report.from_json(content | {"run": name})


def test_a_check_that_is_unscored_on_one_side_is_left_out_on_both() -> None:
    comparison = compare(entry(a=[10], b=[10], c=[None]), entry(a=[8], b=[None], c=[0]))

    assert comparison.pairs == (Pair("a", 10, 8),)
    assert comparison.unscored == ("b", "c")
    assert (comparison.before, comparison.now) == (10, 8)


def test_a_score_of_zero_is_a_score() -> None:
    comparison = compare(entry(a=[0, 0], b=[10, 0]), entry(a=[0], b=[0.0]))

    assert comparison.pairs == (Pair("a", 0, 0), Pair("b", 5, 0))
    assert (comparison.before, comparison.now, comparison.lowest) == (2.5, 0, 0)


def test_each_side_is_the_mean_of_its_scored_repeats() -> None:
    (pair,) = compare(entry(a=[10, 5, None]), entry(a=[None, 2, 4])).pairs

    assert pair == Pair("a", 7.5, 3)


@pytest.mark.parametrize(
    ("baseline", "now", "regressed"),
    [
        pytest.param({"a": [8]}, {"a": [8]}, False, id="equal"),
        pytest.param({"a": [8]}, {"a": [7.9]}, True, id="below a single run"),
        pytest.param({"a": [8]}, {"a": [8 - 1e-10]}, False, id="below by rounding"),
        pytest.param({"a": [10, 6]}, {"a": [6]}, False, id="as low as the lowest repeat"),
        pytest.param({"a": [10, 6]}, {"a": [5.9]}, True, id="below the lowest repeat"),
        pytest.param({"a": [10, 6]}, {"a": [9, 1]}, True, id="the mean of now counts"),
        pytest.param({"a": [10, 0], "b": [0, 10]}, {"a": [5], "b": [4]}, True, id="repeats are whole runs"),
        pytest.param({"a": [10], "b": [0]}, {"a": [0], "b": [10]}, False, id="one worse, one better"),
        pytest.param({"a": [10], "b": [2]}, {"a": [10], "b": [None]}, False, id="over the same checks"),
        pytest.param({"a": [0]}, {"a": [0]}, False, id="nothing lies below zero"),
        pytest.param({"a": [10]}, {"b": [10]}, True, id="nothing to compare is no pass"),
    ],
)
def test_a_group_regressed_if_its_mean_is_below_every_run_of_the_baseline(
    baseline: dict[str, Any], now: dict[str, Any], regressed: bool
) -> None:
    assert compare(entry(**baseline), entry(**now)).regressed == regressed


def test_checks_that_one_side_lacks_are_named() -> None:
    comparison = compare(entry(a=[10], old=[10]), entry(new=[0], a=[10]))

    assert (comparison.gone, comparison.added, comparison.regressed) == (("old",), ("new",), False)


def test_a_regression_is_told_with_what_got_worse_and_better() -> None:
    before = Entry.of([run("max", 10, 10, 0), run("max.2", 10, 8, 5)])

    lines, regressed = compared("max", [run("max", 0, 9, 10)], before)

    assert regressed
    assert lines == [
        (
            "max: REGRESSED, mean score 6.33 over 3 checks, 1 run; in the baseline 7.17 over the same checks, 2 runs: -0.83",
            {"red": True},
        ),
        ("  below the lowest run of the baseline, 6.67", {"red": True}),
        ("  worse   1.1: 10 -> 0", {"red": True}),
        ("  better  1.3: 2.5 -> 10", {"green": True}),
    ]


def test_a_run_that_holds_is_told_with_what_could_not_be_compared() -> None:
    before = Entry.of([run("max", 10, 10)])

    lines, regressed = compared("max", [run("max", 10, None, 10)], before)

    assert not regressed
    assert [text for text, _ in lines] == [
        "max: mean score 10.00 over 1 check, 1 run; in the baseline 10.00 over the same checks, 1 run: +0.00",
        "  left out, unscored on one side: 1.2",
        "  not yet in the baseline: 1.3",
    ]


def test_another_persona_is_told() -> None:
    lines, _ = compared("max", [run("max", 10)], entry("a model", **{"1.1": [10]}))

    assert "  another persona: a model in the baseline, scripted now" in [text for text, _ in lines]


def test_a_group_that_the_baseline_lacks_is_new_and_fails_nothing() -> None:
    lines, regressed = compared("max", [run("max", 0)], None)

    assert not regressed
    assert lines[0][0] == "max: new, the baseline doesn't have it; to add it run with --mmb-save-baseline"


def test_a_run_that_was_broken_off_is_not_compared() -> None:
    assert compared("max", [run("max", 0, ended=False)], entry(**{"1.1": [10]})) == (
        [("max: not compared, no run came to its end", {"yellow": True})],
        False,
    )


def test_the_other_repeats_of_a_run_that_was_broken_off_are_compared() -> None:
    runs = [run("max", 10), run("max.2", 0, ended=False)]

    lines, regressed = compared("max", runs, entry(**{"1.1": [10]}))

    assert not regressed
    assert "  not counted: max.2 was killed" in [text for text, _ in lines]


def test_an_id_from_the_file_does_nothing_to_a_terminal() -> None:
    lines, _ = compared("max", [run("max", 10)], entry(**{"1.1": [10], "\x1b[31m\n": [10]}))

    assert all(text.isprintable() for text, _ in lines)
