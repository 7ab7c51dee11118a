"""The one policy for attempts that fail: what may pass is tried again for a while, what can't is said at once."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from pytest_marathonmem.errors import AnswerLost, ContextOverflow, ModelError, QuotaExhausted
from pytest_marathonmem.models.faults import ModelFault

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pytest_marathonmem.clock import Clock
    from pytest_marathonmem.models.endpoint import Endpoint

LONGEST_WAIT = 60.0
"""Seconds to which the waits grow by themselves."""

Answer = TypeVar("Answer")


async def persist(
    attempt: Callable[[], Awaitable[Answer]],
    endpoint: Endpoint,
    clock: Clock,
    sleep: Callable[[float], Awaitable[None]],
) -> Answer:
    """Repeat an attempt until there is an answer, as long as its faults may pass and ``retry_for`` has not.

    The waits double; ``Retry-After`` is the least of the next one.

    Raises:
        ModelError: for a fault that won't pass, and after all patience.
        AnswerLost: if the endpoint keeps the conversation, and may have taken the request in.
        ContextOverflow: if the request is larger than the model's context.
        QuotaExhausted: if the account has no more to give for now.
    """
    started = clock.elapsed()
    faults: Counter[str] = Counter()
    wait = endpoint.retry_wait
    while True:
        try:
            return await attempt()
        except ModelFault as fault:
            if not fault.is_transient:
                raise _refusal(endpoint, fault, clock) from fault
            if endpoint.stateful and fault.may_have_arrived:
                raise _loss(endpoint, fault) from fault
            faults[fault.kind] += 1
            pause = max(min(wait, LONGEST_WAIT), fault.retry_after or 0)
            spent = clock.elapsed() - started
            if spent + pause > endpoint.retry_for:
                raise _surrender(endpoint, fault, faults, spent, clock) from fault
        await sleep(pause)
        wait *= 2


def _refusal(endpoint: Endpoint, fault: ModelFault, clock: Clock) -> ModelError:
    """The error for a fault that no patience helps against."""
    said = f"{_named(endpoint)} refused the request as {fault.kind}: {fault.message}. "
    key = f"models.{endpoint.name}"
    if fault.kind == "context overflow":
        return ContextOverflow(
            f"{said}Choose a model with a larger context, or a smaller compaction.max_tokens."
        )
    if fault.kind == "quota exhausted":
        return QuotaExhausted(
            f"{said}The run can go on {_when(fault, clock)}: start the same command again then."
        )
    steps = {
        "unauthorized": f"Check the key in the environment variable {endpoint.api_key_env}."
        if endpoint.api_key_env
        else f"It wants a key: name the environment variable that holds one in {key}.api_key_env.",
        "payment required": "Top up the account; then start the same command again, and the run goes on.",
        "forbidden": f"See that the key may use this model, or choose another in {key}.model.",
    }
    other = f"Check base_url, model, sampling and extra_body in {key}."
    return ModelError(said + steps.get(fault.kind, other))


def _loss(endpoint: Endpoint, fault: ModelFault) -> AnswerLost:
    """The error for a request that must not arrive twice."""
    return AnswerLost(
        f"{_named(endpoint)} gave no answer ({fault.kind}): {fault.message}. It keeps the conversation itself and may have "
        "taken the message in, so it isn't sent again."
    )


def _surrender(
    endpoint: Endpoint, fault: ModelFault, faults: Counter[str], spent: float, clock: Clock
) -> ModelError:
    """The error after all patience."""
    kinds = ", ".join(f"{count} × {kind}" for kind, count in faults.items())
    attempts = faults.total()
    said = (
        f"{_named(endpoint)} gave no answer in {attempts} attempt{'s' if attempts > 1 else ''} "
        f"over {spent:.0f} s ({kinds}); the last: {fault.message}. "
    )
    if fault.retry_after is not None and fault.retry_after > endpoint.retry_for - spent:
        said += f"It wants to be left alone longer than models.{endpoint.name}.retry_for ({endpoint.retry_for:g} s) allows. "
    return ModelError(f"{said}The run can go on {_when(fault, clock)}: start the same command again then.")


def _named(endpoint: Endpoint) -> str:
    return f"model {endpoint.name!r} ({endpoint.model!r} at {urlsplit(endpoint.base_url).netloc.rpartition('@')[2]})"


def _when(fault: ModelFault, clock: Clock) -> str:
    if fault.retry_after is None:
        return "once this has passed"
    until = clock.real_now() + timedelta(seconds=fault.retry_after)
    return f"from {until:%Y-%m-%d %H:%M:%S %Z} on"
