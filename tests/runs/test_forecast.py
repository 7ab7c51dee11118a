"""What a run will likely cost, told before it costs anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.models.endpoint import Endpoint, Price
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.forecast import Forecast, describe, forecast
from pytest_marathonmem.runs.plan import CassettePlan, RunPlan
from pytest_marathonmem.scenario.model import Benchmark

PAID = Endpoint("paid", "https://example.org", "m", price=Price(1.0, 0.1, 2.0))
PETS = "# Pets\n## 1. Boss\n1.1 Boss is a ginger tom\n1.2 Boss gets 70 g of food a day\n"
CHAPTER = """\
# One
## Cat
```script
tell pets 1.1
| Boss is a ginger tom.
tell pets 1.2
| He gets 70 g of food a day.
```
## Change
```script
edit pets 1.2: Boss gets 55 g of food a day
| Make it 55 g, he is round.
ask 1.1
ask 1.2
```
❓ 1.1 How much food a day does Boss get now?
   Correct answer: 55 g.
❓ 1.2 What colour is he?
   Correct answer: ginger.
"""

CHECK = "❓ 1.1 What colour is Boss?\n   Correct answer: ginger.\n"


@pytest.fixture
def cat(load: Callable[..., Benchmark]) -> Benchmark:
    """Two phases, three messages, one change, two checks."""
    return load({"pets.md": PETS, "chapter1.md": CHAPTER})


def plan_of(benchmark: Benchmark, endpoint: Endpoint = PAID, **changes: Any) -> RunPlan:
    models = {"persona": endpoint.name, "judge": endpoint.name, "agent_settings": {"model": endpoint.name}}
    plan = RunPlan(benchmark.folder, "chatbot", Path("results"), endpoints={endpoint.name: endpoint})
    return replace(plan, **models | changes)


def event(event_type: Any, **data: Any) -> Event:
    return Event(1, event_type, "", "", data)


def calls(forecasts: tuple[Forecast, ...]) -> dict[str, int]:
    return {each.role: each.calls for each in forecasts}


def test_every_message_question_verdict_and_change_is_a_call(cat: Benchmark) -> None:
    # Reading the sheet, three messages, the change of phase, that of the sheet, two questions and verdicts.
    assert calls(forecast(cat, plan_of(cat))) == {"persona": 10, "judge": 2, "agent": 5}


def test_what_is_cached_decides_between_the_bounds(cat: Benchmark) -> None:
    persona = forecast(cat, plan_of(cat))[0]

    output = persona.output_tokens * 2.0
    assert persona.least_usd == pytest.approx((persona.input_tokens * 0.1 + output) / 1e6)
    assert persona.most_usd == pytest.approx((persona.input_tokens * 1.0 + output) / 1e6)


def test_a_run_that_goes_on_costs_what_is_left(cat: Benchmark) -> None:
    earlier = [
        event("phase"),
        event("sending", check=None),
        event("sending", check=None),
        event("phase"),
        event("sending", check=None),
        event("sending", check="1.1"),
        event("evaluated", check="1.1"),
    ]

    left = [calls(forecast(cat, plan_of(cat), earlier[:length])) for length in (2, 6, 7)]

    assert left == [
        {"persona": 8, "judge": 2, "agent": 4},
        {"persona": 4, "judge": 2, "agent": 2},
        {"persona": 2, "judge": 1, "agent": 1},
    ]


def test_a_run_that_was_played_to_its_end_costs_nothing_more(cat: Benchmark) -> None:
    earlier = [event("phase"), event("phase"), event("sending", check=None)]
    earlier += [event("evaluated", check=check.id) for check in cat.checks]

    assert forecast(cat, plan_of(cat), earlier) == ()


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"persona": "scripted", "judge": None, "agent_settings": {}}, id="no model"),
        pytest.param({"endpoint": replace(PAID, price=Price(0, 0, 0))}, id="a free one"),
        pytest.param({"cassette": CassettePlan("replay", Path("tapes"))}, id="a replay"),
    ],
)
def test_where_nothing_is_paid_nothing_is_forecast(cat: Benchmark, changes: dict[str, Any]) -> None:
    assert forecast(cat, plan_of(cat, **changes)) == ()


def test_a_model_without_a_price_has_calls_but_no_cost(cat: Benchmark) -> None:
    forecasts = forecast(cat, plan_of(cat, replace(PAID, price=None)))

    assert [(each.calls, each.least_usd, each.most_usd) for each in forecasts] == [
        (10, None, None),
        (2, None, None),
        (5, None, None),
    ]


def test_phases_of_prose_count_as_if_they_were_read_out(load: Callable[..., Benchmark]) -> None:
    prose = "# One\n## Cat\n```js\nvars.require_all_facts = 'pets';\n```\nTell of the cat.\n" + CHECK
    benchmark = load({"pets.md": PETS, "chapter1.md": prose})

    assert calls(forecast(benchmark, plan_of(benchmark)))["agent"] == 2


def test_a_history_that_is_cut_earlier_costs_less(load: Callable[..., Benchmark]) -> None:
    phase = "## Cat\n```script\n" + "tell pets 1.1\n| Boss is a ginger tom.\n" * 10 + "```\n"
    benchmark = load({"pets.md": PETS, "chapter1.md": f"# One\n{phase * 10}## Exam\n{CHECK}"})

    long, short = (
        forecast(benchmark, plan_of(benchmark, compaction=Compaction(size, 1_000)))[0].input_tokens
        for size in (30_000, 5_000)
    )

    assert short < 0.6 * long


def test_an_agents_model_gets_no_more_than_its_context_holds(load: Callable[..., Benchmark]) -> None:
    phase = "## Cat\n```script\n" + "tell pets 1.1\n| Boss is a ginger tom.\n" * 100 + "```\n"
    benchmark = load({"pets.md": PETS, "chapter1.md": f"# One\n{phase}## Exam\n{CHECK}"})
    small = replace(PAID, context_limit=3_000, max_output_tokens=1_000)

    agent = forecast(benchmark, plan_of(benchmark, small))[2]

    assert agent.calls * 1_000 < agent.input_tokens < agent.calls * 2_000


def test_a_forecast_is_told_in_a_line_for_each_model() -> None:
    forecasts = [
        Forecast("persona", "deepseek", 384, 6_651_337, 11_892, 0.0964, 0.9345),
        Forecast("judge", "wise", 36, 25_355, 1_440, 0.0008, 0.004),
    ]

    assert describe(forecasts, resumed=False, budget_usd=0.5) == [
        (
            "the persona 'deepseek' will likely make 380 calls, with 6,700,000 tokens in and 12,000 out: $0.10 if all input "
            "is cached, $0.93 if none is"
        ),
        "the judge 'wise' will likely make 36 calls, with 25,000 tokens in and 1,400 out: less than $0.01",
        "together $0.10 to $0.94",
    ]


def test_what_is_left_is_told_as_that_and_a_budget_that_is_too_small_too() -> None:
    forecasts = [Forecast("persona", "deepseek", 10, 6_000_000, 1_200, 6.0, 6.0)]

    assert describe(forecasts, resumed=True, budget_usd=2.0) == [
        "the persona 'deepseek' will likely make 10 more calls, with 6,000,000 tokens in and 1,200 out: $6.00",
        "that is more than --mmb-budget-usd=2: the run will likely be stopped",
    ]


def test_a_sum_that_no_cache_changes_is_told_once() -> None:
    same = Forecast("judge", "wise", 36, 25_355, 1_440, 0.02, 0.02)

    assert describe([same, same], resumed=False, budget_usd=None)[-1] == "together $0.04"


def test_an_unknown_price_is_told() -> None:
    forecasts = [Forecast("judge", "wise", 36, 25_355, 1_440, None, None)]

    assert describe(forecasts, resumed=False, budget_usd=None) == [
        "the judge 'wise' will likely make 36 calls, with 25,000 tokens in and 1,400 out: at a price that isn't known"
    ]


def test_nothing_is_told_of_what_costs_nothing() -> None:
    assert describe([], resumed=False, budget_usd=1.0) == []
