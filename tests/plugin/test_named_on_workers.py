"""What the command line asks for is the same with pytest-xdist's workers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

WORKERS = ("-n", "1", "-v")


@pytest.fixture
def paths(project: Project) -> Project:
    """A project whose testpaths hold a benchmark."""
    project.pytester.makeini("[pytest]\ntestpaths = .\nasyncio_default_fixture_loop_scope = function")
    project.benchmark()
    return project


@pytest.mark.slow
def test_testpaths_name_nothing(paths: Project) -> None:
    result = paths.run_subprocess(*WORKERS)

    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*benchmark.json*")


@pytest.mark.slow
def test_nothing_at_all_is_named(project: Project) -> None:
    project.benchmark()

    project.run_subprocess(*WORKERS).assert_outcomes(passed=1)


def test_a_folder_that_is_named_runs(paths: Project) -> None:
    result = paths.run_subprocess(*WORKERS, "benchmarks/tiny", "--mmb-set=reply_timeout=5")

    assert "PASSED benchmarks/tiny/benchmark.json::tiny[notebook]" in result.stdout.str()


@pytest.mark.slow
def test_an_agent_that_is_named_runs_all(paths: Project) -> None:
    paths.run_subprocess(*WORKERS, "--mmb-agent=right").assert_outcomes(passed=2)


@pytest.mark.slow
def test_a_repeat_and_a_run_that_are_named_by_their_ids_are_run(paths: Project) -> None:
    (paths.path / "mmb.jsonc").write_text('{"runs": {"a-1": {"benchmark": "tiny", "agent": "right"}}}')
    ids = [f"benchmarks/tiny/benchmark.json::tiny[{label}]" for label in ("right-2", "a-1")]

    result = paths.run_subprocess(*WORKERS, *ids)

    result.assert_outcomes(passed=2)
    assert {path.name for path in (paths.path / "results").iterdir() if path.is_dir()} == {
        "tiny-right.2",
        "a-1",
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--mmb-min-score=9", "test_ordinary.py"],
            "ERROR: --mmb-min-score=9 is given, but no benchmark was collected; name the folder*",
        ),
        (["--mmb-agent=hermse"], "ERROR: unknown agent 'hermse': there is no fixture 'mmb_agent_hermse'.*"),
        (["--mmb-run=a"], "ERROR: --mmb-run: the run 'a' plays 'max', which was not collected; *"),
        (["benchmarks"], "ERROR: mmb.jsonc:2: unknown key 'referee'; *"),
    ],
)
def test_a_session_that_can_not_be_is_refused_as_in_one_process(
    paths: Project, arguments: list[str], message: str
) -> None:
    unknown = "\n'referee': 1," if arguments == ["benchmarks"] else ""
    (paths.path / "mmb.jsonc").write_text(f"{{{unknown} runs: {{a: {{benchmark: 'max', agent: 'right'}}}}}}")

    result = paths.run_subprocess(*WORKERS, *arguments)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])
    result.stdout.no_fnmatch_line("*PASSED*")
    assert "Traceback" not in result.stdout.str() + result.stderr.str()
