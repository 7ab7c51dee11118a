"""Counts and means of a report's checks, grouped: the figures that terminal and Markdown share."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pytest_marathonmem.reports.report import CheckResult


@dataclass(frozen=True, slots=True)
class Group:
    """The checks that share a type or a trap."""

    name: str
    count: int
    scored: int
    mean: float | None
    """Over the scored ones; None where there are none."""


def by_type(checks: Sequence[CheckResult]) -> list[Group]:
    """Group by type of check, in order of first appearance; every check is in one group."""
    return _grouped(checks, lambda check: (check.type or "unknown",))


def by_trap(checks: Sequence[CheckResult]) -> list[Group]:
    """Group by trap, in order of first appearance; a check may be in several groups or in none."""
    return _grouped(checks, lambda check: check.traps)


def distribution(checks: Iterable[CheckResult]) -> dict[float, int]:
    """How many checks got which score, the highest score first."""
    counts = Counter(check.score for check in checks if check.score is not None)
    return dict(sorted(counts.items(), reverse=True))


def _grouped(checks: Sequence[CheckResult], names_of: Callable[[CheckResult], Iterable[str]]) -> list[Group]:
    groups: dict[str, list[CheckResult]] = {}
    for check in checks:
        for name in names_of(check):
            groups.setdefault(name, []).append(check)
    return [_group(name, members) for name, members in groups.items()]


def _group(name: str, members: Sequence[CheckResult]) -> Group:
    scores = [check.score for check in members if check.score is not None]
    return Group(name, len(members), len(scores), sum(scores) / len(scores) if scores else None)
