"""Which recording belongs to a run, and whether a start may go on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import RunError
from pytest_marathonmem.models.cassette import SUFFIX, Header, read_header
from pytest_marathonmem.models.recording import Recorder
from pytest_marathonmem.models.replaying import Player
from pytest_marathonmem.models.secrets import secrets_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pytest_marathonmem.runs.begin import Beginning
    from pytest_marathonmem.runs.events import Event
    from pytest_marathonmem.runs.plan import RunPlan


def replayed_header(plan: RunPlan) -> Header | None:
    """What the recording says that the run replays; None if it replays none.

    Raises:
        SettingsError: if there is no recording of that run.
        RunError: if it can't be read.
    """
    return read_header(_path(plan)) if plan.cassette and plan.cassette.mode == "replay" else None


def expect_same_cassette(plan: RunPlan, earlier: Iterable[Event], nonce: str) -> None:
    """See that a start which goes on also goes on with the recording of the starts before.

    Args:
        plan: The run.
        earlier: The events of the starts before.
        nonce: The run's random number.

    Raises:
        SettingsError: if there is no recording of that run.
        RunError: if the recording is of another run, or lacks an earlier start.
    """
    if plan.cassette is None:
        return
    path, recording = _path(plan), plan.cassette.mode == "record"
    starts = [event.data.get("cassette") for event in earlier if event.type == "started"]
    if recording and (set(starts) != {"record"} or not path.exists()):
        raise RunError(
            f"the run {plan.name!r} goes on from an earlier start, and that isn't in {str(path)!r}: what is recorded from here on "
            "could never be replayed. Go on without --mmb-record, or start the run anew with --mmb-fresh"
        )
    if read_header(path).nonce != nonce:
        raise RunError(
            f"the run {plan.name!r} goes on from an earlier start, and {str(path)!r} is the recording of another run of this name. Go on without "
            f"--mmb-{plan.cassette.mode}, or start the run anew with --mmb-fresh"
        )


def open_recorder(plan: RunPlan, beginning: Beginning) -> Recorder | None:
    """Open the recording that a start makes, new or to go on with; None if it makes none."""
    if plan.cassette is None or plan.cassette.mode != "record":
        return None
    if beginning.resumed:
        return Recorder.go_on(_path(plan), _secrets(plan))
    header = Header(plan.name, beginning.benchmark.start.isoformat(), beginning.nonce)
    return Recorder.begin(_path(plan), header, _secrets(plan))


def open_player(plan: RunPlan) -> Player | None:
    """Open the recording that a run replays; None if it replays none."""
    return Player(_path(plan), _secrets(plan)) if replayed_header(plan) else None


def _path(plan: RunPlan) -> Path:
    if plan.cassette is None:
        raise RunError(f"the run {plan.name!r} has no recording")
    return plan.cassette.folder / f"{plan.name}{SUFFIX}"


def _secrets(plan: RunPlan) -> list[str]:
    return [secret for endpoint in plan.endpoints.values() for secret in secrets_of(endpoint)]
