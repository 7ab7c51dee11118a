from __future__ import annotations

import pytest

from pytest_marathonmem.reports.progress import Progress, ProgressFolding, cut, progress_line
from tests.reports.story import Story, planned


def folded(story: Story) -> Progress | None:
    folding = ProgressFolding()
    for event in story.events:
        folding.take(event)
    return folding.progress(724.9)


def run(name: str = "max-notebook", **changes: object) -> Progress:
    fields = {
        "run": name,
        "chapter": 3,
        "chapters": 20,
        "phase": "Cat food",
        "evaluated": 12,
        "checks": 36,
        "mean_score": 9.254,
        "seconds": 724.9,
    }
    return Progress(**fields | changes)


def test_events_are_folded_into_where_a_run_stands() -> None:
    story = Story().started(planned("1"), planned("2"), planned("3"))
    story.events[0].data["fingerprint"]["chapters"] = ["chapter1", "chapter2"]
    story.then("phase", chapter="chapter2", number=1, title="Cat food")
    story.evaluated("1", 10.0).evaluated("2", 5.0)

    assert folded(story) == Progress("max-notebook", 2, 2, "Cat food", 2, 3, 7.5, 724.9)


def test_an_unscored_check_is_done_and_outside_the_mean() -> None:
    progress = folded(Story().started(planned("1"), planned("2")).evaluated("1", None))

    assert progress is not None
    assert (1, None) == (progress.evaluated, progress.mean_score)


def test_nothing_is_known_of_a_run_before_it_has_started() -> None:
    assert folded(Story()) is None


def test_earlier_events_of_a_resumed_run_count_and_its_time_is_this_starts() -> None:
    story = Story().started(planned("1"), planned("2"), resumed=True).evaluated("1").evaluated("2", 0.0)

    progress = folded(story)

    assert progress is not None
    assert (2, 5.0, 724.9) == (progress.evaluated, progress.mean_score, progress.seconds)


@pytest.mark.parametrize(
    ("running", "expected"),
    [
        pytest.param(
            [run()],
            "max-notebook | chapter 3/20 | 12/36 checks | mean 9.25 | 0:12:04 | Cat food",
            id="one run",
        ),
        pytest.param(
            [run(chapter=0, phase="", evaluated=0, mean_score=None, seconds=0.4)],
            "max-notebook | 0/36 checks | 0:00:00",
            id="one that has just started",
        ),
        pytest.param(
            [run(cost_usd=0.0123, cost_complete=False)],
            "max-notebook | chapter 3/20 | 12/36 checks | mean 9.25 | $0.012+ | 0:12:04 | Cat food",
            id="a paid one, of which not everything is known",
        ),
        pytest.param(
            [run(cost_usd=0.0)],
            "max-notebook | chapter 3/20 | 12/36 checks | mean 9.25 | 0:12:04 | Cat food",
            id="one whose models are free",
        ),
        pytest.param(
            [run(cost_usd=0.5), run("max-chatbot", cost_usd=0.75), run("max-third")],
            "3 runs | 36/108 checks | $1.25 | 0:12:04 | max-notebook 12/36 9.25 | max-chatbot 12/36 9.25 | "
            "max-third 12/36 9.25",
            id="several paid ones",
        ),
        pytest.param(
            [run(), run("max-chatbot", evaluated=3, mean_score=None, seconds=4000)],
            "2 runs | 15/72 checks | 1:06:40 | max-notebook 12/36 9.25 | max-chatbot 3/36",
            id="several",
        ),
        pytest.param(
            [run(phase="Red \x1b[31m\tfood\nand \x9b2J \u202ewater")],
            r"max-notebook | chapter 3/20 | 12/36 checks | mean 9.25 | 0:12:04 | "
            r"Red \x1b[31m food and \x9b2J \u202ewater",
            id="a hostile title",
        ),
    ],
)
def test_all_that_goes_on_is_told_in_one_line(running: list[Progress], expected: str) -> None:
    assert progress_line(running) == expected


@pytest.mark.parametrize(
    ("line", "columns", "expected"),
    [
        ("Cat food", 8, "Cat food"),
        ("Cat food", 5, "Cat f"),
        ("猫の食事", 5, "猫の"),
        ("Cafe\u0301 food", 4, "Cafe\u0301"),
        ("Cat food", 0, ""),
        ("Cat food", -1, ""),
    ],
)
def test_a_line_is_cut_by_the_columns_that_it_takes(line: str, columns: int, expected: str) -> None:
    assert cut(line, columns) == expected


def test_the_cost_so_far_is_that_of_all_models_and_starts() -> None:
    story = Story().started().called(cost_usd=0.25).then("stopped", reason="budget", error="", seconds=1.0)
    story.started(resumed=True).called("judge", cost_usd=0.5).called(cost_usd=None)
    story.then("status", compactions=None, context_tokens=None, usage={"calls": 7, "cost_usd": 1.0})

    progress = folded(story)

    assert progress is not None
    assert (1.75, False) == (progress.cost_usd, progress.cost_complete)


def test_the_cost_of_models_without_a_price_is_not_known() -> None:
    progress = folded(Story().started().called(cost_usd=None))

    assert progress is not None
    assert progress.cost_usd is None
