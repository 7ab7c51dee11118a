"""What a benchmark may want that can't be had: found before anything is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.errors import SettingsError

if TYPE_CHECKING:
    from pytest_marathonmem.scenario.model import Benchmark


def expect_playable(benchmark: Benchmark) -> None:
    """See that a sound folder can also be played by this version.

    Raises:
        SettingsError: if it needs virtual time.
    """
    if benchmark.time_master:
        raise SettingsError(
            f"benchmark {benchmark.name!r} lives in virtual time (time_master), which isn't supported yet; "
            "choose a benchmark that runs in real time"
        )
