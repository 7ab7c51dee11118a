from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.streamed import StreamedAnswer
from tests.models.endpoints import chunk


def together(*chunks: Any) -> dict[str, Any]:
    answer = StreamedAnswer()
    for one in chunks:
        answer.add(one)
    return answer.whole()


def calls(*fragments: Any) -> list[tuple[Any, str, Any]]:
    """What the fragments of tool calls, each in a chunk of its own, become."""
    answer = together(
        *(chunk({"tool_calls": [fragment]}) for fragment in fragments), chunk(reason="tool_calls")
    )
    told = answer["choices"][0]["message"].get("tool_calls", [])
    return [(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in told]


def fragment(arguments: Any = None, name: str | None = None, **other: Any) -> dict[str, Any]:
    return {"function": {"name": name, "arguments": arguments}, **other}


def test_fragments_are_put_together_by_index() -> None:
    assert [("a", "wait", '{"until": "12:00"}'), ("b", "next_phase", "{}")] == calls(
        fragment("", "wait", index=0, id="a"),
        fragment("{", "next_phase", index=1, id="b"),
        fragment('{"until": ', index=0),
        fragment("}", index=1),
        fragment('"12:00"}', index=0),
    )


def test_a_new_id_begins_a_new_call_where_every_index_is_the_same() -> None:
    assert [("a", "wait", "{}"), ("b", "wait", "{}")] == calls(
        fragment("{}", "wait", index=0, id="a"),
        fragment("{", "wait", index=0, id="b"),
        fragment("}", index=0),
    )


def test_without_an_index_a_fragment_belongs_to_the_last_call() -> None:
    assert [("a", "wait", "{}"), ("b", "wait", "{}")] == calls(
        fragment("{}", "wait", id="a"), fragment("{", "wait", id="b"), fragment("}")
    )


def test_a_name_or_an_id_in_every_fragment_is_taken_once() -> None:
    assert [("a", "wait", "{}")] == calls(
        fragment("{", "wait", index=0, id="a"), fragment("}", "wait", index=0, id="a")
    )


def test_a_name_in_pieces_is_put_together() -> None:
    assert [(None, "next_phase", "{}")] == calls(
        fragment(None, "next_", index=0), fragment("{}", "phase", index=0)
    )


def test_arguments_that_come_as_an_object_stay_one() -> None:
    assert [("a", "wait", {"until": "12:00"})] == calls(fragment({"until": "12:00"}, "wait", index=0, id="a"))


def test_content_in_parts_is_kept_in_parts() -> None:
    part = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}

    answer = together(chunk({"content": [part]}), chunk({"content": "Hello"}), chunk(reason="stop"))

    assert [part, "Hello"] == answer["choices"][0]["message"]["content"]


def test_the_last_usage_stands_wherever_it_is_told() -> None:
    first = chunk({"content": "Hello"}, usage={"prompt_tokens": 9, "completion_tokens": 1})
    last = chunk(reason="stop")
    last["choices"][0]["usage"] = {"prompt_tokens": 9, "completion_tokens": 2}

    assert {"prompt_tokens": 9, "completion_tokens": 2} == together(first, last, chunk())["usage"]
    assert "usage" not in together(chunk(reason="stop", usage=None))


def test_the_finish_reason_may_be_followed_by_more() -> None:
    assert (
        "Hello"
        == together(chunk(reason="stop"), chunk({"content": "Hello"}))["choices"][0]["message"]["content"]
    )


NAMES = st.sampled_from(
    [
        "choices",
        "delta",
        "content",
        "tool_calls",
        "index",
        "id",
        "function",
        "name",
        "arguments",
        "usage",
        "finish_reason",
    ]
)
NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=5,
)
DELTAS = st.fixed_dictionaries(
    {"content": NONSENSE, "tool_calls": st.lists(st.dictionaries(NAMES, NONSENSE, max_size=3), max_size=3)}
)


@given(st.lists(NONSENSE | st.builds(chunk, NONSENSE | DELTAS), max_size=4), st.booleans())
def test_whatever_is_streamed_is_an_answer_or_truncated(chunks: list[Any], ends: bool) -> None:
    try:
        together(*chunks, *([chunk(reason="stop")] if ends else []))
    except ModelFault as fault:
        assert ("truncated", False) == (fault.kind, ends)  # noqa: PT017 - only some of the examples are faults


def test_a_stream_without_a_finish_reason_is_truncated() -> None:
    with pytest.raises(ModelFault, match="without a finish reason"):
        together(chunk({"content": "Hello"}))
