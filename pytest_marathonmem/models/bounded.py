"""Keeps an endpoint that never stops sending from filling the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2

from pytest_marathonmem.models.faults import ModelFault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MOST_BYTES = 64 * 2**20
"""Of one answer; a stream takes a few hundred for a token."""


async def bound(response: httpx2.Response) -> None:
    """Have a response fail with a `ModelFault` once more of it has come than any answer needs; a hook for responses."""
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = BoundedStream(response.stream)


class BoundedStream(httpx2.AsyncByteStream):
    """The bytes of another stream, as they come."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._stream:
            size += len(piece)
            if size > MOST_BYTES:
                raise ModelFault("unreadable", f"the answer is longer than {MOST_BYTES // 2**20} MB")
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()
