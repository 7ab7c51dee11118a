"""The reference benchmark is what its description says, and tells good memories from bad ones."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_marathonmem.agents.amnesiac import AmnesiacAgent
from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.clock import Clock
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.report import CheckResult, Report
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.scenario.asked import describe
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import TRAPS, Benchmark, Utterance
from pytest_marathonmem.testing.agents import (
    GarbledAgent,
    OracleAgent,
    ParrotAgent,
    RefuserAgent,
    StaleAgent,
)

FOLDER = Path(__file__).parent.parent / "benchmarks" / "max"
AGENTS = {
    "oracle": OracleAgent,
    "garbled": GarbledAgent,
    "refuser": RefuserAgent,
    "parrot": ParrotAgent,
    "stale": StaleAgent,
    "notebook": NotebookAgent,
    "chatbot": ChatbotAgent,
    "amnesiac": AmnesiacAgent,
}


@pytest.fixture(scope="module")
def scenario() -> Benchmark:
    return load_benchmark(FOLDER, Clock.local().now())


@pytest.fixture(scope="module")
def ledger(scenario: Benchmark) -> Ledger:
    return Ledger.of(scenario)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Report]:
    """Plays the benchmark with an agent, once for all tests."""
    played: dict[str, Report] = {}

    def report_on(name: str) -> Report:
        if name not in played:
            events: list[Event] = []
            plan = RunPlan(FOLDER, name, tmp_path_factory.mktemp("results"))
            asyncio.run(play(plan, AGENTS[name](), events.append))
            played[name] = fold(events)
        return played[name]

    return report_on


def wrong(checks: list[CheckResult]) -> list[str]:
    return [f"{check.id} {check.score} {check.outcome}: {check.got!r}" for check in checks]


def test_it_has_twenty_chapters_and_36_checks_with_keys(scenario: Benchmark) -> None:
    assert len(scenario.chapters) == 20
    assert len(scenario.checks) == 36
    assert [check.id for check in scenario.checks if check.key is None] == []
    assert scenario.chapters[-1].phases[0].checks[0].id == "20.1"
    assert {check.id for check in scenario.checks if check.id.startswith("20.")} == {
        f"20.{n}" for n in range(1, 29)
    }


def test_every_phase_has_a_script(scenario: Benchmark) -> None:
    assert [phase.title for phase in scenario.phases if not phase.script] == []


def test_it_tells_140_to_146_facts_17_of_the_pc_and_15_of_the_bike(ledger: Ledger) -> None:
    told = Counter(ref.sheet for ref in ledger.end.told)
    assert 140 <= told.total() <= 146
    assert (told["pc"], told["bike"]) == (17, 15)


def test_every_type_of_check_and_every_trap_is_examined(scenario: Benchmark, ledger: Ledger) -> None:
    asked = [describe(check, ledger) for check in scenario.checks]
    assert {check.type for check in asked} == {"RECALL", "AGG", "NEG", "VOID", "HIST", "SERIES"}
    assert {trap for check in asked for trap in check.traps} == set(TRAPS)


def test_the_idle_chapters_are_at_least_15_percent_of_the_words_and_never_examined(
    scenario: Benchmark,
) -> None:
    words = {
        chapter.name: sum(
            len(step.text.split())
            for phase in chapter.phases
            for step in phase.script
            if isinstance(step, Utterance)
        )
        for chapter in scenario.chapters
    }
    assert words["chapter18"] + words["chapter19"] >= 0.15 * sum(words.values())
    sheets = {ref.split(":")[0] for check in scenario.checks if check.key for ref in check.key.rests_on}
    assert sheets & {"pc", "bike"} == set()


@pytest.mark.parametrize("agent", AGENTS)
def test_every_check_is_scored_whoever_answers(report: Callable[[str], Report], agent: str) -> None:
    assert wrong([check for check in report(agent).checks if check.score is None]) == []


@pytest.mark.parametrize("agent", ["oracle", "garbled"])
def test_who_knows_all_gets_all_however_it_is_wrapped(report: Callable[[str], Report], agent: str) -> None:
    assert wrong([check for check in report(agent).checks if check.score != 10]) == []


def test_a_refuser_is_right_where_nothing_was_told_and_nowhere_else(report: Callable[[str], Report]) -> None:
    checks = report("refuser").checks
    assert wrong([check for check in checks if check.score != (10 if check.type == "VOID" else 0)]) == []


def test_a_recital_of_everything_is_worth_next_to_nothing(report: Callable[[str], Report]) -> None:
    assert (report("parrot").mean_score or 0) < 1.5


def test_who_never_takes_in_a_change_fails_where_something_changed(report: Callable[[str], Report]) -> None:
    single = [check for check in report("stale").checks if check.single_value and check.type != "HIST"]
    assert any(check.changed for check in single)
    assert wrong([check for check in single if check.score != (0 if check.changed else 10)]) == []


def test_a_memory_that_is_cleared_is_worse_than_one_that_is_not(report: Callable[[str], Report]) -> None:
    mean = {name: report(name).mean_score or 0 for name in ("amnesiac", "notebook", "chatbot")}
    assert mean["amnesiac"] < min(mean["notebook"], mean["chatbot"])


def test_the_exam_begins_with_a_cleared_context(report: Callable[[str], Report]) -> None:
    assert report("notebook").context_cleared == "new_conversation"
    assert report("chatbot").context_cleared is False
