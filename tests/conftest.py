from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

# An inner session of pytester forgets what it was the first to import; httpx2 must not meet a second httpcore2, whose
# errors it wouldn't know.
import httpcore2  # noqa: F401
import openai  # noqa: F401
import pytest
from hypothesis import settings

from pytest_marathonmem.errors import ScenarioError
from pytest_marathonmem.scenario.folder import load_benchmark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from pytest_marathonmem.scenario.model import Benchmark

# The same examples in every run, and as long as a busy machine takes.
settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")

STARTED = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)
"""A Tuesday; the start of every run in these tests."""


@pytest.fixture
def write_benchmark(tmp_path: Path) -> Callable[..., Path]:
    """Write a benchmark folder from its files' texts.

    ``benchmark.json`` may be left out: then every ``chapter*.md`` is listed, in the order given, and ``settings`` holds the
    other keys.
    """

    def write(files: Mapping[str, str | bytes], name: str = "demo", **settings: object) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        chapters = [file for file in files if file.startswith("chapter")]
        manifest = json.dumps({"chapters": chapters, **settings})
        for file, text in {"benchmark.json": manifest, **files}.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder

    return write


@pytest.fixture(scope="session")
def started() -> datetime:
    """The start of the run in these tests."""
    return STARTED


@pytest.fixture
def load(write_benchmark: Callable[..., Path]) -> Callable[..., Benchmark]:
    """Write a benchmark folder and read it."""

    def write_and_load(
        files: Mapping[str, str | bytes], started: datetime = STARTED, **settings: object
    ) -> Benchmark:
        return load_benchmark(write_benchmark(files, **settings), started)

    return write_and_load


@pytest.fixture
def problems_of(load: Callable[..., Benchmark]) -> Callable[..., list[str]]:
    """Write a benchmark folder that can't be played; gives its problems as ``file:line: message``, the folder cut off."""

    def fail(files: Mapping[str, str | bytes], **settings: object) -> list[str]:
        with pytest.raises(ScenarioError) as caught:
            load(files, **settings)
        return [
            f"{problem.place.file.rpartition('/')[2]}:{problem.place.line}: {problem.message}"
            for problem in caught.value.problems
        ]

    return fail
