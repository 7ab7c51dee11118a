"""What a benchmark may want that can't be had: found before anything is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import Problem, ScenarioError, SettingsError

if TYPE_CHECKING:
    from pytest_marathonmem.scenario.model import Benchmark


def expect_playable(benchmark: Benchmark) -> None:
    """See that a sound folder can also be played by this version.

    Raises:
        SettingsError: if it needs virtual time.
        ScenarioError: with every phase that the scripted persona would pass over.
    """
    if benchmark.time_master:
        raise SettingsError(
            f"benchmark {benchmark.name!r} lives in virtual time (time_master), which isn't supported yet; "
            "choose a benchmark that runs in real time"
        )
    unscripted = [phase for phase in benchmark.phases if phase.prose and not phase.script]
    if unscripted:
        raise ScenarioError(
            Problem(
                phase.place,
                f"phase {phase.title!r} has no script, and the persona plays scripts; write a ```script block",
            )
            for phase in unscripted
        )
