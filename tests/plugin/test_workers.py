from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import FOOD, ROOM
from tests.plugin.lasting import end_trouble, write_lasting
from tests.plugin.test_resuming import line_to_go_on

if TYPE_CHECKING:
    from tests.plugin.conftest import Project


def test_workers_show_what_one_process_shows(project: Project) -> None:
    project.benchmark(checks=FOOD + ROOM)

    result = project.run("benchmarks", "--mmb-agent=wrong,right", "-n", "2", "--maxfail=2")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        [
            "marathonmem: agents: wrong, right; persona: scripted; results: *",
            "*1 of 2 checks is imperfect: *",
            "*= 1 failed, 1 passed, 3 checks passed, 1 check imperfect in *",
        ]
    )
    result.stdout.fnmatch_lines_random(
        ["tiny-wrong: mean score 5.00 over 2 of 2 checks", "tiny-right: mean score 10.00 over 2 of 2 checks"]
    )


@pytest.mark.slow
def test_exitfirst_counts_items_in_workers_too(project: Project) -> None:
    project.benchmark(checks=FOOD + ROOM)

    result = project.run("benchmarks", "--mmb-agent=wrong", "-n", "1", "-x")

    result.stdout.fnmatch_lines(
        ["*stopping after 1 failures*", "*= 1 failed, 1 check passed, 1 check imperfect in *"]
    )


@pytest.mark.slow
def test_a_dead_worker_leaves_what_it_recorded_and_the_line_that_goes_on(project: Project) -> None:
    write_lasting(project)

    first = project.run("benchmarks", "--mmb-agent=dying,right,wrong", "-n", "2")
    report = json.loads((project.path / "results" / "tiny-dying" / "report.json").read_text())
    end_trouble(project)
    line = line_to_go_on(first)
    second = project.pytester.runpytest_inprocess(*line, "-n", "0")

    first.assert_outcomes(failed=2, passed=1)
    first.stdout.fnmatch_lines(["*worker 'gw?' crashed while running '*tiny[[]dying]'", "  state     killed"])
    assert report["state"] == "killed"
    assert (project.path / "results" / "report.md").read_text().count("tiny-dying") >= 1
    assert [argument for argument in line if "::" in argument] == [
        "benchmarks/tiny/benchmark.json::tiny[dying]"
    ]
    assert second.ret == pytest.ExitCode.OK
    second.stdout.fnmatch_lines(["tiny-dying: resumed at check 1.2: 1 check from the record"])


@pytest.mark.slow
def test_stopped_runs_skip_their_items_in_workers_too(project: Project) -> None:
    write_lasting(project)

    result = project.run("benchmarks", "--mmb-agent=refusing,right", "-n", "2")

    result.assert_outcomes(passed=1, skipped=1)
    assert result.ret == 10
    assert line_to_go_on(result)[0] == "benchmarks/tiny/benchmark.json::tiny[refusing]"
