"""The exit code of a session, where pytest's own says too little."""

from __future__ import annotations

import pytest

STOPPED = 10
"""Runs were stopped, and go on when they are started again; nothing failed."""
SPENT = 11
"""As `STOPPED`, and one of the runs for want of money: the budget is spent, or the quota of a model's account."""
FAILED_BY_COVERAGE = 12
"""Nothing failed but coverage."""


def exit_code(given: int, *, failed: bool, spent: bool, stopped: bool, failed_by_coverage: bool) -> int:
    """Refine pytest's exit code.

    Args:
        given: pytest's; an interrupted session, or one that couldn't run, keeps it.
        failed: Whether an item failed by something else than coverage, or a gate did.
        spent: Whether a run was stopped for want of money and can be gone on with.
        stopped: Whether a run was stopped that can be gone on with.
        failed_by_coverage: Whether an item failed by coverage alone.
    """
    if given not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return given
    if failed:
        return pytest.ExitCode.TESTS_FAILED
    if spent:
        return SPENT
    if stopped:
        return STOPPED
    return FAILED_BY_COVERAGE if failed_by_coverage else given
