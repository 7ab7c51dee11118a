from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_marathonmem.models.arguments import CUT
from pytest_marathonmem.models.chat import ChatMessage, ToolCall
from pytest_marathonmem.models.completion import read_message, read_usage
from pytest_marathonmem.models.endpoint import Usage
from pytest_marathonmem.models.faults import ModelFault


def answer(message: Any, reason: Any = "stop", **other: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": message, "finish_reason": reason}], **other}


def call(name: Any, arguments: Any, call_id: Any = None) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {"type": "function", "function": function} | ({} if call_id is None else {"id": call_id})


def calling(*calls: Any, reason: str = "tool_calls") -> tuple[ToolCall, ...]:
    return read_message(answer({"content": None, "tool_calls": list(calls)}, reason)).tool_calls


@pytest.mark.parametrize(
    ("message", "content", "reasoning"),
    [
        ({"content": "Hello"}, "Hello", ""),
        ({"content": None}, "", ""),
        ({}, "", ""),
        ({"content": "", "reasoning_content": "Hm."}, "", "Hm."),
        ({"content": "Hello", "reasoning": "Hm."}, "Hello", "Hm."),
        ({"content": "Hello", "reasoning": {"effort": "low"}}, "Hello", ""),
        ({"content": "<think>Hm.</think>\n\nHello"}, "Hello", "Hm."),
        ({"content": "\n<think>\nHm.\n</think>Hello"}, "Hello", "Hm."),
        ({"content": "Hm.\n</think>\n\nHello"}, "Hello", "Hm."),
        ({"content": "<think>Hm, and"}, "", "Hm, and"),
        ({"content": "<think></think>Hello"}, "Hello", ""),
        ({"content": "I <think> so"}, "I <think> so", ""),
        ({"content": "Say <think>x</think> twice"}, "Say <think>x</think> twice", ""),
        ({"content": [{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo"}]}, "Hello", ""),
        ({"content": ["Hel", "lo"]}, "Hello", ""),
        (
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                    {"text": "Hello"},
                ]
            },
            "Hello",
            "Hm.",
        ),
        ({"content": None, "refusal": "I can't."}, "I can't.", ""),
        ({"content": "half \ud83d"}, "half \ufffd", ""),
    ],
)
def test_what_is_said_is_told_from_what_is_thought(message: Any, content: str, reasoning: str) -> None:
    assert ChatMessage("assistant", content, reasoning=reasoning) == read_message(answer(message))


def test_several_calls_of_a_turn_are_read() -> None:
    assert (
        ToolCall("a", "wait", {"until": "12:00"}),
        ToolCall("b", "next_phase", {}),
    ) == calling(call("wait", '{"until": "12:00"}', "a"), call("next_phase", "", "b"))


def test_a_bad_call_among_good_ones_is_a_fault_of_its_own() -> None:
    before, bad, after = calling(call("wait", "{}", "a"), call("wait", "{'", "b"), call("wait", "{}", "c"))

    assert ["", CUT, ""] == [before.fault, bad.fault, after.fault]
    assert {} == bad.arguments


@pytest.mark.parametrize("bad", [None, "wait", {}, {"function": None}, call(None, "{}"), call(" ", "{}")])
def test_a_call_without_a_tool_is_a_fault_for_the_model(bad: Any) -> None:
    (read, good) = calling(bad, call("wait", "{}"))

    assert ("", {}, "Not done: this call names no tool. Make it again with the tool's name.") == (
        read.name,
        read.arguments,
        read.fault,
    )
    assert "" == good.fault


def test_missing_and_doubled_ids_are_replaced_by_the_place_of_the_call() -> None:
    earlier = (
        ChatMessage("user", "Hi"),
        ChatMessage("assistant", "", (ToolCall("call_0", "wait", {}),)),
        ChatMessage("tool", "Done.", tool_call_id="call_0"),
    )
    calls = [
        call("wait", "{}", given)
        for given in ("call_0", "functions.wait:1", "functions.wait:1", "", 7, None, "x y")
    ]

    read = read_message(answer({"tool_calls": calls}), earlier).tool_calls

    assert ["call-3-1", "functions.wait:1", "call-3-3", "call-3-4", "call-3-5", "call-3-6", "call-3-7"] == [
        one.id for one in read
    ]


def test_an_endpoint_that_takes_our_ids_gets_around_nothing() -> None:
    ids = [one.id for one in calling(call("wait", "{}", "call-0-2"), call("wait", "{}"))]

    assert ["call-0-2", "call-0-2-"] == ids


def test_an_answer_that_grew_too_long_stands_but_for_the_call_in_which_it_ended() -> None:
    whole, cut = calling(call("wait", "{}", "a"), call("wait", '{"until": "12', "b"), reason="length")

    assert ("", CUT) == (whole.fault, cut.fault)
    assert "Once upon" == read_message(answer({"content": "Once upon"}, "length")).content


def test_a_call_that_was_cut_before_its_arguments_is_not_one_without_arguments() -> None:
    whole, cut = calling(call("next_phase", "", "a"), call("next_phase", "", "b"), reason="length")

    assert ["", CUT] == [whole.fault, cut.fault]


def test_a_whole_answer_without_a_finish_reason_stands() -> None:
    assert "Hello" == read_message({"choices": [{"message": {"content": "Hello"}}]}).content


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"choices": []},
        {"choices": None},
        {"choices": "none"},
        {"choices": ["none"]},
        {"choices": [{}]},
        {"choices": [{"message": "Hello"}]},
        answer({"content": 7}),
        answer({"content": [7]}),
        answer({"content": [{"type": "image_url"}]}),
        answer({"content": [{"type": "thinking", "thinking": [7]}]}),
        answer({"tool_calls": {"function": 1}}),
    ],
)
def test_an_answer_without_a_message_is_unreadable(nonsense: Any) -> None:
    with pytest.raises(ModelFault) as caught:
        read_message(nonsense)

    assert "unreadable" == caught.value.kind
    assert caught.value.is_transient


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"message": "Slow down", "code": 429}, "rate limited"),
        ({"message": "Slow down", "code": "rate_limit_exceeded"}, "rate limited"),
        ({"message": "No money", "code": "insufficient_quota"}, "quota exhausted"),
        ({"message": "Too long", "type": "exceed_context_size_error"}, "context overflow"),
        ({"message": "Who are you?", "code": "401"}, "unauthorized"),
        ({"message": "Provider returned error", "code": 502}, "server error"),
        ({"message": "Bad schema", "type": "invalid_request_error"}, "bad request"),
        ("overloaded", "server error"),
    ],
)
def test_an_error_within_http_200_is_told_apart_like_any(error: Any, kind: str) -> None:
    with pytest.raises(ModelFault) as caught:
        read_message({"error": error})

    assert kind == caught.value.kind
    assert "HTTP 200" in caught.value.message


def test_an_answer_that_the_endpoint_broke_off_is_its_fault() -> None:
    broken = answer({"content": "Once"}, "error")
    broken["choices"][0]["error"] = {"code": 429, "message": "Slow down"}

    with pytest.raises(ModelFault, match="insufficient_system_resource"):
        read_message(answer({"content": "Once"}, "insufficient_system_resource"))
    with pytest.raises(ModelFault, match="Slow down"):
        read_message(broken)


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"prompt_tokens": 90, "completion_tokens": 7}, Usage(90, 0, 7)),
        (
            {"prompt_tokens": 90, "prompt_tokens_details": {"cached_tokens": 64}, "completion_tokens": 7},
            Usage(90, 64, 7),
        ),
        ({"prompt_tokens": 90, "prompt_cache_hit_tokens": 64, "completion_tokens": 7}, Usage(90, 64, 7)),
        ({"prompt_tokens": 90, "prompt_tokens_details": None, "completion_tokens": 0}, Usage(90, 0, 0)),
        ({"prompt_tokens": 9, "prompt_cache_hit_tokens": 64, "completion_tokens": 7}, Usage(9, 9, 7)),
        ({"prompt_tokens": 0, "completion_tokens": 0}, None),
        ({"prompt_tokens": -1, "completion_tokens": 7}, None),
        ({"prompt_tokens": "90", "completion_tokens": 7}, None),
        ({"prompt_tokens": True, "completion_tokens": 7}, None),
        ({"prompt_tokens": 90}, None),
        ({"prompt_tokens": 90, "completion_tokens": 10**9}, None),
        ({"prompt_tokens": 10**400, "completion_tokens": 7}, None),
        (None, None),
        ([], None),
    ],
)
def test_usage_is_read_or_not_known(usage: Any, expected: Usage | None) -> None:
    assert expected == read_usage({"usage": usage})


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
NAMES = st.sampled_from(
    [
        "choices",
        "message",
        "content",
        "tool_calls",
        "function",
        "name",
        "arguments",
        "id",
        "error",
        "code",
        "type",
        "finish_reason",
        "usage",
        "prompt_tokens",
        "reasoning",
        "text",
        "thinking",
        "delta",
        "detail",
    ]
)
NONSENSE = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(
    st.dictionaries(NAMES, NONSENSE)
    | st.builds(answer, NONSENSE, NONSENSE)
    | st.builds(answer, st.fixed_dictionaries({"tool_calls": st.lists(NONSENSE)}))
)
def test_whatever_the_endpoint_answers_is_a_message_or_a_fault(nonsense: dict[str, Any]) -> None:
    read_usage(nonsense)
    try:
        message = read_message(nonsense)
    except ModelFault as fault:
        assert "\n" not in fault.message  # noqa: PT017 - only some of the examples are faults
    else:
        assert len(message.tool_calls) == len({call.id for call in message.tool_calls})
