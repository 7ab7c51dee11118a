"""The persona's system prompt: the universal part, the benchmark's manner, the profile."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_marathonmem.scenario.model import Benchmark, Sheet

PROFILE = "profile"
"""The sheet that is always in the persona's context."""


def system_prompt(benchmark: Benchmark) -> str:
    """Join what the persona knows from first to last; the same text at every call of a run."""
    parts = [(files(__package__) / "system.md").read_text("utf-8").strip(), "# Your scenario"]
    if benchmark.instructions:
        parts.append(benchmark.instructions.strip())
    if benchmark.sheets:
        parts.append("Your fact sheets: " + ", ".join(f"`{name}`" for name in benchmark.sheets) + ".")
    if profile := benchmark.sheets.get(PROFILE):
        parts.append("Who you are, the sheet `profile`:\n\n" + sheet_text(profile))
    return "\n\n".join(parts) + "\n"


def sheet_text(sheet: Sheet) -> str:
    """Write a sheet as its file has it."""
    lines = [f"# {sheet.title}"]
    for category in sheet.categories:
        lines += ["", f"## {category.id}. {category.title}"]
        lines += [f"{fact.ref.id} {fact.text}" for fact in category.facts]
    return "\n".join(lines)
