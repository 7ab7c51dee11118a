from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.plugin.resuming import Selected
from tests.plugin.conftest import INSTALLED

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

REFUSING = """
class Refusing(Right):
    '''Survives a restart, because all it needs is in the message; is down while a file says so.'''
    survives_restart = True
    async def reply(self, text):
        if "room" in text and "?" in text and DOWN.exists():
            raise BaseExceptionGroup("down", [SystemExit(1)])
        return await super().reply(text)

class Fragile(Refusing):
    survives_restart = False

@pytest.fixture
def mmb_agent_refusing(): return Refusing

@pytest.fixture
def mmb_agent_fragile(): return Fragile
"""
QUESTIONS = "".join(
    f"❓ 1.{number} What does the room cost?\n   Correct answer: $110.\n"
    f'   Key: {{type: "RECALL", facts: ["pets:1.2"], value: "$110"}}\n'
    for number in range(2, 6)
)
FOOD = '❓ 1.1 How much food does Boss get?\n   Correct answer: 50 g.\n   Key: {type: "RECALL", facts: ["pets:1.1"], value: "50 g"}\n'


@pytest.fixture
def breaking(project: Project) -> Project:
    """A project whose agents `refusing` and `fragile` are down, until the file ``down`` is removed."""
    down = project.path / "down"
    down.touch()
    with (project.path / "conftest.py").open("a") as file:
        file.write(f"\nfrom pathlib import Path\nDOWN = Path({str(down)!r})\n{REFUSING}")
    project.benchmark(checks=FOOD + QUESTIONS)
    return project


def line_to_go_on(result: pytest.RunResult) -> list[str]:
    """The arguments of the printed command, as a shell would split it."""
    lines = result.stdout.lines
    number = next(number for number, line in enumerate(lines) if line.startswith("To go on with"))
    command, *arguments = shlex.split(lines[number + 1])
    assert command == "pytest"
    return arguments


def test_a_stopped_run_skips_its_item_and_goes_on_by_the_printed_line(breaking: Project) -> None:
    first = breaking.run(
        "benchmarks", "-rs", "--mmb-agent=right,refusing", "--mmb-fresh", "-k", "tiny", "-p", "no:doctest"
    )
    (breaking.path / "down").unlink()
    second = breaking.pytester.runpytest_inprocess(*line_to_go_on(first))

    item = "benchmarks/tiny/benchmark.json::tiny[[]refusing]"
    assert (first.ret, second.ret) == (10, 0)
    first.assert_outcomes(passed=1, skipped=1)
    first.stdout.fnmatch_lines(
        [
            "SKIPPED * The run was stopped after 1 of 5 checks (infrastructure: the agent failed 3 times in a row*"
            f" To go on: pytest {item}*",
            "To go on with 1 unfinished run:",
            f"pytest '{item}' *",
        ]
        if False
        else ["To go on with 1 unfinished run:", f"pytest '{item}' *-k tiny -p no:doctest"]
    )
    assert "--mmb-fresh" not in line_to_go_on(first)
    second.assert_outcomes(passed=1)
    second.stdout.fnmatch_lines(["tiny-refusing: resumed at check 1.5: 4 checks from the record"])


def test_a_stopped_run_that_can_not_be_resumed_fails_and_says_so(breaking: Project) -> None:
    first = breaking.run("benchmarks", "--mmb-agent=fragile")
    (breaking.path / "down").unlink()
    second = breaking.pytester.runpytest_inprocess(*line_to_go_on(first))

    assert (first.ret, second.ret) == (1, 0)
    first.stdout.fnmatch_lines(
        [
            "The run was stopped after 1 of 5 checks * The agent doesn't survive a restart: the next start begins anew.",
            "tiny-fragile will begin anew: its agent doesn't survive a restart",
        ]
    )
    second.stdout.fnmatch_lines(["tiny-fragile: starts anew: the agent 'fragile' doesn't survive a restart"])


def test_if_all_is_left_the_line_is_the_one_that_was_given(breaking: Project) -> None:
    result = breaking.run("benchmarks", "--mmb-agent", "refusing", "--mmb-fresh")

    plugin = [] if INSTALLED else ["-p", "pytest_marathonmem.plugin"]
    others = ["-p", "no:hypothesispytest", "-p", "no:benchmark"]
    assert line_to_go_on(result) == [*others, *plugin, "benchmarks", "--mmb-agent", "refusing"]


def test_the_line_names_items_as_they_are_seen_from_where_pytest_was_started(
    breaking: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(breaking.path / "benchmarks")

    first = breaking.run("tiny", "--mmb-agent=right,refusing")
    (breaking.path / "down").unlink()
    second = breaking.pytester.runpytest_inprocess(*line_to_go_on(first))

    assert line_to_go_on(first)[0] == "tiny/benchmark.json::tiny[refusing]"
    second.assert_outcomes(passed=1)


def test_a_session_that_comes_to_its_end_has_no_such_line(project: Project) -> None:
    project.benchmark()

    for agents in ("right,wrong", "unknown"):
        assert "To go on" not in project.run("benchmarks", f"--mmb-agent={agents}").stdout.str()


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
