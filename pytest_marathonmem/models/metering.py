"""What each call of a model is counted as: tokens, money, time, what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pytest_marathonmem.models.endpoint import Role, Usage
    from pytest_marathonmem.models.faults import FaultKind


@dataclass(frozen=True, slots=True)
class Call:
    """One attempt to call a model, ended."""

    role: Role
    model: str
    """The endpoint's key in ``models``."""
    seconds: float
    """Of real time."""
    usage: Usage | None = None
    """None if the endpoint reported none."""
    cost_usd: float | None = None
    """None if it isn't known: no price, or no usage; 0 for an attempt that can't have been charged."""
    fault: FaultKind | None = None
    """Why there is no answer; None if there is one."""


class Meter(Protocol):
    """Watches the money of one run."""

    def reserve(self, most_usd: float | None) -> None:
        """Set aside what the next attempt costs at most, before it is sent; None if its price isn't known.

        Raises:
            BudgetSpent: if that is more than is left; nothing is set aside then.
        """
        ...

    def count(self, call: Call, reserved: float | None) -> None:
        """Record an attempt that has ended, and put back what wasn't used of the reservation.

        An attempt without a known cost that may have been charged keeps the whole reservation.
        """
        ...
