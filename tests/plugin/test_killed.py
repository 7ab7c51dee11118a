"""A session whose process is killed in the middle of a run, and the next one."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest
from junitparser import JUnitXml

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugin.conftest import Project

MORTAL = """
import os
import signal
from pathlib import Path

import pytest

from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.agents.reply import ReplyAgent

KILLED = Path("killed")


def may_die(text):
    if "room" in text and "?" in text and not KILLED.exists():
        KILLED.touch()
        os.kill(os.getpid(), signal.SIGKILL)


class Simple(ReplyAgent):
    async def reply(self, text):
        may_die(text)
        return "Boss gets 50 g, and the room costs $110."


class Durable(ChatbotAgent):
    async def reply(self, text):
        may_die(text)
        return await super().reply(text)


@pytest.fixture
def mmb_agent_simple():
    return Simple


@pytest.fixture
def mmb_agent_durable():
    return Durable
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")


def killed_and_started_again(project: Project, agent: str) -> tuple[pytest.RunResult, dict[str, Any]]:
    """Run a session that is killed at the second check and one that isn't; gives its result and its report."""
    project.pytester.makeconftest(MORTAL)
    project.benchmark()
    arguments = ["benchmarks/tiny", f"--mmb-agent={agent}", "--junit-xml=report.xml"]
    assert project.run_subprocess(*arguments).ret == -signal.SIGKILL
    result = project.run_subprocess(*arguments)
    report = json.loads((project.path / f"results/tiny-{agent}/report.json").read_text())
    return result, report


def archived(project: Project) -> list[Path]:
    return list(project.path.glob("results/old/*/*"))


@pytest.mark.slow
def test_an_agent_that_does_not_survive_starts_anew_and_says_so(project: Project) -> None:
    result, report = killed_and_started_again(project, "simple")
    assert (report["state"], report["resumed"]) == ("finished", False)
    assert report["anew"] == "the agent 'simple' doesn't survive a restart"
    assert "starts anew: the agent 'simple' doesn't survive a restart" in result.stdout.str()
    [kept] = archived(project)
    assert '"evaluated"' in (kept / "events.jsonl").read_text()


def test_an_agent_that_survives_goes_on_and_its_earlier_checks_are_in_the_xml(project: Project) -> None:
    _, report = killed_and_started_again(project, "durable")
    assert (report["state"], report["resumed"], report["anew"]) == ("finished", True, "")
    assert archived(project) == []
    cases = [case.name for suite in JUnitXml.fromfile(str(project.path / "report.xml")) for case in suite]
    assert sorted(cases) == ["1.1[durable]", "1.2[durable]", "tiny[durable]"]
