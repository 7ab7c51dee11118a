import pytest

from pytest_marathonmem.agents.questions import (
    clauses,
    needed,
    topic,
    wants_past,
    wants_series,
    wants_summary,
)
from pytest_marathonmem.agents.retrieval import terms


@pytest.mark.parametrize(
    ("question", "series", "summary", "past"),
    [
        ("What is my rent?", False, False, False),
        ("List every run of mine.", True, True, False),
        ("What does it come to in total?", False, True, False),
        ("What was the price before the move?", False, False, True),
        ("How much did I pay originally?", False, False, True),
        ("Какая цена была сначала?", False, False, True),
        ("Сколько всего стоит ремонт?", False, True, False),
    ],
)
def test_a_question_wants_one_thing_or_many_now_or_then(
    question: str, series: bool, summary: bool, past: bool
) -> None:
    assert (wants_series(question), wants_summary(question), wants_past(question)) == (series, summary, past)


@pytest.mark.parametrize(
    ("question", "answers", "leaves"),
    [
        ("How big is the shed?", "It is 2 × 3 m.", "It is big."),
        ("What does the shed cost?", "It is $300.", "It is dear."),
        ("How many sheds do I have?", "I have two sheds.", "I have a shed."),
        ("What did I pay on Monday?", "It was 300 euros.", "It was on Monday."),
        ("On which day does it open?", "On Thursdays.", "With 3 days of notice."),
        ("По каким дням он открыт?", "По средам.", "Он открыт."),
        ("How much does it eat?", "It eats 50 g.", "It eats little."),
        ("When was it built?", "On 2026-03-03.", "In 3 weeks of 5 days."),
        ("When was it built?", "On 3 March.", "Long ago."),
        ("Who built the shed?", "Kim did.", None),
        ("Сколько стоит сарай?", "Он стоит 300 евро.", "Он дорогой."),
    ],
)
def test_a_question_says_what_its_answer_must_hold(question: str, answers: str, leaves: str | None) -> None:
    assert needed(question).search(answers)
    assert leaves is None or not needed(question).search(leaves)


@pytest.mark.parametrize(
    "question",
    [
        "How big was the shed originally?",
        "How much is the shed now?",
        "When is all of the shed?",
        "What does the shed come to altogether?",
    ],
)
def test_the_topic_is_the_question_without_what_it_wants(question: str) -> None:
    assert terms(topic(question)) == ["shed"]


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Who built the shed?", ["Who built the shed?"]),
        (
            "Who built the shed, and how old is the fence?",
            ["Who built the shed", "how old is the fence?"],
        ),
        ("How old are the shed and the fence?", ["How old are the shed and the fence?"]),
        ("Which shed did I choose and what is it?", ["Which shed did I choose and what is it?"]),
    ],
)
def test_a_question_that_asks_two_things_falls_into_both(question: str, parts: list[str]) -> None:
    assert clauses(question) == parts
