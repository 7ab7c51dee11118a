from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

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
