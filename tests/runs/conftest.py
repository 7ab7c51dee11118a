from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.runs.settings import SessionSettings, read_settings
from tests.runs.modelled import FILES, plan_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_marathonmem.runs.plan import RunPlan


@pytest.fixture
def modelled(write_benchmark: Callable[..., Path], tmp_path: Path) -> RunPlan:
    """A short run whose persona, judge and agent are models."""
    return plan_of(write_benchmark(FILES), tmp_path / "results")


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], SessionSettings]:
    def write_and_read(text: str) -> SessionSettings:
        (tmp_path / "mmb.jsonc").write_text(text)
        return read_settings(tmp_path / "mmb.jsonc")

    return write_and_read


@pytest.fixture
def faults(read: Callable[[str], SessionSettings]) -> Callable[[str], list[str]]:
    """The faults of a file as ``line: message``."""

    def fail(text: str) -> list[str]:
        with pytest.raises(SettingsError) as caught:
            read(text)
        return [line.rpartition("mmb.jsonc:")[2] for line in str(caught.value).splitlines()]

    return fail
