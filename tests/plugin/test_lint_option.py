from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import FOOD

if TYPE_CHECKING:
    from tests.plugin.conftest import Project


def test_a_sound_folder_passes_and_its_statistics_are_printed(project: Project) -> None:
    project.benchmark()

    result = project.run("--mmb-lint", "benchmarks")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        ["*= marathonmem lint: tiny =*", "chapters 1, phases 1, facts told 2, checks 2, *"]
    )


def test_a_lint_is_one_item_a_folder_whatever_agents_are_named(project: Project) -> None:
    project.benchmark("a")
    project.benchmark("b")

    result = project.run("--mmb-lint", "benchmarks", "--mmb-agent=right,wrong", "--collect-only", "-q")

    result.stdout.fnmatch_lines(
        ["benchmarks/a/benchmark.json::a[[]lint]", "benchmarks/b/benchmark.json::b[[]lint]"]
    )
    result.stdout.fnmatch_lines(["2 tests collected*"])


def test_findings_are_the_failure_each_with_its_place(project: Project) -> None:
    project.benchmark(checks=FOOD.replace('value: "50 g"', 'value: "60 g"'))

    result = project.run("--mmb-lint", "benchmarks")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*_ tiny[[]lint] _*", "benchmarks/tiny/chapter1.md:*: *60 g*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_folder_that_can_not_be_read_is_a_finding_too(project: Project) -> None:
    project.benchmark("broken", checks="❓ 1.1 What?\n")
    project.benchmark("sound")

    result = project.run("--mmb-lint", "benchmarks")

    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["benchmarks/broken/chapter1.md:11: *"])


def test_no_agent_runs(project: Project) -> None:
    project.benchmark()

    result = project.run("--mmb-lint", "benchmarks", "--mmb-agent=right", "--setup-plan")

    assert "mmb_agent" not in result.stdout.str()
    assert not (project.path / "results").exists()


@pytest.mark.parametrize("arguments", [["."], []])
def test_the_option_alone_lints_all_benchmarks_that_are_collected(
    project: Project, arguments: list[str]
) -> None:
    project.benchmark()

    project.run("--mmb-lint", *arguments).assert_outcomes(passed=2)
