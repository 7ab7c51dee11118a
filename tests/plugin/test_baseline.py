from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.plugin.conftest import FOOD, MOOD, ROOM
from tests.plugin.lasting import write_lasting

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

MOODY = '''
class Moody(Right):
    """Is right if a file says so."""

    async def reply(self, text):
        from pathlib import Path
        if Path("wrong").exists():
            self.answers = Wrong.answers
        return await super().reply(text)

@pytest.fixture
def mmb_agent_moody():
    """Right or wrong."""
    return Moody
'''


@pytest.fixture
def moody(project: Project) -> Project:
    """A project with a tiny benchmark and an agent that gets worse when told to."""
    project.benchmark()
    with (project.path / "conftest.py").open("a") as file:
        file.write(MOODY)
    return project


def get_worse(project: Project) -> None:
    (project.path / "wrong").touch()


def play(project: Project, *arguments: str, agent: str = "moody") -> pytest.RunResult:
    return project.run("benchmarks", f"--mmb-agent={agent}", *arguments)


def scores(project: Project, name: str = "mmb-baseline.json") -> dict[str, Any]:
    groups = json.loads((project.path / name).read_text())["groups"]
    return {group: entry["scores"] for group, entry in groups.items()}


def test_a_baseline_is_saved_and_a_run_that_is_as_good_holds(moody: Project) -> None:
    saving = play(moody, "--mmb-save-baseline")
    result = play(moody, "--mmb-baseline=mmb-baseline.json")

    saving.stdout.fnmatch_lines(["*= marathonmem baseline =*", "tiny-moody: saved in *mmb-baseline.json"])
    assert scores(moody) == {"tiny-moody": {"1.1": [10], "1.2": [10]}}
    result.stdout.fnmatch_lines(
        [
            "*= marathonmem baseline =*",
            "tiny-moody: mean score 10.00 over 2 checks, 1 run; in the baseline 10.00 *: +0.00",
        ],
        consecutive=True,
    )
    assert (saving.ret, result.ret) == (0, 0)


def test_a_regression_fails_the_session_though_no_item_fails(moody: Project) -> None:
    play(moody, "--mmb-save-baseline")
    get_worse(moody)

    result = play(moody, "--mmb-baseline=mmb-baseline.json")

    result.stdout.fnmatch_lines(
        [
            "tiny-moody: REGRESSED, mean score 5.00 *: -5.00",
            "  worse   1.1: 10 -> 0",
            "*1 regressed, 1 passed*",
        ]
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert scores(moody) == {"tiny-moody": {"1.1": [10], "1.2": [10]}}


@pytest.mark.slow
def test_workers_are_compared_as_one_session(moody: Project) -> None:
    play(moody, "--mmb-save-baseline")
    get_worse(moody)

    result = play(moody, "--mmb-baseline=mmb-baseline.json", "-n2", agent="moody,right")

    result.stdout.fnmatch_lines(
        [
            "tiny-moody: REGRESSED, mean score 5.00 *",
            "tiny-right: new, the baseline doesn't have it; *",
            "*1 regressed, 2 passed*",
        ]
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.slow
def test_workers_save_one_baseline(moody: Project) -> None:
    result = play(moody, "--mmb-save-baseline", "-n2", agent="right,wrong")

    assert result.ret == 0
    assert scores(moody) == {
        "tiny-right": {"1.1": [10], "1.2": [10]},
        "tiny-wrong": {"1.1": [0], "1.2": [10]},
    }


def test_what_was_imperfect_in_the_baseline_fails_nothing(moody: Project) -> None:
    get_worse(moody)

    saving = play(moody, "--mmb-save-baseline")
    result = play(moody, "--mmb-baseline=mmb-baseline.json")

    assert (saving.ret, result.ret) == (0, 0)
    result.stdout.fnmatch_lines(["*1 passed*1 check passed, 1 check imperfect*"])


def test_a_group_that_is_new_fails_nothing(moody: Project) -> None:
    play(moody, "--mmb-save-baseline")

    result = play(moody, "--mmb-baseline=mmb-baseline.json", agent="wrong")

    result.stdout.fnmatch_lines(["tiny-wrong: new, *"])
    assert result.ret == 0


def test_a_gate_decides_beside_a_baseline(moody: Project) -> None:
    get_worse(moody)
    play(moody, "--mmb-save-baseline")

    assert play(moody, "--mmb-baseline=mmb-baseline.json", "--mmb-min-score=9").ret == 1


def test_coverage_must_hold_with_a_baseline_too(project: Project) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)
    saving = project.run("benchmarks", "--mmb-agent=right", "--mmb-save-baseline")

    saving.stdout.fnmatch_lines(["tiny-right: not saved, 1 check of tiny-right could not be scored"])
    assert not (project.path / "mmb-baseline.json").exists()
    assert saving.ret == 12


def test_a_regression_comes_before_a_lack_of_coverage(moody: Project) -> None:
    play(moody, "--mmb-save-baseline")
    get_worse(moody)
    (moody.path / "benchmarks/tiny/chapter1.md").write_text(
        (moody.path / "benchmarks/tiny/chapter1.md").read_text() + MOOD
    )

    result = play(moody, "--mmb-baseline=mmb-baseline.json")

    result.stdout.fnmatch_lines(["tiny-moody: REGRESSED, *", "  not yet in the baseline: 1.3"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_an_interrupt_keeps_its_exit_code(moody: Project) -> None:
    class Interrupting:
        def pytest_runtest_teardown(self) -> None:
            pytest.exit("enough")

    play(moody, "--mmb-save-baseline")
    get_worse(moody)
    arguments = ("benchmarks", "--mmb-agent=moody", "--mmb-baseline=mmb-baseline.json")

    result = moody.run(*arguments, plugins=[Interrupting()])

    result.stdout.fnmatch_lines(["tiny-moody: REGRESSED, *"])
    assert result.ret == pytest.ExitCode.INTERRUPTED


def test_one_noisy_run_does_not_rewrite_a_baseline_of_several(moody: Project) -> None:
    play(moody, "--mmb-save-baseline")
    file = moody.path / "mmb-baseline.json"
    content = json.loads(file.read_text())
    entry = content["groups"]["tiny-moody"]
    entry |= {"dates": entry["dates"] * 3, "scores": {check: [10, 10, 10] for check in entry["scores"]}}
    file.write_text(json.dumps(content))
    before = file.read_bytes()
    get_worse(moody)

    result = play(moody, "--mmb-save-baseline")

    result.stdout.fnmatch_lines(["tiny-moody: not saved, its entry holds 3 repeats, *--mmb-repeat=3, *"])
    assert file.read_bytes() == before


def test_nothing_is_written_without_the_option(moody: Project) -> None:
    play(moody)

    assert not (moody.path / "mmb-baseline.json").exists()


def test_groups_that_were_not_played_keep_their_entries(moody: Project) -> None:
    play(moody, "--mmb-save-baseline", "--mmb-baseline=mine.json")
    play(moody, "--mmb-save-baseline", "--mmb-baseline=mine.json", agent="right")

    assert [*scores(moody, "mine.json")] == ["tiny-moody", "tiny-right"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--mmb-baseline=none.json"],
            "*there is no baseline '*none.json'; make it with --mmb-save-baseline*",
        ),
        (["--mmb-baseline=damaged.json"], "*damaged.json' is no baseline:*"),
        (["--mmb-baseline=damaged.json", "--mmb-save-baseline"], "*damaged.json' is no baseline:*"),
        (["--mmb-baseline=benchmarks"], "*'benchmarks' is no file; name one, such as mmb-baseline.json*"),
        (["--mmb-baseline="], "*'' is no file; *"),
        (["--mmb-baseline=no/where.json", "--mmb-save-baseline"], "*no' is not a folder; make it first*"),
    ],
)
@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_a_file_that_can_not_be_used_is_refused_before_anything_is_played(
    moody: Project, arguments: list[str], message: str, workers: str
) -> None:
    (moody.path / "damaged.json").write_text("{")

    result = play(moody, workers, *arguments)

    result.stderr.fnmatch_lines([message])
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert not (moody.path / "results").exists()


class InTheWay:
    """Puts a folder where the file is to be."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def pytest_runtest_setup(self) -> None:
        (self.project.path / "mmb-baseline.json" / "full").mkdir(parents=True)


@pytest.mark.parametrize(("checks", "exit_code"), [(FOOD, 1), (FOOD + MOOD, 12)])
def test_a_file_that_can_not_be_written_is_told_and_hides_no_exit_code(
    project: Project, checks: str, exit_code: int
) -> None:
    project.benchmark(checks=checks)
    arguments = ("benchmarks", "--mmb-agent=right", "--mmb-save-baseline")

    result = project.run(*arguments, plugins=[InTheWay(project)])

    result.stdout.fnmatch_lines(["*= marathonmem baseline =*", "The baseline can't be saved: *"])
    assert result.ret == exit_code
    assert not (project.path / "mmb-baseline.json.part").exists()


def test_under_a_baseline_an_imperfect_check_is_no_failure_in_the_xml(moody: Project) -> None:
    get_worse(moody)
    play(moody, "--mmb-save-baseline")

    play(moody, "--mmb-baseline=mmb-baseline.json", "--junitxml=junit.xml")

    text = (moody.path / "junit.xml").read_text()
    assert ("<failure" in text, "<skipped" in text) == (False, True)


def test_a_run_that_was_stopped_is_neither_compared_nor_saved(project: Project) -> None:
    write_lasting(project)
    saving = play(project, "--mmb-save-baseline", agent="refusing")
    entry = {
        "benchmark": "tiny",
        "agent": "refusing",
        "persona": "scripted",
        "dates": [""],
        "scores": {"1.1": [10]},
    }
    (project.path / "mmb-baseline.json").write_text(
        json.dumps({"format": 1, "groups": {"tiny-refusing": entry}})
    )
    comparing = play(project, "--mmb-baseline=mmb-baseline.json", "--mmb-results=new", agent="refusing")

    saving.stdout.fnmatch_lines(["tiny-refusing: not saved, tiny-refusing was stopped"])
    comparing.stdout.fnmatch_lines(["tiny-refusing: not compared, no run came to its end"])
    assert (saving.ret, comparing.ret) == (10, 10)


def test_the_repeats_of_a_run_are_saved_and_compared_together(moody: Project) -> None:
    play(moody, "--mmb-save-baseline", "--mmb-repeat=2")
    one = play(moody, "--mmb-save-baseline")
    get_worse(moody)
    result = play(moody, "--mmb-baseline=mmb-baseline.json", "--mmb-repeat=2")

    assert scores(moody) == {"tiny-moody": {"1.1": [10, 10], "1.2": [10, 10]}}
    one.stdout.fnmatch_lines(
        ["tiny-moody: not saved, its entry holds 2 repeats, which 1 must not replace: *"]
    )
    result.stdout.fnmatch_lines(
        [
            "tiny-moody: REGRESSED, mean score 5.00 over 2 checks, 2 runs; in the baseline 10.00 over the same checks, 2 runs: -5.00",
            "  below the lowest run of the baseline, 10.00",
            "*1 regressed, 2 passed*",
        ]
    )
    assert (one.ret, result.ret) == (0, 1)


def test_a_repeat_that_is_named_alone_is_not_saved_as_the_whole(moody: Project) -> None:
    file = moody.path / "benchmarks" / "tiny" / "benchmark.json"

    result = moody.run(f"{file}::tiny[moody-2]", "--mmb-agent=moody", "--mmb-repeat=2", "--mmb-save-baseline")

    result.stdout.fnmatch_lines(
        ["tiny-moody: not saved, only 1 of its 2 repeats were played in this session"]
    )
    assert not (moody.path / "mmb-baseline.json").exists()
