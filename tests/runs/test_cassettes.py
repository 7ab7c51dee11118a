"""A run that is recorded or replayed begins with its recording, or says why it can't."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.errors import RunError, SettingsError
from pytest_marathonmem.models.cassette import Header, read_header
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.recording import Recorder
from pytest_marathonmem.runs.begin import Beginning, begin
from pytest_marathonmem.runs.cassettes import open_player, open_recorder
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.plan import CassettePlan, RunPlan

CHAPTER = """\
# One
## Cat
```script
| Boss is a ginger tom.

| He is round.

| Good.
```
❓ 1.1 What colour is Boss?
   Correct answer: ginger.
"""


class Deaf(ReplyAgent):
    """Remembers outside of itself, and can't be reached."""

    async def reply(self, text: str) -> str:
        raise OSError("no route")

    async def history(self) -> tuple[()]:
        return ()


@pytest.fixture
def plan(write_benchmark: Callable[..., Path], tmp_path: Path) -> RunPlan:
    folder = write_benchmark({"chapter1.md": CHAPTER})
    return RunPlan(folder, "mine", tmp_path / "results")


def recording(plan: RunPlan) -> RunPlan:
    return replace(plan, cassette=CassettePlan("record", plan.results.parent / "tapes"))


def replaying(plan: RunPlan) -> RunPlan:
    return replace(plan, cassette=CassettePlan("replay", plan.results.parent / "tapes"))


def tape(plan: RunPlan) -> Path:
    return plan.results.parent / "tapes" / "demo-mine.jsonl"


def begun(plan: RunPlan) -> Beginning:
    return begin(plan, Deaf())


def write_tape(plan: RunPlan, nonce: str = "5f0c", start: str = "2026-03-02T20:00:00+03:00") -> None:
    Recorder.begin(tape(plan), Header("demo-mine", start, nonce)).close()


def test_each_run_has_a_number_of_its_own(plan: RunPlan) -> None:
    assert len(begun(plan).nonce) == 32
    assert begun(plan).nonce != begun(plan).nonce


def test_a_recording_knows_the_runs_start_and_number(plan: RunPlan) -> None:
    beginning = begun(recording(plan))
    recorder = open_recorder(recording(plan), beginning)
    assert recorder is not None
    recorder.close()
    start = beginning.benchmark.start.isoformat()
    assert read_header(tape(plan)) == Header("demo-mine", start, beginning.nonce)


def test_a_replay_begins_when_the_recorded_run_began(plan: RunPlan) -> None:
    write_tape(plan)
    beginning = begun(replaying(plan))
    assert beginning.benchmark.start == datetime.fromisoformat("2026-03-02T20:00:00+03:00")
    assert beginning.clock.now().date().isoformat() == "2026-03-02"
    assert beginning.nonce == "5f0c"


def test_a_replay_of_what_was_not_recorded_is_refused(plan: RunPlan) -> None:
    write_tape(plan)
    with pytest.raises(
        SettingsError, match=r"no recording .*demo-yours.jsonl'; the folder has demo-mine.jsonl"
    ):
        begun(replace(replaying(plan), agent="yours"))


def test_a_run_that_goes_on_keeps_its_number(plan: RunPlan) -> None:
    asyncio.run(play(plan, Deaf(), lambda _: None))
    assert begun(plan).nonce == begun(plan).nonce


def test_a_recorded_run_that_goes_on_goes_on_with_its_recording(plan: RunPlan) -> None:
    write_tape(plan)
    asyncio.run(play(replaying(plan), Deaf(), lambda _: None))
    assert begun(replaying(plan)).nonce == "5f0c"


def test_the_rest_of_a_run_is_not_recorded_without_its_beginning(plan: RunPlan) -> None:
    asyncio.run(play(plan, Deaf(), lambda _: None))
    with pytest.raises(RunError, match=r"could never be replayed.*--mmb-fresh"):
        begun(recording(plan))


def test_the_rest_of_a_run_is_not_recorded_into_another_recording(plan: RunPlan) -> None:
    write_tape(plan)
    asyncio.run(play(replaying(plan), Deaf(), lambda _: None))
    write_tape(plan, nonce="77aa")
    with pytest.raises(
        RunError, match=r"the recording of another run of this name.*--mmb-replay.*--mmb-fresh"
    ):
        begun(replaying(plan))


def test_keys_of_the_runs_models_stay_out(plan: RunPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-0123456789\n")
    headers = {"Authorization": "Bearer sk-9876543210"}
    endpoints = {
        "mine": Endpoint("mine", "http://localhost/v1", "small", "MY_KEY"),
        "other": Endpoint("other", "http://localhost/v1", "small", "NO_SUCH_KEY", headers=headers),
    }
    recorded = replace(recording(plan), endpoints=endpoints)
    recorder = open_recorder(recorded, begun(recorded))
    assert recorder is not None
    recorder.record("agent", {"messages": ["sk-0123456789", "sk-9876543210"]}, ModelFault("timeout", ""), 0.1)
    recorder.close()
    recorded_text = tape(plan).read_text("utf-8")
    assert "sk-0123456789" not in recorded_text
    assert "sk-9876543210" not in recorded_text


def test_a_run_without_a_cassette_opens_none(plan: RunPlan) -> None:
    assert open_recorder(plan, begun(plan)) is None
    assert open_player(plan) is None
