"""``models`` in ``mmb.jsonc``: what stands behind a persona, a judge or an agent. No fault shows what might be a key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from pytest_marathonmem.models.endpoint import Endpoint, MaxTokensField, Price, Reasoning, Structured
from pytest_marathonmem.runs.naming import looks_like_a_key
from pytest_marathonmem.scenario.jsontext import fault_of_json

if TYPE_CHECKING:
    from collections.abc import Callable

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A header's name, RFC 9110, 5.1 and 5.6.2."""
WRITTEN_BY_THE_CLIENT = frozenset(
    {"max_completion_tokens", "max_tokens", "messages", "model", "n", "response_format", "stream"}
    | {"stream_options", "tools"}
)
"""Keys of a request that other settings decide, or the play itself."""


def _silently(fault_of: Callable[[Any], str]) -> BeforeValidator:
    """Refuse a value by a sentence alone: what is of the wrong type is not shown either."""

    def check(value: Any) -> Any:
        if fault := fault_of(value):
            raise ValueError(fault)
        return value

    return BeforeValidator(check)


def _fault_of_base_url(value: Any) -> str:
    if not isinstance(value, str):
        return "write a URL, such as 'https://api.deepseek.com'"
    try:
        url = urlsplit(value)
        host, _ = url.hostname, url.port
    except ValueError:
        return "is no URL; write one such as 'http://127.0.0.1:8080/v1'"
    if "@" in value:
        return (
            "contains credentials; take them out, and name the variable that holds the key in 'api_key_env'"
        )
    if url.scheme not in ("http", "https") or not host or re.search(r"[\s\x00-\x1f\x7f]", value):
        shown = "" if looks_like_a_key(value) else f"{value!r} "
        return f"{shown}is no http or https URL; write one such as 'http://127.0.0.1:8080/v1'"
    if url.query or url.fragment:
        return "ends with a query or a fragment; take it out: the path of each request is put behind the URL"
    return ""


def _fault_of_variable(value: Any) -> str:
    if value is None or (
        isinstance(value, str) and VARIABLE.fullmatch(value) and not looks_like_a_key(value)
    ):
        return ""
    return (
        "the name of an environment variable belongs here, such as 'DEEPSEEK_API_KEY', never the key itself "
        "(this value isn't shown, since it may be one)"
    )


def _fault_of_headers(value: Any) -> str:
    if not isinstance(value, dict):
        return 'write an object in braces, such as {"X-Title": "marathonmem"}'
    for name, content in value.items():
        if not HEADER.fullmatch(name):
            return f"{name!r} can't name a header"
        if not isinstance(content, str) or re.search(r"[^\t\x20-\x7e]", content):
            return f"{name!r} must be a string of printable ASCII"
    return ""


def _fault_of_extra_body(value: Any) -> str:
    if not isinstance(value, dict):
        return "write an object in braces"
    for key in value:
        if key in SamplingSettings.model_fields:
            return f"{key!r} belongs into 'sampling'"
        if key in WRITTEN_BY_THE_CLIENT:
            return f"{key!r} is written by the client itself; take it out"
    return "it holds NaN or Infinity, which JSON hasn't" if fault_of_json(value) else ""


Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Tokens = Annotated[int, Field(gt=0)]
Text = Annotated[str, StringConstraints(min_length=1)]


class PriceSettings(BaseModel):
    """US dollars for a million tokens."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    input: Dollars
    cached_input: Dollars | None = None
    """By default that of other input."""
    output: Dollars

    def price(self) -> Price:
        cached = self.input if self.cached_input is None else self.cached_input
        return Price(self.input, cached, self.output)


class SamplingSettings(BaseModel):
    """What the request says of how words are chosen; only what is given is sent. All else goes into ``extra_body``."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Share | None = None
    top_k: Annotated[int, Field(ge=0)] | None = None
    min_p: Share | None = None
    seed: int | None = None
    frequency_penalty: Finite | None = None
    presence_penalty: Finite | None = None
    repetition_penalty: Finite | None = None
    reasoning_effort: Text | None = None


class ModelSettings(BaseModel):
    """An entry of ``models``; its fields are those of `Endpoint`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    base_url: Annotated[str, _silently(_fault_of_base_url)]
    model: Text | None = None
    """By default the entry's name."""
    api_key_env: Annotated[str | None, _silently(_fault_of_variable)] = None
    sampling: SamplingSettings = SamplingSettings()
    extra_body: Annotated[dict[str, Any], _silently(_fault_of_extra_body)] = Field(default_factory=dict)
    headers: Annotated[dict[str, str], _silently(_fault_of_headers)] = Field(default_factory=dict)
    stream: bool = False
    price: PriceSettings | None = None
    context_limit: Tokens | None = None
    max_output_tokens: Tokens = 4096
    max_tokens_field: MaxTokensField = "max_tokens"
    timeout: Seconds = 120.0
    retry_for: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 300.0
    retry_wait: Seconds = 1.0
    reasoning: Reasoning = "drop"
    structured: Structured = "json_schema"

    @model_validator(mode="before")
    @classmethod
    def _is_an_object(cls, entry: Any) -> Any:
        if not isinstance(entry, dict | ModelSettings):
            raise ValueError('write an object in braces, such as {"base_url": "http://127.0.0.1:8080/v1"}')  # noqa: TRY004 - pydantic's
        return entry

    @model_validator(mode="after")
    def _leaves_room(self) -> ModelSettings:
        if self.context_limit is not None and self.max_output_tokens >= self.context_limit:
            raise ValueError(
                f"max_output_tokens ({self.max_output_tokens}) must be less than context_limit "
                f"({self.context_limit}), which holds request and answer together"
            )
        return self

    def endpoint(self, name: str) -> Endpoint:
        """The model as plans of runs have it.

        Args:
            name: The entry's key.
        """
        given = {field: getattr(self, field) for field in ModelSettings.model_fields}
        return Endpoint(
            **given
            | {
                "name": name,
                "model": self.model or name,
                "sampling": self.sampling.model_dump(exclude_none=True),
                "price": self.price and self.price.price(),
            }
        )


def fault_of_room(model: ModelSettings | Endpoint, max_tokens: int) -> str:
    """Say why a persona's history can't fit its model's context; empty if it can.

    Args:
        model: The persona's.
        max_tokens: Of the history: ``compaction.max_tokens``.
    """
    limit, answer = model.context_limit, model.max_output_tokens
    if limit is None or max_tokens + answer <= limit:
        return ""
    return (
        f"its context_limit ({limit}) can't hold the persona's history (compaction.max_tokens: {max_tokens}) and an "
        f"answer (max_output_tokens: {answer}); set compaction.max_tokens to at most {limit - answer}, or less "
        "max_output_tokens"
    )
