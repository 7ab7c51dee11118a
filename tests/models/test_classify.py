from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_marathonmem.models.classify import LONGEST_WAIT, fault_of, fault_of_error, retry_after

NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


def error(message: str, **other: Any) -> dict[str, Any]:
    return {"error": {"message": message, **other}}


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, error("Incorrect API key provided"), "unauthorized"),
        (402, error("Insufficient Balance"), "payment required"),
        (403, error("Country, region, or territory not supported"), "forbidden"),
        (404, error("The model does not exist"), "bad request"),
        (
            400,
            error("max_tokens is too large: this model supports at most 16384 completion tokens"),
            "bad request",
        ),
        (422, {"detail": [{"loc": ["body"], "msg": "field required"}]}, "bad request"),
        (307, "the endpoint redirects", "bad request"),
        (408, "", "request timeout"),
        (409, "", "conflict"),
        (500, "", "server error"),
        (503, error("Overloaded"), "server error"),
        (529, "", "server error"),
        (400, [{"error": {"message": "API key not valid. Please pass a valid API key."}}], "unauthorized"),
    ],
)
def test_refusals_are_told_apart_by_their_status(status: int, body: Any, kind: str) -> None:
    assert kind == fault_of(status, body).kind


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, error("This model's maximum context length is 8192 tokens.", code="context_length_exceeded")),
        (400, {"message": "This model's maximum context length is 4096 tokens.", "object": "error"}),
        (
            400,
            error(
                "the request exceeds the available context size, try increasing it",
                type="exceed_context_size_error",
                n_prompt_tokens=9000,
                n_ctx=8192,
            ),
        ),
        (500, error("context size exceeded")),
        (400, error("prompt is too long: 210000 tokens > 200000 maximum")),
        (400, error("The input token count (1200000) exceeds the maximum number of tokens allowed")),
        (
            413,
            error(
                "Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 8000"
            ),
        ),
        (429, error("Request too large for gpt-4 in organization x on tokens per min (TPM)")),
        (422, error("Input is too long for requested model")),
    ],
)
def test_a_request_that_is_too_long_is_no_other_bad_request(status: int, body: Any) -> None:
    fault = fault_of(status, body)

    assert ("context overflow", False) == (fault.kind, fault.is_transient)


@pytest.mark.parametrize(
    "body",
    [
        error(
            "You exceeded your current quota, please check your plan and billing details.",
            code="insufficient_quota",
        ),
        error("You exceeded your current quota, please check your plan and billing details."),
        error("Rate limit reached on requests per day (RPD): Limit 200, Used 200."),
        error("Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000"),
        error("Weekly limit reached"),
        error("You have reached your daily limit"),
        error("Your credit balance is too low"),
        error("x", type="insufficient_quota"),
        error("x", details=[{"violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel"}]}]),
    ],
)
def test_a_limit_that_lasts_is_an_exhausted_quota(body: Any) -> None:
    fault = fault_of(429, body, 7200)

    assert ("quota exhausted", False, 7200) == (fault.kind, fault.is_transient, fault.retry_after)


def test_a_daily_limit_told_as_forbidden_is_an_exhausted_quota() -> None:
    assert "quota exhausted" == fault_of(403, error("Key limit exceeded (daily limit)")).kind


@pytest.mark.parametrize(
    "body",
    [
        "",
        error(
            "Rate limit reached on tokens per min (TPM): Limit 30000. Please try again in 1.2s.",
            code="rate_limit_exceeded",
        ),
        error("Rate limit exceeded: free-models-per-min."),
        error(
            "You have exceeded the token rate limit. Please retry after 6 seconds; see https://x/quotaincrease"
        ),
        error("Quota exceeded", details=[{"quotaId": "GenerateRequestsPerMinutePerProject"}]),
        error("Too many requests"),
    ],
)
def test_a_limit_that_passes_is_no_exhausted_quota(body: Any) -> None:
    assert "rate limited" == fault_of(429, body).kind


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (error("Slow\n\tdown"), "HTTP 429: Slow down"),
        ({"error": "Slow down"}, "HTTP 429: Slow down"),
        ({"message": "Slow down"}, "HTTP 429: Slow down"),
        ({"detail": "Slow down"}, "HTTP 429: Slow down"),
        ({"error": {"code": "slow_down"}}, "HTTP 429: slow_down"),
        ("<h1>Slow</h1>\x1b[2J", "HTTP 429: <h1>Slow</h1>\\x1b[2J"),
        ({}, "HTTP 429"),
        (None, "HTTP 429"),
        ("x" * 400, "HTTP 429: " + "x" * 289 + "…"),
    ],
)
def test_the_message_is_what_the_endpoint_says_on_one_line(body: Any, message: str) -> None:
    assert message == fault_of(429, body).message


def test_an_error_within_http_200_says_so() -> None:
    assert (
        "an error within HTTP 200: Slow down" == fault_of_error({"message": "Slow down", "code": 429}).message
    )


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "1e300"}, LONGEST_WAIT),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "1"}, 1),
        ({"retry-after": "Tue, 28 Jul 2026 09:31:00 GMT"}, 60),
        ({"retry-after": "Tue, 28 Jul 2026 09:29:00 GMT"}, 0),
        ({"retry-after": "Tue, 28 Jul 2026 09:31:00 GMT", "date": "Tue, 28 Jul 2026 09:30:50 GMT"}, 10),
        ({"retry-after": "Tue, 28 Jul 2026 09:31:00 GMT", "date": "yesterday"}, 60),
        ({"retry-after": "Tue, 28 Jul 99999 09:31:00 GMT"}, None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert seconds == retry_after(headers, NOW)


@given(
    st.integers(100, 999),
    st.text()
    | st.none()
    | st.lists(st.text())
    | st.dictionaries(
        st.sampled_from(["error", "code", "type", "message"]),
        st.text()
        | st.none()
        | st.integers()
        | st.dictionaries(st.sampled_from(["message", "code"]), st.text() | st.floats()),
    ),
    st.text(),
)
def test_whatever_an_endpoint_says_is_some_fault_on_one_short_line(
    status: int, body: Any, header: str
) -> None:
    for fault in (fault_of(status, body, retry_after({"retry-after": header}, NOW)), fault_of_error(body)):
        assert len(fault.message) <= 300
        assert fault.message.isprintable()
