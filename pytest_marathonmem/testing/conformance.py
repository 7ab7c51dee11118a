"""The conformance kit: every rule of the agent interface, tried on one adapter."""

from __future__ import annotations

from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import ConformanceError
from pytest_marathonmem.testing.double import Double
from pytest_marathonmem.testing.models import DoubleModels
from pytest_marathonmem.testing.rules import RULES
from pytest_marathonmem.testing.trial import BrokenRuleError, Trial

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.agents.adapter import AgentAdapter
    from pytest_marathonmem.models.chat import ModelSource


async def check_adapter(
    make: Callable[[], AgentAdapter],
    *,
    models: Callable[[], ModelSource] | None = None,
    timeout_seconds: float = 300.0,
) -> None:
    """Try every rule of the interface on an adapter; call it in an async test of your own.

    It holds some forty short exchanges in two dozen sessions and resets the agent by `destroy_session`.

    Args:
        make: A class, which gets the defaults of its settings, or a callable without arguments that gives a fresh
            adapter at each call, with its settings already taken in.
        models: Gives the models of a run, called once for each adapter; by default the double plays all that the adapter's
            settings name.
        timeout_seconds: The longest that a call or a reply may take, in real time.

    Raises:
        ConformanceError: lists every rule that is broken, and what was seen.
    """
    __tracebackhide__ = True
    violations: list[str] = []
    with closing(Double()) as double:
        for rule in RULES:
            with TemporaryDirectory() as folder:
                trial = Trial(make, models or partial(DoubleModels, double), Path(folder), timeout_seconds)
                with suppress(BrokenRuleError):
                    await rule(trial)
                await trial.clear_away()
            violations += trial.violations
    if violations:
        raise ConformanceError(getattr(make, "__name__", repr(make)), dict.fromkeys(violations))
