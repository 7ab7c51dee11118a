from __future__ import annotations

from typing import Any

import pytest

from pytest_marathonmem.plugin.gates import Repeats, repeats
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.report import Report
from tests.reports.story import Story, planned


def run(name: str, *scores: float | None, stopped: str = "") -> Report:
    story = Story().started(*(planned(str(number)) for number in range(len(scores))))
    for number, score in enumerate(scores):
        story.evaluated(str(number), score)
    if stopped:
        story.then("stopped", reason=stopped, error="gone", seconds=1)
    else:
        story.finished()
    content: dict[str, Any] = fold(story.events).as_json()
    return Report.from_json(content | {"run": name, "group": name.partition(".")[0]})


def group_of(*runs: Report) -> Repeats:
    (group,) = repeats(runs)
    return group


def test_the_mean_over_repeats_is_the_mean_of_their_means_however_many_checks_each_scored() -> None:
    group = group_of(run("max", 10, None), run("max.2", 6, 6, 6))

    assert group.mean == 8
    assert group.describe() == "max: mean score 8.00 over 2 repeats, 6.00..10.00 (max 10.00, max.2 6.00)"


@pytest.mark.parametrize(("gate", "fails"), [(8.0, False), (8.01, True)])
def test_a_gate_fails_below_it(gate: float, fails: bool) -> None:
    assert group_of(run("max", 10), run("max.2", 6)).fails(gate) == fails


def test_what_was_stopped_or_has_no_mean_is_named_and_not_counted() -> None:
    group = group_of(run("max", 9), run("max.2", 0, stopped="infrastructure"), run("max.3", None))

    assert group.mean == 9
    assert group.describe() == (
        "max: mean score 9.00 over 1 repeat, 9.00..9.00 (max 9.00, max.2 not counted: stopped: infrastructure: gone, "
        "max.3 not counted: no check was scored)"
    )


def test_a_group_of_which_nothing_counts_fails_no_gate_by_itself() -> None:
    group = group_of(run("max", None))

    assert not group.fails(9.0)
    assert group.describe() == "max: no mean score (max not counted: no check was scored)"


def test_the_tenth_repeat_comes_after_the_second() -> None:
    group = group_of(run("max.10", 1), run("max", 2), run("max.2", 3))

    assert [name for name, _ in group.counted] == ["max", "max.2", "max.10"]
