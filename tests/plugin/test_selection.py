from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

ITEM = "benchmarks/tiny/benchmark.json::tiny[right]"


@pytest.mark.parametrize(
    "arguments",
    [
        ["."],
        ["benchmarks"],
        ["benchmarks/tiny"],
        ["benchmarks/tiny/benchmark.json"],
        ["benchmarks/tiny/benchmark.json::tiny"],
        ["benchmarks/tiny/benchmark.json::tiny[notebook]"],
    ],
)
def test_a_benchmark_runs_if_it_or_what_holds_it_is_named(project: Project, arguments: list[str]) -> None:
    project.benchmark()

    result = project.run("--collect-only", "-q", *arguments)

    result.stdout.fnmatch_lines(["benchmarks/tiny/benchmark.json::tiny[[]notebook]"])


def test_a_named_agent_runs_all_benchmarks_that_are_collected(project: Project) -> None:
    project.benchmark("tiny")
    project.benchmark("other")

    result = project.run("--collect-only", "-q", "--mmb-agent=right")

    result.stdout.fnmatch_lines_random(
        [ITEM.replace("[", "[[]"), "benchmarks/other/benchmark.json::other[[]right]"]
    )


def test_a_plain_run_leaves_benchmarks_out_and_says_how_to_run_them(project: Project) -> None:
    project.benchmark()

    result = project.run()

    result.assert_outcomes(passed=1, deselected=1)
    result.stdout.fnmatch_lines(
        [
            "marathonmem: not asked for: tiny; to run a benchmark name its folder (pytest benchmarks/tiny) or an agent *"
        ]
    )


def test_testpaths_name_nothing(project: Project) -> None:
    project.pytester.makeini(
        "[pytest]\ntestpaths = benchmarks\nasyncio_default_fixture_loop_scope = function"
    )
    project.benchmark()

    project.run().assert_outcomes(deselected=1)


def test_naming_another_folder_names_no_benchmark(project: Project) -> None:
    project.benchmark(folder="tests/benchmarks")
    project.benchmark("sibling", folder="tests/unit")

    result = project.run("--collect-only", "-q", "tests/unit")

    assert "sibling[notebook]" in result.stdout.str()
    assert "tiny" not in result.stdout.str()


def test_a_benchmark_that_nobody_asked_for_is_not_even_read(project: Project) -> None:
    project.benchmark(chapter1="no heading, so no phase")

    project.run().assert_outcomes(passed=1, deselected=1)


def test_keywords_and_node_ids_select_as_for_any_test(project: Project) -> None:
    project.benchmark("tiny")
    project.benchmark("other")

    result = project.run("--collect-only", "-q", "--mmb-agent=right,wrong", "-k", "tiny and wrong")

    assert "benchmarks/tiny/benchmark.json::tiny[wrong]" in result.stdout.str()
    assert "3/5 tests collected (3 deselected)" not in result.stdout.str()
    result.stdout.fnmatch_lines(["1/5 tests collected (4 deselected)*"])


def test_a_run_that_is_named_by_its_id_names_its_agent(project: Project) -> None:
    project.benchmark()

    result = project.run("--collect-only", "-q", ITEM)

    result.stdout.fnmatch_lines([ITEM.replace("[", "[[]")])


@pytest.mark.parametrize("option", ["--mmb-agent=right", "--mmb-min-score=9", "--mmb-lint"])
def test_an_option_that_meets_no_benchmark_is_an_error(project: Project, option: str) -> None:
    project.pytester.makepyfile(test_it="def test_it(): pass")

    result = project.run(option, "test_it.py")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        [f"ERROR: {option} is given, but no benchmark was collected; name the folder*"]
    )


def test_a_named_folder_whose_file_is_no_benchmark_is_told(project: Project) -> None:
    folder = project.pytester.mkdir("slip")
    (folder / "benchmark.json").write_text('{"chapter": ["chapter1.md"]}')

    result = project.run("slip")

    result.stdout.fnmatch_lines(["marathonmem: *slip/benchmark.json has no 'chapters' at its top level*"])
