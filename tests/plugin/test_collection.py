from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import FOOD

if TYPE_CHECKING:
    from tests.plugin.conftest import Project


def test_a_folder_is_one_item_a_run(project: Project) -> None:
    project.benchmark()

    result = project.run("--collect-only", "benchmarks", "--mmb-agent=right,wrong")

    result.stdout.fnmatch_lines(
        ["*<BenchmarkFile benchmark.json>", "*tiny[[]right]>", "*tiny[[]wrong]>", "*2 tests*"]
    )


def test_python_files_of_a_benchmark_folder_are_no_tests(project: Project) -> None:
    folder = project.benchmark()
    (folder / "workspace").mkdir()
    (folder / "workspace" / "test_inner.py").write_text("def test_inner(): assert False")
    (folder / "test_beside.py").write_text("def test_beside(): assert False")

    result = project.run("--collect-only", "-q", "benchmarks")

    result.stdout.fnmatch_lines(["1 test collected*"])


def test_the_conftest_of_a_benchmark_folder_may_define_its_agent(project: Project) -> None:
    folder = project.benchmark()
    (folder / "conftest.py").write_text(
        "import pytest\n\n@pytest.fixture\ndef mmb_agent_notebook(mmb_agent_right):\n    return mmb_agent_right\n"
    )

    project.run("benchmarks").assert_outcomes(passed=1)


def test_every_problem_of_a_folder_comes_at_once_with_its_place(project: Project) -> None:
    project.benchmark(checks="❓ 1.1 What?\n\n❓ 1.2 Which?\n")
    project.benchmark("sound", checks=FOOD)

    result = project.run("--mmb-agent=right", "benchmarks", "--continue-on-collection-errors")

    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["*ERROR collecting benchmarks/tiny/benchmark.json*", "benchmarks/tiny/chapter1.md:11: *"]
    )
    result.stdout.fnmatch_lines(["benchmarks/tiny/chapter1.md:13: *"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_problem_shows_no_control_characters(project: Project) -> None:
    (project.benchmark() / "benchmark.json").write_text('{"chapters": ["\x1b[31m.md"]}')

    result = project.run("benchmarks", "--color=no")

    assert "\x1b" not in result.stdout.str()
    assert result.ret == pytest.ExitCode.INTERRUPTED


def test_two_wanted_folders_of_one_name_are_an_error(project: Project) -> None:
    project.benchmark(folder="a")
    project.benchmark(folder="b")

    result = project.run("a", "b", "--mmb-agent=right", "--continue-on-collection-errors")

    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*has the same name, and runs are named by it; rename one of the folders*"])


def test_a_folder_name_that_can_not_name_a_run_is_an_error(project: Project) -> None:
    project.benchmark("my benchmark")

    result = project.run("benchmarks")

    result.stdout.fnmatch_lines(
        ["*'my benchmark' can't name runs: letters, digits, '_', '.' and '-' are allowed*"]
    )


def test_a_folder_name_does_not_act_on_the_terminal(project: Project) -> None:
    project.benchmark("a\x1b[2Jb")

    result = project.run("benchmarks")

    result.stdout.fnmatch_lines([r"*/a\x1b[[]2Jb: 'a\x1b[[]2Jb' can't name runs: *"])


FOREIGN = '{"machine_info": {}, "commit_info": {"chapters": []}, "benchmarks": [], "version": "5.3.1"}'


def test_a_foreign_benchmark_json_hides_no_tests(project: Project) -> None:
    (project.path / "benchmark.json").write_text(FOREIGN)
    project.pytester.mkdir("unit").joinpath("benchmark.json").write_text(FOREIGN)
    (project.path / "unit" / "test_unit.py").write_text("def test_unit(): pass")

    project.run(".").assert_outcomes(passed=2)


def test_ours_is_found_below_a_foreign_one(project: Project) -> None:
    (project.path / "benchmark.json").write_text(FOREIGN)
    project.benchmark()

    result = project.run("--mmb-agent=right", ".")

    result.assert_outcomes(passed=2)
