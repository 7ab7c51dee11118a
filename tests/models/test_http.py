from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.models.bounded import MOST_BYTES
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.http import HttpTransport
from pytest_marathonmem.models.openai_client import is_loopback
from tests.models.endpoints import Reply, Server, as_json, as_stream, chunk

KEY = "sk-0123456789abcdef"
ENDPOINT = Endpoint("fast", "http://127.0.0.1:9/v1", "flash-4", "EXAMPLE_KEY", timeout=30)
BODY: Mapping[str, Any] = {
    "model": "flash-4",
    "max_tokens": 9,
    "messages": [{"role": "user", "content": "Göreme 😀"}],
}
STREAMED: Mapping[str, Any] = {"stream": True, **BODY}
HELLO: Mapping[str, Any] = {
    "id": "1",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Hello", "reasoning_content": "Hm."},
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 9, "completion_tokens": 2},
}
OVERFLOW = {"error": {"message": "too long", "type": "exceed_context_size_error"}}


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXAMPLE_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody-else")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-of-somebody-else")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-somebody-else")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: Bearer sk-of-somebody-else\nX-Secret: else")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")


async def exchange(server: Server, body: Mapping[str, Any], **changes: Any) -> Mapping[str, Any]:
    transport = HttpTransport(replace(ENDPOINT, base_url=server.url, **changes))
    try:
        return await transport.send(body)
    finally:
        await transport.close()
        await transport.close()


def send(
    reply: Reply | None, body: Mapping[str, Any] = BODY, **changes: Any
) -> tuple[Server, Mapping[str, Any]]:
    async def run() -> tuple[Server, Mapping[str, Any]]:
        async with Server(reply) as server:
            return server, await exchange(server, body, **changes)

    return asyncio.run(run())


def refuse(reply: Reply | None, body: Mapping[str, Any] = BODY, **changes: Any) -> ModelFault:
    with pytest.raises(ModelFault) as caught:
        send(reply, body, **changes)
    assert KEY not in str(caught.value)
    return caught.value


def test_the_body_is_sent_as_it_is_and_the_answer_kept_whole() -> None:
    server, answer = send(as_json(HELLO))

    (request,) = server.requests
    assert HELLO == answer
    assert "POST /v1/chat/completions HTTP/1.1" == request.line
    assert json.dumps(BODY, ensure_ascii=False, separators=(",", ":")).encode() == request.body


def test_the_key_of_the_endpoint_is_sent_and_nothing_of_others() -> None:
    server, _ = send(as_json(HELLO), headers={"X-Title": "benchmark"})

    headers = server.requests[0].headers
    assert (f"Bearer {KEY}", "benchmark") == (headers["authorization"], headers["x-title"])
    assert "else" not in str(headers)


def test_an_endpoint_without_a_key_gets_none() -> None:
    server, _ = send(as_json(HELLO), api_key_env=None)

    assert "authorization" not in server.requests[0].headers


def test_a_header_of_the_settings_stands_for_the_key() -> None:
    server, _ = send(as_json(HELLO), api_key_env=None, headers={"authorization": "Basic abc"})

    assert "Basic abc" == server.requests[0].headers["authorization"]


@pytest.mark.parametrize("environment", [None, "", " \n"])
def test_a_missing_key_is_an_error_of_the_settings(
    monkeypatch: pytest.MonkeyPatch, environment: str | None
) -> None:
    if environment is None:
        monkeypatch.delenv("EXAMPLE_KEY")
    else:
        monkeypatch.setenv("EXAMPLE_KEY", environment)

    with pytest.raises(
        SettingsError, match=r"models\.fast\.api_key_env names the environment variable 'EXAMPLE_KEY'"
    ):
        HttpTransport(ENDPOINT)


def test_a_key_that_no_header_can_carry_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXAMPLE_KEY", "sk-“quoted”")

    with pytest.raises(SettingsError, match="'EXAMPLE_KEY'") as caught:
        HttpTransport(ENDPOINT)
    assert "quoted" not in str(caught.value)


REFUSALS = [
    (as_json({"error": {"message": "No"}}, 401), "unauthorized"),
    (as_json({"error": {"message": "No"}}, 402), "payment required"),
    (as_json({"error": {"message": "No"}}, 403), "forbidden"),
    (as_json({"error": {"message": "No"}}, 404), "bad request"),
    (as_json({"error": {"message": "No"}}, 408), "request timeout"),
    (as_json({"error": {"message": "No"}}, 409), "conflict"),
    (as_json({"error": {"message": "No"}}, 429), "rate limited"),
    (as_json({"error": {"message": "No", "code": "insufficient_quota"}}, 429), "quota exhausted"),
    (as_json(OVERFLOW, 400), "context overflow"),
    (Reply(b"<html>Bad Gateway</html>", 502, {"content-type": "text/html"}), "server error"),
    (Reply(b"", 500), "server error"),
    (Reply(b"No", 500, {"content-type": "text/plain; charset=rot13"}), "server error"),
    (as_json(HELLO, 307, location="http://example.org/v1"), "bad request"),
    (Reply(b'{"choices": [', headers={"content-type": "application/json"}, cut=True), "connection lost"),
    (Reply(b"", headers={}, cut=True), "connection lost"),
]


@pytest.mark.parametrize("body", [BODY, STREAMED], ids=["plain", "streamed"])
@pytest.mark.parametrize(("reply", "kind"), REFUSALS, ids=[f"{r.status} {kind}" for r, kind in REFUSALS])
def test_refusals_are_told_apart(reply: Reply, kind: str, body: Mapping[str, Any]) -> None:
    assert kind == refuse(reply, body).kind


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply(b"Welcome to nginx", headers={"content-type": "text/html"}), "unreadable"),
        (Reply(b'{"choices": ['), "unreadable"),
        (Reply(b'{"a":' * 100_000), "unreadable"),
        (Reply(b"9" * 10_000), "unreadable"),
        (Reply(b"\xff\xfe\xfd"), "unreadable"),
        (Reply(b"\xff\xfe", headers={"content-type": "application/json; charset=rot13"}), "unreadable"),
        (Reply(b""), "unreadable"),
        (as_json([1]), "unreadable"),
        (as_json(None), "unreadable"),
        (as_json({"error": {"message": "No", "code": 429}}), "rate limited"),
        (as_json(OVERFLOW), "context overflow"),
    ],
)
def test_what_is_no_answer_is_a_fault(reply: Reply, kind: str) -> None:
    assert kind == refuse(reply).kind


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (as_stream(chunk({"content": "Hel"})), "truncated"),
        (as_stream(chunk({"content": "Hel"}), done=False), "truncated"),
        (as_stream(), "truncated"),
        (as_stream(done=False), "truncated"),
        (as_stream(7, None, ["x"], {"choices": 3}), "truncated"),
        (as_stream(chunk({"content": "Hel"}), done=False, cut=True), "connection lost"),
        (as_stream("{"), "unreadable"),
        (as_stream(chunk({"content": "Hel"}), {"error": {"message": "No", "code": 429}}), "rate limited"),
        (as_stream(OVERFLOW), "context overflow"),
        (as_stream({"error": "No"}), "server error"),
        (as_json(OVERFLOW), "context overflow"),
    ],
)
def test_what_is_no_whole_stream_is_a_fault(reply: Reply, kind: str) -> None:
    assert kind == refuse(reply, STREAMED).kind


@pytest.mark.parametrize(
    ("reply", "body"),
    [(Reply(b" " * (MOST_BYTES + 1)), BODY), (as_stream("x" * MOST_BYTES), STREAMED)],
    ids=["plain", "streamed"],
)
def test_an_answer_that_is_too_long_is_not_read_to_its_end(reply: Reply, body: Mapping[str, Any]) -> None:
    fault = refuse(reply, body)

    assert ("unreadable", "the answer is longer than 64 MB") == (fault.kind, fault.message)


@pytest.mark.parametrize("body", [BODY, STREAMED], ids=["plain", "streamed"])
def test_silence_is_a_timeout(body: Mapping[str, Any]) -> None:
    fault = refuse(None, body, timeout=0.05)

    assert ("timeout", True) == (fault.kind, fault.may_have_arrived)


def test_a_refused_connection_surely_did_not_arrive() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"

    async def run() -> None:
        await HttpTransport(replace(ENDPOINT, base_url=url)).send(BODY)

    with pytest.raises(ModelFault) as caught:
        asyncio.run(run())
    assert ("connection lost", False) == (caught.value.kind, caught.value.may_have_arrived)


@pytest.mark.parametrize("body", [BODY, STREAMED], ids=["plain", "streamed"])
def test_a_lost_connection_may_have_arrived(body: Mapping[str, Any]) -> None:
    assert refuse(Reply(b"", cut=True), body).may_have_arrived


def test_the_wait_that_the_endpoint_asks_for_is_told() -> None:
    assert 7 == refuse(as_json({}, 429, retry_after="7")).retry_after
    assert (
        60
        == refuse(
            as_json(
                {}, 503, retry_after="Tue, 28 Jul 2026 09:31:00 GMT", date="Tue, 28 Jul 2026 09:30:00 GMT"
            )
        ).retry_after
    )


def test_a_key_that_the_endpoint_echoes_is_told_nowhere() -> None:
    said = f"no such key: {KEY}\n{KEY} " + "x" * 222 + KEY

    assert (
        "HTTP 401: no such key: [key] [key] " + "x" * 222 + "[key]"
        == refuse(as_json({"error": {"message": said}}, 401)).message
    )
    assert "an error within HTTP 200: [key]" == refuse(as_json({"error": {"message": KEY}})).message
    assert (
        "an error within HTTP 200: [key]" == refuse(as_stream({"error": {"message": KEY}}), STREAMED).message
    )
    assert "[key]" in refuse(as_json({}, 307, location=f"http://example.org/?key={KEY}")).message
    assert "[key]" in refuse(Reply(KEY.encode(), 500)).message


def test_a_key_that_the_model_says_is_not_passed_on() -> None:
    whole = json.loads(json.dumps(HELLO).replace("Hello", f"Your key is {KEY}."))

    assert "Your key is [key]." == send(as_json(whole))[1]["choices"][0]["message"]["content"]
    streamed = as_stream(
        chunk({"content": f"Your key is {KEY[:5]}"}), chunk({"content": KEY[5:]}), chunk(reason="stop")
    )
    assert "Your key is [key]" == send(streamed, STREAMED)[1]["choices"][0]["message"]["content"]


def test_secret_headers_are_kept_like_keys_and_others_are_words() -> None:
    headers = {"X-Api-Token": "token-0123456789", "X-Title": "Hello there"}
    said = {**HELLO, "echo": "token-0123456789 Hello there"}

    assert "[key] Hello there" == send(as_json(said), headers=headers)[1]["echo"]


def test_an_answer_is_read_whatever_charset_the_endpoint_tells() -> None:
    reply = as_json(HELLO, content_type="application/json; charset=rot13")

    assert HELLO == send(reply)[1]


def test_a_stream_is_put_together_to_the_answer_in_one_piece() -> None:
    stream = as_stream(
        chunk({"role": "assistant", "content": ""}),
        chunk({"reasoning_content": "H"}),
        chunk({"reasoning_content": "m."}),
        chunk({"content": "Hel"}),
        chunk({"content": "lo"}),
        chunk(reason="stop"),
        {"id": "1", "choices": [], "usage": HELLO["usage"]},
    )

    assert {"object": "chat.completion", **HELLO} == send(stream, STREAMED)[1]


def test_an_endpoint_that_cannot_stream_may_answer_in_one_piece() -> None:
    assert HELLO == send(as_json(HELLO), STREAMED)[1]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost/v1", True),
        ("http://api.localhost/v1", True),
        ("http://localhost.example.org/v1", False),
        ("http://10.0.0.1/v1", False),
        ("https://api.example.org/v1", False),
    ],
)
def test_proxies_never_stand_before_this_machine(url: str, expected: bool) -> None:
    assert expected == is_loopback(url)


def test_the_package_is_imported_only_when_a_model_is_opened() -> None:
    code = (
        "import sys, pytest_marathonmem.models.http, pytest_marathonmem.models.client;"
        "print({'openai', 'httpx2', 'json5', 'pydantic'} & set(sys.modules))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own words

    assert "set()\n" == done.stdout
