"""The conformance kit: every rule of the agent interface, tried on one adapter."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import ConformanceError
from pytest_marathonmem.testing.rules import RULES
from pytest_marathonmem.testing.trial import BrokenRuleError, NoModels, Trial

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.models.chat import ModelSource


async def check_adapter(
    make: Callable[[], AgentAdapter],
    *,
    models: Callable[[], ModelSource] = NoModels,
    timeout_seconds: float = 300.0,
) -> None:
    """Try every rule of the interface on an adapter; call it in an async test of your own.

    It holds some forty short exchanges in two dozen sessions and resets the agent by `destroy_session`.

    Args:
        make: A class, which gets the defaults of its settings, or a callable without arguments that gives a fresh
            adapter at each call, with its settings already taken in.
        models: Gives the models of a run, one for each adapter; needed if the adapter's settings name one.
        timeout_seconds: The longest that a call or a reply may take, in real time.

    Raises:
        ConformanceError: lists every rule that is broken, and what was seen.
    """
    __tracebackhide__ = True
    violations: list[str] = []
    for rule in RULES:
        with TemporaryDirectory() as folder:
            trial = Trial(make, models, Path(folder), timeout_seconds)
            with suppress(BrokenRuleError):
                await rule(trial)
            await trial.clear_away()
        violations += trial.violations
    if violations:
        raise ConformanceError(getattr(make, "__name__", repr(make)), dict.fromkeys(violations))
