from __future__ import annotations

import pytest

from pytest_marathonmem.plugin.exit_code import exit_code


@pytest.mark.parametrize(
    ("given", "what", "expected"),
    [
        pytest.param(0, "", 0, id="all passed"),
        pytest.param(0, "failed", 1, id="a gate failed, though all items passed"),
        pytest.param(1, "failed spent stopped failed_by_coverage", 1, id="a failure comes before all"),
        pytest.param(0, "spent stopped", 11, id="the budget is spent"),
        pytest.param(1, "spent stopped failed_by_coverage", 11, id="spent comes before stopped and coverage"),
        pytest.param(0, "stopped", 10, id="stopped"),
        pytest.param(1, "stopped failed_by_coverage", 10, id="stopped comes before coverage"),
        pytest.param(1, "failed_by_coverage", 12, id="coverage alone"),
        pytest.param(2, "failed spent stopped failed_by_coverage", 2, id="interrupted comes before all"),
        pytest.param(3, "failed spent stopped failed_by_coverage", 3, id="an internal error too"),
        pytest.param(5, "", 5, id="nothing was collected"),
    ],
)
def test_the_exit_code_tells_what_matters_most(given: int, what: str, expected: int) -> None:
    code = exit_code(
        given,
        failed="failed" in what.split(),
        spent="spent" in what,
        stopped="stopped" in what,
        failed_by_coverage="failed_by_coverage" in what,
    )

    assert code == expected
