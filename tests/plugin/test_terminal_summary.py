from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Project


@pytest.mark.parametrize("arguments", [[], ["-q"], ["-v"]])
def test_every_run_is_summed_up_at_the_end(project: Project, arguments: list[str]) -> None:
    project.benchmark()

    result = project.run("benchmarks", "--mmb-agent=right,wrong", *arguments)

    result.stdout.fnmatch_lines(
        [
            "*= marathonmem =*",
            "tiny-right: mean score 10.00 over 2 of 2 checks",
            "",
            "tiny-wrong: mean score 5.00 over 2 of 2 checks",
            "  1.1, score 0, *",
            "    question  How much food does Boss get?",
            "    expected  50 g.",
            "    got       Boss gets 70 g a day.",
        ]
    )


def test_a_context_that_was_never_cleared_is_shown_in_red(project: Project) -> None:
    project.benchmark()

    result = project.run("benchmarks", "--mmb-agent=right", "--color=yes")

    result.stdout.fnmatch_lines(["\x1b[[]31m  exam      context never cleared\x1b[[]0m"])


def test_a_session_without_runs_has_no_summary(project: Project) -> None:
    project.benchmark()

    assert "= marathonmem =" not in project.run().stdout.str()


def test_a_session_without_a_terminal_reporter_works(project: Project) -> None:
    project.benchmark()

    assert project.run("benchmarks", "--mmb-agent=right", "-p", "no:terminal").ret == pytest.ExitCode.OK


@pytest.mark.parametrize(("arguments", "shown"), [([], False), (["-v"], True)])
def test_of_many_runs_the_answers_are_in_the_journal_and_the_runs_side_by_side(
    project: Project, arguments: list[str], shown: bool
) -> None:
    project.benchmark()

    result = project.run("benchmarks", "--mmb-agent=right,wrong", "--mmb-repeat=2", *arguments)

    assert ("    got       Boss gets 70 g a day." in result.outlines) is shown
    assert any(line.startswith("All answers in full: ") for line in result.outlines) is not shown
    result.stdout.fnmatch_lines(
        [
            "run            mean  coverage  imperfect  cost   time",
            "tiny-right    10.00    100.0%          0     -  * s",
            "tiny-right.2  10.00    100.0%          0     -  * s",
            "tiny-wrong     5.00    100.0%          1     -  * s",
            "tiny-wrong.2   5.00    100.0%          1     -  * s",
        ]
    )
