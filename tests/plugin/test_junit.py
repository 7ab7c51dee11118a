from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING

import junitparser
import pytest

from tests.plugin.conftest import FOOD, MOOD, ROOM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugin.conftest import Project

ITEM = "benchmarks.tiny.benchmark.json"
CHECK = f"{ITEM}.tiny"
ORDINARY = ("test_ordinary", "test_ordinary", None)

KILLS_ITS_WORKER = """
import os, signal

class Killing(Right):
    async def reply(self, text):
        if "room" in text and "?" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        return await super().reply(text)

@pytest.fixture
def mmb_agent_killing(): return Killing
"""

INTERRUPTS_ITSELF = """
import asyncio, os, signal

class Interrupting(Right):
    word = "room"

    async def reply(self, text):
        if self.word in text and "?" in text:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(3600)
        return await super().reply(text)

class AtOnce(Interrupting):
    word = "food"

@pytest.fixture
def mmb_agent_interrupting(): return Interrupting

@pytest.fixture
def mmb_agent_at_once(): return AtOnce
"""

HOSTILE = "\\x00\\x1b[31mred\\x07 \\ud800 \\ufffe \\U0001ffff ]]> <b>&amp; \\U0001f600 \\u202e back \\r\\n\\x85\\u2028 end"


@dataclass
class Written:
    """The file of a session."""

    path: Path

    @property
    def suite(self) -> ET.Element:
        root = ET.parse(self.path).getroot()  # noqa: S314 - our own session wrote it
        (suite,) = root.iter("testsuite")
        return suite

    @property
    def table(self) -> list[tuple[str | None, str | None, str | None]]:
        """Class, name and result of every testcase, sorted."""
        return sorted((*_address(case), _result(case)) for case in self.suite.iter("testcase"))

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Tests, failures, errors, skipped, as the suite says."""
        tests, failures, errors, skipped = (
            int(self.suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")
        )
        return tests, failures, errors, skipped

    def case(self, name: str) -> ET.Element:
        (found,) = [case for case in self.suite.iter("testcase") if case.get("name") == name]
        return found

    def properties(self, name: str) -> dict[str, str]:
        return {found.attrib["name"]: found.attrib["value"] for found in self.case(name).iter("property")}


def _address(case: ET.Element) -> tuple[str, str]:
    return case.get("classname", ""), case.get("name", "")


def _result(case: ET.Element) -> str | None:
    tags = [child.tag for child in case if child.tag in {"failure", "error", "skipped"}]
    assert len(tags) <= 1
    return tags[0] if tags else None


@pytest.fixture
def xml(project: Project) -> Written:
    return Written(project.path / "junit.xml")


def add(project: Project, agents: str) -> None:
    with (project.path / "conftest.py").open("a") as file:
        file.write(f"\n{agents}")


def test_every_check_and_every_item_is_a_testcase(project: Project, xml: Written) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)

    project.run("--mmb-agent=wrong", "--junitxml=junit.xml")

    expected = [
        (ITEM, "tiny[wrong]", "failure"),
        (CHECK, "1.1[wrong]", "failure"),
        (CHECK, "1.2[wrong]", None),
        (CHECK, "1.3[wrong]", "error"),
        ORDINARY,
    ]
    assert (sorted(expected, key=lambda row: row[:2]), (5, 2, 1, 0)) == (xml.table, xml.counts)


def test_the_checks_follow_their_item(project: Project, xml: Written) -> None:
    project.benchmark()

    project.run("--mmb-agent=right,wrong", "--junitxml=junit.xml")

    names = [case.get("name") for case in xml.suite.iter("testcase")]
    expected = [
        "tiny[right]",
        "1.1[right]",
        "1.2[right]",
        "tiny[wrong]",
        "1.1[wrong]",
        "1.2[wrong]",
        "test_ordinary",
    ]
    assert expected == names


def test_an_item_has_the_properties_of_its_run(project: Project, xml: Written) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)

    project.run("benchmarks", "--mmb-agent=wrong", "--junitxml=junit.xml")

    expected = {
        "run": "tiny-wrong",
        "benchmark": "tiny",
        "agent": "wrong",
        "persona": "scripted",
        "mean_score": "5.000",
        "coverage": "0.667",
        "scored": "2",
        "planned": "3",
        "state": "finished",
        "context_cleared": "false",
        "resumed": "false",
    }
    assert expected == xml.properties("tiny[wrong]")


def test_a_check_has_the_properties_of_its_answer(project: Project, xml: Written) -> None:
    project.benchmark(checks=FOOD)

    project.run("benchmarks", "--mmb-agent=wrong", "--junitxml=junit.xml")

    expected = {
        "score": "0",
        "outcome": "invented",
        "type": "RECALL",
        "traps": "",
        "attempt": "1",
        "owner": "agent",
        "persona": "scripted",
        "question": "How much food does Boss get?",
        "expected": "50 g.",
        "got": "Boss gets 70 g a day.",
        "comment": "50 g: invented (70 g a day)",
        "flags": "",
    }
    assert expected == xml.properties("1.1[wrong]")


def test_a_failure_has_one_line_and_the_whole_answer(project: Project, xml: Written) -> None:
    project.benchmark(checks=FOOD)

    project.run("benchmarks", "--mmb-agent=wrong", "--junitxml=junit.xml")

    failure = xml.case("1.1[wrong]").find("failure")
    assert failure is not None
    assert failure.get("message") == (
        "1.1, score 0, invented, attempt 1, owner agent (RECALL): expected 50 g., got Boss gets 70 g a day."
    )
    assert (failure.text or "").splitlines()[1:4] == [
        "question: How much food does Boss get?",
        "expected: 50 g.",
        "got: Boss gets 70 g a day.",
    ]


@pytest.mark.parametrize(
    ("gate", "results"),
    [
        (["--mmb-min-score=5", "--mmb-min-coverage=0.5"], [None, "skipped", None, "skipped"]),
        (["--mmb-min-score=6", "--mmb-min-coverage=0.5"], ["failure", "skipped", None, "error"]),
    ],
)
def test_under_a_gate_imperfect_checks_are_skipped_and_unscored_ones_only_if_it_holds(
    project: Project, xml: Written, gate: list[str], results: list[str | None]
) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)

    project.run("benchmarks", "--mmb-agent=wrong", "--junitxml=junit.xml", *gate)

    names = ["tiny[wrong]", "1.1[wrong]", "1.2[wrong]", "1.3[wrong]"]
    assert results == [_result(xml.case(name)) for name in names]


@pytest.mark.parametrize("family", ["xunit1", "xunit2"])
def test_other_tests_keep_their_content_and_the_suite_its_attributes(
    project: Project, xml: Written, family: str
) -> None:
    project.benchmark(checks=FOOD + ROOM + MOOD)
    project.pytester.makepyfile(
        test_others=r"""
        import pytest

        def test_fails(record_property):
            record_property("a\tb", "c\nd")
            print("out \x1b[31m < & ]]> \r\n end")
            assert "one\r\n\x00two" == "]]>"

        def test_is_skipped(): pytest.skip("on & on")

        def test_has_subtests(subtests):
            for number in range(3):
                with subtests.test(number=number):
                    assert number != 1

        @pytest.fixture
        def breaking():
            yield
            raise ValueError

        def test_breaks(breaking): assert 0
        """
    )
    options = [
        "--tb=short", "-o", f"junit_family={family}", "-o", "junit_suite_name=mine", "-o", "junit_logging=all",
        "--junitprefix=pre",
    ]  # fmt: skip
    project.run("test_others.py", *options, "--junitxml=alone.xml")

    project.run("test_others.py", "benchmarks", "--mmb-agent=wrong", *options, "--junitxml=junit.xml")

    alone = [_timeless(case) for case in Written(project.path / "alone.xml").suite.iter("testcase")]
    beside = [_timeless(case) for case in xml.suite.iter("testcase")]
    assert alone == beside[: len(alone)]
    assert ("mine", 4) == (xml.suite.get("name"), len(beside) - len(alone))
    assert {f"pre.{ITEM}", f"pre.{CHECK}"} == {
        case.get("classname") for case in xml.suite.iter("testcase")
    } - {"pre.test_others"}
    assert (family == "xunit1") == (xml.case("1.1[wrong]").get("file") == "benchmarks/tiny/benchmark.json")


def _timeless(case: ET.Element) -> str:
    return re.sub(r' time="[\d.]+"', "", ET.tostring(case, encoding="unicode"))


SLOW = """
import asyncio

class Slow(Right):
    async def reply(self, text):
        await asyncio.sleep(0.02)
        return await super().reply(text)

@pytest.fixture
def mmb_agent_slow(): return Slow
"""


class Durations:
    """Gathers how long the parts of a session took."""

    def __init__(self) -> None:
        self.own: dict[str, float] = {}
        self.checks: list[float] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "mmb"):
            self.checks.append(report.duration)
        else:
            self.own[str(report.when)] = report.duration


@pytest.mark.parametrize(
    ("option", "phases"), [("total", ("setup", "call", "teardown")), ("call", ("call",))]
)
def test_the_time_of_an_item_is_its_own(
    project: Project, xml: Written, option: str, phases: tuple[str, ...]
) -> None:
    project.benchmark()
    add(project, SLOW)
    durations = Durations()
    arguments = ["--junitxml=junit.xml", "-o", f"junit_duration_report={option}"]

    project.run("benchmarks", "--mmb-agent=slow", *arguments, plugins=[durations])

    item, *checks = (
        float(xml.case(name).get("time", 0)) for name in ("tiny[slow]", "1.1[slow]", "1.2[slow]")
    )
    assert pytest.approx(sum(durations.own[phase] for phase in phases), abs=0.002) == item
    assert pytest.approx(durations.checks, abs=0.002) == checks


LOUD = f"""
class Loud(Right):
    async def reply(self, text):
        print("{HOSTILE}")
        if "food" in text:
            return "{HOSTILE}"
        return await super().reply(text) if "room" not in text else "x\\x1b" * 20_000

@pytest.fixture
def mmb_agent_loud(): return Loud
"""


@pytest.mark.parametrize("workers", [[], pytest.param(["-n2"], marks=pytest.mark.slow)])
def test_whatever_the_agent_says_the_file_can_be_read(
    project: Project, xml: Written, workers: list[str]
) -> None:
    project.benchmark(checks=FOOD + ROOM)
    add(project, LOUD)

    project.run_subprocess(
        "benchmarks", "--mmb-agent=loud", "--junitxml=junit.xml", "-o", "junit_logging=all", *workers
    )

    assert xml.table == [
        (ITEM, "tiny[loud]", "failure"),
        (CHECK, "1.1[loud]", "failure"),
        (CHECK, "1.2[loud]", "failure"),
    ]
    assert (
        "\\x1b[31mred\\x07 \\ud800 \\ufffe \\U0001ffff ]]> <b>&amp; \U0001f600"
        in xml.properties("1.1[loud]")["got"]
    )
    assert len(xml.properties("1.2[loud]")["got"]) == 500
    (suite,) = junitparser.JUnitXml.fromfile(str(xml.path))
    counted = (suite.tests, suite.failures, suite.errors, suite.skipped)
    suite.update_statistics()
    assert counted == (suite.tests, suite.failures, suite.errors, suite.skipped) == (3, 3, 0, 0)


def test_captured_output_stays_with_the_item(project: Project, xml: Written) -> None:
    project.benchmark(checks=FOOD + MOOD)
    add(project, LOUD)

    project.run(
        "benchmarks",
        "--mmb-agent=loud",
        "--mmb-min-score=0",
        "--mmb-min-coverage=0",
        "--junitxml=junit.xml",
        "-o",
        "junit_logging=all",
    )

    children = {
        name: [child.tag for child in xml.case(name)] for name in ("tiny[loud]", "1.1[loud]", "1.3[loud]")
    }
    assert children == {
        "tiny[loud]": ["properties", "system-out"],
        "1.1[loud]": ["properties", "skipped"],
        "1.3[loud]": ["properties", "skipped"],
    }


def test_nothing_is_written_without_the_option(project: Project) -> None:
    project.benchmark()

    project.run("benchmarks", "--mmb-agent=wrong")

    assert not list(project.path.glob("*.xml"))


def test_a_session_without_benchmarks_keeps_its_file(project: Project, xml: Written) -> None:
    project.benchmark()

    project.run("--junitxml=junit.xml")

    assert (xml.table, xml.counts) == ([ORDINARY], (1, 0, 0, 0))


@pytest.mark.slow
def test_several_agents_and_benchmarks_give_the_same_testcases_under_xdist(
    project: Project, xml: Written
) -> None:
    project.benchmark("tiny", checks=FOOD + ROOM + MOOD)
    project.benchmark("other", checks=FOOD, folder="more")
    options = ["--mmb-agent=right,wrong", "-x", "--maxfail=9", "--junitxml=junit.xml"]
    project.run(*options)
    alone = xml.table, xml.counts, _properties(xml)

    project.run_subprocess(*options, "-n2")

    expected = [
        (ITEM, "tiny[right]", "failure"),
        (ITEM, "tiny[wrong]", "failure"),
        (CHECK, "1.1[right]", None),
        (CHECK, "1.1[wrong]", "failure"),
        (CHECK, "1.2[right]", None),
        (CHECK, "1.2[wrong]", None),
        (CHECK, "1.3[right]", "error"),
        (CHECK, "1.3[wrong]", "error"),
        ("more.other.benchmark.json", "other[right]", None),
        ("more.other.benchmark.json", "other[wrong]", "failure"),
        ("more.other.benchmark.json.other", "1.1[right]", None),
        ("more.other.benchmark.json.other", "1.1[wrong]", "failure"),
        ORDINARY,
    ]
    assert (expected, (13, 5, 2, 0)) == alone[:2]
    assert alone == (xml.table, xml.counts, _properties(xml))


def _properties(xml: Written) -> dict[tuple[str, str], list[tuple[str, str]]]:
    return {
        _address(case): [(found.attrib["name"], found.attrib["value"]) for found in case.iter("property")]
        for case in xml.suite.iter("testcase")
    }


def test_what_exitfirst_leaves_out_is_not_there(project: Project, xml: Written) -> None:
    project.benchmark(checks=FOOD + ROOM)

    project.run("benchmarks", "--mmb-agent=wrong,right", "-x", "--junitxml=junit.xml")

    assert (xml.table, xml.counts) == (
        [(ITEM, "tiny[wrong]", "failure"), (CHECK, "1.1[wrong]", "failure"), (CHECK, "1.2[wrong]", None)],
        (3, 2, 0, 0),
    )


@pytest.mark.slow
def test_a_killed_worker_leaves_what_was_evaluated(project: Project, xml: Written) -> None:
    project.benchmark(checks=FOOD + ROOM)
    add(project, KILLS_ITS_WORKER)

    project.run_subprocess(".", "--mmb-agent=killing,wrong", "-n2", "--junitxml=junit.xml")

    expected = [
        (ITEM, "tiny[killing]", "error"),
        (ITEM, "tiny[wrong]", "failure"),
        (CHECK, "1.1[killing]", None),
        (CHECK, "1.1[wrong]", "failure"),
        (CHECK, "1.2[wrong]", None),
        ORDINARY,
    ]
    assert (expected, (6, 2, 1, 0)) == (xml.table, xml.counts)
    assert ("tiny-killing", "killing") == tuple(
        xml.properties("tiny[killing]")[name] for name in ("run", "agent")
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "checks"), [("interrupting", [(CHECK, "1.1[interrupting]", None)]), ("at_once", [])]
)
def test_an_interrupted_item_is_an_error_with_what_was_evaluated(
    project: Project, xml: Written, agent: str, checks: list[tuple[str, str, str | None]]
) -> None:
    project.benchmark(checks=FOOD + ROOM)
    add(project, INTERRUPTS_ITSELF)

    result = project.run_subprocess("benchmarks", f"--mmb-agent={agent},right", "--junitxml=junit.xml")

    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert [(ITEM, f"tiny[{agent}]", "error"), *checks] == xml.table
    assert (1 + len(checks), 0, 1, 0) == xml.counts
    error = xml.case(f"tiny[{agent}]").find("error")
    assert error is not None
    assert ("interrupted", "stopped") == (
        error.get("message"),
        xml.properties(f"tiny[{agent}]")["state"],
    )


def test_an_item_whose_agent_cant_be_made_keeps_its_error(project: Project, xml: Written) -> None:
    project.benchmark()
    add(project, "@pytest.fixture\ndef mmb_agent_broken(): raise ValueError('\\x1b broken')\n")

    project.run("benchmarks", "--mmb-agent=broken", "--junitxml=junit.xml")

    assert (xml.table, xml.counts) == ([(ITEM, "tiny[broken]", "error")], (1, 0, 1, 0))
    assert xml.properties("tiny[broken]")["agent"] == "broken"


class Spoiler:
    """Does something to the file as soon as it is written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self.spoil()

    def spoil(self) -> None:
        self.path.write_text("<testsuites><testsuite>")


class Replaces(Spoiler):
    def spoil(self) -> None:
        self.path.write_text("<testsuites><testsuite/></testsuites>")


class Removes(Spoiler):
    def spoil(self) -> None:
        self.path.unlink()


class BlocksThePart(Spoiler):
    def spoil(self) -> None:
        self.path.with_name("junit.xml.part").mkdir()


@pytest.mark.parametrize(
    ("spoiler", "reason"),
    [
        (Spoiler, "no element found"),
        (Replaces, "tiny[[]wrong] has other results than were reported"),
        (Removes, "it is no regular file"),
        (BlocksThePart, "Is a directory"),
    ],
)
def test_a_file_that_cant_be_rewritten_gives_a_line_and_keeps_the_exit_code(
    project: Project, xml: Written, spoiler: type[Spoiler], reason: str
) -> None:
    project.benchmark()

    result = project.run(
        "benchmarks", "--mmb-agent=wrong", "--junitxml=junit.xml", plugins=[spoiler(xml.path)]
    )

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        [f"marathonmem: {xml.path} has no testcases of checks*{reason}*", "*= 1 failed*"]
    )


def test_a_link_to_the_file_stays_one(project: Project, xml: Written) -> None:
    project.benchmark()
    target = project.path / "kept.xml"
    target.touch()
    xml.path.symlink_to(target)

    project.run("benchmarks", "--mmb-agent=right", "--junitxml=junit.xml")

    assert xml.path.is_symlink()
    assert len(Written(target).table) == 3
