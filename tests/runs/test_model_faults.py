"""What a run makes of models that refuse for good: it stops, says why, and costs nobody any points."""

from __future__ import annotations

import pytest

from pytest_marathonmem.models.endpoint import Role
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.testing.double import LASTING_FAULTS, Double, DoubleFault, FaultRule, Faults
from tests.runs.modelled import play_out, to_the_double

REFUSALS = [fault for fault in LASTING_FAULTS if fault not in ("dead", "context overflow")]
CHECKS = 3


def refusing(fault: DoubleFault, role: Role) -> Double:
    return Double(faults=Faults([FaultRule(fault, rate=1, role=role)]))


@pytest.mark.parametrize("fault", REFUSALS)
@pytest.mark.parametrize("role", ["persona", "judge", "agent"])
def test_a_refusal_for_good_stops_the_run_and_scores_nothing(
    modelled: RunPlan, role: Role, fault: DoubleFault
) -> None:
    stopped = fold(play_out(modelled, to_the_double(refusing(fault, role))))
    reason = "quota" if fault == "quota exhausted" else "infrastructure"
    assert ("stopped", reason, True) == (stopped.state, stopped.stop_reason, stopped.resumable)
    assert f"refused the request as {fault}" in stopped.stop_error
    assert [(role, fault, 1)] == [(seen.role, seen.kind, seen.count) for seen in stopped.faults]
    assert [] == list(stopped.scored)

    ended = fold(play_out(modelled, to_the_double(Double())))
    assert ("finished", True, CHECKS) == (ended.state, ended.resumed, len(ended.scored))


def test_an_overflow_of_the_personas_context_stops_the_run_at_once(modelled: RunPlan) -> None:
    stopped = fold(play_out(modelled, to_the_double(refusing("context overflow", "persona"))))
    assert ("stopped", "infrastructure") == (stopped.state, stopped.stop_reason)
    assert "compaction.max_tokens" in stopped.stop_error
    assert [1] == [seen.count for seen in stopped.faults]


def test_an_overflow_of_the_judges_context_stops_nothing(modelled: RunPlan) -> None:
    report = fold(play_out(modelled, to_the_double(refusing("context overflow", "judge"))))
    assert ("finished", CHECKS) == (report.state, len(report.scored))
    assert ("judge", "judge", "no verdict", CHECKS) in {
        (seen.owner, seen.role, seen.kind, seen.count) for seen in report.faults
    }
