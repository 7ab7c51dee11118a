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
