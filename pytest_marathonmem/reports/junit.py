"""A run's checks in JUnit XML: taken out of the item into which pytest folds them, each a ``<testcase>`` of its own."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.reports import wording
from pytest_marathonmem.reports.report import CheckResult, Report
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

LONGEST = 500
"""Characters of a property or a message; the text of a failure is whole."""

RESULTS = {"failure": "failures", "error": "errors", "skipped": "skipped"}
"""The elements of a test's results, and the attributes of a suite that count them."""


class FoldedOtherwiseError(ValueError):
    """The file doesn't hold what the session reported: it was changed, or pytest writes it in another way."""


@dataclass(slots=True)
class Element:
    """A ``<testcase>`` that pytest writes for an item: a second one where the teardown fails too, or for each rerun."""

    seconds: float = 0.0
    seconds_of_checks: float = 0.0
    """Their part in it."""
    named: bool = False
    """An item that was interrupted before it had a result leaves one without a name."""
    results: list[tuple[str, bool]] = field(default_factory=list)
    """The elements in it, in order, and whether each is of a check."""
    superseded: bool = False
    """By a rerun."""


@dataclass(slots=True)
class Case:
    """One item of the session, by what its reports told."""

    classname: str
    name: str
    gated: bool
    """Whether a gate decides instead of the checks."""
    run: dict[str, str] = field(default_factory=dict)
    """Names of the run, its benchmark, agent and persona; empty if nothing told them."""
    checks: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """By id; the newest counts."""
    report: Report | None = None
    """None for a run that told of no end."""
    elements: list[Element] = field(default_factory=list)
    ended: bool = False
    """Whether the item has a result of its own."""
    gate: str = ""
    """What is to be said of the mean of its repeats, where that is below the gate."""

    @property
    def kept(self) -> list[Element]:
        """What belongs to the item's last attempt."""
        return [element for element in self.elements if not element.superseded] or self.elements[-1:]

    @property
    def holds(self) -> bool:
        """Whether the item passed, and its repeats together."""
        return (
            self.ended
            and not self.gate
            and all(of_check for element in self.kept for _, of_check in element.results)
        )


def unfold(root: ET.Element, cases: Collection[Case]) -> None:
    """Give every check a ``<testcase>`` of its own, behind its item's, and every gate over repeats that failed; count anew.

    Args:
        root: What pytest wrote, ``<testsuites>``; changed in place. Elements of other tests stay as they are.
        cases: The items that are runs.

    Raises:
        FoldedOtherwiseError: if an item isn't there, or not with the results that were reported.
    """
    for suite in root.iter("testsuite"):
        for case in cases:
            _unfold_case(suite, case)
        _add_gates(suite, cases)
        _count(suite)


def _unfold_case(suite: ET.Element, case: Case) -> None:
    place, seconds = _remove_nameless(suite, case)
    item = _strip(suite, case)
    if item is None:
        item = ET.Element("testcase", classname=case.classname, name=case.name, time=seconds)
        suite.insert(place, item)
    _add_properties(item, _of_run(case))
    if not case.ended:
        ET.SubElement(item, "error", message="interrupted").text = "The session ended before this run did."
    behind = list(suite).index(item) + 1
    suite[behind:behind] = [_check(item, case, mmb) for mmb in case.checks.values()]


def _remove_nameless(suite: ET.Element, case: Case) -> tuple[int, str]:
    """Remove what pytest left without a name; such elements differ in nothing but their time.

    Returns:
        Where the first one stood, and its time.
    """
    places = []
    for element in case.elements:
        time = f"{element.seconds:.3f}"
        alike = (e for e in suite.iterfind("testcase") if e.attrib == {"time": time} and not len(e))
        if not element.named and (found := next(alike, None)) is not None:
            places.append((list(suite).index(found), time))
            suite.remove(found)
    return places[0] if places else (len(suite), "0.000")


def _strip(suite: ET.Element, case: Case) -> ET.Element | None:
    """Take what is of checks, or of superseded attempts, out of what pytest wrote for an item.

    Returns:
        The first of what stays; None if nothing of the item had a name.
    """
    address = case.classname, case.name
    written = [e for e in suite.iterfind("testcase") if (e.get("classname"), e.get("name")) == address]
    named = [element for element in case.elements if element.named]
    results = [[child for child in found if child.tag in RESULTS] for found in written]
    if [[tag for tag, _ in e.results] for e in named] != [
        [child.tag for child in found] for found in results
    ]:
        raise FoldedOtherwiseError(f"{case.classname} {case.name} has other results than were reported")
    stays = []
    for found, children, element in zip(written, results, named, strict=True):
        if not any(element is kept for kept in case.kept):
            suite.remove(found)
            continue
        stays.append(found)
        found.set("time", f"{max(element.seconds - element.seconds_of_checks, 0):.3f}")
        for child, (_, of_check) in zip(children, element.results, strict=True):
            if of_check:
                found.remove(child)
        _remove_empty_captures(found)
    return stays[0] if stays else None


def _remove_empty_captures(testcase: ET.Element) -> None:
    """A check captures nothing, but gets the headlines of what is captured."""
    for child in list(testcase):
        if child.tag.startswith("system-") and _is_empty(child):
            testcase.remove(child)


def _is_empty(captured: ET.Element) -> bool:
    lines = (captured.text or "").split("\n")
    return all(not line or line.strip("-").startswith(" Captured ") for line in lines)


def _add_gates(suite: ET.Element, cases: Iterable[Case]) -> None:
    failed = {(case.classname, case.report.group): case.gate for case in cases if case.report and case.gate}
    for (classname, group), text in failed.items():
        gate = ET.SubElement(suite, "testcase", classname=classname, name=group, time="0.000")
        ET.SubElement(gate, "failure", message=_cut(text)).text = text


def _count(suite: ET.Element) -> None:
    suite.set("tests", str(len(suite.findall("testcase"))))
    for tag, attribute in RESULTS.items():
        suite.set(attribute, str(len(suite.findall(f"testcase/{tag}"))))


def _of_run(case: Case) -> Iterator[tuple[str, str]]:
    yield from case.run.items()
    if case.report is None:
        return
    report = case.report
    yield "mean_score", "" if report.mean_score is None else f"{report.mean_score:.3f}"
    yield "coverage", f"{report.coverage:.3f}"
    yield "scored", str(len(report.scored))
    yield "planned", str(len(report.checks))
    yield "state", report.state
    yield "context_cleared", report.context_cleared or "false"
    yield "resumed", str(report.resumed).lower()
    yield from _if_known(report)


def _if_known(report: Report) -> Iterator[tuple[str, str]]:
    """What a run without models, guards and faults lacks."""
    if report.judge:
        yield "judge", report.judge
    if report.guards:
        yield "guards", wording.guards(report)
    if report.faults:
        yield "faults", wording.faults(report)
    total = report.total
    if total.cost_usd is not None:
        yield "cost_usd", f"{total.cost_usd:.6f}"
        yield "cost_complete", str(total.cost_complete).lower()
    for name in ("calls", "failed_attempts", "input_tokens", "cached_tokens", "output_tokens"):
        if (count := getattr(total, name)) is not None:
            yield name, str(count)


def _check(item: ET.Element, case: Case, mmb: Mapping[str, Any]) -> ET.Element:
    check = CheckResult.from_json(mmb)
    attributes = {
        **item.attrib,
        "classname": f"{case.classname}.{mmb['benchmark']}",
        # The item's label makes it the only one among several agents and repeats.
        "name": printable(check.id) + case.name.removeprefix(mmb["benchmark"]),
        "time": f"{check.seconds:.3f}",
    }
    element = ET.Element("testcase", attributes)
    _add_properties(element, _of_check(check, mmb["persona"]))
    if tag := _result(case, mmb["verdict"]):
        result = ET.SubElement(element, tag, message=_cut(wording.in_short(check)))
        result.text = "\n".join(wording.in_full(check))
    return element


def _result(case: Case, verdict: str) -> str | None:
    if verdict == "passed":
        return None
    if verdict == "imperfect":
        return "skipped" if case.gated else "failure"
    return "skipped" if case.gated and case.holds else "error"


def _of_check(check: CheckResult, persona: str) -> Iterator[tuple[str, str]]:
    yield "score", "" if check.score is None else f"{check.score:.3g}"
    yield "outcome", check.outcome
    yield "type", check.type or ""
    yield "traps", ",".join(check.traps)
    yield "attempt", str(check.attempt)
    yield "owner", check.owner or ""
    yield "persona", persona
    yield "question", check.question
    yield "expected", check.expected
    yield "got", check.got
    yield "comment", check.comment
    yield "flags", " ".join(check.flags)


def _add_properties(element: ET.Element, properties: Iterable[tuple[str, str]]) -> None:
    parent = element.find("properties")
    if parent is None:
        parent = ET.Element("properties")
        element.insert(0, parent)
    for name, value in properties:
        ET.SubElement(parent, "property", name=name, value=_cut(printable(value)))
    if not len(parent):
        element.remove(parent)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
