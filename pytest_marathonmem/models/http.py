"""The way to a model over HTTP: knows its key, bounds each attempt in time, and lets no key out again."""

from __future__ import annotations

import asyncio
import json
import os
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.models.faults import ModelFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_marathonmem.models.endpoint import Endpoint

LEAST_SECRET = 8
"""Characters; a shorter key is a placeholder such as ``none``, and would be found everywhere."""


class HttpTransport:
    """A `Transport` on the ``openai`` package.

    Args:
        endpoint: Where to. Its key is read now, from the environment, and kept here alone.

    Raises:
        SettingsError: if there is no key where one is wanted, or one that no header can carry.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        from pytest_marathonmem.models.openai_client import OpenAIClient  # noqa: PLC0415 - takes a second

        key = _read_key(endpoint)
        self._timeout = endpoint.timeout
        self._secrets = sorted(_secrets(endpoint, key), key=len, reverse=True)
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


def _secrets(endpoint: Endpoint, key: str | None) -> set[str]:
    """The key, and the words of those headers whose names speak of one."""
    words = {key or ""}
    for name, value in endpoint.headers.items():
        if re.search("auth|key|token|secret|cookie", name.lower()):
            words.update(value.split())
    return {word for word in words if len(word) >= LEAST_SECRET}


def _read_key(endpoint: Endpoint) -> str | None:
    name = endpoint.api_key_env
    if name is None:
        return None
    key = os.environ.get(name, "").strip()
    if not key:
        host = urlsplit(endpoint.base_url).hostname
        raise SettingsError(
            f"models.{endpoint.name}.api_key_env names the environment variable {name!r}, which "
            f"{'is empty' if name in os.environ else 'is not set'}; set it to the key for {host}, or leave api_key_env out if "
            "the endpoint wants none"
        )
    if not re.fullmatch(r"[!-~]+", key):
        raise SettingsError(
            f"the environment variable {name!r}, which models.{endpoint.name}.api_key_env names, holds characters that no HTTP "
            "header can carry, such as blanks or letters beyond ASCII; set it to the key alone"
        )
    return key
