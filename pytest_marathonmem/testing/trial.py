"""One rule's trial of an adapter: sessions driven as the engine drives them, a time limit on every call."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC
from typing import TYPE_CHECKING, Any, NoReturn

from pytest_marathonmem.agents.adapter import AgentAdapter, AgentStatus, Reply
from pytest_marathonmem.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from pytest_marathonmem.models.chat import ModelSource

_POLL_SECONDS = 0.02

_SEEN_AT_MOST = 300


class BrokenRuleError(Exception):
    """Ends a trial that can't go on: what it found stands in its violations."""


class Session:
    """A chat with one adapter."""

    def __init__(self, trial: Trial, adapter: AgentAdapter) -> None:
        self.adapter = adapter
        self.seq = 0
        """The cursor: the newest ``seq`` so far."""
        self._trial = trial

    async def exchange(self, text: str) -> list[Reply]:
        """Send a message and return what comes until the agent isn't thinking, at least one reply."""
        await self._trial.call("send_message", self.adapter.send_message(text))
        try:
            async with asyncio.timeout(self._trial.timeout_seconds):
                return await self._received()
        except TimeoutError:
            self._trial.stop("a message is answered", f"no reply within {self._trial.timeout_seconds} s")

    async def get(self, after_seq: int) -> list[Reply]:
        """Call get_responses once."""
        replies = await self._trial.call("get_responses", self.adapter.get_responses(after_seq))
        if not isinstance(replies, Sequence) or not all(isinstance(one, Reply) for one in replies):
            self._trial.stop("get_responses returns a sequence of Reply", replies)
        for reply in replies:
            if type(reply.seq) is not int or reply.seq < 1:
                self._trial.stop("a reply's seq is an int from 1", reply)
            if not isinstance(reply.text, str):
                self._trial.stop("a reply's text is a str", reply)
        return list(replies)

    async def _received(self) -> list[Reply]:
        replies: list[Reply] = []
        thinking: bool | None = True
        while thinking or not replies:
            replies += await self.get(self.seq)
            self.seq = max([self.seq, *(reply.seq for reply in replies)])
            status = await self._trial.call("get_status", self.adapter.get_status())
            thinking = isinstance(status, AgentStatus) and status.thinking is True
            if thinking or not replies:
                await self._trial.clock.sleep(_POLL_SECONDS)
        return replies


class Trial:
    """Opens sessions and collects what they do against the rules.

    Args:
        make: Gives a fresh adapter.
        models: Gives it the models of a run.
        folder: An empty folder of the trial's own.
        timeout_seconds: The longest that a call or a reply may take.
    """

    def __init__(
        self,
        make: Callable[[], AgentAdapter],
        models: Callable[[], ModelSource],
        folder: Path,
        timeout_seconds: float,
    ) -> None:
        self.folder = folder
        self.timeout_seconds = timeout_seconds
        self.violations: list[str] = []
        self.about = ""
        """What the trial is at; stands before the rules that are broken meanwhile."""
        self.clock = Clock(UTC)
        self._make = make
        self._models = models
        self._made: list[AgentAdapter] = []

    def expect(self, rule: str, *, holds: bool, seen: object) -> None:
        """Note a violation if the rule, a sentence in the present tense, doesn't hold."""
        if not holds:
            shown = repr(seen)
            cut = shown if len(shown) <= _SEEN_AT_MOST else f"{shown[:_SEEN_AT_MOST]}…"
            self.violations.append(f"{self.about}{rule}; seen: {cut}")

    def stop(self, rule: str, seen: object) -> NoReturn:
        """Note a violation after which the trial can't go on.

        Raises:
            BrokenRuleError: always.
        """
        self.expect(rule, holds=False, seen=seen)
        raise BrokenRuleError(rule)

    def make(self) -> AgentAdapter:
        """Return a fresh adapter."""
        adapter = self._make()
        if not isinstance(adapter, AgentAdapter):
            self.stop("the callable given to check_adapter returns an AgentAdapter", adapter)
        self._made.append(adapter)
        if isinstance(self._make, type) and has_settings(adapter):
            self._configure(adapter)
        try:
            adapter.use_models(self._models())
        except Exception as error:  # noqa: BLE001 - whatever an adapter raises is the finding
            self.stop("use_models doesn't raise", error)
        return adapter

    def _configure(self, adapter: AgentAdapter) -> None:
        """Give an adapter the defaults of its settings, as in a run that sets none."""
        try:
            settings = adapter.Settings() if adapter.Settings else None
        except Exception as error:  # noqa: BLE001 - pydantic's, or whatever a validator raises
            rule = "Settings has a default for each, or check_adapter is given a callable that configures the adapter"
            self.stop(rule, error)
        try:
            adapter.configure(settings)
        except Exception as error:  # noqa: BLE001 - whatever an adapter raises is the finding
            self.stop("configure doesn't raise", error)

    async def open(
        self, workdir: str = "agent", *, resumed: bool = False, adapter: AgentAdapter | None = None
    ) -> Session:
        """Begin a session with a fresh adapter, or with the one given."""
        folder = self.folder / workdir
        folder.mkdir(parents=True, exist_ok=True)
        adapter = adapter or self.make()
        await self.call("create_session", adapter.create_session("conformance", folder, resumed=resumed))
        return Session(self, adapter)

    async def call(self, method: str, awaitable: Awaitable[Any]) -> Any:
        """Await a call of the adapter; an exception or a time-out of it is a violation that ends the trial."""
        try:
            async with asyncio.timeout(self.timeout_seconds):
                return await awaitable
        except TimeoutError:
            self.stop(f"{method} returns in time", f"nothing within {self.timeout_seconds} s")
        except Exception as error:  # noqa: BLE001 - whatever an adapter raises is the finding
            self.stop(f"{method} doesn't raise", error)

    async def clear_away(self) -> None:
        """Close every adapter of the trial."""
        for adapter in self._made:
            with suppress(Exception):
                async with asyncio.timeout(self.timeout_seconds):
                    await adapter.close()


def has_settings(adapter: AgentAdapter) -> bool:
    """Whether the adapter declares settings, as a pydantic model."""
    settings: object = adapter.Settings
    return isinstance(settings, type) and hasattr(settings, "model_validate")
