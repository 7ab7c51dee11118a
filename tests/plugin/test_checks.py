from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.plugin.conftest import FOOD, MOOD, ROOM

if TYPE_CHECKING:
    from tests.plugin.conftest import Project


class Reports:
    """Gathers the reports of an inner session."""

    def __init__(self) -> None:
        self.all: list[pytest.TestReport] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.all.append(report)

    @property
    def checks(self) -> list[Any]:
        return [report for report in self.all if isinstance(report, pytest.SubtestReport)]


@pytest.fixture
def reports() -> Reports:
    return Reports()


def test_the_last_line_counts_checks_and_failed_counts_items(project: Project) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)

    result = project.run("benchmarks", "--mmb-agent=wrong")

    result.stdout.fnmatch_lines(["*= 1 failed, 1 check passed, 1 check imperfect, 1 check unscored in *"])


def test_the_last_line_knows_the_plural(project: Project) -> None:
    project.benchmark("a", checks=FOOD + ROOM)
    project.benchmark("b", checks=FOOD + ROOM)

    result = project.run("benchmarks", "--mmb-agent=right,wrong")

    result.stdout.fnmatch_lines(["*= 2 failed, 2 passed, 6 checks passed, 2 checks imperfect in *"])


def test_a_session_in_which_all_passes_stays_green(project: Project) -> None:
    project.benchmark()

    result = project.run("benchmarks", "--mmb-agent=right", "--color=yes")

    assert re.search(r"\x1b\[32m\x1b\[1m1 passed\x1b\[0m, \x1b\[32m2 checks passed", result.stdout.lines[-1])


def test_each_check_has_a_letter(project: Project) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)

    result = project.run("benchmarks", "--mmb-agent=wrong")

    result.stdout.fnmatch_lines(["benchmarks/tiny/benchmark.json -+?F *"])


def test_each_check_has_a_line_with_its_score_under_verbose(project: Project) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)

    result = project.run("benchmarks", "--mmb-agent=wrong", "-v")

    line = "benchmarks/tiny/benchmark.json::tiny[[]wrong]"
    result.stdout.fnmatch_lines(
        [
            f"{line} CHECK 1.1 0 *",
            f"{line} CHECK 1.2 10 correct *",
            f"{line} CHECK 1.3 unscored *",
            f"{line} FAILED *",
        ]
    )


def test_a_check_is_a_plain_subtest_with_one_attribute_of_plain_types(
    project: Project, reports: Reports
) -> None:
    project.benchmark(checks=FOOD)

    project.run("benchmarks", "--mmb-agent=right", plugins=[reports])

    (report,) = reports.checks
    seconds = report.mmb.pop("seconds")
    assert type(report) is pytest.SubtestReport
    assert (report.outcome, report.duration) == ("passed", seconds)
    assert report.mmb == {
        "id": "1.1",
        "type": "RECALL",
        "traps": [],
        "changed": False,
        "single_value": True,
        "question": "How much food does Boss get?",
        "expected": "50 g.",
        "got": "Boss gets 50 g a day.",
        "score": 10.0,
        "outcome": "correct",
        "attempt": 1,
        "owner": None,
        "comment": report.mmb["comment"],
        "flags": [],
        "run": "tiny-right",
        "benchmark": "tiny",
        "agent": "right",
        "persona": "scripted",
        "verdict": "passed",
    }


@pytest.mark.parametrize(
    ("gate", "outcomes"),
    [([], ["failed", "passed", "skipped"]), (["--mmb-min-score=5"], ["skipped", "passed", "skipped"])],
)
def test_an_imperfect_check_fails_unless_a_gate_decides(
    project: Project, reports: Reports, gate: list[str], outcomes: list[str]
) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)

    project.run("benchmarks", "--mmb-agent=wrong", *gate, plugins=[reports])

    assert [report.outcome for report in reports.checks] == outcomes


def test_exitfirst_counts_items_and_cuts_no_run_short(project: Project) -> None:
    project.benchmark("a", checks=FOOD + ROOM)
    project.benchmark("b", checks=FOOD + ROOM)

    result = project.run("benchmarks", "--mmb-agent=wrong", "-x")

    result.stdout.fnmatch_lines(
        ["*stopping after 1 failures*", "*= 1 failed, 1 check passed, 1 check imperfect in *"]
    )


def test_maxfail_counts_items(project: Project) -> None:
    for name in "abc":
        project.benchmark(name, checks=FOOD)

    result = project.run("benchmarks", "--mmb-agent=wrong", "--maxfail=2")

    result.stdout.fnmatch_lines(["*stopping after 2 failures*", "*= 2 failed, 2 checks imperfect in *"])


def test_imperfect_checks_under_a_gate_that_holds_leave_the_session_passed(project: Project) -> None:
    project.benchmark()

    result = project.run("benchmarks", "--mmb-agent=wrong", "--mmb-min-score=5")

    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*= 1 passed, 1 check passed, 1 check imperfect in *"])
