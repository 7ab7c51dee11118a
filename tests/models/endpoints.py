"""An HTTP server on loopback that answers as it is told, once for each request; it knows nothing of models."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

REASONS = {200: "OK"}


@dataclass
class Request:
    line: str
    headers: dict[str, str]
    """Their names in lower case."""
    body: bytes


@dataclass
class Reply:
    """What the server sends, then closes the connection."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """Whether the connection is lost before all is sent."""

    def head(self) -> bytes:
        told = {"content-type": "application/json", "connection": "close", **self.headers}
        told["content-length"] = str(len(self.body) + self.cut)
        lines = [
            f"HTTP/1.1 {self.status} {REASONS.get(self.status, 'No')}",
            *(f"{k}: {v}" for k, v in told.items()),
        ]
        return "\r\n".join([*lines, "", ""]).encode()


def as_json(value: object, status: int = 200, **headers: str) -> Reply:
    return Reply(
        json.dumps(value).encode(), status, {name.replace("_", "-"): said for name, said in headers.items()}
    )


def as_stream(*chunks: object, done: bool = True, cut: bool = False) -> Reply:
    told = [chunk if isinstance(chunk, str) else json.dumps(chunk) for chunk in chunks] + ["[DONE]"] * done
    body = ": working\n\n" + "".join(f"data: {one}\n\n" for one in told)
    return Reply(body.encode(), headers={"content-type": "text/event-stream"}, cut=cut)


class Server:
    """Answers with the replies in order; None is silence."""

    def __init__(self, *replies: Reply | None) -> None:
        self._replies = list(replies)
        self.requests: list[Request] = []
        self._serving: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        await asyncio.gather(*self._serving)
        assert kind is not None or self._replies == []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._serving.append(asyncio.create_task(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, *headers = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        told = {name.lower(): value for name, _, value in (header.partition(": ") for header in headers)}
        body = await reader.readexactly(int(told.get("content-length", 0)))
        self.requests.append(Request(line, told, body))
        reply = self._replies.pop(0)
        if reply is None:
            await reader.read()
        else:
            writer.write(reply.head() + reply.body)
            await writer.drain()
        writer.close()
        await writer.wait_closed()


def chunk(delta: Any = None, reason: str | None = None, **other: Any) -> dict[str, Any]:
    return {"id": "1", "choices": [{"index": 0, "delta": delta or {}, "finish_reason": reason}], **other}
