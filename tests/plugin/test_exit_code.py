from __future__ import annotations

import pytest

from pytest_marathonmem.plugin.exit_code import exit_code


@pytest.mark.parametrize(
    ("given", "failed", "stopped", "failed_by_coverage", "expected"),
    [
        pytest.param(0, False, False, False, 0, id="all passed"),
        pytest.param(0, True, False, False, 1, id="a gate failed, though all items passed"),
        pytest.param(1, True, True, True, 1, id="a failure comes before all"),
        pytest.param(0, False, True, False, 10, id="stopped"),
        pytest.param(1, False, True, True, 10, id="stopped comes before coverage"),
        pytest.param(1, False, False, True, 12, id="coverage alone"),
        pytest.param(2, True, True, True, 2, id="interrupted comes before all"),
        pytest.param(3, True, True, True, 3, id="an internal error too"),
        pytest.param(5, False, False, False, 5, id="nothing was collected"),
    ],
)
def test_the_exit_code_tells_what_matters_most(
    given: int, failed: bool, stopped: bool, failed_by_coverage: bool, expected: int
) -> None:
    code = exit_code(given, failed=failed, stopped=stopped, failed_by_coverage=failed_by_coverage)

    assert code == expected
