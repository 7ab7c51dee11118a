"""The record at work: what an earlier start has left is gone through again, then the record grows."""

from __future__ import annotations

import json
from collections import deque
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_marathonmem.runs.events import Event, EventLog, EventType

BESIDE_THE_PLAY = frozenset({"started", "called", "close_failed", "stopped", "finished"})
"""Events that tell of a start of the run and of what it cost, not of the play: they aren't gone through again."""


class Record:
    """Records a run's events.

    A resumed run plays its scenario again from the beginning, with the earlier start's events in place of model, agent
    and grader, up to the point where they end: so it stands exactly where it stood, whatever the moment of the kill.

    Args:
        log: Where new events go.
        observe: Called with each event, an earlier one too; with what earlier calls of models have cost at once.
        earlier: The events of the starts before, in order.
    """

    def __init__(
        self, log: EventLog, observe: Callable[[Event], None], earlier: Iterable[Event] = ()
    ) -> None:
        self._log = log
        self._observe = observe
        earlier = tuple(earlier)
        self._earlier = deque(event for event in earlier if event.type not in BESIDE_THE_PLAY)
        for event in earlier:
            if event.type == "called":
                observe(event)
        self.now = log.clock.now()
        """The virtual time of the newest event."""

    @property
    def is_replaying(self) -> bool:
        """Whether earlier events are left."""
        return bool(self._earlier)

    def __call__(self, event_type: EventType, **data: Any) -> Event:
        """Record an event; while earlier ones are gone through, see that it is the next of them.

        Raises:
            RunError: if it isn't: the record doesn't fit what plays now.
        """
        if not self._earlier:
            return self._take(self._log.append(event_type, **data))
        event = self._earlier.popleft()
        if event.type != event_type or not _same(event.data, data):
            raise RunError(
                f"the record can't be continued: its event {event.seq} is {_short(event.type, event.data)}, but the "
                f"scenario goes on with {_short(event_type, data)}; start the run anew with --mmb-fresh"
            )
        return self._take(event)

    def recorded(self, event_type: EventType) -> Event | None:
        """Take the next of the earlier events if it has this type: what was done isn't done again."""
        if self._earlier and self._earlier[0].type == event_type:
            return self._take(self._earlier.popleft())
        return None

    def append(self, event_type: EventType, **data: Any) -> Event:
        """Record an event that stands beside the play, at once."""
        event = self._log.append(event_type, **data)
        self._observe(event)
        return event

    def _take(self, event: Event) -> Event:
        self.now = datetime.fromisoformat(event.virtual).astimezone(self._log.clock.zone)
        self._observe(event)
        return event


def _same(recorded: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether the data are those that were recorded; only how long it took may differ."""
    as_recorded = json.loads(json.dumps(data))
    return {**recorded, "seconds": 0} == {**as_recorded, "seconds": 0}


def _short(event_type: str, data: Mapping[str, Any]) -> str:
    return f"{event_type!r} {json.dumps(data):.200}"
