from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from junitparser import JUnitXml

from tests.plugin.conftest import FOOD, MOOD, ROOM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.plugin.conftest import Project

CHANGING = """
class Changing(Right):
    '''Is right in its first run, and wrong about the food in every other.'''
    async def create_session(self, name, workdir, *, resumed):
        await super().create_session(name, workdir, resumed=resumed)
        self.answers = Right.answers if "." not in name else Wrong.answers

@pytest.fixture
def mmb_agent_changing(): return Changing
"""


@pytest.fixture
def changing(project: Project) -> Project:
    with (project.path / "conftest.py").open("a") as file:
        file.write(CHANGING)
    project.benchmark(checks=FOOD + ROOM)
    return project


def test_the_mean_over_repeats_decides_though_one_is_below_the_gate(changing: Project) -> None:
    result = changing.run("benchmarks", "--mmb-agent=changing", "--mmb-repeat=2", "--mmb-min-score=7.5")

    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(
        [
            "tiny-changing: mean score 7.50 over 2 repeats, 5.00..10.00 (tiny-changing 10.00, tiny-changing.2 5.00)"
        ]
    )


@pytest.mark.parametrize(
    "workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["one process", "workers"]
)
def test_a_mean_over_repeats_below_the_gate_fails_a_session_in_which_all_items_pass(
    changing: Project, workers: Sequence[str]
) -> None:
    arguments = ("--mmb-agent=changing,right", "--mmb-repeat=3", "--mmb-min-score=7.5")
    result = changing.run("benchmarks", *arguments, *workers)

    result.assert_outcomes(passed=6)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    means = "tiny-changing 10.00, tiny-changing.2 5.00, tiny-changing.3 5.00"
    result.stdout.fnmatch_lines(
        [
            "*= marathonmem gate =*",
            f"tiny-changing: mean score 6.67 over 3 repeats, 5.00..10.00 ({means}) is below --mmb-min-score=7.5",
            "*= 1 gate failed, 6 passed, *",
        ]
    )


@pytest.mark.slow
def test_six_runs_on_four_workers_report_what_one_process_reports(project: Project) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)
    arguments = ("benchmarks", "--mmb-agent=notebook,amnesiac,chatbot", "--mmb-repeat=2")

    one = project.run(*arguments, "--junitxml=one.xml", "--mmb-results=one")
    four = project.run(*arguments, "--junitxml=four.xml", "--mmb-results=four", "-n", "4")

    runs = [f"tiny-{agent}{repeat}" for agent in ("amnesiac", "chatbot", "notebook") for repeat in ("", ".2")]
    assert one.ret == four.ret
    for folder in ("one", "four"):
        journal = (project.path / folder / "report.md").read_text().splitlines()
        assert sorted(line.split()[-1] for line in journal if line.startswith("## ")) == runs
    assert _cases(project, "one.xml") == _cases(project, "four.xml")


def _cases(project: Project, name: str) -> list[tuple[str, str, list[str]]]:
    """Every testcase with its results, in any order."""
    suites = JUnitXml.fromfile(str(project.path / name))
    return sorted(
        (case.classname, case.name, [type(result).__name__ for result in case.result])
        for suite in suites
        for case in suite
    )
