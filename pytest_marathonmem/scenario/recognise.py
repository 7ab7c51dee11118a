"""Tells a benchmark of ours from any other file of that name, by its text and without imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.tokens import members

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "benchmark.json"
KINDS: tuple[str, ...] = ()
"""Values of ``kind`` that make a folder without chapters one of ours."""
_BYTES_READ = 256 * 1024


def is_benchmark(path: Path) -> bool:
    """Whether the file has a top-level ``chapters``, or a ``kind`` of ours; False for what can't be read."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            head = file.read(_BYTES_READ)
    except (OSError, ValueError):
        return False
    return any(
        member.key == "chapters"
        or (member.key == "kind" and member.value is not None and member.value.name in KINDS)
        for member in members(head.decode("utf-8-sig", errors="replace"))
    )
