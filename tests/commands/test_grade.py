from __future__ import annotations

import json

import pytest

from pytest_marathonmem.cli import main

CAR = '{type: "RECALL", points: [{any_of: ["RAV4"], label: "car"}, {value: "$500", label: "deposit"}]}'


def test_grade_prints_score_outcome_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["grade", "--gold", "RAV4, $500", "--key", CAR, "--answer", "the RAV4", "--attempt", "2"]) == 0
    )
    assert capsys.readouterr().out.splitlines() == [
        "score    2.5 of 10",
        "outcome  partial",
        "certain  yes",
        "point    right  car: RAV4, correct (got 'RAV4')",
        "point    wrong  deposit: $500, missed",
        "comment  deposit: missed",
    ]


def test_grade_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["grade", "--gold", "50 g", "--answer", "55 g", "--earlier", "it was 70 g", "it was 55 g", "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["score"] == 0
    assert printed["outcome"] == "stale"
    assert printed["certain"] is True
    assert printed["points"] == [
        {"label": "", "expected": "50 g", "right": False, "outcome": "stale", "got": "55 g"}
    ]


def test_grade_says_where_code_is_uncertain(capsys: pytest.CaptureFixture[str]) -> None:
    main(["grade", "--gold", "Ashton Court", "--answer", "in the park", "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert (printed["score"], printed["outcome"], printed["certain"]) == (None, "unscored", False)


def test_all_faults_of_a_key_are_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "--gold", "x", "--key", '{type: "RECAL", valu: 5}', "--answer", "x"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "'type' is 'RECAL'" in printed.err
    assert "unknown key 'valu'" in printed.err


def test_a_key_that_is_no_json5_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "--gold", "x", "--key", "{", "--answer", "x"]) == 2
    assert "the key can't be read" in capsys.readouterr().err


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_terminal_escapes_of_an_answer_are_not_printed(
    capsys: pytest.CaptureFixture[str], extra: list[str]
) -> None:
    main(["grade", "--gold", "\x1b[2J50 g", "--answer", "\x1b[31m55 g\u202e", *extra])
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\u202e" not in printed
