from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest

from pytest_marathonmem.models.chat import ChatMessage, ToolCall, ToolSpec
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.models.request import request_body, serialised

ENDPOINT = Endpoint("fast", "https://api.example.org/v1", "flash-4")
ASKED = (ChatMessage("system", "You live in Tampere."), ChatMessage("user", "Hi"))
TOOL = ToolSpec("wait", "Wait.", {"type": "object", "properties": {"until": {"type": "string"}}})
CONVERSATION = (
    *ASKED,
    ChatMessage(
        "assistant",
        "",
        (ToolCall("a", "wait", {"until": "12:00"}), ToolCall("b", "wait", {})),
        reasoning="Hm.",
    ),
    ChatMessage("tool", "It is 12:00.", tool_call_id="a"),
    ChatMessage("tool", "Until when?", tool_call_id="b"),
    ChatMessage("assistant", "Hello, Göreme", reasoning="Hm."),
    ChatMessage("user", "Go on."),
)


def test_the_smallest_request() -> None:
    assert {
        "model": "flash-4",
        "max_tokens": 4096,
        "messages": [
            {"role": "system", "content": "You live in Tampere."},
            {"role": "user", "content": "Hi"},
        ],
    } == request_body(ENDPOINT, ASKED)


def test_calls_and_their_results_are_sent_back() -> None:
    def call(call_id: str, arguments: str) -> object:
        return {"id": call_id, "type": "function", "function": {"name": "wait", "arguments": arguments}}

    assert [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [call("a", '{"until": "12:00"}'), call("b", "{}")],
        },
        {"role": "tool", "tool_call_id": "a", "content": "It is 12:00."},
        {"role": "tool", "tool_call_id": "b", "content": "Until when?"},
        {"role": "assistant", "content": "Hello, Göreme"},
        {"role": "user", "content": "Go on."},
    ] == request_body(ENDPOINT, CONVERSATION)["messages"][2:]


def test_reasoning_is_sent_back_only_where_it_is_wanted() -> None:
    wanted = request_body(replace(ENDPOINT, reasoning="return"), CONVERSATION)["messages"]

    assert ["Hm.", "Hm."] == [one["reasoning_content"] for one in wanted if one["role"] == "assistant"]
    assert b"reasoning" not in serialised(request_body(ENDPOINT, CONVERSATION))


def test_a_call_that_could_not_be_read_is_sent_back_as_one_that_can() -> None:
    broken = ChatMessage(
        "assistant", "", (ToolCall("a", "wait\n{", {}, "Not done."), ToolCall("b", "", {}, "Not done."))
    )

    calls = request_body(ENDPOINT, [broken])["messages"][0]["tool_calls"]

    assert [("wait__", "{}"), ("unknown", "{}")] == [
        (call["function"]["name"], call["function"]["arguments"]) for call in calls
    ]


def test_an_assistant_who_said_nothing_is_sent_back_as_a_message_that_endpoints_take() -> None:
    assert [{"role": "assistant", "content": "…"}] == request_body(
        ENDPOINT, [ChatMessage("assistant", "", reasoning="Hm.")]
    )["messages"]


def test_half_a_character_is_sent_as_the_replacement_character() -> None:
    messages = [
        ChatMessage("user", "half \ud83d, whole 😀"),
        ChatMessage("assistant", "", (ToolCall("a", "wait", {"until": "\ud83d"}),)),
    ]

    assert b"\xef\xbf\xbd" in serialised(request_body(ENDPOINT, messages))
    assert "half \ufffd, whole 😀" == request_body(ENDPOINT, messages)["messages"][0]["content"]


def test_tools_are_offered_and_the_model_chooses() -> None:
    body = request_body(ENDPOINT, ASKED, [TOOL])

    assert "auto" == body["tool_choice"]
    assert [
        {
            "type": "function",
            "function": {"name": "wait", "description": "Wait.", "parameters": TOOL.parameters},
        }
    ] == body["tools"]


def test_the_settings_of_the_endpoint_say_the_rest() -> None:
    body = request_body(
        replace(
            ENDPOINT,
            sampling={"temperature": 0.3, "seed": 7},
            extra_body={
                "thinking": {"type": "disabled"},
                "tool_choice": "required",
                "model": "other",
                "messages": [],
            },
            max_tokens_field="max_completion_tokens",
            max_output_tokens=500,
            stream=True,
        ),
        ASKED,
        [TOOL],
    )

    assert {
        "temperature": 0.3,
        "seed": 7,
        "thinking": {"type": "disabled"},
        "tool_choice": "required",
        "model": "flash-4",
        "max_completion_tokens": 500,
        "stream": True,
        "stream_options": {"include_usage": True},
    } == {name: value for name, value in body.items() if name not in ("messages", "tools")}
    assert 2 == len(body["messages"])


@pytest.mark.parametrize(
    ("structured", "expected"),
    [
        (
            "json_schema",
            {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": {}}},
        ),
        ("json_object", {"type": "json_object"}),
        ("none", None),
    ],
)
def test_the_shape_of_the_answer_is_asked_for_where_the_endpoint_can_promise_it(
    structured: str, expected: object
) -> None:
    endpoint = replace(ENDPOINT, structured=structured)  # type: ignore[arg-type]

    assert expected == request_body(endpoint, ASKED, schema={}).get("response_format")
    assert "response_format" not in request_body(endpoint, ASKED)


@pytest.mark.parametrize("reasoning", ["drop", "return"])
@pytest.mark.parametrize("stream", [False, True])
def test_the_requests_of_a_growing_conversation_begin_with_the_same_bytes(
    reasoning: str, stream: bool
) -> None:
    endpoint = replace(ENDPOINT, reasoning=reasoning, stream=stream, sampling={"seed": 7})  # type: ignore[arg-type]
    requests = [
        serialised(request_body(endpoint, CONVERSATION[:length], [TOOL]))
        for length in range(1, len(CONVERSATION) + 1)
    ]

    for shorter, longer in itertools.pairwise(requests):
        assert longer.startswith(shorter.removesuffix(b"]}"))
    assert requests[-1] == serialised(json.loads(requests[-1]))
