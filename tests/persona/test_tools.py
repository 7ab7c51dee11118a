"""Arguments as models write them: lenient where the meaning is plain, strict where it isn't."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_marathonmem.persona.refused import Refused
from pytest_marathonmem.persona.tools import FactsEdit, read_arguments, tool_specs
from pytest_marathonmem.scenario.model import RETIRED


@pytest.mark.parametrize(
    ("given", "ids"),
    [
        (["1.1", "1.10"], ["1.1", "1.10"]),
        ("1.1, 1.10", ["1.1", "1.10"]),
        ("1.1 1.2", ["1.1", "1.2"]),
        ('["1.1", "1.2"]', ["1.1", "1.2"]),
        ("1.10", ["1.10"]),
        ([1.1, "1.10"], ["1.1", "1.10"]),
        (2.1, ["2.1"]),
        (["1.1, 1.10", 1.2], ["1.1", "1.10", "1.2"]),
    ],
)
def test_ids_are_read_however_a_model_lists_them(given: object, ids: list[str]) -> None:
    assert ids == read_arguments("facts_mark_told", {"sheet": "pets", "ids": given}).ids  # type: ignore[attr-defined]


@pytest.mark.parametrize("given", ["null", "", "None", "false", False, None])
def test_a_check_that_a_model_leaves_out_in_words_is_left_out(given: object) -> None:
    assert read_arguments("send_message", {"text": "Hello", "check_id": given}).check_id is None  # type: ignore[attr-defined]


def test_the_id_of_a_check_keeps_its_last_zero() -> None:
    assert read_arguments("send_message", {"text": "Hello", "check_id": "1.10"}).check_id == "1.10"  # type: ignore[attr-defined]


def test_a_sheet_may_be_named_by_its_file() -> None:
    assert read_arguments("facts_read", {"sheet": "pets.md"}).sheet == "pets"  # type: ignore[attr-defined]


@pytest.mark.parametrize("given", ["—", "–", "-", "--", " — ", "retired", "(Retired)", "—."])
def test_a_retired_fact_is_a_dash_however_a_model_writes_it(given: str) -> None:
    call = read_arguments("facts_edit", {"sheet": "pets", "id": "1.2", "text": given})
    assert isinstance(call, FactsEdit)
    assert RETIRED == call.text


@pytest.mark.parametrize("given", [[1, 3], ["1", "3"], "1, 3", "[1, 3]"])
def test_points_are_read_however_a_model_lists_them(given: object) -> None:
    call = read_arguments("log_evaluation", {"check_id": "1.1", "verdict": "partly", "points": given})
    assert call.points == [1, 3]  # type: ignore[attr-defined]


@pytest.mark.parametrize("given", ["partly", "Partly", " PARTLY. ", "'partly'"])
def test_a_verdict_is_read_however_a_model_spells_it(given: str) -> None:
    call = read_arguments("log_evaluation", {"check_id": "1.1", "verdict": given})
    assert call.verdict == "partly"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("facts_forget", {}, "there is no tool 'facts_forget'; the tools are send_message, "),
        ("send_message", {}, "send_message: text: Field required"),
        ("send_message", {"text": ["Hello"]}, "send_message: text: Input should be a valid string"),
        ("send_message", {"text": "Hello", "to": "it"}, "send_message: to: Extra inputs are not permitted"),
        (
            "facts_mark_told",
            {"sheet": "pets", "ids": []},
            "facts_mark_told: ids: List should have at least 1",
        ),
        (
            "log_evaluation",
            {"check_id": "1.1", "verdict": "INCORRECT"},
            "log_evaluation: verdict: Input should",
        ),
    ],
)
def test_what_has_no_plain_meaning_is_refused(name: str, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as refused:
        read_arguments(name, arguments)
    assert str(refused.value).startswith(words)


def test_a_model_is_told_of_the_sheets_that_there_are() -> None:
    read = next(spec for spec in tool_specs(("pets", "home")) if spec.name == "facts_read")
    assert read.parameters["properties"]["sheet"] == {"type": "string", "enum": ["pets", "home"]}
