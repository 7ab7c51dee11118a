from __future__ import annotations

from pathlib import Path

import pytest

from pytest_marathonmem.errors import RunError
from pytest_marathonmem.runs.claim import claim
from pytest_marathonmem.runs.plan import RunPlan


def test_a_run_that_is_being_played_can_not_be_started_again(tmp_path: Path) -> None:
    plan = RunPlan(tmp_path / "pets", "mine", tmp_path / "results")

    with (
        claim(plan),
        pytest.raises(RunError, match="'pets-mine' is being played by another session"),
        claim(plan),
    ):
        pass


def test_another_run_is_free_meanwhile_and_the_same_one_afterwards(tmp_path: Path) -> None:
    mine, yours = (RunPlan(tmp_path / "pets", agent, tmp_path / "results") for agent in ("mine", "yours"))

    with claim(mine), claim(yours):
        pass
    with claim(mine):
        pass
