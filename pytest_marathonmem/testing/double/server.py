"""The double behind HTTP, on this machine alone."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.testing.double.app import Endpoint
from pytest_marathonmem.testing.double.double import Double

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

LOOPBACK = "127.0.0.1"


class DoubleServer:
    """Serves a double from start to stop, or as long as it is entered; connections wait from its making on.

    Args:
        double: Answers; one without faults and vices by default. Its faults may be changed while it serves.
        port: 0 for a free one.
        host: An address of the loopback interface.

    Raises:
        SettingsError: for another address, or if the port can't be had.
    """

    def __init__(self, double: Double | None = None, *, port: int = 0, host: str = LOOPBACK) -> None:
        self.double = double or Double()
        self._socket = _listening(host, port)
        address = self._socket.getsockname()
        shown = f"[{address[0]}]" if ":" in address[0] else address[0]
        self.base_url = f"http://{shown}:{address[1]}/v1"
        """For clients of OpenAI's interface."""

    async def start(self) -> None:
        """Answer from now on."""
        self._closing = asyncio.Event()
        config = uvicorn.Config(
            Endpoint(self.double, self._closing).app,
            http=_Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
        )
        self._server = _Server(config)
        self._serving = asyncio.create_task(self._server.serve([self._socket]))
        await self._server.ready.wait()

    async def stop(self) -> None:
        """Let go of whoever waits, and give the port back."""
        self._closing.set()
        self._server.should_exit = True
        await self._serving
        self.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def close(self) -> None:
        """Give the port back, of a server that was never started too; may be called twice."""
        self._socket.close()
        self.double.close()


class _Server(uvicorn.Server):
    """Says when it is ready, and leaves signals to whoever runs it."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


class _Protocol(H11Protocol):
    """Hands requests their connection, so that it can break."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in its base
        super().connection_made(transport)
        self.app_state = {**self.app_state, "transport": transport}


def _listening(host: str, port: int) -> socket.socket:
    address = LOOPBACK if host == "localhost" else host
    try:
        is_loopback = ipaddress.ip_address(address).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise SettingsError(
            f"the double serves this machine alone, not {host!r}; use {LOOPBACK}, ::1 or localhost"
        )
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # asyncio sends small packets at once (TCP_NODELAY) only on sockets that name their protocol.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen()
    except (OSError, OverflowError) as error:
        listening.close()
        raise SettingsError(
            f"port {port} of {host} can't be had: {error}; choose another, or 0 for a free one"
        ) from error
    return listening
