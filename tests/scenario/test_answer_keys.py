"""Keys: what they may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.scenario.answer_keys import read_key
from pytest_marathonmem.scenario.source import Source

if TYPE_CHECKING:
    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.keys import Key

SOURCE = Source("chapter1.md", "")


def read(text: str) -> tuple[Key | None, list[str]]:
    problems: list[Problem] = []
    key = read_key(text, 10, SOURCE, problems)
    return key, [str(problem) for problem in problems]


@pytest.mark.parametrize(
    "text",
    [
        '{type: "RECALL", facts: ["pets:1.2"], value: "50 g"}',
        '{type: "RECALL", facts: ["pets:1.2"], any_of: ["50 g", "fifty grams"]}',
        '{type: "RECALL", points: [{value: "RAV4", label: "car"}, {any_of: ["$500", "500"]}]}',
        '{type: "AGG", sum: {"kitchen:1.1": "$3,820"}, total: "$3,820", about: "2%"}',
        '{type: "AGG", sum: {"kitchen:1.1": 3820}, points: [{value: 3820}], total: 3820}',
        '{type: "AGG", facts: ["runs:1.1"], value: "53.4 km"}',
        '{type: "NEG", total: "$7,670", absent: ["wine fridge"]}',
        '{type: "VOID", topic: ["tariff", "electricity"]}',
        '{type: "VOID"}',
        '{type: "HIST", facts: ["bath:1.1"], value: "$42", stale: ["$40"], forbidden: ["$55"]}',
        '{type: "SERIES", points: [{at: "31 May", value: "142/95"}, {at: "21 June", any_of: ["135/88"]}]}',
    ],
)
def test_every_kind_of_key_is_accepted(text: str) -> None:
    key, problems = read(text)
    assert problems == []
    assert key is not None


def test_bare_numbers_are_read_as_text() -> None:
    key, _ = read('{type: "AGG", sum: {"runs:1.1": 7}, total: 53.4}')
    assert key is not None
    assert (key.sum["runs:1.1"], key.total) == ("7", "53.4")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{value: "A"}', "10: key: 'type' is missing"),
        (
            '{type: "GUESS", value: "A"}',
            "10: key: 'type' is 'GUESS': input should be 'RECALL', 'AGG', 'NEG', 'VOID', 'HIST' or 'SERIES'",
        ),
        (
            '{type: "RECALL",\nvalu: "A"}',
            "11: key: unknown key 'valu'; allowed are about, absent, any_of, facts, forbidden, points, ",
        ),
        (
            '{type: "RECALL",\npoints: [{valu: "A"}]}',
            "11: key: unknown key 'points.0.valu'; allowed are any_of, at, label, value",
        ),
        (
            '{type: "RECALL",\n\npoints: [{label: "A"}]}',
            "12: key: 'points.0': a point has either 'value' or 'any_of'",
        ),
        ('{type: "RECALL", value: true}', "10: key: 'value' is True: input should be a valid string"),
        (
            '{type: "RECALL", value: "A",\nfacts: "pets:1.2"}',
            "11: key: 'facts' is 'pets:1.2': write a list in brackets",
        ),
        (
            '{type: "RECALL", value: "A",\nfacts: ["pets:1.2", "pets:1"]}',
            "11: key: 'pets:1' in 'facts' is not a fact's address; write sheet:id",
        ),
        ('{type: "AGG", total: "1",\nsum: {"1.2": "1"}}', "11: key: '1.2' in 'sum' is not a fact's address"),
        (
            '{type: "AGG", total: "cheap"}',
            "10: key: 'total' has 'cheap', which is no amount; write one, such as",
        ),
        ('{type: "AGG", total: "5", about: "-1"}', "10: key: 'about' has '-1', which is no amount"),
        ('{type: "AGG", total: "5",\nsum: {"a:1.1": "x"}}', "11: key: 'sum' has 'x', which is no amount"),
        (
            '{type: "SERIES", points: [{at: "2026-99-99", value: "A"}]}',
            "10: key: 'at' has '2026-99-99', which is no date; write one, such as",
        ),
        ('{type: "RECALL", value: " "}', "10: key: 'value' is ' ': string should have at least 1 character"),
        ('{type: "RECALL"}', "10: key: RECALL: the check needs a value, any_of, points or a total"),
        ('{type: "VOID", value: "A"}', "10: key: a VOID check has no value, points or total"),
        ('{type: "RECALL", value: "A", any_of: ["B"]}', "10: key: only one of value, any_of can count"),
        ('{type: "AGG", value: "A", total: "5"}', "10: key: only one of value, points or total can count"),
        (
            '{type: "AGG", value: "A", about: "2%"}',
            "10: key: 'about' is the tolerance of a 'total', which is missing",
        ),
        (
            '{type: "RECALL", value: "A",\nabsent: ["B"]}',
            "11: key: 'absent' means something for NEG only, not for RECALL",
        ),
        (
            '{type: "RECALL", value: "A", topic: ["B"]}',
            "10: key: 'topic' means something for VOID only, not for RECALL",
        ),
        (
            '{type: "HIST", value: "A", sum: {"a:1.1": "1"}}',
            "10: key: 'sum' means something for AGG and NEG only, not for HIST",
        ),
        (
            '{type: "RECALL", total: "5"}',
            "10: key: 'total' means something for AGG and NEG only, not for RECALL",
        ),
        ('{type: "NEG", total: "5"}', "10: key: a NEG check needs 'absent'"),
        ('{type: "SERIES", value: "A"}', "10: key: a SERIES check needs points, each with 'at' and 'value'"),
        (
            '{type: "SERIES", points: [{at: "14 May", value: "A"}, {value: "B"}]}',
            "10: key: a SERIES check needs points, each",
        ),
        (
            '{type: "RECALL", points: [{at: "14 May", value: "A"}]}',
            "10: key: 'at' means something for SERIES only, not for RECALL",
        ),
        ('{type: "RECALL", value: "\\udfff"}', "10: the key can't be read: a lone surrogate"),
        (
            '{type: "RECALL", value: ' + "[" * 100 + "]" * 100 + "}",
            "10: the key can't be read: nested too deeply; at most 40 levels",
        ),
        ('{type: "RECALL", value: ' + "9" * 5000 + "}", "10: the key can't be read: "),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, expected: str) -> None:
    key, (problem,) = read(text)
    assert key is None
    assert problem.startswith(f"chapter1.md:{expected}")


def test_all_faults_of_a_key_come_together() -> None:
    _, problems = read('{type: "AGG",\nfacts: ["x"],\nabsent: ["y"],\nabout: "1"}')
    assert sorted(problem.split(": ")[0] for problem in problems) == [
        "chapter1.md:10",
        "chapter1.md:11",
        "chapter1.md:12",
        "chapter1.md:13",
    ]


def test_a_very_long_key_is_refused_at_once() -> None:
    key, (problem,) = read('{type: "RECALL", value: "' + "x" * 1_000_000 + '"}')
    assert key is None
    assert "characters long; at most 200000" in problem
