import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_example_of_an_own_agent_runs(pytester: pytest.Pytester) -> None:
    shutil.copytree(EXAMPLES / "my_agent", pytester.path, dirs_exist_ok=True)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
