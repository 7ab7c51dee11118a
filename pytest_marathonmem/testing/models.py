"""The models of a run where there is no run: the double plays them all."""

from __future__ import annotations

from datetime import UTC
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.models.client import EndpointModel
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.testing.double import InProcessTransport

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_marathonmem.models.metering import Call
    from pytest_marathonmem.testing.double import Double


class DoubleModels:
    """A `ModelSource` that has a model of every name.

    Args:
        double: Answers; it stays open.
    """

    def __init__(self, double: Double) -> None:
        self.nonce = token_hex(8)
        self._double = double

    def open(
        self,
        name: str,
        *,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        stateful: bool = False,
    ) -> EndpointModel:
        """Return the double; it gets the body, and knows no headers."""
        endpoint = Endpoint(name, "", name, extra_body=body or {}, headers=headers or {}, stateful=stateful)
        return EndpointModel(endpoint, InProcessTransport(self._double), "agent", _Uncounted(), Clock(UTC))


class _Uncounted:
    """A meter of what costs nothing."""

    def reserve(self, most_usd: float | None) -> None:
        """There is always enough."""

    def count(self, call: Call, reserved: float | None) -> None:
        """Nobody asks."""
