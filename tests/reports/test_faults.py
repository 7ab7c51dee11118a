from __future__ import annotations

from pytest_marathonmem.reports import wording
from pytest_marathonmem.reports.faults import Fault
from pytest_marathonmem.reports.fold import fold
from tests.reports.story import Story


def a_troubled_run() -> Story:
    story = Story().started().called().failed_call("timeout", "agent", None)
    for _ in range(3):
        story.failed_call("rate limited")
    story.then("failed", error="silent for 300 s", seconds=300.0)
    story.then("refused", tool="next_phase", reason="1.2 is untold")
    judged = {"check": "1", "word": "right", "points": [], "comment": ""}
    story.then("judged", **judged, error=None)
    return story.then("judged", **judged | {"word": None}, error="it said 'perhaps'")


def test_faults_are_counted_by_their_owner() -> None:
    assert fold(a_troubled_run().events).faults == (
        Fault("infrastructure", "persona", "rate limited", 3),
        Fault("infrastructure", "agent", "timeout", 1),
        Fault("infrastructure", "agent", "no reply", 1),
        Fault("persona", "persona", "refused call", 1),
        Fault("judge", "judge", "no verdict", 1),
    )


def test_faults_are_told_in_one_line() -> None:
    assert wording.faults(fold(a_troubled_run().events)) == (
        "infrastructure: rate limited x 3 (persona), timeout x 1 (agent), no reply x 1 (agent); "
        "persona: refused call x 1; judge: no verdict x 1"
    )


def test_a_run_without_faults_says_so() -> None:
    assert wording.faults(fold(Story().started().called().events)) == "none"
