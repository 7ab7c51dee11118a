"""Makes the agent of a run from what its fixture gave."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from pytest_marathonmem.agents.adapter import AgentAdapter
from pytest_marathonmem.errors import AgentError, SettingsError
from pytest_marathonmem.plugin.agent_settings import settings_of
from pytest_marathonmem.runs.foreign import from_agent

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.runs.plan import RunPlan

RULE = (
    "it must give an AgentAdapter, or a callable without required arguments that makes one, such as the class"
)


async def make_adapter(plan: RunPlan, given: object) -> AgentAdapter:
    """Return the adapter itself, or call what makes it; it has the run's settings.

    Args:
        plan: The run.
        given: The value of the fixture ``mmb_agent_NAME``.

    Raises:
        SettingsError: if no adapter can be had from it, or none with such settings.
        AgentError: if making or configuring it fails.
    """
    agent, seconds = plan.agent, plan.reply_timeout
    adapter = given if isinstance(given, AgentAdapter) else await _make(agent, given, seconds)
    await _configure(adapter, plan)
    clears: object = adapter.supports_new_conversation
    if not isinstance(clears, bool):
        raise SettingsError(
            f"The agent {agent!r} has supports_new_conversation {clears!r:.200}: write True or False, not a method"
        )
    return adapter


async def _configure(adapter: AgentAdapter, plan: RunPlan) -> None:
    settings = settings_of(plan, adapter.Settings)
    if settings is None:
        return

    async def configure() -> None:
        adapter.configure(settings)

    try:
        await from_agent(configure, plan.reply_timeout)
    except AgentError as error:
        raise AgentError(f"The agent {plan.agent!r} doesn't take its settings: {error}") from error


async def _make(agent: str, given: object, seconds: float) -> AgentAdapter:
    fixture = f"The fixture 'mmb_agent_{agent}'"
    if not callable(given):
        raise SettingsError(f"{fixture} gave {given!r:.200}: {RULE}")
    _expect_callable_bare(fixture, given)
    try:
        made = await from_agent(lambda: _made(given), seconds)
    except AgentError as error:
        raise AgentError(f"The agent {agent!r} could not be made: {error}") from error
    if not isinstance(made, AgentAdapter):
        raise SettingsError(f"{fixture} gave {given!r:.200}, which made {made!r:.200}: {RULE}")
    return made


async def _made(given: Callable[[], object]) -> object:
    made = given()
    return await made if inspect.isawaitable(made) else made


def _expect_callable_bare(fixture: str, given: Callable[..., object]) -> None:
    missing = sorted(getattr(given, "__abstractmethods__", ()))
    if missing:
        raise SettingsError(f"{fixture} gave {given!r:.200}, which lacks {', '.join(missing)}: define them")
    try:
        inspect.signature(given).bind()
    except TypeError as error:
        raise SettingsError(
            f"{fixture} gave {given!r:.200}, which can't be called bare ({error}): {RULE}"
        ) from None
    except ValueError:
        return  # some builtins have no signature to look at
