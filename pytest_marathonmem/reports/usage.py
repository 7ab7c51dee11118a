"""What models were used for in a run: calls, tokens, money, time. What isn't known is None, and never 0."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_marathonmem.models.endpoint import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_marathonmem.models.endpoint import Role

TOKENS = ("input_tokens", "cached_tokens", "output_tokens")
COUNTS = ("calls", *TOKENS)

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums of what is known, and whether that is all."""

    calls: int | None
    """Those that were answered."""
    failed_attempts: int | None
    """Those that were not; each one that was repeated counts."""
    input_tokens: int | None
    cached_tokens: int | None
    """Those of the input that came from the provider's cache."""
    output_tokens: int | None
    tokens_complete: bool
    """False where an attempt may have used tokens that nobody has counted: those that are known are lower bounds."""
    cost_usd: float | None
    cost_complete: bool
    """False where an attempt may have cost something that isn't known: the cost is at least that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage(Totals):
    """What one model was used for in one role."""

    role: Role
    model: str | None
    """Its key in ``models``; None for what the agent under test reports of models of its own."""
    median_seconds: float | None
    """Real time of the calls that were answered."""
    longest_seconds: float | None


def total(parts: Sequence[Totals]) -> Totals:
    """Add up what is known of several parts; without any, nothing is known."""
    tokens = {name: [getattr(part, name) for part in parts] for name in TOKENS}
    known_of_some_only = any(None in counts and _sum(counts) is not None for counts in tokens.values())
    return Totals(
        calls=_sum(part.calls for part in parts),
        failed_attempts=_sum(part.failed_attempts for part in parts),
        **{name: _sum(counts) for name, counts in tokens.items()},
        tokens_complete=all(part.tokens_complete for part in parts) and not known_of_some_only,
        cost_usd=_sum(part.cost_usd for part in parts),
        cost_complete=all(part.cost_complete for part in parts),
    )


def _sum(amounts: Iterable[Number | None]) -> Number | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None


class UsageFolding:
    """Folds the events ``called`` and ``status`` of all starts of a run."""

    def __init__(self) -> None:
        self._called: dict[tuple[Role, str], _Called] = {}
        self._agents_own = _AgentsOwn()

    def call(self, called: Mapping[str, Any]) -> None:
        """Count an attempt to call a model."""
        role, model = called.get("role"), called.get("model")
        if role in ROLES:
            self._called.setdefault((role, str(model)), _Called()).count(called)

    def status(self, status: Mapping[str, Any]) -> None:
        """Take in what an agent says of models of its own."""
        self._agents_own.observe(status.get("usage") or {})

    def cost(self) -> tuple[float | None, bool]:
        """US dollars as far as they are known, and whether that is all; costs the same however many calls there were."""
        own = self._agents_own
        known = [called.sums.get("cost_usd") for called in self._called.values()]
        wholes = [called.cost_complete for called in self._called.values()]
        if own.newest:
            known.append(own.sum("cost_usd"))
            wholes.append(known[-1] is not None)
        return _sum(known), all(wholes)

    def usage(self) -> tuple[ModelUsage, ...]:
        """By role and model, in the order of the roles."""
        rows = [called.usage(role, model) for (role, model), called in self._called.items()]
        if self._agents_own.newest:
            rows.append(self._agents_own.usage())
        return tuple(sorted(rows, key=lambda row: ROLES.index(row.role)))


@dataclass(slots=True)
class _Called:
    """Attempts to call one model in one role."""

    seconds: list[float | None] = field(default_factory=list)
    """Of those that were answered."""
    failed: int = 0
    sums: dict[str, float] = field(default_factory=dict)
    tokens_complete: bool = True
    cost_complete: bool = True

    def count(self, called: Mapping[str, Any]) -> None:
        cost = _amount(called, "cost_usd")
        tokens = {name: _amount(called, name) for name in TOKENS}
        if called.get("fault") is None:
            self.seconds.append(_amount(called, "seconds"))
        else:
            self.failed += 1
        never_charged = called.get("fault") is not None and cost == 0
        self.tokens_complete &= never_charged or None not in tokens.values()
        self.cost_complete &= cost is not None
        amounts = {"cost_usd": cost} if never_charged else {"cost_usd": cost, **tokens}
        for name, amount in amounts.items():
            if amount is not None:
                self.sums[name] = self.sums.get(name, 0) + amount

    def usage(self, role: Role, model: str) -> ModelUsage:
        seconds = [each for each in self.seconds if each is not None]
        return ModelUsage(
            role=role,
            model=model,
            calls=len(self.seconds),
            failed_attempts=self.failed,
            **{name: _whole(self.sums.get(name)) for name in TOKENS},
            tokens_complete=self.tokens_complete,
            cost_usd=self.sums.get("cost_usd"),
            cost_complete=self.cost_complete,
            median_seconds=median(seconds) if seconds else None,
            longest_seconds=max(seconds, default=None),
        )


@dataclass(slots=True)
class _AgentsOwn:
    """The agent's own counts: each rises, but may begin again at 0 in a later start of the run."""

    newest: dict[str, float] = field(default_factory=dict)
    before: dict[str, float] = field(default_factory=dict)
    """What it had counted before it began again."""

    def observe(self, usage: Mapping[str, Any]) -> None:
        counts = {name: _amount(usage, name) for name in (*COUNTS, "cost_usd")}
        known = {name: count for name, count in counts.items() if count is not None}
        if any(count < self.newest.get(name, 0) for name, count in known.items()):
            self.before = {name: self.sum(name) or 0 for name in self.newest}
            self.newest = {}
        self.newest.update(known)

    def sum(self, name: str) -> float | None:
        parts = [counts[name] for counts in (self.before, self.newest) if name in counts]
        return sum(parts) if parts else None

    def usage(self) -> ModelUsage:
        counts = {name: _whole(self.sum(name)) for name in COUNTS}
        cost = self.sum("cost_usd")
        return ModelUsage(
            role="agent",
            model=None,
            **counts,
            failed_attempts=None,
            tokens_complete=True,
            cost_usd=cost,
            cost_complete=cost is not None,
            median_seconds=None,
            longest_seconds=None,
        )


def _amount(event: Mapping[str, Any], name: str) -> float | None:
    """A figure of an event; None for one that is missing or no number."""
    amount = event.get(name)
    return amount if isinstance(amount, int | float) and not isinstance(amount, bool) else None


def _whole(amount: float | None) -> int | None:
    return None if amount is None else round(amount)
