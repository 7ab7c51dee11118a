from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.errors import RunError
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.report import Report
from tests.reports.story import Story, planned

if TYPE_CHECKING:
    from pytest_marathonmem.runs.events import Event


def test_a_finished_run_is_folded_into_plain_json() -> None:
    story = Story().started(planned("20.1", type="HIST", traps=["STALE"], changed=True))

    report = fold(story.evaluated("20.1", 5.0, outcome="partial", comment="half of it").finished().events)

    assert json.loads(json.dumps(report.as_json())) == {
        "run": "max-notebook",
        "group": "max-notebook",
        "benchmark": "max",
        "agent": "notebook",
        "persona": "scripted",
        "judge": None,
        "models": {},
        "date": "2026-07-20T09:30:01+00:00",
        "state": "finished",
        "stop_reason": "",
        "stop_error": "",
        "resumed": False,
        "anew": "",
        "survives": True,
        "context_cleared": False,
        "context_notes": [],
        "compactions": 0,
        "context_tokens": None,
        "guards": {},
        "faults": [],
        "usage": [],
        "total": {
            "calls": None,
            "failed_attempts": None,
            "input_tokens": None,
            "cached_tokens": None,
            "output_tokens": None,
            "tokens_complete": True,
            "cost_usd": None,
            "cost_complete": True,
        },
        "duration_seconds": 3.0,
        "mean_score": 5.0,
        "coverage": {"planned": 1, "scored": 1},
        "checks": [
            {
                "id": "20.1",
                "type": "HIST",
                "traps": ["STALE"],
                "changed": True,
                "single_value": True,
                "question": "How much food a day does Boss get?",
                "expected": "50 g",
                "got": "It is 50 g.",
                "score": 5.0,
                "outcome": "partial",
                "attempt": 1,
                "owner": "agent",
                "comment": "half of it",
                "seconds": 0.25,
                "flags": [],
            }
        ],
    }


def test_a_report_is_read_back_from_its_json() -> None:
    story = Story().started(planned("1", traps=["STALE"]), planned("2"), judge="strict")
    story.evaluated("1", 5.0, flags=["its value was told by nobody"]).called().failed_call("rate limited")
    story.then("guard", name="role_flip", mode="refuse", reason="")
    report = fold(story.then("conversation", cleared=False, reason="no").events)

    assert Report.from_json(json.loads(json.dumps(report.as_json()))) == report


def test_the_mean_leaves_unscored_checks_out_and_keeps_a_zero() -> None:
    story = Story().started(planned("1"), planned("2"), planned("3"))

    report = fold(story.evaluated("1", 10.0).evaluated("2", 0.0).evaluated("3", None).finished().events)

    assert (report.mean_score, report.coverage) == (5.0, 2 / 3)


def test_a_run_without_a_scored_check_has_no_mean() -> None:
    report = fold(Story().started(planned("1")).evaluated("1", None).finished().events)

    assert report.mean_score is None


@pytest.mark.parametrize(
    ("reason", "owner"),
    [("interrupted", "infrastructure"), ("agent", "infrastructure"), ("persona", "persona")],
)
def test_a_check_that_was_never_reached_is_unscored_and_has_an_owner(reason: str, owner: str) -> None:
    story = Story().started(planned("1"), planned("2")).evaluated("1")

    unreached = fold(story.then("stopped", reason=reason, error="", seconds=1.0).events).checks[1]

    assert (None, "unscored", 0, owner, "never reached: the run ended before it") == (
        unreached.score,
        unreached.outcome,
        unreached.attempt,
        unreached.owner,
        unreached.comment,
    )


def test_a_stopped_run_tells_why() -> None:
    report = fold(Story().started().then("stopped", reason="agent", error="timed out", seconds=1.0).events)

    assert (report.state, report.stop_reason, report.stop_error) == ("stopped", "agent", "timed out")


def test_a_killed_run_counts_its_time_up_to_its_last_event() -> None:
    report = fold(Story().started(planned("1")).evaluated("1").events)

    assert (report.state, report.duration_seconds) == ("killed", 2.0)


def test_the_time_of_all_starts_is_added_up() -> None:
    story = Story().started(planned("1")).then("stopped", reason="interrupted", error="", seconds=2.5)

    report = fold(story.started(planned("1"), resumed=True).evaluated("1").finished(4.0).events)

    assert (report.duration_seconds, report.resumed, report.state) == (6.5, True, "finished")


def test_a_check_that_was_evaluated_before_a_resume_keeps_its_verdict() -> None:
    story = Story().started(planned("1"), planned("2")).evaluated("1", 0.0)

    report = fold(story.started(planned("1"), planned("2"), resumed=True).evaluated("2").finished().events)

    assert [check.score for check in report.checks] == [0.0, 10.0]


def test_guards_are_counted_by_name_and_by_what_they_did() -> None:
    story = Story().started()
    for name, mode in (("role_flip", "refuse"), ("near_duplicate", "observe"), ("role_flip", "refuse")):
        story.then("guard", name=name, mode=mode, reason="…")

    assert fold(story.events).guards == {
        "role_flip": {"refused": 2, "observed": 0},
        "near_duplicate": {"refused": 0, "observed": 1},
    }


def test_a_record_of_an_earlier_version_is_folded_too() -> None:
    story = Story().started(planned("1")).then("guard", name="role_flip", reason="…").evaluated("1")
    story.then("status", compactions=None, context_tokens=None).finished()
    for event, name in ((story.events[0], "judge"), (story.events[3], "flags")):
        del dict_of(event)[name]

    report = fold(story.events)

    assert (report.judge, report.usage, report.checks[0].flags) == (None, (), ())
    assert report.guards == {"role_flip": {"refused": 1, "observed": 0}}


def dict_of(event: Event) -> dict[str, Any]:
    assert isinstance(event.data, dict)
    return event.data


def test_what_the_audit_found_stands_with_its_check() -> None:
    story = Story().started(planned("1"), planned("2")).evaluated("1", flags=["1.2 was only marked"])

    report = fold(story.evaluated("2").finished().events)

    assert [check.flags for check in report.checks] == [("1.2 was only marked",), ()]


def test_a_record_without_a_start_is_an_error() -> None:
    with pytest.raises(RunError, match="no 'started' event"):
        fold([])


EARLY, EXAM = planned("2.3", chapter="chapter2"), planned("20.1")


def test_a_new_conversation_before_the_exam_clears_the_context() -> None:
    story = Story().started(EARLY, EXAM).then("conversation", cleared=True, reason="")

    assert fold(story.evaluated("20.1").events).context_cleared == "new_conversation"


def test_a_new_conversation_within_the_exam_comes_too_late() -> None:
    story = Story().started(EARLY, EXAM).evaluated("20.1").then("conversation", cleared=True, reason="")

    assert fold(story.events).context_cleared is False


def test_checks_of_earlier_chapters_are_no_exam() -> None:
    story = Story().started(EARLY, EXAM).evaluated("2.3").then("conversation", cleared=True, reason="")

    assert fold(story.evaluated("20.1").events).context_cleared == "new_conversation"


def test_a_conversation_that_could_not_be_renewed_is_noted() -> None:
    story = Story().started(EXAM).then("conversation", cleared=False, reason="the agent can't")

    report = fold(story.evaluated("20.1").events)

    assert (report.context_cleared, report.context_notes) == (False, ("the agent can't",))


def test_a_compaction_before_the_exam_clears_the_context() -> None:
    story = Story().started(EXAM).asked(None).then("status", compactions=1, context_tokens=41_000)

    report = fold(story.evaluated("20.1").events)

    assert (report.context_cleared, report.compactions, report.context_tokens) == ("compaction", 1, 41_000)


def test_compactions_from_before_the_run_do_not_count() -> None:
    story = Story().started(EXAM).then("status", compactions=7, context_tokens=None).asked(None)

    report = fold(story.then("status", compactions=7, context_tokens=9).evaluated("20.1").events)

    assert (report.context_cleared, report.compactions) == (False, 0)


def test_a_compaction_within_the_exam_is_observed_but_clears_nothing() -> None:
    story = Story().started(EXAM).evaluated("20.1").then("status", compactions=1, context_tokens=None)

    report = fold(story.events)

    assert (report.context_cleared, report.compactions) == (False, 1)


def test_a_new_conversation_tells_more_than_a_compaction() -> None:
    story = Story().started(EXAM).asked(None).then("status", compactions=2, context_tokens=None)

    report = fold(story.then("conversation", cleared=True, reason="").evaluated("20.1").events)

    assert report.context_cleared == "new_conversation"
