"""The way to a model over HTTP: knows its key, bounds each attempt in time, and lets no key out again."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.secrets import read_key, secrets_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_marathonmem.models.endpoint import Endpoint


class HttpTransport:
    """A `Transport` on the ``openai`` package.

    Args:
        endpoint: Where to. Its key is read now, from the environment, and kept here alone.

    Raises:
        SettingsError: if there is no key where one is wanted, or one that no header can carry.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        from pytest_marathonmem.models.openai_client import OpenAIClient  # noqa: PLC0415 - takes a second

        key = read_key(endpoint)
        self._timeout = endpoint.timeout
        self._secrets = secrets_of(endpoint)
        self._client = OpenAIClient(endpoint, key, self._scrub)

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send one request, once, and return the whole answer as the endpoint's JSON; a stream is put together.

        Raises:
            ModelFault: if there is no answer.
        """
        try:
            async with asyncio.timeout(self._timeout):
                return await self._client.send(body)
        except TimeoutError:
            raise ModelFault("timeout", f"no whole answer within {self._timeout:g} s") from None

    async def close(self) -> None:
        """Free connections; may be called twice."""
        await self._client.close()

    def _scrub(self, value: Any) -> Any:
        """Foreign JSON without the key, which some endpoints echo."""
        text = json.dumps(value, ensure_ascii=False)
        for secret in self._secrets:
            text = text.replace(json.dumps(secret, ensure_ascii=False)[1:-1], "[key]")
        return json.loads(text)
