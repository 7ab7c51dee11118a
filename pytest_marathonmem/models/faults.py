"""What can go wrong with a call of a model, told apart by what helps."""

from __future__ import annotations

from typing import Literal, get_args

Transient = Literal[
    "timeout",
    "connection lost",
    "request timeout",
    "conflict",
    "rate limited",
    "server error",
    "truncated",
    "unreadable",
]
"""Time may help: silence, no connection, 408, 409, 429, 5xx, a stream that ends without a finish reason, no answer in 200."""
Permanent = Literal[
    "quota exhausted",
    "unauthorized",
    "payment required",
    "forbidden",
    "context overflow",
    "bad request",
]
"""Sent again it fails again: no quota or money left, 401, 402, 403, too long for the model, any other 4xx."""
FaultKind = Transient | Permanent

TRANSIENT: frozenset[str] = frozenset(get_args(Transient))
DOUBTFUL: frozenset[str] = frozenset(
    {"timeout", "connection lost", "server error", "truncated", "unreadable"}
)
"""Nobody knows whether the endpoint has taken the request in."""


class ModelFault(Exception):  # noqa: N818 - what happened to one attempt, not the program's error
    """One attempt failed.

    Args:
        kind: Tells what helps.
        message: What the endpoint or the network said, on one line, without keys.
        retry_after: Seconds that the endpoint wants to be left alone; None if it doesn't say.
        arrived: Whether the endpoint may have taken the request in. Refused connections, and what it turned down, it
            has not.
    """

    def __init__(
        self, kind: FaultKind, message: str, retry_after: float | None = None, *, arrived: bool | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.retry_after = retry_after
        self.may_have_arrived = kind in DOUBTFUL if arrived is None else arrived

    @property
    def is_transient(self) -> bool:
        return self.kind in TRANSIENT
