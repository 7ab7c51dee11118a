"""What a run's models were asked and answered, in a file: a header, then a line of JSON for each attempt.

The header has ``format``, ``run``, ``start`` and ``nonce``. An attempt has ``role``, ``launch``, the request's ``body``, the raw
``answer`` or the ``fault`` (kind, message, retry_after, arrived), and ``seconds``. A conversation only grows, so a body is written
without what it has in common with the one before of the same role: ``kept`` leading messages, and the fields in ``same``.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.errors import Place, RunError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from pytest_marathonmem.models.endpoint import Role
    from pytest_marathonmem.models.faults import FaultKind

FORMAT = 1
SUFFIX = ".jsonl"

LEAST_SECRET = 8
"""Characters; a shorter key is a placeholder such as ``none``, and would be found everywhere."""
REDACTED = "[redacted]"


@dataclass(frozen=True, slots=True)
class Header:
    """What a replay must have in common with the run that was recorded, so that it makes the same requests."""

    run: str
    start: str
    """ISO 8601 with zone: the base of the scenario's dates."""
    nonce: str


@dataclass(frozen=True, slots=True)
class RecordedFault:
    kind: FaultKind
    message: str
    retry_after: float | None
    arrived: bool
    """Whether the endpoint may have taken the request in."""


@dataclass(frozen=True, slots=True)
class Attempt:
    role: Role
    launch: int
    """Which start of the run made it, from 1."""
    body: Mapping[str, Any]
    answer: Mapping[str, Any] | None
    fault: RecordedFault | None
    """What there was instead of an answer."""
    seconds: float
    """Of real time, when it was recorded."""


def read_header(path: Path) -> Header:
    """Read what a recording says of its run.

    Raises:
        SettingsError: if there is no such file; it lists those that there are.
        RunError: if it is no recording, or one of another version.
    """
    try:
        with path.open("rb") as lines:
            first = next(lines, b"")
    except FileNotFoundError:
        there = sorted(file.name for file in path.parent.glob(f"*{SUFFIX}"))
        raise SettingsError(
            f"there is no recording {str(path)!r}; the folder has {', '.join(there) or 'none'}. A file is named by its run; "
            "record this one with --mmb-record"
        ) from None
    return _read_header(first, path)


def _read_header(line: bytes, path: Path) -> Header:
    try:
        fields = json.loads(line)
        version = fields.pop("format")
        if version == FORMAT:
            return Header(**fields)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RunError(f"{Place(str(path), 1)}: {line[:80]!r} begins no recording; record it anew") from error
    raise RunError(
        f"{Place(str(path), 1)}: the recording has format {version!r}, and this version reads {FORMAT}; record it anew"
    )


def read_attempts(path: Path) -> Iterator[Attempt]:
    """Yield the attempts of a recording in order; a torn last line, left by a kill, is passed over.

    Raises:
        RunError: at a line that is no attempt.
    """
    last: dict[str, Mapping[str, Any]] = {}
    with path.open("rb") as lines:
        next(lines, b"")
        for number, line in enumerate(lines, 2):
            if not line.endswith(b"\n"):
                return
            try:
                attempt = _read_attempt(json.loads(line), last)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise RunError(
                    f"{Place(str(path), number)}: {line[:80]!r} is no attempt to call a model ({error}); the recording is "
                    "damaged, record it anew"
                ) from error
            last[attempt.role] = attempt.body
            yield attempt


def _read_attempt(fields: dict[str, Any], last: Mapping[str, Mapping[str, Any]]) -> Attempt:
    before = last.get(fields["role"], {})
    body = {name: before[name] for name in fields.pop("same")} | fields.pop("body")
    body["messages"] = [*before.get("messages", ())][: fields.pop("kept")] + body["messages"]
    fault = fields.pop("fault")
    return Attempt(**fields, body=body, fault=fault and RecordedFault(**fault))


def attempt_as_json(attempt: Attempt, before: Mapping[str, Any]) -> dict[str, Any]:
    """Write an attempt as plain JSON, without what its body has in common with the one before of its role."""
    body, messages = dict(attempt.body), attempt.body["messages"]
    kept = _in_common(messages, before.get("messages", ()))
    same = [name for name in body if name != "messages" and name in before and before[name] == body[name]]
    fault = attempt.fault
    return {
        "role": attempt.role,
        "launch": attempt.launch,
        "same": same,
        "kept": kept,
        "body": {name: value for name, value in body.items() if name not in same}
        | {"messages": messages[kept:]},
        "answer": attempt.answer,
        "fault": fault and asdict(fault),
        "seconds": attempt.seconds,
    }


def _in_common(messages: Sequence[Any], before: Sequence[Any]) -> int:
    """How many leading messages are the same."""
    for number, (one, other) in enumerate(zip(messages, before, strict=False)):
        if one != other:
            return number
    return min(len(messages), len(before))


class Redaction:
    """Takes keys out of whatever is recorded.

    Args:
        secrets: The keys of the run's models.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted({text for text in secrets if len(text) >= LEAST_SECRET}, key=len, reverse=True)
        self._written = [json.dumps(secret)[1:-1] for secret in self._secrets]

    def __call__(self, value: Any) -> Any:
        """Return a value of plain JSON types without the keys: itself, if it has none."""
        if not self._secrets:
            return value
        # Nearly always there is none, and a whole conversation is looked through faster as one text.
        text = json.dumps(value)
        return self._without(value) if any(secret in text for secret in self._written) else value

    def _without(self, value: Any) -> Any:
        if isinstance(value, str):
            for secret in self._secrets:
                value = value.replace(secret, REDACTED)
            return value
        if isinstance(value, dict):
            return {self._without(name): self._without(part) for name, part in value.items()}
        return [self._without(part) for part in value] if isinstance(value, list) else value
