from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_marathonmem.models.arguments import CUT, LONGEST_LENIENT, read_arguments

HELLO = {"text": "Hello, Boss."}


@pytest.mark.parametrize(
    "raw",
    [
        '{"text": "Hello, Boss."}',
        ' \ufeff{"text": "Hello, Boss."}\n',
        '{"text": "Hello, Boss."} I have sent the message.',
        'Here are the arguments: {"text": "Hello, Boss."}',
        '```json\n{"text": "Hello, Boss."}\n```',
        '```\n{"text": "Hello, Boss."}\n```\nThat is all.',
        '{"text": "Hello, Boss."}}',
        '{"text": "Hello, Boss.",}',
        "{'text': 'Hello, Boss.'}",
        "```json\n{'text': 'Hello, Boss.',}\n```",
        '{text: "Hello, Boss."}',
        '"{\\"text\\": \\"Hello, Boss.\\"}"',
        {"text": "Hello, Boss."},
    ],
)
def test_arguments_in_any_wrapping_are_read(raw: object) -> None:
    assert (HELLO, "") == read_arguments(raw)


@pytest.mark.parametrize("raw", [None, "", " \n", "{}", {}])
def test_no_arguments_are_none(raw: object) -> None:
    assert ({}, "") == read_arguments(raw)


@pytest.mark.parametrize(
    ("raw", "ids"),
    [
        ('{"ids": ["1.10", "1.1"]}', ["1.10", "1.1"]),
        ('{"ids": [1.10, 1.1]}', ["1.10", "1.1"]),
        ("{'ids': [1.10, 1.1,]}", ["1.10", "1.1"]),
        ("{'ids': [2, 0x10, -3e5]}", ["2", "0x10", "-3e5"]),
        ('{"ids": [NaN, -Infinity]}', ["NaN", "-Infinity"]),
        ({"ids": [1.1, 2]}, ["1.1", "2"]),
        ('{"ids": [%s]}' % ("9" * 5000), ["9" * 5000]),
        ('{"ids": [true, null]}', [True, None]),
    ],
)
def test_numbers_keep_their_spelling(raw: object, ids: list[object]) -> None:
    assert ({"ids": ids}, "") == read_arguments(raw)


def test_a_line_break_within_a_text_is_forgiven() -> None:
    assert ({"text": "one\ntwo"}, "") == read_arguments('{"text": "one\ntwo"}')


def test_a_lone_surrogate_becomes_the_replacement_character() -> None:
    assert ({"text": "half \ufffd"}, "") == read_arguments('{"text": "half \\ud83d"}')


WHOLE = [
    '{"text": "It is 50 g a day.", "check_id": "2.3"}',
    "{'text': 'It is 50 g a day.', 'check_id': '2.3'}",
    '```json\n{"text": "It is \\"50 g\\" a day.", "facts": {"a": [1, 2]}}',
    '"{\\"text\\": \\"It is 50 g a day.\\"}"',
]


@pytest.mark.parametrize("whole", WHOLE)
def test_arguments_that_are_cut_anywhere_are_never_completed(whole: str) -> None:
    first = whole.index("{")
    last = whole.rindex("}")
    for end in range(first + 1, last + 1):
        arguments, fault = read_arguments(whole[:end])
        assert ({}, True) == (arguments, bool(fault)), whole[:end]


@pytest.mark.parametrize(
    "raw", ['{"text": "It is 50', "{'text': 'It is 50", '{"text": "It is 50 g",', '{"te']
)
def test_the_model_is_told_that_its_arguments_are_cut(raw: str) -> None:
    assert ({}, CUT) == read_arguments(raw)


@pytest.mark.parametrize("raw", [None, "", '{"text": "It is 50', "I think", '{"text": "It is "50" g"'])
def test_a_call_in_which_the_answer_grew_too_long_is_cut(raw: object) -> None:
    assert ({}, CUT) == read_arguments(raw, cut=True)


def test_a_call_that_was_whole_when_the_answer_grew_too_long_stands() -> None:
    assert (HELLO, "") == read_arguments(json.dumps(HELLO), cut=True)


@pytest.mark.parametrize(
    "raw",
    [
        '{"text": "He said "hi" to me"}',
        '{"text": "I typed "} and then "x"}',
        '{"text": "Hello"}, "check_id": "2.3"}',
        '{"text": "one"} {"text": "two"}',
        '[{"text": "one"}, {"text": "two"}]',
        '[{"text": "one"}',
        '"text": {"a": 1}',
        '"Hello"',
        "Hello",
        "5",
        "null",
        '"\\"twice\\""',
        5,
        ["text"],
        object(),
        '{"a":' * 60 + "1" + "}" * 60,
        '{"a":' * 100_000,
        "{a:" * 5_000,
        "{'a': '" + "x" * LONGEST_LENIENT + "'}",
        '"a" :\n {"b": 1}',
        '"' + " " * 200_000 + 'x{"a" "b"}',
    ],
)
def test_what_might_be_half_of_what_was_meant_is_a_fault_for_the_model(raw: object) -> None:
    arguments, fault = read_arguments(raw)

    assert {} == arguments
    assert fault.startswith("Not done: ")
    assert "Make the call again" in fault
    assert len(fault) < 300
    assert "\n" not in fault


def test_the_fault_says_where_the_arguments_stop_being_json() -> None:
    assert read_arguments('{"text": "He said "hi" to me"}')[1].startswith(
        "Not done: the arguments are not JSON: Expecting ',' delimiter at character 20, before 'hi\" to me\"}'."
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
SYNTAX = st.text(st.sampled_from("{}[]\"':,\\`/*+-.0123456789eExutfNnal \n\ud83d")) | st.text()


@given(SYNTAX | JSON, st.booleans())
def test_whatever_the_model_writes_is_arguments_or_a_fault(raw: object, cut: bool) -> None:
    arguments, fault = read_arguments(raw, cut=cut)

    assert not (arguments and fault)
    json.dumps(arguments, ensure_ascii=False).encode()


@given(
    st.dictionaries(st.text(), st.text() | st.booleans()),
    st.text(st.characters(exclude_characters="{}[],:\"'`")),
)
def test_prose_around_an_object_changes_nothing(value: dict[str, object], prose: str) -> None:
    alone = read_arguments(json.dumps(value))

    assert alone == read_arguments(f"{prose}\n{json.dumps(value)}\n{prose}")
