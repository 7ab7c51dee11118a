from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from pytest_marathonmem.reports.junit import Case, FoldedOtherwiseError, unfold

PLAIN = {
    "id": "1.1",
    "type": "RECALL",
    "traps": ["STALE", "XREF"],
    "changed": True,
    "single_value": True,
    "question": "How much?",
    "expected": "50 g",
    "got": "70 g",
    "score": 0.0,
    "outcome": "stale",
    "attempt": 2,
    "owner": "agent",
    "comment": "",
    "seconds": 1.5,
    "benchmark": "tiny",
    "persona": "scripted",
    "verdict": "imperfect",
}


def folded(children: str = "", time: str = "2.000") -> ET.Element:
    """What pytest writes for one item."""
    case = f'<testcase classname="b.json" name="tiny[a]" time="{time}">{children}</testcase>'
    return ET.fromstring(f"<testsuites><testsuite>{case}</testsuite></testsuites>")  # noqa: S314 - from above


def case(*results: tuple[str, bool], gated: bool = False, **checks: dict[str, Any]) -> Case:
    return Case("b.json", "tiny[a]", gated, checks=checks, results=list(results), ended=True)


def test_an_items_own_result_stays_and_those_of_checks_go() -> None:
    root = folded('<failure message="check"/><failure message="own"/><skipped message="check"/>')

    unfold(root, [case(("failure", True), ("failure", False), ("skipped", True))])

    assert [failure.get("message") for failure in root.iter("failure")] == ["own"]
    assert not list(root.iter("skipped"))


def test_a_result_that_was_not_reported_is_refused() -> None:
    with pytest.raises(FoldedOtherwiseError, match=r"b\.json tiny\[a\] has other results"):
        unfold(folded("<error/>"), [case(("failure", True))])


def test_the_time_of_checks_is_taken_off_their_item_and_never_more() -> None:
    times = []
    for total in ("2.000", "0.400"):
        root = folded(time=total)
        unfold(root, [Case("b.json", "tiny[a]", gated=False, ended=True, seconds_of_checks=0.5)])
        times += [element.get("time") for element in root.iter("testcase")]

    assert times == ["1.500", "0.000"]


def test_a_long_answer_is_whole_in_the_text_and_cut_elsewhere() -> None:
    root = folded()

    unfold(root, [case(check=PLAIN | {"got": "\x1b" * 100_000})])

    read = ET.fromstring(ET.tostring(root))  # noqa: S314 - what we have just made
    failure = read.find(".//failure")
    assert failure is not None
    assert "\\x1b" * 100_000 in (failure.text or "")
    got = next(found.attrib["value"] for found in read.iter("property") if found.get("name") == "got")
    assert (500, 500, "…") == (len(failure.attrib["message"]), len(got), got[-1])


def test_the_suites_count_what_they_hold() -> None:
    root = folded()

    unfold(
        root,
        [case(a=PLAIN, b=PLAIN | {"verdict": "unscored", "score": None}, c=PLAIN | {"verdict": "passed"})],
    )

    (suite,) = root.iter("testsuite")
    assert suite.attrib == {"tests": "4", "failures": "1", "errors": "1", "skipped": "0"}


def test_traps_are_joined_by_commas() -> None:
    root = folded()

    unfold(root, [case(check=PLAIN)])

    (traps,) = [found.get("value") for found in root.iter("property") if found.get("name") == "traps"]
    assert traps == "STALE,XREF"
