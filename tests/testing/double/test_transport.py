"""Faults without a network are those of the real client over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.http import HttpTransport
from pytest_marathonmem.models.transport import Transport
from pytest_marathonmem.testing.double import (
    DOUBLE_FAULTS,
    Double,
    DoubleFault,
    DoubleServer,
    FaultRule,
    Faults,
    InProcessTransport,
)

MESSAGES = [{"role": "user", "content": "How much food does Boss get?"}]
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "memory_search",
            "description": "Search your memory.",
            "parameters": {"type": "object", "properties": {"query": {"type": "string"}, "page": {"enum": ["1.10"]}},
                           "required": ["query", "page"]},
        },
    }
]  # fmt: skip
"""With a tool, so that faults of tool calls have something to spoil."""


Case = tuple[DoubleFault, bool]
"""A fault, and whether the answer comes as a stream."""
CASES: list[Case] = [(fault, streaming) for fault in DOUBLE_FAULTS for streaming in (False, True)]


def double_with(fault: DoubleFault) -> Double:
    return Double(faults=Faults([FaultRule(fault, at=1)], retry_after=0.5))


def request(streaming: bool) -> dict[str, Any]:
    body: dict[str, Any] = {"model": "double", "tools": TOOLS, "messages": MESSAGES}
    return body | ({"stream": True, "stream_options": {"include_usage": True}} if streaming else {})


async def outcome(transport: Transport, streaming: bool) -> Any:
    """The answer, or the kind of the fault and how long to wait."""
    try:
        return essence(await transport.send(request(streaming)))
    except ModelFault as fault:
        return fault.kind, fault.retry_after


@pytest.fixture(scope="module")
def over_http() -> dict[Case, Any]:
    """What comes of each case over HTTP; one client for all, since making one takes long."""

    async def meet_all() -> dict[Case, Any]:
        double = Double()
        async with DoubleServer(double) as server:
            transport = HttpTransport(Endpoint("double", server.base_url, "double", timeout=0.5))
            met = {}
            for fault, streaming in CASES:
                double.faults.revive()
                double.faults.retry_after = 0.5
                double.faults.rules = [FaultRule(fault, at=double.faults.calls + 1)]
                met[fault, streaming] = await outcome(transport, streaming)
            await transport.close()
        return met

    return asyncio.run(meet_all())


@pytest.mark.parametrize(("fault", "streaming"), CASES)
def test_in_process_a_fault_is_what_it_is_over_http(
    over_http: dict[Case, Any], fault: DoubleFault, streaming: bool
) -> None:
    transport = InProcessTransport(double_with(fault))
    assert over_http[fault, streaming] == asyncio.run(outcome(transport, streaming))


def essence(answer: Mapping[str, Any]) -> Any:
    """Of an answer: the message, how it finished and what it used."""
    choice = answer["choices"][0]
    said = {key: value for key, value in choice["message"].items() if value}
    return said, choice["finish_reason"], (answer.get("usage") or {}).get("total_tokens")
