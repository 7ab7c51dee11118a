"""The double's endpoint as an ASGI application. Connections that break need the protocol of ``server``."""

from __future__ import annotations

import asyncio
import json
import math
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from pytest_marathonmem.testing.double.double import role_of
from pytest_marathonmem.testing.double.faults import ERROR_ANSWERS
from pytest_marathonmem.testing.double.spoiling import UNREADABLE, spoil
from pytest_marathonmem.testing.double.streaming import events

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    from pytest_marathonmem.testing.double.double import Double
    from pytest_marathonmem.testing.double.faults import DoubleFault

MODEL = "double"


class Endpoint:
    """Serves one double.

    Args:
        double: Answers.
        closing: Set when the server ends: who hangs then is let go.
    """

    def __init__(self, double: Double, closing: asyncio.Event) -> None:
        self._double = double
        self._closing = closing
        self.app = Starlette(
            routes=[
                Route("/v1/chat/completions", self._complete, methods=["POST"]),
                Route("/v1/models", self._models),
                Route("/health", self._health),
            ]
        )

    async def _health(self, _: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def _models(self, _: Request) -> Response:
        model = {"id": MODEL, "object": "model", "created": 0, "owned_by": "pytest-marathonmem"}
        return JSONResponse({"object": "list", "data": [model]})

    async def _complete(self, request: Request) -> Response:
        try:
            body = json.loads(await request.body())
        except ValueError as error:
            return _bad_request(f"the body is no JSON: {error}")
        if complaint := _complaint(body):
            return _bad_request(complaint)
        fault = self._double.faults.next(role_of(body))
        if fault in ("connection lost", "dead"):
            request.state.transport.abort()
        if fault in ("connection lost", "dead", "timeout"):
            await self._hang(request)
            return Response(status_code=503)
        return self._refusal(fault) or self._answer(request, body, fault)

    async def _hang(self, request: Request) -> None:
        """Say nothing until the client has gone, or the server goes."""
        gone = asyncio.ensure_future(_disconnected(request))
        closing = asyncio.ensure_future(self._closing.wait())
        await asyncio.wait([gone, closing], return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        closing.cancel()

    def _refusal(self, fault: DoubleFault | None) -> Response | None:
        error = ERROR_ANSWERS.get(fault) if fault else None
        if error is None:
            return None
        headers = _retry_after(self._double.faults.retry_after) if fault == "rate limited" else {}
        return JSONResponse(error.body, error.status, headers)

    def _answer(self, request: Request, body: dict[str, Any], fault: DoubleFault | None) -> Response:
        if fault == "unreadable" and body.get("stream"):
            return StreamingResponse(iter([f"data: {UNREADABLE}\n\n"]), media_type="text/event-stream")
        if fault == "unreadable":
            return HTMLResponse(UNREADABLE)
        answer = self._double(body)
        if fault is not None:
            answer = spoil(answer, fault)
        if body.get("stream"):
            pieces = list(events(answer, body, truncated=fault == "truncated"))
            return StreamingResponse(iter(pieces), media_type="text/event-stream")
        if fault == "truncated":
            return StreamingResponse(_torn(request, json.dumps(answer)), media_type="application/json")
        return JSONResponse(answer)


async def _torn(request: Request, text: str) -> AsyncIterator[str]:
    """The first half of an answer; then the connection closes."""
    yield text[: len(text) // 2]
    request.state.transport.close()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _retry_after(seconds: float) -> dict[str, str]:
    return {"Retry-After": str(math.ceil(seconds)), "retry-after-ms": str(math.ceil(1000 * seconds))}


def _bad_request(message: str) -> Response:
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": None}
    return JSONResponse({"error": error}, 400)


def _complaint(body: Any) -> str:
    """Why a body is no request; empty if it is one."""
    if not isinstance(body, dict):
        return f"the body is {type(body).__name__}, and must be an object"
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return "'messages' must be a list of at least one message"
    if not all(isinstance(message, dict) and isinstance(message.get("role"), str) for message in messages):
        return "each of 'messages' must be an object with a 'role'"
    tools = body.get("tools") or []
    if not isinstance(tools, list) or not all(_is_tool(tool) for tool in tools):
        return "each of 'tools' must be an object with a 'function' that has a 'name'"
    return ""


def _is_tool(tool: Any) -> bool:
    function = tool.get("function") if isinstance(tool, dict) else None
    return isinstance(function, dict) and isinstance(function.get("name"), str)
