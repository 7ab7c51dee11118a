"""What an endpoint says instead of an answer, told apart by what helps: its status, its words, its ``Retry-After``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from datetime import datetime

    from pytest_marathonmem.models.faults import FaultKind

LONGEST_MESSAGE = 300
LONGEST_SEARCHED = 10_000
LONGEST_WAIT = 366 * 86_400.0
"""Seconds; a ``Retry-After`` beyond a year is taken for a year."""

BY_STATUS: Mapping[int, FaultKind] = {
    401: "unauthorized",
    402: "payment required",
    403: "forbidden",
    408: "request timeout",
    409: "conflict",
    429: "rate limited",
}
"""Others are ``server error`` from 500 on and ``bad request`` below."""

BY_NAME: Mapping[str, int] = {
    "rate_limit": 429,
    "insufficient_quota": 429,
    "quota": 429,
    "context_length_exceeded": 400,
    "exceed_context_size": 400,
    "invalid_request": 400,
    "authentication": 401,
    "invalid_api_key": 401,
    "permission": 403,
    "not_found": 404,
}
"""Statuses for the codes and types of errors that come with the status 200; others are the server's."""

OVERFLOW_STATUSES = (400, 413, 422, 429, 500)
OVERFLOW = (
    "context_length_exceeded",
    "exceed_context_size",
    "maximum context",
    "context length",
    "context size",
    "context window",
    "prompt is too long",
    "prompt length",
    "input is too long",
    "input token count",
    "too many tokens",
    "request too large",
)
"""OpenAI, vLLM, llama.cpp, Anthropic, xAI, Gemini and Groq, in this order and in lower case."""

LASTING_LIMIT = (
    "insufficient_quota",
    "daily",
    "weekly",
    "monthly",
    "per day",
    "per-day",
    "perday",
    "per week",
    "per month",
)
"""Limits that outlast any patience."""
PASSING_LIMIT = ("rate limit", "per minute", "per-min", "perminute", "per second", "persecond")
"""Azure and Gemini speak of a quota where a minute's limit is meant."""
PERHAPS_LASTING = ("quota", "billing", "credit", "balance", "limit exceeded")


def fault_of(status: int, body: object, retry_after: float | None = None) -> ModelFault:
    """Return the fault that a refusal means.

    Args:
        status: Of HTTP.
        body: The answer's JSON, or its text; without keys.
        retry_after: Seconds.
    """
    words = _words(body)
    return ModelFault(
        _kind(status, _all_words(body, words)),
        one_line(f"HTTP {status}: {words}" if words else f"HTTP {status}"),
        retry_after,
    )


def fault_within(answer: Mapping[str, Any]) -> ModelFault | None:
    """Return the fault that an error object within a status of 200 means; None without one."""
    error = answer.get("error")
    return fault_of_error(error) if error else None


def fault_of_error(error: object) -> ModelFault:
    """Return the fault that an error object means which came with a status of 200, in a stream too."""
    words = _words(error)
    return ModelFault(
        _kind(_status_of(error), _all_words(error, words)), one_line(f"an error within HTTP 200: {words}")
    )


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Read ``Retry-After`` (RFC 9110 10.2.3) or ``retry-after-ms``; None if there is none that can be read.

    Args:
        headers: Of the answer; looked up in lower case.
        now: Aware; a date is measured against the endpoint's own ``Date`` where it tells one.

    Returns:
        Seconds, none of them negative.
    """
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        seconds = _number(headers.get(name, ""))
        if seconds is not None:
            return _bounded(seconds / unit)
    until = _date(headers.get("retry-after", ""))
    if until is None:
        return None
    return _bounded((until - (_date(headers.get("date", "")) or now)).total_seconds())


def one_line(text: str) -> str:
    """Foreign text on one line that acts on no terminal, cut at 300 characters."""
    line = " ".join(printable(text[: 4 * LONGEST_MESSAGE]).split())
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 1] + "…"


def _kind(status: int, text: str) -> FaultKind:
    if status in OVERFLOW_STATUSES and any(word in text for word in OVERFLOW):
        return "context overflow"
    if status in (403, 429) and _is_lasting(text):
        return "quota exhausted"
    if status == 400 and ("api key not valid" in text or "invalid_api_key" in text):  # Gemini
        return "unauthorized"
    if status in BY_STATUS:
        return BY_STATUS[status]
    return "server error" if status >= 500 else "bad request"


def _is_lasting(text: str) -> bool:
    if any(word in text for word in LASTING_LIMIT):
        return True
    return not any(word in text for word in PASSING_LIMIT) and any(word in text for word in PERHAPS_LASTING)


def _status_of(error: object) -> int:
    if not isinstance(error, Mapping):
        return 500
    code = error.get("code")
    number = _number(str(code))
    if number is not None and 400 <= number <= 599:
        return int(number)
    names = f"{code} {error.get('type')}".casefold()
    return next((status for name, status in BY_NAME.items() if name in names), 500)


def _words(body: object) -> str:
    """What the endpoint says to a human, wherever it puts it."""
    if isinstance(body, list) and len(body) == 1:  # Gemini
        body = body[0]
    while isinstance(body, Mapping):
        body = next(
            (body[key] for key in ("error", "message", "detail", "code", "type") if body.get(key)), ""
        )
    return body if isinstance(body, str) else str(body or "")


def _all_words(body: object, words: str) -> str:
    """All that is said, in lower case: codes and types stand beside the message, as deep as providers nest them."""
    error = body.get("error", body) if isinstance(body, Mapping) else ""
    return f"{words[:LONGEST_SEARCHED]} {str(error)[:LONGEST_SEARCHED]}".casefold()


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.tzinfo is not None else None


def _bounded(seconds: float) -> float:
    return min(max(seconds, 0.0), LONGEST_WAIT)
