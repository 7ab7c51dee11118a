"""The double without a network: the same answers and the same faults, handed over in the process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_marathonmem.models.classify import fault_of
from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.testing.double.double import Double, role_of
from pytest_marathonmem.testing.double.faults import ERROR_ANSWERS
from pytest_marathonmem.testing.double.spoiling import spoil

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_marathonmem.testing.double.faults import DoubleFault
    from pytest_marathonmem.testing.double.wire import Brain


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
        if (failure := _failure(fault, faults.retry_after, streaming=bool(body.get("stream")))) is not None:
            raise failure
        return spoil(self._brain(body), fault)

    async def close(self) -> None:
        """Nothing is held."""


def _failure(fault: DoubleFault, retry_after: float, *, streaming: bool) -> ModelFault | None:
    """What a client makes of a fault; None if there is an answer."""
    match fault:
        case "timeout":
            return ModelFault("timeout", "no answer came")
        case "unreadable":
            return ModelFault("unreadable", "the answer is no JSON")
        case "truncated" | "no finish reason" if streaming:
            return ModelFault("truncated", "the stream ends without a finish reason")
        case "connection lost" | "dead" | "truncated":
            return ModelFault("connection lost", "the connection was closed")
    error = ERROR_ANSWERS.get(fault)
    wait = retry_after if fault == "rate limited" else None
    return fault_of(error.status, error.body, wait) if error else None
