"""The double behind HTTP, as the real client of OpenAI's interface meets it."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import openai
import pytest

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.models.endpoint import Role
from pytest_marathonmem.testing.double import Double, DoubleFault, DoubleServer, FaultRule, Faults

MESSAGES: Any = [
    {"role": "user", "content": "My cat Boss gets 70 g of food a day."},
    {"role": "assistant", "content": "Noted."},
    {"role": "user", "content": "How much food does Boss get?"},
]
ANSWER = "My cat Boss gets 70 g of food a day."


def served(
    ask: Callable[[openai.AsyncOpenAI], Awaitable[Any]], *rules: FaultRule, retry_after: float = 1.0
) -> Any:
    """What a client gets."""

    async def serve() -> Any:
        double = Double(faults=Faults(rules, retry_after=retry_after))
        async with DoubleServer(double) as server, client_of(server) as client:
            return await ask(client)

    return asyncio.run(serve())


def client_of(server: DoubleServer) -> openai.AsyncOpenAI:
    # Without certificates to load, which takes longer than any of these tests.
    plain = openai.DefaultAsyncHttpxClient(verify=False)
    return openai.AsyncOpenAI(
        base_url=server.base_url, api_key="any", max_retries=0, timeout=20, http_client=plain
    )


async def ask(client: openai.AsyncOpenAI) -> Any:
    return await client.chat.completions.create(model="double", messages=MESSAGES)


async def stream(client: openai.AsyncOpenAI) -> list[Any]:
    chunks = await client.chat.completions.create(
        model="double", messages=MESSAGES, stream=True, stream_options={"include_usage": True}
    )
    return [chunk async for chunk in chunks]


def test_an_answer_comes_whole() -> None:
    answer = served(ask)
    assert (ANSWER, "stop") == (answer.choices[0].message.content, answer.choices[0].finish_reason)


def test_an_answer_comes_in_pieces() -> None:
    chunks = served(stream)
    assert ANSWER == "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert "stop" == chunks[-2].choices[0].finish_reason
    assert chunks[-1].usage.completion_tokens > 0


def test_what_two_requests_have_in_common_counts_as_cached() -> None:
    async def twice(client: openai.AsyncOpenAI) -> Any:
        return [(await ask(client)).usage for _ in range(2)]

    first, second = served(twice)
    assert (0, first.prompt_tokens) == (
        first.prompt_tokens_details.cached_tokens,
        second.prompt_tokens_details.cached_tokens,
    )


def test_the_model_is_listed() -> None:
    async def listed(client: openai.AsyncOpenAI) -> list[str]:
        return [model.id for model in (await client.models.list()).data]

    assert ["double"] == served(listed)


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        ("request timeout", 408),
        ("conflict", 409),
        ("rate limited", 429),
        ("server error", 500),
        ("unavailable", 503),
        ("quota exhausted", 429),
        ("unauthorized", 401),
        ("payment required", 402),
        ("forbidden", 403),
        ("context overflow", 400),
    ],
)
def test_a_fault_has_its_status(fault: DoubleFault, status: int) -> None:
    with pytest.raises(openai.APIStatusError) as refused:
        served(ask, FaultRule(fault, at=1))
    assert status == refused.value.status_code


def test_a_limit_says_how_long_to_wait() -> None:
    with pytest.raises(openai.RateLimitError) as refused:
        served(ask, FaultRule("rate limited", at=1), retry_after=2.5)
    headers = refused.value.response.headers
    assert ("3", "2500") == (headers["retry-after"], headers["retry-after-ms"])


@pytest.mark.parametrize("fault", ["connection lost", "dead"])
@pytest.mark.parametrize("how", [ask, stream])
def test_a_connection_can_break(fault: DoubleFault, how: Callable[..., Awaitable[Any]]) -> None:
    with pytest.raises(openai.APIConnectionError):
        served(how, FaultRule(fault, at=1))


def test_no_answer_may_come_at_all() -> None:
    async def impatient(client: openai.AsyncOpenAI) -> Any:
        return await ask(client.with_options(timeout=0.05))

    with pytest.raises(openai.APITimeoutError):
        served(impatient, FaultRule("timeout", at=1))


class NoticedFaults(Faults):
    """Says when the first call has come."""

    def __init__(self, *rules: FaultRule) -> None:
        super().__init__(rules)
        self.called = asyncio.Event()

    def next(self, role: Role) -> DoubleFault | None:
        self.called.set()
        return super().next(role)


def test_a_server_ends_while_a_client_waits() -> None:
    async def wait() -> None:
        faults = NoticedFaults(FaultRule("timeout", at=1))
        async with DoubleServer(Double(faults=faults)) as server:
            client = client_of(server)
            asked = asyncio.create_task(ask(client))
            await faults.called.wait()
        with pytest.raises(openai.APIError):
            await asked
        await client.close()

    asyncio.run(wait())


def test_an_endpoint_that_has_died_can_be_revived() -> None:
    async def revive() -> list[str]:
        double = Double(faults=Faults([FaultRule("dead", at=2)]))
        got = []
        async with DoubleServer(double) as server, client_of(server) as client:
            for call in range(1, 6):
                if call == 5:
                    double.faults.revive()
                try:
                    got.append((await ask(client)).choices[0].finish_reason)
                except openai.APIConnectionError:
                    got.append("dead")
        return got

    assert ["stop", "dead", "dead", "dead", "stop"] == asyncio.run(revive())


def test_a_stream_can_end_before_its_finish_reason() -> None:
    chunks = served(stream, FaultRule("truncated", at=1))
    assert [None] * len(chunks) == [chunk.choices[0].finish_reason for chunk in chunks]
    said = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    assert said
    assert said != ANSWER
    assert ANSWER.startswith(said)


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"{}", b'{"messages": [1]}', b'{"messages": [{"role": "user"}], "tools": [{}]}']
)
def test_what_is_no_request_is_refused(body: bytes) -> None:
    async def send(client: openai.AsyncOpenAI) -> Any:
        return await client.post("/chat/completions", cast_to=object, content=body)

    with pytest.raises(openai.BadRequestError):
        served(send)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.1", "example.org", ""])  # noqa: S104 - refused
def test_other_machines_are_not_served(host: str) -> None:
    with pytest.raises(SettingsError, match="serves this machine alone"):
        DoubleServer(host=host)


def test_a_port_that_is_taken_is_named() -> None:
    first = DoubleServer()
    port = int(first.base_url.split(":")[2].partition("/")[0])
    with pytest.raises(SettingsError, match=f"port {port} of 127.0.0.1 can't be had"):
        DoubleServer(port=port)
    first.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_serves_until_it_is_told_to_stop(number: signal.Signals) -> None:
    command = [sys.executable, "-c", "import sys; from pytest_marathonmem.cli import main; sys.exit(main())"]
    with subprocess.Popen(  # noqa: S603 - our own command
        [*command, "serve-model"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        shown = []
        while "Then:" not in (line := process.stdout.readline()):
            assert line, "the command has ended early"
            shown.append(line)
        process.send_signal(number)
        rest = process.stdout.read()
    assert '"base_url": "http://127.0.0.1:' in "".join(shown)
    assert (0, "Stopped. Calls: 0; faults: none.\n") == (process.returncode, rest)
