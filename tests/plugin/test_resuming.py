from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.plugin.resuming import Selected, with_budget_of, without_once
from tests.plugin.conftest import INSTALLED
from tests.plugin.lasting import end_trouble, write_lasting

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

GATE = ("--mmb-min-coverage", "0.5")
"""The agent's trouble leaves two checks unscored."""


@pytest.fixture
def troubled(project: Project) -> Project:
    write_lasting(project)
    return project


def line_to_go_on(result: pytest.RunResult) -> list[str]:
    """The arguments of the printed command, as a shell would split it."""
    lines = result.stdout.lines
    number = next(
        number for number, line in enumerate(lines) if line.startswith(("To go on with", "To start"))
    )
    command, *arguments = shlex.split(lines[number + 1])
    assert command == "pytest"
    return arguments


def test_a_stopped_run_skips_its_item_and_goes_on_by_the_printed_line(troubled: Project) -> None:
    first = troubled.run(
        "benchmarks", "-rs", "-k", "tiny", *GATE, "--mmb-fresh", "--mmb-agent=right,refusing"
    )
    end_trouble(troubled)
    second = troubled.pytester.runpytest_inprocess(*line_to_go_on(first))

    reason = "The run was stopped after 1 of 5 checks (infrastructure: the agent failed 3 times in a row,*"
    item = "'benchmarks/tiny/benchmark.json::tiny[[]refusing]'"
    assert (first.ret, second.ret) == (10, 0)
    first.assert_outcomes(passed=1, skipped=1)
    first.stdout.fnmatch_lines(
        [
            "To go on with 1 unfinished run:",
            f"pytest {item} *",
            f"SKIPPED * {reason} it goes on from there. To go on: pytest {item} *",
        ]
    )
    second.assert_outcomes(passed=1)
    second.stdout.fnmatch_lines(["tiny-refusing: resumed at check 1.4: 3 checks from the record"])


def test_a_stopped_run_that_can_not_be_resumed_fails_and_says_so(troubled: Project) -> None:
    first = troubled.run("benchmarks", "--mmb-agent=fragile")
    end_trouble(troubled)
    second = troubled.pytester.runpytest_inprocess(*line_to_go_on(first))

    assert (first.ret, second.ret) == (1, 0)
    first.stdout.fnmatch_lines(
        [
            "The run was stopped after 1 of 5 checks * The agent doesn't survive a restart: the next start begins anew.",
            "To start 1 run again:",
            "pytest *",
            "tiny-fragile will begin anew: its agent doesn't survive a restart",
        ]
    )
    second.stdout.fnmatch_lines(["tiny-fragile: starts anew: the agent 'fragile' doesn't survive a restart"])


def test_if_all_is_left_the_line_is_the_one_that_was_given(troubled: Project) -> None:
    result = troubled.run("benchmarks", "--mmb-agent", "refusing", "--mmb-fresh")

    plugin = [] if INSTALLED else ["-p", "pytest_marathonmem.plugin"]
    others = ["-p", "no:hypothesispytest", "-p", "no:benchmark"]
    assert line_to_go_on(result) == [*others, *plugin, "benchmarks", "--mmb-agent", "refusing"]


def test_the_line_names_items_as_they_are_seen_from_where_pytest_was_started(
    troubled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(troubled.path / "benchmarks")

    first = troubled.run("tiny", "--mmb-agent=right,refusing", *GATE)
    end_trouble(troubled)
    second = troubled.pytester.runpytest_inprocess(*line_to_go_on(first))

    assert line_to_go_on(first)[0] == "tiny/benchmark.json::tiny[refusing]"
    second.assert_outcomes(passed=1)


def test_a_session_that_comes_to_its_end_has_no_such_line(project: Project) -> None:
    project.benchmark()

    for agents in ("right,wrong", "unknown"):
        assert "To go on" not in project.run("benchmarks", f"--mmb-agent={agents}").stdout.str()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["a", "--mmb-fresh", "-x"], ["a", "-x"]),
        (["--mmb-unknown=sent", "a"], ["a"]),
        (["--mmb-unknown", "resend", "a"], ["a"]),
        (["a", "--mmb-unknown"], ["a"]),
    ],
)
def test_what_one_start_begins_with_is_not_for_the_next(given: list[str], kept: list[str]) -> None:
    assert list(without_once(given)) == kept


@pytest.mark.parametrize(
    ("finished", "failed", "left"),
    [
        pytest.param("abc", "", "", id="all finished"),
        pytest.param("ab", "", "c", id="not begun, or broken off"),
        pytest.param("ab", "c", "", id="failed without a run is no reason to go on"),
        pytest.param("a", "b", "bc", id="but is left, if there is one"),
    ],
)
def test_what_is_left_is_what_has_not_finished(finished: str, failed: str, left: str) -> None:
    selected = Selected()
    selected.select("abc")
    for nodeid in finished:
        selected.finish(nodeid)
    for nodeid in failed:
        selected.fail(nodeid)

    assert "".join(selected.left()) == left


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(["--mmb-budget-usd=0.5", "benchmarks", "-v"], id="one word"),
        pytest.param(["benchmarks", "--mmb-budget-usd", "0.5", "-v"], id="two words"),
        pytest.param(["benchmarks", "-v"], id="in the ini file"),
    ],
)
def test_another_budget_takes_the_place_of_the_one_that_is_spent(given: list[str]) -> None:
    assert with_budget_of(1.0, given) == ["--mmb-budget-usd=1", "benchmarks", "-v"]
