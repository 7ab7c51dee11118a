"""How a start of a run begins: anew, or where an earlier start ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import TYPE_CHECKING

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import RunError
from pytest_marathonmem.runs.archive import archive
from pytest_marathonmem.runs.cassettes import expect_same_cassette, replayed_header
from pytest_marathonmem.runs.events import FILE_NAME, read_events
from pytest_marathonmem.runs.fingerprint import differences, fingerprint, grown
from pytest_marathonmem.runs.playable import expect_playable
from pytest_marathonmem.scenario.folder import load_benchmark

if TYPE_CHECKING:
    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.runs.events import Event
    from pytest_marathonmem.runs.fingerprint import Fingerprint
    from pytest_marathonmem.runs.plan import RunPlan
    from pytest_marathonmem.scenario.model import Benchmark

NONCE = 16
"""Bytes of a run's random number."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a start plays, and from where."""

    benchmark: Benchmark
    """With the dates of the run's first start."""
    fingerprint: Fingerprint
    clock: Clock
    nonce: str
    """The run's random number, the same for all its starts and replays."""
    earlier: tuple[Event, ...] = ()
    """What to go on from; empty for a run that starts anew."""
    anew: str = ""
    """Why an unfinished run doesn't go on from what is recorded of it."""

    @property
    def resumed(self) -> bool:
        """Whether the run goes on."""
        return bool(self.earlier)

    @property
    def spoken(self) -> bool:
        """Whether the agent may know of the run: before that it is reset, however often its start breaks off."""
        return any(event.type == "sending" for event in self.earlier)

    @property
    def last_seq(self) -> int:
        """The number of the last event so far."""
        return self.earlier[-1].seq if self.earlier else 0


def begin(plan: RunPlan, agent: AgentAdapter) -> Beginning:
    """Decide how a run begins, and put an earlier folder aside if it starts anew.

    An unfinished run goes on, if it is still the same and the agent survives a restart. So does a finished one that
    got more chapters. Any other starts anew.

    Raises:
        ScenarioError: if the benchmark's folder has problems.
        SettingsError: if the benchmark wants what can't be had, or the run is to be replayed and isn't recorded.
        RunError: if an unfinished run was begun with something else, or its record can't be read.
    """
    replayed = replayed_header(plan)
    now = datetime.fromisoformat(replayed.start) if replayed else Clock.local().now()
    benchmark = load_benchmark(plan.benchmark, now)
    expect_playable(benchmark)
    current = fingerprint(plan, benchmark)
    earlier = () if plan.fresh else _recorded(plan)
    left = _leaves_something(plan, earlier, current, agent) if earlier else False
    if left and agent.survives_restart:
        return _go_on(plan, earlier, current)
    archive(plan)
    anew = f"the agent {plan.agent!r} doesn't survive a restart" if left else ""
    clock = _clock(plan, benchmark, benchmark.start)
    return Beginning(benchmark, current, clock, replayed.nonce if replayed else token_hex(NONCE), anew=anew)


def _recorded(plan: RunPlan) -> tuple[Event, ...]:
    """The run's events so far; none if it was killed before anything began."""
    path = plan.folder / FILE_NAME
    events = tuple(read_events(path)) if path.exists() else ()
    return events if any(event.type == "started" for event in events) else ()


def _leaves_something(
    plan: RunPlan, earlier: tuple[Event, ...], current: Fingerprint, agent: AgentAdapter
) -> bool:
    """Whether a recorded run has something left to play: it is unfinished, or has got more chapters.

    Raises:
        RunError: if it could be gone on with, but was begun with something else.
    """
    recorded = _started(earlier).data.get("fingerprint", {})
    if any(event.type == "finished" for event in earlier[earlier.index(_started(earlier)) :]):
        return grown(recorded, current)
    if agent.survives_restart and (changed := differences(recorded, current)):
        raise RunError(
            f"the run {plan.name!r} is unfinished, and was begun with something else:\n"
            + "".join(f"  {difference}\n" for difference in changed)
            + "Take that back to go on with it, or start it anew with --mmb-fresh (its folder is kept below "
            f"{plan.results.name}/old)"
        )
    return True


def _go_on(plan: RunPlan, earlier: tuple[Event, ...], current: Fingerprint) -> Beginning:
    nonce = _started(earlier).data.get("nonce", "")
    expect_same_cassette(plan, earlier, nonce)
    start = datetime.fromisoformat(_started(earlier)["start"])
    benchmark = load_benchmark(plan.benchmark, start)
    clock = _clock(plan, benchmark, datetime.fromisoformat(earlier[-1].virtual))
    return Beginning(benchmark, current, clock, nonce, _without_the_end(earlier))


def _started(events: tuple[Event, ...]) -> Event:
    """The event of the newest start."""
    return next(event for event in reversed(events) if event.type == "started")


def _without_the_end(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events without the results that ended the play: behind them more chapters have come, or may come."""
    ends, last = set(), -1
    for number, event in enumerate(events):
        if event.type == "result":
            last = number
        elif event.type == "finished":
            ends.add(last)
    return tuple(event for number, event in enumerate(events) if number not in ends)


def _clock(plan: RunPlan, benchmark: Benchmark, moment: datetime) -> Clock:
    """A clock that shows the machine's time or, in a benchmark with a time of its own and in a replay, begins at a moment."""
    real = benchmark.real_time and not (plan.cassette and plan.cassette.mode == "replay")
    return Clock(benchmark.timezone, None if real else moment)
