from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.plugin.options import Options
from pytest_marathonmem.plugin.verdict import decide
from pytest_marathonmem.reports.fold import fold
from tests.plugin.conftest import FOOD, MOOD, ROOM
from tests.reports.story import Story, planned

if TYPE_CHECKING:
    from pytest_marathonmem.reports.report import Report
    from tests.plugin.conftest import Project


def run_with(*scores: float | None) -> Report:
    story = Story().started(*(planned(str(number)) for number in range(len(scores))))
    for number, score in enumerate(scores):
        story.evaluated(str(number), score)
    return fold(story.finished().events)


@pytest.mark.parametrize(
    ("scores", "changes", "fault"),
    [
        pytest.param([10, 10], {}, None, id="all right"),
        pytest.param([10, 5], {}, "score", id="one imperfect check fails without a gate"),
        pytest.param([10, 5], {"pass_score": 5.0}, None, id="a lower score may pass"),
        pytest.param([10, 2.5], {"pass_score": 5.0}, "score", id="below the score that passes"),
        pytest.param([10, 5], {"min_score": 7.5}, None, id="the gate alone decides, and equal is enough"),
        pytest.param([10, 5], {"min_score": 7.6}, "score", id="below the gate"),
        pytest.param([10, 5], {"min_score": 7.6, "repeat": 2}, None, id="a repeat is judged with the others"),
        pytest.param([10, 5], {"repeat": 2}, "score", id="without a gate by itself"),
        pytest.param(
            [10, None], {"min_score": 5.0, "repeat": 2}, "coverage", id="coverage is a repeat's own"
        ),
        pytest.param([10, 0], {"min_score": 0.0}, None, id="a gate of zero lets all scores through"),
        pytest.param([10, None], {}, "coverage", id="coverage must be whole"),
        pytest.param([10, None], {"min_score": 0.0}, "coverage", id="under a gate too"),
        pytest.param([10, None], {"min_coverage": 0.5}, None, id="unless less is accepted"),
        pytest.param([0, None], {}, "score", id="score comes before coverage"),
        pytest.param([None, None], {"min_score": 9.0}, "coverage", id="nothing scored is never a pass"),
        pytest.param(
            [None], {"min_score": 0.0, "min_coverage": 0.0}, "coverage", id="no mean passes no gate"
        ),
        pytest.param([None, None], {"min_coverage": 0.0}, None, id="no coverage may be wanted"),
    ],
)
def test_an_item_fails_by_its_scores_or_its_coverage(
    scores: list[float | None], changes: dict[str, float], fault: str | None
) -> None:
    verdict = decide(run_with(*scores), Options(**changes))

    assert (verdict.fault, bool(verdict.text)) == (fault, fault is not None)


@pytest.mark.parametrize(
    ("reason", "survives", "next_step"),
    [
        ("budget", True, "Give a higher --mmb-budget-usd and start it again; it goes on from there."),
        (
            "quota",
            True,
            "See to the account behind the model's key and start it again; it goes on from there.",
        ),
        ("budget", False, "The agent doesn't survive a restart: the next start begins anew."),
        ("infrastructure", True, "Remove the cause and start it again; it goes on from there."),
        ("infrastructure", False, "The agent doesn't survive a restart: the next start begins anew."),
    ],
)
def test_a_run_that_was_stopped_says_how_it_goes_on_whatever_its_scores(
    reason: str, survives: bool, next_step: str
) -> None:
    story = (
        Story().started(planned("1")).evaluated("1").then("stopped", reason=reason, error="gone", seconds=1)
    )
    report = replace(fold(story.events), survives=survives)

    verdict = decide(report, Options(min_score=0.0, min_coverage=0.0))

    why = {"budget": "the budget is spent", "quota": "a model's quota is used up"}.get(reason, reason)
    assert verdict.fault == "stopped"
    assert verdict.text == f"The run was stopped after 1 of 1 check ({why}: gone). {next_step}"


def test_all_reasons_are_told() -> None:
    assert decide(run_with(0, None, 10), Options()).text == (
        "1 of 3 checks is imperfect: below 10; the mean score is 5.00. The summary below shows the answers; "
        "to let the mean decide, set a gate: --mmb-min-score=9.\n"
        "1 of 3 checks could not be scored (owner: scenario): the coverage 0.667 is below 1. "
        "The summary below says why; to accept less, set --mmb-min-coverage."
    )


def test_the_failure_is_short_and_names_the_report(project: Project) -> None:
    project.benchmark()

    result = project.run("benchmarks", "--mmb-agent=wrong")

    result.stdout.fnmatch_lines(
        [
            "*_ tiny[[]wrong] _*",
            "1 of 2 checks is imperfect: below 10; the mean score is 5.00. *",
            "Report: results/tiny-wrong/report.json, journal: results/report.md",
            "*= marathonmem =*",
        ],
        consecutive=True,
    )


@pytest.mark.parametrize(
    ("agent", "checks", "arguments", "exit_code"),
    [
        pytest.param("right", FOOD + ROOM, [], 0, id="passed"),
        pytest.param("wrong", FOOD + ROOM, [], 1, id="failed by score"),
        pytest.param("wrong", FOOD + ROOM, ["--mmb-min-score=9"], 1, id="failed by the gate"),
        pytest.param("wrong", FOOD + ROOM, ["--mmb-min-score=5"], 0, id="passed by the gate"),
        pytest.param("wrong", FOOD, ["--mmb-pass-score=0"], 0, id="passed by a lower score"),
        pytest.param("right", FOOD + MOOD, [], 12, id="failed by coverage alone"),
        pytest.param("right", FOOD + MOOD, ["--mmb-min-coverage=0.5"], 0, id="coverage accepted"),
        pytest.param("right,wrong", FOOD + MOOD, [], 1, id="one by score, one by coverage"),
    ],
)
def test_the_exit_code_tells_scores_from_coverage(
    project: Project, agent: str, checks: str, arguments: list[str], exit_code: int
) -> None:
    project.benchmark(checks=checks)

    assert project.run("benchmarks", f"--mmb-agent={agent}", *arguments).ret == exit_code


def test_another_failure_beside_a_lack_of_coverage_is_an_ordinary_failure(project: Project) -> None:
    project.benchmark(checks=MOOD)
    project.pytester.makepyfile(test_ordinary="def test_ordinary(): assert False")

    assert project.run(".", "--mmb-agent=right").ret == pytest.ExitCode.TESTS_FAILED


def test_an_agent_that_can_not_be_started_fails_the_item_with_the_reason(project: Project) -> None:
    project.benchmark()
    with (project.path / "conftest.py").open("a") as file:
        file.write(
            "\nclass Broken(Right):\n"
            "    async def create_session(self, name, workdir, *, resumed):\n"
            "        raise ConnectionError('refused \\x1b[31m')\n"
            "@pytest.fixture\n"
            "def mmb_agent_broken(): return Broken\n"
        )

    result = project.run("benchmarks", "--mmb-agent=broken")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["The run was stopped after 0 of 2 checks (infrastructure: *refused \\x1b[[]31m*"]
    )
    assert "stopped" in (project.path / "results" / "report.md").read_text()
