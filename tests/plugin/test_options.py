from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Project


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        (
            "--mmb-agent=my-agent",
            "--mmb-agent: 'my-agent' can't be an agent: a name has letters, digits and '_' *",
        ),
        (
            "--mmb-agent=right,,wrong",
            "--mmb-agent: '' can't be an agent: *several names are separated by commas",
        ),
        ("--mmb-agent=agént", "--mmb-agent: 'agént' can't be an agent: *"),
        ("--mmb-persona=gpt-6", "--mmb-persona: no model is named 'gpt-6'; there are: scripted."),
        ("--mmb-persona=", "--mmb-persona: no model is named ''; there are: scripted."),
        ("--mmb-judge=scripted", "--mmb-judge: no model is named 'scripted'; there are: none."),
        ("--mmb-budget-usd=0", "--mmb-budget-usd: '0' is not possible; give US dollars, a number above 0 *"),
        ("--mmb-budget-usd=inf", "--mmb-budget-usd: 'inf' is not possible; *"),
        ("--mmb-budget-usd=nan", "--mmb-budget-usd: 'nan' is not possible; *"),
        ("--mmb-budget-usd=$1", "--mmb-budget-usd: '$1' is not possible; *"),
        ("--mmb-record=", "--mmb-record: '' is not a folder; name one, or a path that is free"),
        ("--mmb-record=conftest.py", "--mmb-record: 'conftest.py' is not a folder; *"),
        (
            "--mmb-replay=none",
            "--mmb-replay: there is no folder 'none'; name one that --mmb-record has filled",
        ),
        ("--mmb-replay=conftest.py", "--mmb-replay: there is no folder 'conftest.py'; *"),
        ("--mmb-min-score=11", "--mmb-min-score: '11' is not possible; give a number from 0 to 10"),
        ("--mmb-min-score=nine", "--mmb-min-score: 'nine' is not possible; give a number from 0 to 10"),
        ("--mmb-min-score=nan", "--mmb-min-score: 'nan' is not possible; give a number from 0 to 10"),
        ("--mmb-min-coverage=95", "--mmb-min-coverage: '95' is not possible; give a number from 0 to 1"),
        ("--mmb-min-coverage=", "--mmb-min-coverage: '' is not possible; give a number from 0 to 1"),
        ("--mmb-pass-score=-1", "--mmb-pass-score: '-1' is not possible; give a number from 0 to 10"),
        ("--mmb-repeat=0", "--mmb-repeat: '0' is not possible; give a whole number from 1 to 999"),
        ("--mmb-repeat=two", "--mmb-repeat: 'two' is not possible; give a whole number from 1 to 999"),
        ("--mmb-repeat=1.5", "--mmb-repeat: '1.5' is not possible; give a whole number from 1 to 999"),
        ("--mmb-unknown=maybe", "--mmb-unknown: 'maybe' is not possible; choose 'sent' or 'resend'"),
        ("--mmb-results=", "--mmb-results: '' is not a folder; name one, or a path that is free"),
        (
            "--mmb-results=conftest.py",
            "--mmb-results: 'conftest.py' is not a folder; name one, or a path that is free",
        ),
    ],
)
def test_a_value_that_can_not_be_is_a_usage_error_that_names_what_can(
    project: Project, argument: str, message: str
) -> None:
    result = project.run(argument)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])


def test_every_option_has_a_help_text(project: Project) -> None:
    text = project.run("--help").stdout.str()

    section = text[text.index("long-term memory benchmarks (marathonmem):") :]
    for option in (
        "agent",
        "run",
        "set",
        "config",
        "repeat",
        "fresh",
        "unknown",
        "persona",
        "judge",
        "record",
        "replay",
        "results",
        "lint",
    ):
        assert f"--mmb-{option}" in section
    for option in ("min-score", "min-coverage", "pass-score"):
        assert f"--mmb-{option}" in section


def test_what_benchmarks_are_played_with_is_said_before_they_are(project: Project) -> None:
    project.benchmark()

    result = project.run("benchmarks", "--mmb-agent=right,wrong", "--mmb-results=out")

    result.stdout.fnmatch_lines(
        [f"marathonmem: agents: right, wrong; persona: scripted; results: {project.path}/out"]
    )


def test_a_project_without_benchmarks_sees_nothing_of_it(project: Project) -> None:
    result = project.run("-v")

    rest = [line for line in result.stdout.lines if not line.startswith("plugins:")]
    assert [line for line in rest if "marathonmem" in line or "mmb" in line] == []
