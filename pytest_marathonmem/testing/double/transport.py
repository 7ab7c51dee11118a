"""The double without a network: the same answers and the same faults, handed over in the process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.testing.double.double import Double, role_of
from pytest_marathonmem.testing.double.faults import ERROR_ANSWERS
from pytest_marathonmem.testing.double.spoiling import spoil

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_marathonmem.models.faults import FaultKind
    from pytest_marathonmem.testing.double.faults import DoubleFault
    from pytest_marathonmem.testing.double.wire import Brain

_SILENT: Mapping[DoubleFault, tuple[FaultKind, str]] = {
    "timeout": ("timeout", "no answer came"),
    "connection lost": ("connection lost", "the connection was closed"),
    "dead": ("connection lost", "the connection was closed"),
    "truncated": ("truncated", "the answer breaks off"),
    "unreadable": ("unreadable", "the answer is no JSON"),
}
_BY_STATUS: Mapping[int, FaultKind] = {
    401: "unauthorized",
    402: "payment required",
    403: "forbidden",
    408: "request timeout",
    409: "conflict",
    429: "rate limited",
    500: "server error",
    503: "server error",
}


class InProcessTransport:
    """A `Transport` to a brain, or to a double with its faults.

    Args:
        brain: Answers; of a `Double`, the faults strike too. It stays open when the transport closes.
    """

    def __init__(self, brain: Brain) -> None:
        self._brain = brain

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the brain.

        Raises:
            ModelFault: if a fault strikes that leaves no answer.
        """
        if not isinstance(self._brain, Double):
            return self._brain(body)
        faults = self._brain.faults
        fault = faults.next(role_of(body))
        if fault is None:
            return self._brain(body)
        if (failure := _failure(fault, faults.retry_after)) is not None:
            raise failure
        return spoil(self._brain(body), fault)

    async def close(self) -> None:
        """Nothing is held."""


def _failure(fault: DoubleFault, retry_after: float) -> ModelFault | None:
    """What a client makes of a fault; None if there is an answer."""
    if fault in _SILENT:
        return ModelFault(*_SILENT[fault])
    error = ERROR_ANSWERS.get(fault)
    if error is None:
        return None
    kind = "context overflow" if fault == "context overflow" else _BY_STATUS[error.status]
    kind = "quota exhausted" if fault == "quota exhausted" else kind
    wait = retry_after if fault == "rate limited" else None
    return ModelFault(kind, f"HTTP {error.status}: {error.message}", wait)
