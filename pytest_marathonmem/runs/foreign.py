"""The border to an adapter: whatever it raises is its failure, and none of its calls lasts for ever.

Only what a model of ``mmb.jsonc`` raises goes through, which the adapter calls by our own client: that ends the run, to be
gone on with, and no message is lost by it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from pytest_marathonmem.errors import AgentError, BudgetSpent, ModelError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_T = TypeVar("_T")


async def from_agent(call: Callable[[], Awaitable[_T]], seconds: float, cancelled: int = 0) -> _T:
    """Await what an adapter does.

    Args:
        call: Calls one of its methods.
        seconds: Of real time, that it has.
        cancelled: How many cancellations of the run have been taken in already; a further one ends the call.

    Raises:
        AgentError: for whatever it raises, the outcomes of test runners and ``SystemExit`` too, and if it takes longer.
        ModelError, BudgetSpent: as they come.
        CancelledError: if the run is cancelled meanwhile, also where the adapter doesn't let it through.
    """
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            result = await call()
    except (KeyboardInterrupt, GeneratorExit, ModelError, BudgetSpent):
        raise
    except BaseException as error:
        if cancellations() > cancelled:
            raise asyncio.CancelledError from error
        late = f"no reply within {seconds:g} seconds"
        raise AgentError(late if limit.expired() else describe_failure(error)) from error
    if cancellations() > cancelled:
        raise asyncio.CancelledError
    return result


def describe_failure(error: BaseException) -> str:
    """The kind and the words of a foreign exception, short enough for a log."""
    try:
        words = str(error)
    except Exception:  # noqa: BLE001 - foreign code makes the words, and may break at that too
        words = "its message can't be made"
    return (f"{type(error).__name__}: {words}" if words else type(error).__name__)[:500]


def cancellations() -> int:
    """How often the running task was cancelled, be it that it has heard of it or not."""
    task = asyncio.current_task()
    return task.cancelling() if task else 0
