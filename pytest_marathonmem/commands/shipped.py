"""Where the benchmarks lie that come with this package."""

from __future__ import annotations

from pathlib import Path

from pytest_marathonmem.scenario.recognise import FILE_NAME, is_benchmark

PACKAGE = Path(__file__).parent.parent


def shipped_folder() -> Path:
    """The folder of the shipped benchmarks: inside an installed package, beside the package in a source checkout."""
    inside = PACKAGE / "benchmarks"
    return inside if inside.is_dir() else PACKAGE.parent / "benchmarks"


def shipped_benchmarks() -> dict[str, Path]:
    """The shipped benchmarks' folders by their names, in order."""
    folders = sorted(shipped_folder().glob("*/"))
    return {folder.name: folder for folder in folders if is_benchmark(folder / FILE_NAME)}


def how_to_write() -> list[str]:
    """A line that says where the guide to writing benchmarks lies; none if it didn't come along."""
    guide = shipped_folder() / "AUTHORING.md"
    return [f"how to write one: {guide}"] if guide.is_file() else []
