"""What goes wrong with an endpoint, on demand: by rate, or at the N-th call."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.models.endpoint import ROLES, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Silence = Literal["timeout", "connection lost", "dead"]
"""No answer: none ever comes, the connection closes, or it closes from that call on for good."""
Refusal = Literal[
    "request timeout",
    "conflict",
    "rate limited",
    "server error",
    "unavailable",
    "quota exhausted",
    "unauthorized",
    "payment required",
    "forbidden",
    "context overflow",
]
"""An error in the form of OpenAI's."""
Spoilt = Literal[
    "truncated",
    "unreadable",
    "no finish reason",
    "empty content",
    "malformed arguments",
    "cut arguments",
    "wrong types",
    "fenced arguments",
    "unknown tool",
    "bad call",
    "missing usage",
]
"""An answer with something wrong in it. What needs tool calls leaves an answer without any as it is."""
DoubleFault = Silence | Refusal | Spoilt

SILENCES: tuple[Silence, ...] = get_args(Silence)
REFUSALS: tuple[Refusal, ...] = get_args(Refusal)
SPOILT: tuple[Spoilt, ...] = get_args(Spoilt)
DOUBLE_FAULTS: tuple[DoubleFault, ...] = (*SILENCES, *REFUSALS, *SPOILT)
LASTING_FAULTS: tuple[DoubleFault, ...] = (
    "dead",
    "quota exhausted",
    "unauthorized",
    "payment required",
    "forbidden",
    "context overflow",
)
"""After these a client gives up."""


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """How an endpoint says no."""

    status: int
    type: str
    code: str | None
    message: str

    @property
    def body(self) -> dict[str, Any]:
        """As JSON."""
        return {"error": {"message": self.message, "type": self.type, "param": None, "code": self.code}}


ERROR_ANSWERS: Mapping[DoubleFault, ErrorAnswer] = {
    "request timeout": ErrorAnswer(408, "timeout_error", None, "The request took too long."),
    "conflict": ErrorAnswer(409, "conflict_error", None, "Another request holds the resource."),
    "rate limited": ErrorAnswer(
        429, "requests", "rate_limit_exceeded", "Rate limit reached: too many requests per minute."
    ),
    "server error": ErrorAnswer(500, "server_error", None, "The server had an error while processing."),
    "unavailable": ErrorAnswer(503, "server_error", None, "The engine is overloaded at the moment."),
    "quota exhausted": ErrorAnswer(
        429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota."
    ),
    "unauthorized": ErrorAnswer(401, "invalid_request_error", "invalid_api_key", "Incorrect API key."),
    "payment required": ErrorAnswer(402, "payment_required", None, "Insufficient Balance"),
    "forbidden": ErrorAnswer(403, "permission_error", None, "This key may not use this model."),
    "context overflow": ErrorAnswer(
        400,
        "invalid_request_error",
        "context_length_exceeded",
        "This model's maximum context length is 8192 tokens; your messages have more.",
    ),
}


@dataclass(frozen=True, slots=True)
class FaultRule:
    """When a fault strikes."""

    kind: DoubleFault
    rate: float = 0.0
    """The part of all calls, 0 to 1."""
    at: int | None = None
    """At which call, from 1; besides the rate."""
    role: Role | None = None
    """Whose calls count, and are struck; None for all."""

    @classmethod
    def parse_rate(cls, text: str) -> FaultRule:
        """Read ``KIND=RATE`` or ``ROLE:KIND=RATE``, the kind with ``-`` for blanks.

        Raises:
            SettingsError: if there is no such kind or role, or the rate is none.
        """
        kind, role, value = _parts(text)
        try:
            rate = float(value)
        except ValueError:
            rate = -1.0
        if not 0 <= rate <= 1:
            raise SettingsError(
                f"fault {text!r}: {value!r} is no rate; write a number from 0 to 1, such as 0.05"
            )
        return cls(kind, rate=rate, role=role)

    @classmethod
    def parse_at(cls, text: str) -> FaultRule:
        """Read ``KIND=N`` or ``ROLE:KIND=N``.

        Raises:
            SettingsError: if there is no such kind or role, or N is no number of a call.
        """
        kind, role, value = _parts(text)
        if not (value.isascii() and value.isdecimal() and int(value)):
            raise SettingsError(f"fault {text!r}: {value!r} is no call; write a number from 1")
        return cls(kind, at=int(value), role=role)


def _parts(text: str) -> tuple[DoubleFault, Role | None, str]:
    named, _, value = text.partition("=")
    before, colon, after = named.partition(":")
    role_name, kind_name = (before, after) if colon else ("", before)
    kinds = {kind.replace(" ", "-"): kind for kind in DOUBLE_FAULTS}
    kind = kinds.get(kind_name.strip().replace(" ", "-").replace("_", "-"))
    if kind is None:
        raise SettingsError(f"there is no fault {kind_name!r}; the faults are {', '.join(kinds)}")
    role = next((role for role in ROLES if role == role_name), None)
    if colon and role is None:
        raise SettingsError(f"there is no role {role_name!r}; the roles are {', '.join(ROLES)}")
    return kind, role, value.strip()


class Faults:
    """Counts calls and says which fault strikes the next one; the same for the same seed and the same calls.

    Args:
        rules: May be changed between two calls.
        seed: Decides which calls a rate strikes.
        retry_after: Seconds that ``rate limited`` asks for.
    """

    def __init__(self, rules: Iterable[FaultRule] = (), seed: int = 0, retry_after: float = 1.0) -> None:
        self.rules = list(rules)
        self.retry_after = retry_after
        self.struck: Counter[DoubleFault] = Counter()
        """How often each has struck so far."""
        self._seed = seed
        self._calls: Counter[Role | None] = Counter()
        self._dead = False

    @property
    def calls(self) -> int:
        """How many calls there have been."""
        return self._calls[None]

    def revive(self) -> None:
        """Let connections through again, after ``dead``; its rules are dropped."""
        self._dead = False
        self.rules = [rule for rule in self.rules if rule.kind != "dead"]

    def next(self, role: Role) -> DoubleFault | None:
        """Count a call, and return what strikes it; of several faults the one whose rule stands first."""
        self._calls.update([role, None])
        struck = "dead" if self._dead else next((r.kind for r in self.rules if self._strikes(r, role)), None)
        self._dead = struck == "dead"
        self.struck.update([struck] if struck else [])
        return struck

    def _strikes(self, rule: FaultRule, role: Role) -> bool:
        number = self._calls[rule.role]
        if rule.role not in (None, role):
            return False
        return rule.at == number or self._chance(f"{rule.kind} {rule.role} {number}") < rule.rate

    def _chance(self, draw: str) -> float:
        """A number from 0 to 1, the same for the same draw."""
        digest = hashlib.sha256(f"{self._seed} {draw}".encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64
