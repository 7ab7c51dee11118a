"""Counts the calls of a run's models into its record, and keeps them within the budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_marathonmem.models.metering import Call
    from pytest_marathonmem.runs.budget import RunBudget
    from pytest_marathonmem.runs.record import Record


class RunMeter:
    """The meter of all models of one run.

    Args:
        record: Gets an event ``called`` for each attempt.
        budget: The run's money; None where calls cost nothing, as in a replay.
    """

    def __init__(self, record: Record, budget: RunBudget | None) -> None:
        self._record = record
        self._budget = budget

    def reserve(self, most_usd: float | None) -> None:
        """Set aside what the next attempt costs at most.

        Raises:
            BudgetSpent: if that is more than is left.
        """
        if self._budget:
            self._budget.reserve(most_usd)

    def count(self, call: Call, reserved: float | None) -> None:
        """Record an attempt that has ended, and put back what wasn't used of the reservation."""
        usage = call.usage
        self._record.append(
            "called",
            role=call.role,
            model=call.model,
            input_tokens=usage.input_tokens if usage else None,
            cached_tokens=usage.cached_tokens if usage else None,
            output_tokens=usage.output_tokens if usage else None,
            cost_usd=call.cost_usd,
            seconds=call.seconds,
            fault=call.fault,
        )
        if self._budget:
            self._budget.settle(reserved, call.cost_usd)

    def finish(self) -> None:
        """The run has come to its end: its next start will cost anew."""
        if self._budget:
            self._budget.finish()
