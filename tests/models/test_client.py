from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC
from typing import Any

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import BudgetSpent, ContextOverflow, ModelError, QuotaExhausted
from pytest_marathonmem.models.chat import ChatMessage, ToolSpec
from pytest_marathonmem.models.client import EndpointModel
from pytest_marathonmem.models.endpoint import Endpoint, Price, Usage
from pytest_marathonmem.models.faults import FaultKind, ModelFault
from pytest_marathonmem.models.http import HttpTransport
from pytest_marathonmem.models.metering import Call
from pytest_marathonmem.models.request import serialised
from tests.models.endpoints import Server, as_json, as_stream, chunk

ENDPOINT = Endpoint(
    "fast",
    "https://api.example.org/v1",
    "flash-4",
    "EXAMPLE_KEY",
    price=Price(1, 0.1, 2),
    max_output_tokens=1000,
)
ASKED = (ChatMessage("user", "Hi"),)
HELLO: Mapping[str, Any] = {
    "choices": [{"message": {"content": "Hello"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 1_000_000, "completion_tokens": 500_000},
}


class StillClock(Clock):
    """A clock whose real time moves only when it is told to."""

    def __init__(self) -> None:
        self.passed = 0.0
        super().__init__(UTC)

    def elapsed(self) -> float:
        return self.passed


class ScriptedTransport:
    """Answers in order; a step too many or too few is an error."""

    def __init__(self, clock: StillClock, *steps: Mapping[str, Any] | ModelFault, seconds: float = 0) -> None:
        self.steps = list(steps)
        self.sent: list[Mapping[str, Any]] = []
        self.closed = False
        self._clock, self._seconds = clock, seconds

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        self.sent.append(body)
        self._clock.passed += self._seconds
        step = self.steps.pop(0)
        if isinstance(step, ModelFault):
            raise step
        return step

    async def close(self) -> None:
        self.closed = True


class Book:
    """A meter that writes down what it is told."""

    def __init__(self, left: float = 100) -> None:
        self.left = left
        self.reserved: list[float | None] = []
        self.calls: list[Call] = []

    def reserve(self, most_usd: float | None) -> None:
        if most_usd is not None and most_usd > self.left:
            raise BudgetSpent("nothing is left")
        self.reserved.append(most_usd)

    def count(self, call: Call, reserved: float | None) -> None:
        assert self.reserved[-1] == reserved
        self.calls.append(call)


class Table:
    """A model with all that stands around it."""

    def __init__(
        self, *steps: Mapping[str, Any] | ModelFault, seconds: float = 0, left: float = 100, **changes: Any
    ) -> None:
        self.clock = StillClock()
        self.transport = ScriptedTransport(self.clock, *steps, seconds=seconds)
        self.book = Book(left)
        self.waits: list[float] = []
        self.model = EndpointModel(
            replace(ENDPOINT, **changes), self.transport, "persona", self.book, self.clock, sleep=self._sleep
        )

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.clock.passed += seconds

    def ask(self) -> ChatMessage:
        return asyncio.run(self.model.complete(ASKED, ()))

    def fail(self, error: type[ModelError] = ModelError) -> str:
        with pytest.raises(ModelError) as caught:
            self.ask()
        assert error is type(caught.value)
        assert [] == self.transport.steps
        return str(caught.value)


def fault(kind: FaultKind, retry_after: float | None = None) -> ModelFault:
    return ModelFault(kind, f"HTTP 400: {kind}!", retry_after)


def test_an_answer_is_returned_and_counted() -> None:
    table = Table(HELLO, seconds=2.5)

    assert "Hello" == table.ask().content
    assert [Call("persona", "fast", 2.5, Usage(1_000_000, 0, 500_000), 2.0)] == table.book.calls


def test_the_most_that_an_attempt_can_cost_is_set_aside_before_it() -> None:
    table = Table(HELLO)
    table.ask()

    assert [pytest.approx((len(serialised(table.transport.sent[0])) + 2000) / 1e6)] == table.book.reserved


def test_a_dearer_cache_is_what_is_set_aside() -> None:
    table = Table(HELLO, price=Price(1, 3, 0))
    table.ask()

    assert [pytest.approx(3 * len(serialised(table.transport.sent[0])) / 1e6)] == table.book.reserved


def test_without_a_price_the_cost_is_not_known() -> None:
    table = Table(HELLO, price=None)
    table.ask()

    assert [None] == table.book.reserved
    assert None is table.book.calls[0].cost_usd


def test_a_free_endpoint_costs_nothing() -> None:
    table = Table(HELLO, price=Price(0, 0, 0))
    table.ask()

    assert ([0], 0) == (table.book.reserved, table.book.calls[0].cost_usd)


def test_without_usage_the_cost_is_not_known() -> None:
    table = Table({"choices": HELLO["choices"]})
    table.ask()

    assert (None, None) == (table.book.calls[0].usage, table.book.calls[0].cost_usd)


def test_nothing_is_sent_that_the_budget_does_not_bear() -> None:
    table = Table(left=0)

    with pytest.raises(BudgetSpent):
        table.ask()
    assert ([], []) == (table.transport.sent, table.book.calls)


@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("timeout", None),
        ("connection lost", None),
        ("server error", None),
        ("truncated", None),
        ("unreadable", None),
        ("request timeout", 0),
        ("conflict", 0),
        ("rate limited", 0),
    ],
)
def test_what_may_pass_is_tried_again_and_each_attempt_is_counted(
    kind: FaultKind, cost: float | None
) -> None:
    table = Table(fault(kind), fault(kind), HELLO)

    assert "Hello" == table.ask().content
    assert [(kind, cost), (kind, cost), (None, 2.0)] == [
        (call.fault, call.cost_usd) for call in table.book.calls
    ]
    assert [1.0, 2.0] == table.waits
    assert 3 == len(table.book.reserved)


def test_a_connection_that_was_refused_costs_nothing() -> None:
    table = Table(ModelFault("connection lost", "refused", arrived=False), HELLO)
    table.ask()

    assert 0 == table.book.calls[0].cost_usd


def test_an_answer_that_cannot_be_read_costs_what_it_used() -> None:
    table = Table({"usage": HELLO["usage"]}, HELLO)
    table.ask()

    assert ("unreadable", 2.0) == (table.book.calls[0].fault, table.book.calls[0].cost_usd)


def test_the_waits_double_up_to_a_minute() -> None:
    table = Table(*[fault("server error")] * 9, HELLO, retry_for=1000)
    table.ask()

    assert [1, 2, 4, 8, 16, 32, 60, 60, 60] == table.waits


def test_the_endpoint_may_ask_for_longer_waits_but_not_for_shorter_ones() -> None:
    table = Table(fault("rate limited", 7), fault("rate limited", 0.5), HELLO)
    table.ask()

    assert [7, 2] == table.waits


def test_patience_ends_before_a_wait_that_would_exceed_it() -> None:
    table = Table(*[fault("server error")] * 3, fault("timeout"), retry_for=10)

    assert (
        "model 'fast' ('flash-4' at api.example.org) gave no answer in 4 attempts over 7 s (3 × server error, 1 × timeout); "
        "the last: HTTP 400: timeout!. The run can go on once this has passed: start the same command again then."
    ) == table.fail()
    assert [1, 2, 4] == table.waits


def test_the_time_of_the_attempts_counts_too() -> None:
    table = Table(*[fault("timeout")] * 3, seconds=120)

    assert "in 3 attempts over 363 s" in table.fail()


def test_a_wait_beyond_all_patience_ends_it_at_once_and_says_until_when() -> None:
    table = Table(fault("rate limited", 7200))

    said = table.fail()

    assert [] == table.waits
    assert "longer than models.fast.retry_for (300 s) allows" in said
    assert "The run can go on from 20" in said


def test_a_quota_that_is_exhausted_is_told_with_the_time_to_go_on() -> None:
    assert "The run can go on from 20" in Table(fault("quota exhausted", 7200)).fail(QuotaExhausted)
    assert "The run can go on once this has passed" in Table(fault("quota exhausted")).fail(QuotaExhausted)


@pytest.mark.parametrize(
    ("kind", "error", "step"),
    [
        ("unauthorized", ModelError, "Check the key in the environment variable EXAMPLE_KEY."),
        ("payment required", ModelError, "Top up the account"),
        ("forbidden", ModelError, "or choose another in models.fast.model"),
        ("bad request", ModelError, "Check base_url, model, sampling and extra_body in models.fast."),
        ("context overflow", ContextOverflow, "Choose a model with a larger context"),
    ],
)
def test_what_will_not_pass_is_said_at_once_with_the_next_step(
    kind: FaultKind, error: type[ModelError], step: str
) -> None:
    table = Table(fault(kind))

    said = table.fail(error)

    assert (
        f"model 'fast' ('flash-4' at api.example.org) refused the request as {kind}: HTTP 400: {kind}!. "
        in said
    )
    assert step in said
    assert [] == table.waits
    assert [(kind, 0)] == [(call.fault, call.cost_usd) for call in table.book.calls]


def test_without_a_key_the_next_step_is_to_name_one() -> None:
    assert "name the environment variable" in Table(fault("unauthorized"), api_key_env=None).fail()


def test_a_password_in_the_address_is_not_told() -> None:
    assert "hunter2" not in Table(fault("forbidden"), base_url="https://me:hunter2@api.example.org/v1").fail()


def test_tools_and_schemas_reach_the_endpoint() -> None:
    table = Table(HELLO, HELLO)

    asyncio.run(table.model.complete(ASKED, (ToolSpec("wait", "Wait.", {"type": "object"}),)))
    asyncio.run(table.model.answer(ASKED, {"type": "object"}))

    assert ["wait"] == [tool["function"]["name"] for tool in table.transport.sent[0]["tools"]]
    assert "json_schema" == table.transport.sent[1]["response_format"]["type"]


def test_closing_closes_the_way() -> None:
    table = Table()
    asyncio.run(table.model.close())

    assert table.transport.closed


def test_an_attempt_that_is_broken_off_keeps_what_was_set_aside() -> None:
    table = Table()
    table.transport.send = never  # type: ignore[method-assign]

    async def break_off() -> None:
        asking = asyncio.create_task(table.model.complete(ASKED, ()))
        await asyncio.sleep(0)
        asking.cancel()
        await asking

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(break_off())
    assert (1, []) == (len(table.book.reserved), table.book.calls)


async def never(body: Mapping[str, Any]) -> Mapping[str, Any]:
    await asyncio.Event().wait()
    return body


def test_a_model_over_http_is_asked_again_until_it_answers() -> None:
    table = Table()
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def run() -> ChatMessage:
        replies = (
            as_json({"error": "busy"}, 503),
            as_stream(chunk({"content": "Hel"})),
            as_json({"error": "slow down"}, 429, retry_after="7"),
            as_stream(chunk({"content": "Hello"}), chunk(reason="stop", usage=HELLO["usage"])),
        )
        async with Server(*replies) as server:
            endpoint = replace(ENDPOINT, base_url=server.url, api_key_env=None, stream=True)
            model = EndpointModel(
                endpoint, HttpTransport(endpoint), "judge", table.book, table.clock, sleep=sleep
            )
            answer = await model.complete(ASKED, ())
            await model.close()
        assert 1 == len({request.body for request in server.requests})
        return answer

    assert "Hello" == asyncio.run(run()).content
    assert [1, 2, 7] == waits
    assert [
        ("server error", None),
        ("truncated", None),
        ("rate limited", 0),
        (None, 2.0),
    ] == [(call.fault, call.cost_usd) for call in table.book.calls]
