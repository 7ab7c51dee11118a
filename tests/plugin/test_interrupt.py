from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import FOOD, ROOM

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

INTERRUPTS_ITSELF = """
import asyncio, os, signal

class Interrupting(Right):
    async def reply(self, text):
        if "room" in text and "?" in text:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(3600)
        return await super().reply(text)

@pytest.fixture
def mmb_agent_interrupting(): return Interrupting
"""


def test_an_interrupted_run_ends_at_once_and_reports_what_was_evaluated(project: Project) -> None:
    project.benchmark(checks=FOOD + ROOM)
    with (project.path / "conftest.py").open("a") as file:
        file.write(INTERRUPTS_ITSELF)

    result = project.run_subprocess("benchmarks", "--mmb-agent=interrupting,right")

    report = json.loads((project.path / "results" / "tiny-interrupting" / "report.json").read_text())
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert (report["state"], report["stop_reason"]) == ("stopped", "interrupted")
    assert [(check["id"], check["score"]) for check in report["checks"]] == [("1.1", 10.0), ("1.2", None)]
    assert "tiny-interrupting" in (project.path / "results" / "report.md").read_text()
    result.stdout.fnmatch_lines(
        ["tiny-interrupting: mean score 10.00 over 1 of 2 checks", "*KeyboardInterrupt*"]
    )
