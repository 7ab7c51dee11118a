from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.junit import Case, Element, FoldedOtherwiseError, unfold
from pytest_marathonmem.reports.report import Report
from tests.reports.story import Story

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
    "flags": [],
    "benchmark": "tiny",
    "persona": "scripted",
    "verdict": "imperfect",
}

REPORT = Report(
    run="tiny-a",
    group="tiny-a",
    benchmark="tiny",
    agent="a",
    persona="scripted",
    judge=None,
    models={},
    date="2026-03-10T09:00:00+00:00",
    state="finished",
    stop_reason="",
    stop_error="",
    resumed=False,
    anew="",
    survives=True,
    context_cleared=False,
    context_notes=(),
    compactions=0,
    context_tokens=None,
    checks=(),
    guards={},
    faults=(),
    usage=(),
    duration_seconds=1.0,
)


def folded(children: str = "") -> ET.Element:
    """What pytest writes for one item."""
    case = f'<testcase classname="b.json" name="tiny[a]" time="2.000">{children}</testcase>'
    return ET.fromstring(f"<testsuites><testsuite>{case}</testsuite></testsuites>")  # noqa: S314 - from above


def case(*results: tuple[str, bool], gated: bool = False, **checks: dict[str, Any]) -> Case:
    element = Element(2.0, named=True, results=list(results))
    return Case("b.json", "tiny[a]", gated, checks=checks, elements=[element], ended=True)


def test_an_items_own_result_stays_and_those_of_checks_go() -> None:
    root = folded('<failure message="check"/><failure message="own"/><skipped message="check"/>')

    unfold(root, [case(("failure", True), ("failure", False), ("skipped", True))])

    assert [failure.get("message") for failure in root.iter("failure")] == ["own"]
    assert not list(root.iter("skipped"))


def test_a_result_that_was_not_reported_is_refused() -> None:
    with pytest.raises(FoldedOtherwiseError, match=r"b\.json tiny\[a\] has other results"):
        unfold(folded("<error/>"), [case(("failure", True))])


def test_what_a_rerun_supersedes_goes() -> None:
    root = folded("<failure/>")
    suite = root[0]
    suite.append(ET.fromstring('<testcase classname="b.json" name="tiny[a]" time="3.000"/>'))  # noqa: S314 - as above
    rerun = case(("failure", True))
    rerun.elements[0].superseded = True
    rerun.elements.append(Element(3.0, 1.0, named=True))

    unfold(root, [rerun])

    assert [(element.get("time"), len(element)) for element in suite] == [("2.000", 0)]


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


def test_a_gate_that_fails_over_repeats_is_a_testcase_and_its_unscored_checks_are_errors() -> None:
    root = folded()
    repeated = case(gated=True, check=PLAIN | {"verdict": "unscored", "score": None})
    repeated.report, repeated.gate = (
        REPORT,
        "tiny-a: mean score 4.00 over 2 repeats is below --mmb-min-score=5",
    )

    unfold(root, [repeated])

    results = [(e.get("name"), [child.tag for child in e if child.tag != "properties"]) for e in root[0]]
    assert results == [("tiny[a]", []), ("1.1[a]", ["error"]), ("tiny-a", ["failure"])]


def test_traps_are_joined_by_commas() -> None:
    root = folded()

    unfold(root, [case(check=PLAIN)])

    (traps,) = [found.get("value") for found in root.iter("property") if found.get("name") == "traps"]
    assert traps == "STALE,XREF"


def properties_of(element: ET.Element) -> dict[str, str]:
    return {found.attrib["name"]: found.attrib["value"] for found in element.iterfind("properties/property")}


def test_an_item_tells_what_its_models_cost_as_far_as_it_is_known() -> None:
    story = Story().started(judge="strict").called(cost_usd=0.25).failed_call("timeout", cost_usd=None)
    story.then("guard", name="role_flip", mode="refuse", reason="…")
    paid = case()
    paid.report = fold(story.events)
    root = folded()

    unfold(root, [paid])

    expected = {
        "judge": "strict",
        "guards": "role flip x 1",
        "faults": "infrastructure: timeout x 1 (persona)",
        "cost_usd": "0.250000",
        "cost_complete": "false",
        "calls": "1",
        "failed_attempts": "1",
        "input_tokens": "1000",
        "cached_tokens": "600",
        "output_tokens": "50",
    }
    assert expected.items() <= properties_of(root[0][0]).items()


def test_what_is_not_known_of_the_cost_is_left_out() -> None:
    offline = case()
    offline.report = REPORT
    root = folded()

    unfold(root, [offline])

    names = properties_of(root[0][0]).keys()
    assert {"judge", "guards", "faults", "cost_usd", "cost_complete", "calls", "input_tokens"}.isdisjoint(
        names
    )


def test_a_check_tells_what_the_audit_found() -> None:
    root = folded()

    unfold(root, [case(check=PLAIN | {"flags": ["1.2 was only marked.", "1.3 too."]})])

    assert properties_of(root[0][1])["flags"] == "1.2 was only marked. 1.3 too."
