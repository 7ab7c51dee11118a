"""The ``openai`` package as a way to one endpoint: it carries, without retries, redirects or anything of its own from the environment.

Slow to import: whoever wants it does so late.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx2
import openai

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.models.bounded import bound
from pytest_marathonmem.models.classify import fault_of, fault_of_error, fault_within, one_line, retry_after
from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.streamed import StreamedAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.models.endpoint import Endpoint
    from pytest_marathonmem.models.faults import FaultKind

LONGEST_CONNECTING = 10.0
"""Seconds; a host that is silent for as long won't answer, and surely wasn't asked."""
PATH = "/chat/completions"


class OpenAIClient(openai.AsyncOpenAI):
    """Sends the headers of the endpoint and no others: those of ``OPENAI_ORG_ID`` and the like are for another host.

    Args:
        endpoint: Where to, and with which headers.
        key: None where none is wanted.
        scrub: Takes secrets out of JSON that the endpoint sent, before anything is cut off it.
    """

    def __init__(self, endpoint: Endpoint, key: str | None, scrub: Callable[[Any], Any]) -> None:
        self._scrub = scrub
        self._headers: dict[str, str | openai.Omit] = {"Accept": "*/*", "Content-Type": "application/json"}
        self._headers |= endpoint.headers
        is_keyless = key is None and not any(name.lower() == "authorization" for name in endpoint.headers)
        self._once: dict[str, str | openai.Omit] = {"Authorization": openai.Omit()} if is_keyless else {}
        connecting = min(LONGEST_CONNECTING, endpoint.timeout)
        super().__init__(
            base_url=endpoint.base_url,
            api_key=key or "none",
            max_retries=0,
            timeout=openai.Timeout(endpoint.timeout, connect=connecting),
            # A redirect would carry the conversation to a host that nobody has chosen.
            http_client=openai.DefaultAsyncHttpxClient(
                follow_redirects=False,
                trust_env=not is_loopback(endpoint.base_url),
                event_hooks={"response": [bound, read_as_utf8]},
            ),
        )

    @property
    def default_headers(self) -> dict[str, str | openai.Omit]:
        return {"User-Agent": "pytest-marathonmem", **self._headers}

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send a request once and return the whole answer.

        Raises:
            ModelFault: if there is none.
        """
        try:
            answer = await (self._send_streaming(body) if body.get("stream") else self._send_plainly(body))
        except openai.APIStatusError as error:
            said = retry_after(error.response.headers, Clock.local().real_now())
            raise fault_of(error.status_code, self._scrub(_body(error)), said) from None
        # The package lets some errors of the one below through, from where it reads whole bodies.
        except (openai.APIConnectionError, httpx2.RequestError, OSError) as error:
            raise self._lost(error) from None
        except openai.APIError as error:  # an error object within a stream
            raise fault_of_error(self._scrub(error.body or error.message)) from None
        except (ValueError, RecursionError):
            raise ModelFault("unreadable", "the answer is no JSON") from None
        if not isinstance(answer, Mapping):
            raise ModelFault("unreadable", f"the answer is no JSON object, it is {type(answer).__name__}")
        scrubbed: Mapping[str, Any] = self._scrub(answer)
        fault = fault_within(scrubbed)
        if fault:
            raise fault
        return scrubbed

    async def _send_plainly(self, body: Mapping[str, Any]) -> object:
        response = await self.post(PATH, cast_to=httpx2.Response, body=body, options={"headers": self._once})
        return json.loads(response.content)

    async def _send_streaming(self, body: Mapping[str, Any]) -> object:
        stream = await self.post(
            PATH,
            cast_to=object,
            body=body,
            options={"headers": self._once},
            stream=True,
            stream_cls=openai.AsyncStream[object],
        )
        async with stream:
            if "json" in stream.response.headers.get("content-type", ""):  # an endpoint that can't stream
                return json.loads(await stream.response.aread())
            answer = StreamedAnswer()
            async for chunk in stream:
                answer.add(chunk)
        return answer.whole()

    def _lost(self, error: Exception) -> ModelFault:
        cause = error.__cause__ if isinstance(error, openai.APIConnectionError) else error
        if isinstance(cause, ModelFault):
            return cause
        kind: FaultKind = "timeout" if isinstance(cause, httpx2.TimeoutException) else "connection lost"
        said = self._scrub(f"{kind}: {type(cause).__name__}: {cause}")
        is_refused = isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout)
        return ModelFault(kind, one_line(said), arrived=not is_refused)


async def read_as_utf8(response: httpx2.Response) -> None:
    """Have a response read as JSON is (RFC 8259, 8.1), whatever charset it names, such as one that is none of texts; a hook."""
    response.encoding = "utf-8"


def is_loopback(url: str) -> bool:
    """Whether a URL leads to this machine, by its words alone."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _body(error: openai.APIStatusError) -> object:
    location = error.response.headers.get("location")
    if error.response.is_redirect and location:
        return f"the endpoint redirects to {location}; redirects aren't followed"
    return error.body
