"""The way of a request to a model and of its answer back; what stands behind it is exchangeable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Transport(Protocol):
    """Sends requests in the form of ``/chat/completions``: over HTTP, into a recording, out of one, to a double."""

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send one request, once, and return the whole answer as the endpoint's JSON; a stream is put together.

        Args:
            body: What the endpoint gets, plain JSON types, without any key.

        Raises:
            ModelFault: if there is no answer.
        """
        ...

    async def close(self) -> None:
        """Free connections; may be called twice."""
        ...
