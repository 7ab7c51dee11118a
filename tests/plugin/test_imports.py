from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

HEAVY = """
import sys

HEAVY = {
    "pydantic", "json5", "markdown_it", "dateutil", "filelock", "openai", "httpx", "httpx2", "jinja2",
    "pytest_marathonmem.agents", "pytest_marathonmem.reports", "pytest_marathonmem.grading", "pytest_marathonmem.models",
}

def pytest_unconfigure():
    print("imported:", sorted(HEAVY & set(sys.modules)))
"""

FOREIGN = '{"machine_info": {"node": "chapters"}, "commit_info": {}, "benchmarks": [], "version": "5.3.1"}'


@pytest.fixture
def unrelated(project: Project) -> Project:
    project.pytester.makeconftest(HEAVY)
    return project


def test_an_unrelated_project_imports_nothing_heavy(unrelated: Project) -> None:
    unrelated.run_subprocess().stdout.fnmatch_lines(["*1 passed*", "imported: []"])


def test_a_benchmark_json_of_pytest_benchmark_imports_nothing_heavy(unrelated: Project) -> None:
    (unrelated.path / "benchmark.json").write_text(FOREIGN)

    unrelated.run_subprocess(".").stdout.fnmatch_lines(["*1 passed*", "imported: []"])


def test_a_benchmark_that_nobody_asked_for_imports_nothing_heavy(unrelated: Project) -> None:
    unrelated.benchmark()

    unrelated.run_subprocess().stdout.fnmatch_lines(["*1 passed, 1 deselected*", "imported: []"])


def test_an_unrelated_project_whose_warnings_are_errors_runs_as_before(unrelated: Project) -> None:
    unrelated.pytester.makeini("[pytest]")

    result = unrelated.run_subprocess("-W", "error")

    result.assert_outcomes(passed=1)
    assert "asyncio_default_fixture_loop_scope" not in result.stderr.str()
