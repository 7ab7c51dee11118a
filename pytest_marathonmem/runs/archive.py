"""Makes way for a new start: what an earlier run of that name left is put aside, never overwritten."""

from __future__ import annotations

from datetime import UTC
from itertools import count
from typing import TYPE_CHECKING

from pytest_marathonmem.clock import Clock

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_marathonmem.runs.plan import RunPlan


def archive(plan: RunPlan) -> Path | None:
    """Make the folder of all results, with a ``.gitignore``, and move an earlier folder of the run out of the way.

    Returns:
        Where the earlier folder lies now, ``old/RUN/TIME`` below the results; None if there was none.
    """
    make_ignored(plan.results)
    if not plan.folder.exists():
        return None
    time = Clock(UTC).real_now().strftime("%Y-%m-%dT%H%M%SZ")
    shelf = plan.results / "old" / plan.name
    shelf.mkdir(parents=True, exist_ok=True)
    # Two starts within a second get folders of their own.
    names = (time if number == 1 else f"{time}.{number}" for number in count(1))
    target = next(shelf / name for name in names if not (shelf / name).exists())
    plan.folder.rename(target)
    return target


def make_ignored(folder: Path) -> None:
    """Create a folder that version control leaves alone; an existing one stays as it is."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        return
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")
