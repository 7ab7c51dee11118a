"""Records what models are asked and answer, each attempt as it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from pytest_marathonmem.models.cassette import (
    FORMAT,
    Attempt,
    RecordedFault,
    Redaction,
    attempt_as_json,
    read_attempts,
)
from pytest_marathonmem.models.faults import ModelFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.models.cassette import Header
    from pytest_marathonmem.models.endpoint import Role
    from pytest_marathonmem.models.transport import Transport


class Recorder:
    """Writes a recording; made by `begin` or `go_on`.

    Args:
        path: The file.
        redact: Takes keys out.
        last: The last body of each role.
        launch: Which start of the run this is, from 1.
    """

    def __init__(
        self, path: Path, redact: Redaction, last: dict[str, Mapping[str, Any]], launch: int
    ) -> None:
        self._file = path.open("ab", buffering=0)
        self._size = self._file.tell()
        self._redact = redact
        self._last = last
        self._launch = launch

    @classmethod
    def begin(cls, path: Path, header: Header, secrets: Iterable[str] = ()) -> Self:
        """Begin a recording; an older one of this name is kept as ``NAME.old``, in place of the one before it.

        Args:
            path: The file.
            header: What a replay needs to know.
            secrets: The keys of the run's models; they are recorded nowhere.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.replace(path.with_name(f"{path.name}.old"))
        recorder = cls(path, Redaction(secrets), {}, 1)
        recorder._write({"format": FORMAT, "run": header.run, "start": header.start, "nonce": header.nonce})
        return recorder

    @classmethod
    def go_on(cls, path: Path, secrets: Iterable[str] = ()) -> Self:
        """Go on with the recording of a run that was broken off; a torn last line is taken away.

        Raises:
            RunError: if the file is damaged.
        """
        last: dict[str, Mapping[str, Any]] = {}
        launch = 1
        for attempt in read_attempts(path):
            last[attempt.role] = attempt.body
            launch = attempt.launch
        content = path.read_bytes()
        with path.open("r+b") as file:
            file.truncate(content.rfind(b"\n") + 1)
        return cls(path, Redaction(secrets), last, launch + 1)

    def record(
        self,
        role: Role,
        body: Mapping[str, Any],
        outcome: Mapping[str, Any] | ModelFault,
        seconds: float,
    ) -> None:
        """Write an attempt, at once.

        Raises:
            OSError: if it can't be written; the file then ends with the attempt before.
        """
        answer, fault = None, None
        if isinstance(outcome, ModelFault):
            message = self._redact(outcome.message)
            fault = RecordedFault(outcome.kind, message, outcome.retry_after, outcome.may_have_arrived)
        else:
            answer = self._redact(dict(outcome))
        attempt = Attempt(role, self._launch, self._redact(dict(body)), answer, fault, seconds)
        self._write(attempt_as_json(attempt, self._last.get(role, {})))
        self._last[role] = attempt.body

    def _write(self, fields: Mapping[str, Any]) -> None:
        rest = memoryview((json.dumps(fields) + "\n").encode("ascii"))
        size = len(rest)
        try:
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        except OSError:
            # A part of a line in the middle would make the whole recording unreadable.
            self._file.truncate(self._size)
            raise
        self._size += size

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._file.close()


class RecordingTransport:
    """Records all that goes through another transport.

    Args:
        inner: The way to the model.
        recorder: Where it is recorded.
        role: What the model is in the run.
        clock: For durations.
    """

    def __init__(self, inner: Transport, recorder: Recorder, role: Role, clock: Clock) -> None:
        self._inner = inner
        self._recorder = recorder
        self._role: Role = role
        self._clock = clock

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send a request on, and record what comes of it."""
        began = self._clock.elapsed()
        try:
            answer = await self._inner.send(body)
        except ModelFault as fault:
            self._recorder.record(self._role, body, fault, self._clock.elapsed() - began)
            raise
        self._recorder.record(self._role, body, answer, self._clock.elapsed() - began)
        return answer

    async def close(self) -> None:
        """Free the connections of the other transport."""
        await self._inner.close()
