"""What is known of a model behind an OpenAI-compatible endpoint. By itself: plans of runs need it where nothing is called yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Role = Literal["persona", "judge", "agent"]
"""What a model is in a run."""
ROLES: tuple[Role, ...] = ("persona", "judge", "agent")

Structured = Literal["json_schema", "json_object", "none"]
"""What the endpoint can promise of an answer's shape."""
Reasoning = Literal["drop", "return"]
"""What becomes of a model's reasoning: it stays out of later requests, or is sent back with its message."""
MaxTokensField = Literal["max_tokens", "max_completion_tokens"]

TOKENS_PER_PRICE = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    input: float
    cached_input: float
    output: float

    def of(self, usage: Usage) -> float:
        """US dollars for what was used."""
        fresh = max(usage.input_tokens - usage.cached_tokens, 0)
        dollars = (
            fresh * self.input + usage.cached_tokens * self.cached_input + usage.output_tokens * self.output
        )
        return dollars / TOKENS_PER_PRICE


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the endpoint counts them."""

    input_tokens: int
    """All of the request, those from the provider's cache too."""
    cached_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An entry of ``models`` in ``mmb.jsonc``, checked."""

    name: str
    """Its key."""
    base_url: str
    model: str
    """As the endpoint calls it."""
    api_key_env: str | None = None
    """The environment variable that holds the key; None where none is wanted. The key itself is never kept."""
    sampling: Mapping[str, Any] = field(default_factory=dict)
    """``temperature``, ``top_p``, ``seed`` and the like, as the request has them."""
    extra_body: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Whatever else the request has."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Besides those of the client. Never recorded."""
    stream: bool = False
    price: Price | None = None
    """None if it isn't known."""
    context_limit: int | None = None
    """Tokens of request and answer together; None if it isn't known."""
    max_output_tokens: int = 4096
    """Of one answer, reasoning included; sent with every request, so that a call's cost has a bound."""
    max_tokens_field: MaxTokensField = "max_tokens"
    timeout: float = 120.0
    """Seconds of real time for one attempt."""
    retry_for: float = 300.0
    """Seconds of real time for all attempts of a call together."""
    retry_wait: float = 1.0
    """Seconds before the first repetition, twice as many before each further one; ``Retry-After`` may demand more."""
    reasoning: Reasoning = "drop"
    structured: Structured = "json_schema"
    """What a judge may ask of it."""
    stateful: bool = False
    """Whether it keeps the conversation itself. A request that may have reached it isn't sent again then; no setting of
    the entry, but of who opens it."""

    @property
    def room(self) -> int | None:
        """Tokens that a request may have: what the answer leaves of the context, at least half; None if it isn't known."""
        limit = self.context_limit
        return None if limit is None else max(limit - self.max_output_tokens, limit // 2)

    @property
    def is_free(self) -> bool:
        """Whether its price is known and is nothing."""
        return self.price == Price(0, 0, 0)


def merged(some: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Join two JSON objects, nested ones too; the second wins."""
    joined = {**some, **others}
    for key in some.keys() & others.keys():
        if isinstance(some[key], dict) and isinstance(others[key], dict):
            joined[key] = merged(some[key], others[key])
    return joined
