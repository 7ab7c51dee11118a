"""Sees that a run is played by one session at a time: another would put its folder aside while it grows."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from pytest_marathonmem.errors import RunError
from pytest_marathonmem.runs.archive import make_ignored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.runs.plan import RunPlan


@contextmanager
def claim(plan: RunPlan) -> Iterator[None]:
    """Keep a run to oneself until the end of the block; the system frees it if the process dies.

    The lock lies beside the run's folder, which moves away when the run is started anew.

    Raises:
        RunError: if another session, or another start in this one, plays it.
    """
    make_ignored(plan.results)
    lock = FileLock(plan.results / f"{plan.name}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise RunError(
            f"the run {plan.name!r} is being played by another session ({lock.lock_file} is held); wait for its "
            "end, or give this one a folder of its own by --mmb-results"
        ) from None
    try:
        yield
    finally:
        lock.release()
