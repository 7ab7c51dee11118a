from __future__ import annotations

import asyncio

import pytest

from pytest_marathonmem.errors import AgentError
from pytest_marathonmem.runs.foreign import describe_failure, from_agent


class Wordless(Exception):  # noqa: N818 - as foreign code names it
    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("gone"), "RuntimeError: gone"),
        (SystemExit(3), "SystemExit: 3"),
        (pytest.skip.Exception("no server"), "Skipped: no server"),
        (asyncio.CancelledError(), "CancelledError"),
        (BaseExceptionGroup("all", [KeyboardInterrupt()]), "BaseExceptionGroup: all (1 sub-exception)"),
        (Wordless(), "Wordless: its message can't be made"),
    ],
)
def test_whatever_an_adapter_raises_is_its_failure(error: BaseException, words: str) -> None:
    async def breaks() -> None:
        raise error

    with pytest.raises(AgentError) as failure:
        asyncio.run(from_agent(breaks, 5))

    assert words == str(failure.value)


def test_a_method_that_is_no_coroutine_function_is_the_adapters_failure() -> None:
    def breaks() -> asyncio.Future[None]:
        raise RuntimeError("at once")

    with pytest.raises(AgentError, match=r"^RuntimeError: at once$"):
        asyncio.run(from_agent(breaks, 5))


def test_what_takes_too_long_is_the_adapters_failure() -> None:
    with pytest.raises(AgentError, match=r"^no reply within 0\.01 seconds$"):
        asyncio.run(from_agent(lambda: asyncio.sleep(3600), 0.01))


def test_an_adapter_that_swallows_a_cancellation_does_not_keep_the_run_alive() -> None:
    async def swallows() -> str:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            return "still here"
        return ""

    async def cancelled() -> None:
        task = asyncio.create_task(from_agent(swallows, 5))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_a_cancellation_that_came_before_the_call_is_no_failure_of_the_adapter() -> None:
    async def cancelled() -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        await from_agent(lambda: asyncio.sleep(0), 5)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_an_adapter_may_still_be_closed_after_a_cancellation() -> None:
    async def cancelled() -> str:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            return await from_agent(lambda: asyncio.sleep(0, "closed"), 5, cancelled=1)
        return "not cancelled"

    assert asyncio.run(cancelled()) == "closed"


def test_the_description_of_a_failure_is_short() -> None:
    assert len(describe_failure(ValueError("x" * 10_000))) == 500
