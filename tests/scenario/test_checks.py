"""Checks: question, answer and key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.scenario.model import Benchmark, Check, Phase

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
KEY = '{type: "RECALL", value: "50 g"}'


@pytest.fixture
def phase(load: Load) -> Callable[[str], Phase]:
    return lambda text: next(load({"chapter1.md": "## P\n" + text}).phases)


@pytest.fixture
def check(phase: Callable[[str], Phase]) -> Callable[[str], Check]:
    return lambda text: phase(text).checks[0]


@pytest.mark.parametrize(
    "text",
    [
        "❓ 20.10 How much? Correct answer: 50 g.",
        "❓ 20.10 How much?\n   Correct answer: 50 g.",
        "❓ 20.10 How much?\nCorrect answer: 50 g.",
        "❓ 20.10 How much?\n\nCorrect answer: 50 g.",
        "❓ 20.10 How much?\n   Правильный ответ: 50 g.",
        "❓ 20.10 How much? правильный ответ: 50 g.",
        "❓ 20.10 How\n   much? correct answer:\n   50\n   g.",
        "❓ 20.10\n  How much?\n      Correct answer : 50 g.",
        "   ❓ 20.10 How much?\n   Correct answer: 50 g.",
        "- ❓ 20.10 How much?\n  Correct answer: 50 g.",
        "* ❓ 20.10 How much?\n  - Correct answer: 50 g.",
        "      - ❓ 20.10 How much?\n        Correct answer: 50 g.",
        "❓20.10 How much? Correct answer: 50 g.",
        "❓\ufe0f 20.10. How much? Correct answer: 50 g.",
        "❓\t20.10:\tHow much? Correct answer: 50 g.",
    ],
)
def test_question_and_answer_are_read_in_every_layout(check: Callable[[str], Check], text: str) -> None:
    read = check(text)
    assert (read.id, read.question, read.answer, read.key) == ("20.10", "How much?", "50 g.", None)


@pytest.mark.parametrize(
    "text",
    [
        f"❓ 1 Q?\n   Correct answer: 50 g.\n   Key: {KEY}",
        f"❓ 1 Q?\nCorrect answer: 50 g.\nKey: {KEY}",
        f"❓ 1 Q?\nKey: {KEY}\nCorrect answer: 50 g.",
        f"❓ 1 Q? Correct answer: 50 g. Key: {KEY}",
        f"❓ 1 Q? Key: {KEY} Correct answer: 50 g.",
        f"- ❓ 1 Q?\n  - Correct answer: 50 g.\n\n  - Key: {KEY}",
        '❓ 1 Q? Correct answer: 50 g.\n   Key:\n   {type: "RECALL",\nvalue:\n\n"50 g",}',
        "❓ 1 Q? Correct answer: 50 g.\n   Key: {\n// a comment }\ntype: \"RECALL\", value: '50 g'\n}",
    ],
)
def test_a_key_is_read_in_every_layout(check: Callable[[str], Check], text: str) -> None:
    read = check(text)
    assert read.key is not None
    assert (read.question, read.answer, read.key.type, read.key.value) == ("Q?", "50 g.", "RECALL", "50 g")


def test_braces_in_a_keys_strings_and_comments_do_not_close_it(check: Callable[[str], Check]) -> None:
    key = check(
        '❓ 1 Q? Correct answer: A.\n Key: {type: "RECALL", /* } */ value: "a } b",\n points: [],}'
    ).key
    assert key is not None
    assert key.value == "a } b"


@pytest.mark.parametrize(
    ("behind", "answer", "prose"),
    [
        ("Then thank him.", "A.", "Then thank him."),
        ("   Then thank him.", "A. Then thank him.", ""),
        ("\n   Then thank him.", "A.", "Then thank him."),
        ("   Key: {type: 'RECALL', value: 'A'}\n   Then thank him.", "A.", "Then thank him."),
        ("```\ncode\n```", "A.", "```\ncode\n```"),
    ],
)
def test_a_check_ends_where_its_indentation_or_its_paragraph_ends(
    phase: Callable[[str], Phase], behind: str, answer: str, prose: str
) -> None:
    read = phase(f"❓ 1 Q?\n   Correct answer: A.\n{behind}\n")
    assert (answer, prose) == (read.checks[0].answer, read.prose)


def test_checks_may_follow_each_other_without_an_empty_line(phase: Callable[[str], Phase]) -> None:
    read = phase("❓ 1 Q? Correct answer: A.\n❓ 2 R?\n Correct answer: B.\n ❓ 3 S? Correct answer: C.\n")
    assert [(check.id, check.answer, check.place.line) for check in read.checks] == [
        ("1", "A.", 2),
        ("2", "B.", 3),
        ("3", "C.", 5),
    ]


def test_a_question_mark_within_a_line_is_text(phase: Callable[[str], Phase]) -> None:
    read = phase("❓ 1 Q ❓ 2 R? Correct answer: A.\nDo you ❓ 3 know?\n")
    assert [check.id for check in read.checks] == ["1"]


def test_a_key_in_the_middle_of_a_sentence_is_text(check: Callable[[str], Check]) -> None:
    read = check("❓ 1 Where is the Key: the spare one? Correct answer: under the mat.")
    assert (read.question, read.key) == ("Where is the Key: the spare one?", None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "❓ How much? Correct answer: A.",
            "chapter1.md:2: a check needs an id that begins with a digit, not 'How'; write '❓ 20.10",
        ),
        ("❓", "chapter1.md:2: a check needs an id that begins with a digit, not ''"),
        ("❓ 1 Correct answer: A.", "chapter1.md:2: check '1' has no question"),
        ("❓ 1 Q?", "chapter1.md:2: check '1' has no answer; put 'Correct answer:' below its question"),
        ("❓ 1 Q? Correct answer:", "chapter1.md:2: check '1' has no answer"),
        ("❓ 1 Q?\nProse.\nCorrect answer: A.", "chapter1.md:2: check '1' has no answer"),
        (
            "❓ 1 Q? Correct answer: A.\nCorrect answer: B.",
            "chapter1.md:3: the check of line 2 has its answer twice; leave one",
        ),
        (
            f"❓ 1 Q? Correct answer: A.\nKey: {KEY}\nKey: {KEY}",
            "chapter1.md:4: the check of line 2 has its key twice; leave one",
        ),
        (
            f"❓ 1 Q? Correct answer: A.\nKey: {KEY} more",
            "chapter1.md:3: text behind the key: 'more'; put it on a line of its own",
        ),
        (
            "❓ 1 Q? Correct answer: A.\nKey: RECALL",
            "chapter1.md:3: a key is JSON5 in braces; write 'Key: {type",
        ),
        (
            "❓ 1 Q? Correct answer: A.\nKey: {type: 'RECALL',\nvalue: '}'",
            "chapter1.md:3: the key's braces never close",
        ),
        (
            "❓ 1 Q? Correct answer: A.\nKey: {type: 'RECALL',\n\n value 5}",
            'chapter1.md:5: the key can\'t be read: Unexpected "5"',
        ),
        (
            "❓ 1 Q? Correct answer: A.\nKey: {type: 'RECALL',\ntype: 'AGG'}",
            "chapter1.md:4: the key can't be read: the key 'type' stands twice",
        ),
        (
            "Correct answer: A.",
            "chapter1.md:2: 'Correct answer: A.' belongs to no check; put it right below its ❓ line",
        ),
        ("Key: {type: 'RECALL'}", "chapter1.md:2: \"Key: {type: 'RECALL'}\" belongs to no check"),
    ],
)
def test_a_fault_is_named_with_its_line(problems_of: ProblemsOf, text: str, expected: str) -> None:
    problems = problems_of({"chapter1.md": f"## P\n{text}\n❓ 9 Q? Correct answer: A.\n"})
    assert problems[0].startswith(expected)


def test_a_key_that_never_closes_does_not_swallow_the_next_check(problems_of: ProblemsOf) -> None:
    problems = problems_of({"chapter1.md": "## P\n❓ 1 Q? Correct answer: A.\nKey: {\n❓ 2 Q?\n"})
    assert [problem.split(": ")[0] for problem in problems] == ["chapter1.md:3", "chapter1.md:4"]
