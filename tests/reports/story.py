"""Tells a run's events one by one, strictly typed like the engine's own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.runs.events import EVENT_TYPES, Event

if TYPE_CHECKING:
    from pytest_marathonmem.runs.events import EventType

BEGIN = datetime(2026, 7, 20, 9, 30, tzinfo=UTC)


class Story:
    """A list of events that grows by `then`; every event comes one second after the one before."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def then(self, event_type: EventType, **data: Any) -> Story:
        assert event_type in EVENT_TYPES
        seq = len(self.events) + 1
        moment = (BEGIN + timedelta(seconds=seq)).isoformat()
        self.events.append(Event(seq, event_type, moment, moment, data))
        return self

    def started(self, *checks: dict[str, Any], resumed: bool = False, judge: str | None = None) -> Story:
        return self.then(
            "started",
            run="max-notebook",
            group="max-notebook",
            benchmark="max",
            folder="benchmarks/max",
            agent="notebook",
            persona="scripted",
            judge=judge,
            nonce="5f0c",
            start=BEGIN.isoformat(),
            timezone="UTC",
            resumed=resumed,
            anew="",
            survives=True,
            fingerprint={},
            clears_context=True,
            checks=list(checks),
        )

    def asked(self, check_id: str | None) -> Story:
        return self.then("sending", text="…", check=check_id)

    def evaluated(self, check_id: str, score: float | None = 10.0, **changes: Any) -> Story:
        verdict = {
            "score": score,
            "outcome": "unscored" if score is None else "correct" if score == 10 else "missed",
            "attempt": 1,
            "owner": None if score == 10 else "scenario" if score is None else "agent",
            "expected": "50 g",
            "got": "It is 50 g.",
            "comment": "",
            "points": [],
            "flags": [],
            "seconds": 0.25,
        }
        return self.asked(check_id).then("evaluated", check=check_id, **verdict | changes)

    def called(self, role: str = "persona", model: str = "deepseek", **changes: Any) -> Story:
        call = {
            "role": role,
            "model": model,
            "input_tokens": 1000,
            "cached_tokens": 600,
            "output_tokens": 50,
            "cost_usd": 0.002,
            "seconds": 1.5,
            "fault": None,
        }
        return self.then("called", **call | changes)

    def failed_call(self, fault: str, role: str = "persona", cost_usd: float | None = 0.0) -> Story:
        nothing = {"input_tokens": None, "cached_tokens": None, "output_tokens": None}
        return self.called(role, cost_usd=cost_usd, fault=fault, **nothing)

    def finished(self, seconds: float = 3.0) -> Story:
        return self.then("finished", seconds=seconds)


def planned(check_id: str, **changes: Any) -> dict[str, Any]:
    """What a started event says of a check."""
    return {
        "id": check_id,
        "type": "RECALL",
        "traps": [],
        "changed": False,
        "single_value": True,
        "question": "How much food a day does Boss get?",
        "expected": "50 g",
        "chapter": "chapter20",
        "phase": 1,
    } | changes
