from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

if TYPE_CHECKING:
    from tests.plugin.conftest import Project


def test_a_run_leaves_its_record_and_reports_below_the_rootdir(project: Project) -> None:
    project.benchmark()

    project.run("benchmarks", "--mmb-agent=wrong")

    results = project.path / "results"
    assert (results / ".gitignore").read_text() == "*\n"
    assert (results / "tiny-wrong" / "events.jsonl").exists()
    assert json.loads((results / "tiny-wrong" / "report.json").read_text())["mean_score"] == 5.0
    assert "Boss gets 70 g a day." in (results / "report.md").read_text()


def test_results_go_where_the_option_says_from_where_pytest_is_started(project: Project) -> None:
    project.benchmark()
    (project.path / "sub").mkdir()

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project.path / "sub")
        project.run("../benchmarks", "--mmb-agent=right", "--mmb-results=out")

    assert (project.path / "sub" / "out" / "tiny-right" / "report.json").exists()


def test_a_second_start_puts_the_first_run_aside_and_the_journal_keeps_both(project: Project) -> None:
    project.benchmark()
    for _ in range(2):
        project.run("benchmarks", "--mmb-agent=right")

    results = project.path / "results"
    (earlier,) = (results / "old" / "tiny-right").iterdir()
    assert (earlier / "report.json").exists()
    assert (results / "report.md").read_text().count("## ") == 2


def test_what_an_agent_wrote_is_neither_collected_nor_executed(project: Project) -> None:
    project.benchmark()
    project.run("benchmarks", "--mmb-agent=right")
    agent = project.path / "results" / "tiny-right" / "agent"
    (agent / "test_agent.py").write_text("def test_agent(): assert False")
    (agent / "conftest.py").write_text("raise SystemExit")

    project.run(".", "--mmb-agent=right").assert_outcomes(passed=2)


@pytest.mark.parametrize("fate", ["shutil.rmtree(results)", "results.rename('gone'); results.touch()"])
def test_results_that_get_lost_on_the_way_are_a_clear_error(project: Project, fate: str) -> None:
    project.benchmark()
    with (project.path / "conftest.py").open("a") as file:
        file.write(
            "\nimport pathlib, shutil\n"
            f"results = pathlib.Path({str(project.path / 'results')!r})\n"
            "class Losing(Right):\n"
            "    async def close(self):\n"
            f"        {fate}\n"
            "@pytest.fixture\ndef mmb_agent_losing(): return Losing\n"
        )

    result = project.run("benchmarks", "--mmb-agent=losing")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["The results can't be kept: *. Mend that, or name a folder by --mmb-results."]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_results_folder_that_can_not_be_made_is_a_clear_error(project: Project) -> None:
    project.benchmark()

    result = project.run("benchmarks", "--mmb-agent=right", "--mmb-results=/dev/null/results")

    result.stdout.fnmatch_lines(["The results can't be kept: *Not a directory*--mmb-results."])


def test_a_run_that_another_session_plays_is_left_in_peace(project: Project) -> None:
    project.benchmark()
    (project.path / "results").mkdir()

    with FileLock(project.path / "results" / "tiny-right.lock"):
        result = project.run("benchmarks", "--mmb-agent=right,wrong")

    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["the run 'tiny-right' is being played by another session (*"])
    assert not (project.path / "results" / "tiny-right").exists()
    assert (project.path / "results" / "tiny-wrong" / "report.json").exists()
