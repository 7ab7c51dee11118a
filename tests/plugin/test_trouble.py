"""Runs that can't go on: a clear message at the right item, the others unharmed, what was recorded kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.plugin.lasting import end_trouble, write_lasting

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

GATE = "--mmb-min-coverage=0"


@pytest.fixture
def troubled(project: Project) -> Project:
    write_lasting(project)
    return project


def test_a_full_disk_keeps_what_was_recorded_and_the_run_goes_on_when_there_is_room(
    troubled: Project,
) -> None:
    first = troubled.run("benchmarks", "--mmb-agent=full,right")
    report = json.loads((troubled.path / "results" / "tiny-full" / "report.json").read_text())
    end_trouble(troubled)
    second = troubled.run("benchmarks", "--mmb-agent=full")

    first.assert_outcomes(failed=1, passed=1)
    first.stdout.fnmatch_lines(
        ["The results can't be kept: * File too large. Mend that, or name a folder by --mmb-results."]
    )
    first.stdout.no_fnmatch_line("*Traceback*")
    assert [check["score"] for check in report["checks"]] == [10.0, None, None, None, None]
    second.assert_outcomes(passed=1)
    second.stdout.fnmatch_lines(["tiny-full: resumed at check 1.2: 1 check from the record"])


def test_a_run_that_was_begun_with_another_benchmark_is_left_as_it_is(troubled: Project) -> None:
    troubled.run("benchmarks", "--mmb-agent=refusing", GATE)
    record = troubled.path / "results" / "tiny-refusing" / "events.jsonl"
    before = record.read_bytes()
    chapter = troubled.path / "benchmarks" / "tiny" / "chapter1.md"
    chapter.write_text(chapter.read_text().replace("In a good mood.", "In a bad mood."))

    result = troubled.run("benchmarks", "--mmb-agent=refusing,right", GATE)

    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        ["the run 'tiny-refusing' is unfinished, and was begun with something else:", "*--mmb-fresh*"]
    )
    assert record.read_bytes() == before


def test_a_message_of_unknown_delivery_stops_the_run_and_names_the_option(troubled: Project) -> None:
    troubled.run("benchmarks", "--mmb-agent=mute", GATE)
    end_trouble(troubled)

    result = troubled.run("benchmarks", "--mmb-agent=mute,right", GATE)

    assert result.ret == 10
    result.assert_outcomes(skipped=1, passed=1)
    result.stdout.re_match_lines([r".*--mmb-unknown=sent.*"])


def test_an_empty_answer_is_an_answer(troubled: Project) -> None:
    end_trouble(troubled)
    with (troubled.path / "conftest.py").open("a") as file:
        file.write(
            "\nclass Silent(Right):\n    async def reply(self, text): return ''\n"
            "@pytest.fixture\ndef mmb_agent_silent(): return Silent\n"
        )

    result = troubled.run("benchmarks", "--mmb-agent=silent,right")

    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["5 of 5 checks are imperfect: below 10; the mean score is 0.00.*"])
