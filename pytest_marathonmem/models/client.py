"""A model behind an OpenAI-compatible endpoint: asks it, has patience with it, counts what it costs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from pytest_marathonmem.models.completion import read_message, read_usage
from pytest_marathonmem.models.endpoint import Price, Usage
from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.metering import Call
from pytest_marathonmem.models.request import request_body, serialised
from pytest_marathonmem.models.retry import persist

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.models.chat import ChatMessage, ToolSpec
    from pytest_marathonmem.models.endpoint import Endpoint, Role
    from pytest_marathonmem.models.metering import Meter
    from pytest_marathonmem.models.transport import Transport


class EndpointModel:
    """A `SizedModel` and a `StructuredModel`.

    Args:
        endpoint: What is known of it.
        transport: The way to it; closed with the model.
        role: What the model is in the run.
        meter: Watches the money of the run.
        clock: Measures patience and latency, in real time.
        sleep: Waits for some seconds between attempts; by default that of the clock.
    """

    reads_scripts: ClassVar[bool] = False

    def __init__(  # noqa: PLR0913 - each is one part that a run puts together
        self,
        endpoint: Endpoint,
        transport: Transport,
        role: Role,
        meter: Meter,
        clock: Clock,
        *,
        sleep: Callable[[float], Awaitable[None]] | None = None,
    ) -> None:
        self.name = endpoint.name
        self.room = endpoint.room
        self._endpoint = endpoint
        self._transport = transport
        self._role = role
        self._meter = meter
        self._clock = clock
        self._sleep = sleep or clock.sleep

    async def complete(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatMessage:
        """Return the assistant's next message.

        Raises:
            ModelError: if the model can't be had.
            BudgetSpent: if the call might cost more than is left.
        """
        return await self._ask(messages, request_body(self._endpoint, messages, tools))

    async def answer(self, messages: Sequence[ChatMessage], schema: Mapping[str, Any] | None) -> ChatMessage:
        """Return the assistant's message; it keeps to the JSON schema only if the endpoint can promise that.

        Raises:
            ModelError: if the model can't be had.
            BudgetSpent: if the call might cost more than is left.
        """
        return await self._ask(messages, request_body(self._endpoint, messages, schema=schema))

    async def close(self) -> None:
        """Free connections; may be called twice."""
        await self._transport.close()

    async def _ask(self, messages: Sequence[ChatMessage], body: Mapping[str, Any]) -> ChatMessage:
        attempt = partial(self._attempt, messages, body, self._most(body))
        return await persist(attempt, self._endpoint, self._clock, self._sleep)

    async def _attempt(
        self, messages: Sequence[ChatMessage], body: Mapping[str, Any], most: float | None
    ) -> ChatMessage:
        """Ask once. An attempt that is broken off from outside keeps its reservation: it may have been charged."""
        self._meter.reserve(most)
        started = self._clock.elapsed()
        usage = None
        try:
            answer = await self._transport.send(body)
            usage = read_usage(answer)
            message = read_message(answer, messages)
        except ModelFault as fault:
            self._count(started, usage, fault, most)
            raise
        self._count(started, usage, None, most)
        return message

    def _count(
        self, started: float, usage: Usage | None, fault: ModelFault | None, reserved: float | None
    ) -> None:
        price = self._endpoint.price
        cost = price.of(usage) if price and usage else None
        if cost is None and fault and not fault.may_have_arrived:
            cost = 0.0
        seconds = self._clock.elapsed() - started
        call = Call(self._role, self.name, seconds, usage, cost, fault.kind if fault else None)
        self._meter.count(call, reserved)

    def _most(self, body: Mapping[str, Any]) -> float | None:
        """US dollars that an attempt costs at most: a token is at least a byte; None if the price isn't known."""
        price = self._endpoint.price
        if price is None:
            return None
        input_price = max(price.input, price.cached_input)
        dearest = Price(input_price, input_price, price.output)
        return dearest.of(Usage(len(serialised(body)), 0, self._endpoint.max_output_tokens))
