"""What a run will likely cost, before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.models.endpoint import Usage
from pytest_marathonmem.runs.rehearsal import rehearse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_marathonmem.models.endpoint import Role
    from pytest_marathonmem.runs.events import Event
    from pytest_marathonmem.runs.plan import RunPlan
    from pytest_marathonmem.scenario.model import Benchmark


@dataclass(frozen=True, slots=True)
class Forecast:
    """What one of a run's models will likely do."""

    role: Role
    model: str
    """Its key in ``models``."""
    calls: int
    input_tokens: int
    output_tokens: int
    least_usd: float | None
    """If all input came from the provider's cache; None where the price isn't known."""
    most_usd: float | None
    """If none did."""


def forecast(benchmark: Benchmark, plan: RunPlan, earlier: Iterable[Event] = ()) -> tuple[Forecast, ...]:
    """Estimate what is left of a run.

    Args:
        benchmark: What is played.
        plan: With which models.
        earlier: The events that the run goes on from.

    Returns:
        One for each model that will be called and costs something, or whose price isn't known; none for a replayed run.
    """
    paid = {role: endpoint for role, endpoint in plan.models.items() if not endpoint.is_free}
    if not paid or (plan.cassette and plan.cassette.mode == "replay"):
        return ()
    tallies = rehearse(benchmark, plan, earlier)
    forecasts = []
    for role, endpoint in paid.items():
        tally, price = tallies[role], endpoint.price
        usages = (Usage(tally.input, cached, tally.output) for cached in (tally.input, 0))
        least, most = sorted(price.of(usage) for usage in usages) if price else (None, None)
        forecasts.append(Forecast(role, endpoint.name, tally.calls, tally.input, tally.output, least, most))
    return tuple(each for each in forecasts if each.calls)


def describe(forecasts: Sequence[Forecast], *, resumed: bool, budget_usd: float | None) -> list[str]:
    """Write a forecast for people, a line for each model; none if there is nothing to say.

    Args:
        forecasts: Of one run.
        resumed: Whether they are of what is left of it.
        budget_usd: What all runs of the session may cost together; None for no limit.
    """
    more = "more " if resumed else ""
    lines = [
        f"the {each.role} {each.model!r} will likely make {_about(each.calls)} {more}calls, with "
        f"{_about(each.input_tokens)} tokens in and {_about(each.output_tokens)} out: {_cost(each)}"
        for each in forecasts
    ]
    least = sum(each.least_usd or 0.0 for each in forecasts)
    most = sum(each.most_usd or 0.0 for each in forecasts)
    if len(forecasts) > 1 and all(each.most_usd is not None for each in forecasts):
        lines.append("together " + " to ".join(dict.fromkeys((_usd(least), _usd(most)))))
    if budget_usd is not None and least > budget_usd:
        lines.append(f"that is more than --mmb-budget-usd={budget_usd:g}: the run will likely be stopped")
    return lines


def _cost(forecast: Forecast) -> str:
    if forecast.least_usd is None or forecast.most_usd is None:
        return "at a price that isn't known"
    least, most = _usd(forecast.least_usd), _usd(forecast.most_usd)
    return most if least == most else f"{least} if all input is cached, {most} if none is"


def _about(count: int) -> str:
    """No more than two digits: the rest would not be true."""
    return f"{float(f'{count:.2g}'):,.0f}"


def _usd(usd: float) -> str:
    return f"${float(f'{usd:.2g}'):,.2f}" if usd >= 0.01 else "less than $0.01"
