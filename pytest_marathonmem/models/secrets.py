"""What of an endpoint must never be seen: its key, and headers that stand for one."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_marathonmem.errors import SettingsError

if TYPE_CHECKING:
    from pytest_marathonmem.models.endpoint import Endpoint

LEAST_SECRET = 8
"""Characters; a shorter key is a placeholder such as ``none``, and would be found everywhere."""


def read_key(endpoint: Endpoint) -> str | None:
    """Return the key of an endpoint, out of the environment; None where it wants none.

    Raises:
        SettingsError: if there is no key where one is wanted, or one that no header can carry.
    """
    name = endpoint.api_key_env
    if name is None:
        return None
    key = _environment(name)
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


def secrets_of(endpoint: Endpoint) -> list[str]:
    """Return the key, and the words of those headers whose names speak of one; the longest first, so that none hides within another."""
    words = {_environment(endpoint.api_key_env)} if endpoint.api_key_env else set()
    for name, value in endpoint.headers.items():
        if re.search("auth|key|token|secret|cookie", name.lower()):
            words.update(value.split())
    return sorted((word for word in words if len(word) >= LEAST_SECRET), key=lambda word: (-len(word), word))


def _environment(name: str) -> str:
    """A variable without the line's end that a file of keys leaves on it."""
    return os.environ.get(name, "").strip()
