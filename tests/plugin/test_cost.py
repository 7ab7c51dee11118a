from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

PAID = """
from pytest_marathonmem.agents.adapter import AgentStatus

class Paid(Right):
    '''Reports what its own models cost: a quarter of a dollar a reply.'''
    calls = 0

    async def reply(self, text):
        self.calls += 1
        return await super().reply(text)

    async def get_status(self):
        return AgentStatus(usage={"calls": self.calls, "input_tokens": 1000 * self.calls, "cost_usd": 0.25 * self.calls})

@pytest.fixture
def mmb_agent_paid(): return Paid
"""


@pytest.fixture
def paid(project: Project) -> Project:
    project.benchmark()
    with (project.path / "conftest.py").open("a") as file:
        file.write(PAID)
    return project


@pytest.mark.parametrize(
    "workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["one process", "workers"]
)
def test_what_an_agent_says_of_its_cost_is_in_all_reports(paid: Project, workers: tuple[str, ...]) -> None:
    result = paid.run("benchmarks", "--mmb-agent=paid", "--mmb-repeat=2", "--junitxml=junit.xml", *workers)

    report = json.loads((paid.path / "results" / "tiny-paid" / "report.json").read_text())
    calls = report["total"]["calls"]
    cost = f"${calls * 0.25:.3f}"
    assert (calls * 1000, calls * 0.25) == (report["total"]["input_tokens"], report["total"]["cost_usd"])
    result.stdout.fnmatch_lines(
        [
            f"  cost      {cost} (agent {cost})",
            f"  agent  (own models)      {calls}  {calls},000       ?    ?  {cost}         ?",
            f"all 2 runs: ${calls * 0.5:.2f}, {2 * calls} calls, {2 * calls},000 tokens in",
        ]
    )
    written = ET.parse(paid.path / "junit.xml")  # noqa: S314 - our own
    costs = [found.get("value") for found in written.iter("property") if found.get("name") == "cost_usd"]
    assert costs == [f"{calls * 0.25:.6f}"] * 2
