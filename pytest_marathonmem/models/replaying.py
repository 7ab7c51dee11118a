"""Plays a recording in place of models: no key, no network, and no request that wasn't recorded."""

from __future__ import annotations

import json
from collections import defaultdict
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.errors import ModelError
from pytest_marathonmem.models.cassette import Redaction, read_attempts, read_header
from pytest_marathonmem.models.faults import ModelFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.models.cassette import Attempt
    from pytest_marathonmem.models.endpoint import Role

WHAT_TO_DO = (
    "What decides the requests has changed since the recording: the benchmark, a setting, the agent, or this plugin. Take "
    "that back, record the run anew with --mmb-record, or play it without --mmb-replay"
)
LONGEST_DIFFERENCE = 16
"""Lines of a difference that are shown."""
WIDEST_DIFFERENCE = 160


class Player:
    """Gives out what was recorded, for each role in its order.

    Args:
        path: The recording.
        secrets: The keys that were taken out of the recording; they are taken out of requests too.

    Raises:
        SettingsError: if there is no such file.
        RunError: if it can't be read.
    """

    def __init__(self, path: Path, secrets: Iterable[str] = ()) -> None:
        self.header = read_header(path)
        self._path = path
        self._redact = Redaction(secrets)
        self._left: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in read_attempts(path):
            _add(self._left[attempt.role], attempt)
        self._played: dict[str, Attempt] = {}

    def take(self, role: Role, body: Mapping[str, Any]) -> Attempt:
        """Return the first attempt with this body that wasn't taken yet.

        Raises:
            ModelError: if there is none; it shows the difference to the next that is left.
        """
        body = self._redact(dict(body))
        left = self._left[role]
        for number, attempt in enumerate(left):
            if attempt.body == body:
                self._played[role] = left.pop(number)
                return attempt
        raise ModelError(self._miss(role, body))

    def _miss(self, role: Role, body: Mapping[str, Any]) -> str:
        last = self._played.get(role)
        if last and last.fault and last.body == body:
            return f"the recorded run got no further: the {role}'s model failed, last with {last.fault.kind}: {last.fault.message}"
        if not self._left[role]:
            return f"{self._path} has no further request of the {role}'s model.\n{WHAT_TO_DO}"
        difference = "\n".join(_difference(self._left[role][0].body, body))
        return f"the request of the {role}'s model isn't in {self._path}; the next there differs.\n{difference}\n{WHAT_TO_DO}"


def _add(attempts: list[Attempt], attempt: Attempt) -> None:
    """Add an attempt; the first of a further start replaces those of the start before that asked the same.

    What a start had asked when it was killed, or when it gave up, the next start asks again: that answer counts.
    """
    if attempts and attempt.launch > attempts[-1].launch:
        while attempts and attempts[-1].body == attempt.body:
            attempts.pop()
    attempts.append(attempt)


def _difference(recorded: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Describe the first difference between two requests, in a few lines."""
    for name in sorted({*recorded, *now} - {"messages"}):
        if recorded.get(name) != now.get(name):
            yield _cut(f"{name}: {recorded.get(name)!r} in the recording, {now.get(name)!r} now")
    then, asked = recorded["messages"], now["messages"]
    for number in range(max(len(then), len(asked))):
        one, other = then[number : number + 1], asked[number : number + 1]
        if one != other:
            yield f"message {number + 1} (the recording has {len(then)}, now there are {len(asked)}):"
            changes = unified_diff(_lines(one), _lines(other), "recorded", "now", n=1, lineterm="")
            shown = [*changes]
            yield from map(_cut, shown[:LONGEST_DIFFERENCE])
            if len(shown) > LONGEST_DIFFERENCE:
                yield f"… {len(shown) - LONGEST_DIFFERENCE} more lines"
            return


def _lines(messages: list[Any]) -> list[str]:
    """A message as lines: its text, then all else that it has."""
    lines: list[str] = []
    for message in messages:
        content = message.get("content")
        rest = {name: value for name, value in message.items() if name != "content"}
        lines += [
            *(content.splitlines() if isinstance(content, str) else [json.dumps(content)]),
            json.dumps(rest),
        ]
    return lines


def _cut(line: str) -> str:
    return line if len(line) <= WIDEST_DIFFERENCE else f"{line[:WIDEST_DIFFERENCE]}…"


class ReplayTransport:
    """Answers from a recording.

    Args:
        player: The recording.
        role: What the model is in the run.
        clock: Moves on by what each attempt took when it was recorded.
    """

    def __init__(self, player: Player, role: Role, clock: Clock) -> None:
        self._player = player
        self._role: Role = role
        self._clock = clock

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer a request as it was answered, or fail as it failed.

        Raises:
            ModelFault: as recorded.
            ModelError: if no such request was recorded.
        """
        attempt = self._player.take(self._role, body)
        self._clock.skip(attempt.seconds)
        if fault := attempt.fault:
            raise ModelFault(fault.kind, fault.message, fault.retry_after, arrived=fault.arrived)
        return attempt.answer or {}

    async def close(self) -> None:
        """Free nothing: there is no connection."""
