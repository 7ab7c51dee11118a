from __future__ import annotations

from typing import Any

import pytest

from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.usage import ModelUsage
from tests.reports.story import Story


def usage_of(story: Story) -> tuple[ModelUsage, ...]:
    return fold(story.events).usage


def a_call(**changes: Any) -> ModelUsage:
    """What is known of one call that the story tells."""
    return ModelUsage(
        **{
            "role": "persona",
            "model": "deepseek",
            "calls": 1,
            "failed_attempts": 0,
            "input_tokens": 1000,
            "cached_tokens": 600,
            "output_tokens": 50,
            "tokens_complete": True,
            "cost_usd": 0.002,
            "cost_complete": True,
            "median_seconds": 1.5,
            "longest_seconds": 1.5,
        }
        | changes
    )


def own_models(**changes: Any) -> ModelUsage:
    """What an agent reports of models of its own."""
    nothing = {"failed_attempts": None, "median_seconds": None, "longest_seconds": None}
    counts = {"calls": 5, "input_tokens": 900, "cached_tokens": 0, "output_tokens": 40, "cost_usd": 0.01}
    return a_call(**{"role": "agent", "model": None, **nothing, **counts, **changes})


def test_calls_are_added_up_by_role_and_model() -> None:
    story = (
        Story().started().called("judge", "strict").called(seconds=1.0).called(seconds=4.0, cost_usd=0.001)
    )
    story.called("agent")

    assert usage_of(story) == (
        a_call(
            calls=2,
            input_tokens=2000,
            cached_tokens=1200,
            output_tokens=100,
            cost_usd=0.003,
            median_seconds=2.5,
            longest_seconds=4.0,
        ),
        a_call(role="judge", model="strict"),
        a_call(role="agent"),
    )


def test_the_calls_of_all_starts_count() -> None:
    story = Story().started().called().then("stopped", reason="budget", error="", seconds=1.0)

    assert [usage.calls for usage in usage_of(story.started(resumed=True).called())] == [2]


def test_an_attempt_that_can_not_have_been_charged_changes_nothing_but_their_number() -> None:
    assert usage_of(Story().started().called().failed_call("rate limited")) == (a_call(failed_attempts=1),)


def test_an_attempt_that_may_have_been_charged_makes_the_sums_lower_bounds() -> None:
    story = Story().started().called().failed_call("timeout", cost_usd=None)

    assert usage_of(story) == (a_call(failed_attempts=1, tokens_complete=False, cost_complete=False),)


@pytest.mark.parametrize("unknown", [{"cost_usd": None}, {"cost_usd": "dear"}, {"cost_usd": True}])
def test_the_cost_of_a_model_without_a_price_is_unknown_and_not_nothing(unknown: dict[str, Any]) -> None:
    assert usage_of(Story().started().called(**unknown)) == (a_call(cost_usd=None, cost_complete=False),)


def test_the_tokens_of_an_endpoint_that_does_not_count_are_unknown() -> None:
    nothing = {"input_tokens": None, "cached_tokens": None, "output_tokens": None}

    assert usage_of(Story().started().called(**nothing, cost_usd=0.0)) == (
        a_call(**nothing, tokens_complete=False, cost_usd=0.0),
    )


def test_a_call_of_which_next_to_nothing_is_recorded_is_counted() -> None:
    (usage,) = usage_of(Story().started().then("called", role="judge", model="strict"))

    assert (usage.calls, usage.input_tokens, usage.cost_usd, usage.median_seconds) == (1, None, None, None)


def test_an_event_that_names_no_role_of_ours_is_passed_over() -> None:
    assert usage_of(Story().started().then("called").called("director")) == ()


def status(story: Story, **usage: float) -> Story:
    return story.then("status", compactions=None, context_tokens=None, usage=usage)


WHOLE = {"calls": 5, "input_tokens": 900, "cached_tokens": 0, "output_tokens": 40, "cost_usd": 0.01}


def test_what_an_agent_reports_of_its_own_models_is_the_agents_usage() -> None:
    story = status(status(Story().started(), calls=2, cost_usd=0.004), **WHOLE)

    assert usage_of(story) == (own_models(),)


def test_an_agent_that_reports_a_part_leaves_the_rest_unknown() -> None:
    unknown = {"cached_tokens": None, "output_tokens": None, "cost_usd": None}

    assert usage_of(status(Story().started(), calls=5, input_tokens=900)) == (
        own_models(**unknown, cost_complete=False),
    )


def test_an_agent_that_counts_from_nothing_after_a_restart_loses_nothing() -> None:
    story = status(status(Story().started(), **WHOLE).started(resumed=True), calls=1, cost_usd=0.002)

    (usage,) = usage_of(status(story, calls=2, cost_usd=0.004))

    assert (usage.calls, usage.input_tokens, usage.cost_usd) == (7, 900, 0.014)


def test_an_agent_that_goes_on_counting_after_a_restart_is_counted_once() -> None:
    story = status(Story().started(), **WHOLE).started(resumed=True)

    (usage,) = usage_of(status(story, **WHOLE | {"calls": 6}))

    assert usage.calls == 6


def test_an_agent_that_reports_nothing_has_no_usage() -> None:
    assert usage_of(status(Story().started())) == ()


def test_the_total_adds_up_what_is_known_and_tells_what_is_not() -> None:
    total = fold(status(Story().started().called(), calls=5, input_tokens=900).events).total

    assert (total.calls, total.input_tokens, total.cached_tokens, total.cost_usd) == (6, 1900, 600, 0.002)
    assert (total.tokens_complete, total.cost_complete) == (False, False)
