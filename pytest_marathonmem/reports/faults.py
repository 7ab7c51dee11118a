"""What went wrong in a run besides answers: counted by who has to mend it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_marathonmem.grading.outcome import Owner
    from pytest_marathonmem.models.endpoint import Role
    from pytest_marathonmem.runs.events import Event

ORDER: tuple[Owner, ...] = ("infrastructure", "persona", "judge")


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault, and how often it was seen."""

    owner: Owner
    role: Role
    """At whose model, or at which agent, it was seen."""
    kind: str
    """A kind of fault of a model's endpoint, ``no reply``, ``refused call`` or ``no verdict``."""
    count: int


class FaultFolding:
    """Folds the events of all starts of a run."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[Owner, Role, str]] = Counter()

    def take(self, event: Event) -> None:
        """Count what is a fault."""
        match event.type:
            case "called" if event.data.get("fault"):
                self._counts["infrastructure", event.data.get("role", "agent"), str(event["fault"])] += 1
            case "failed":
                self._counts["infrastructure", "agent", "no reply"] += 1
            case "refused":
                self._counts["persona", "persona", "refused call"] += 1
            case "judged" if event.data.get("error"):
                self._counts["judge", "judge", "no verdict"] += 1

    def faults(self) -> tuple[Fault, ...]:
        """By owner; of one owner the most frequent first."""
        return tuple(
            Fault(owner, role, kind, count)
            for (owner, role, kind), count in sorted(
                self._counts.most_common(), key=lambda counted: ORDER.index(counted[0][0])
            )
        )
