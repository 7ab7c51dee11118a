"""The one clock: real time plus an offset, zone-aware. Nothing else in the package reads the time."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta, tzinfo

from pytest_marathonmem.errors import MarathonMemError


def pause(seconds: float) -> None:
    """Sleep in real time where there is no event loop."""
    time.sleep(seconds)


class Clock:
    """Tells virtual and real time.

    Args:
        zone: The zone in which times are told.
        start: Where virtual time begins now; by default at the real time. Must be aware.

    Raises:
        MarathonMemError: for a ``start`` without a zone.
    """

    def __init__(self, zone: tzinfo, start: datetime | None = None) -> None:
        if start is not None and start.tzinfo is None:
            raise MarathonMemError(f"start {start.isoformat()!r} has no time zone; give an aware datetime")
        self.zone = zone
        self._offset = timedelta() if start is None else start - self.real_now()
        self._skipped = 0.0

    def now(self) -> datetime:
        """The virtual time."""
        return self.real_now() + self._offset

    def real_now(self) -> datetime:
        """The time of the machine, told in the clock's zone."""
        return datetime.now(self.zone)

    def elapsed(self) -> float:
        """Seconds of real time since an arbitrary moment; for durations, unharmed by changes of the machine's time."""
        return time.monotonic() + self._skipped

    def skip(self, seconds: float) -> None:
        """Move on as if some seconds had passed, virtual time and durations alike: a replay takes as long as what it replays."""
        self._skipped += seconds
        self._offset += timedelta(seconds=seconds)

    @classmethod
    def local(cls) -> Clock:
        """A clock of real time in the machine's own zone."""
        return cls(datetime.now().astimezone().tzinfo or UTC)

    async def sleep(self, seconds: float) -> None:
        """Sleep in real time; returns at once for no or negative seconds."""
        if seconds > 0:
            await asyncio.sleep(seconds)
