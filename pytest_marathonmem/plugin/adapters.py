"""Makes the agent of a run from what its fixture gave."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from pytest_marathonmem.agents.adapter import AgentAdapter
from pytest_marathonmem.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable

RULE = (
    "it must give an AgentAdapter, or a callable without required arguments that makes one, such as the class"
)


async def make_adapter(agent: str, given: object) -> AgentAdapter:
    """Return the adapter itself, or call what makes it.

    Args:
        agent: The agent's name, for the message of an error.
        given: The value of the fixture ``mmb_agent_NAME``.

    Raises:
        SettingsError: if no adapter can be had from it.
    """
    if isinstance(given, AgentAdapter):
        return given
    fixture = f"The fixture 'mmb_agent_{agent}'"
    if not callable(given):
        raise SettingsError(f"{fixture} gave {given!r:.200}: {RULE}")
    _expect_callable_bare(fixture, given)
    made = given()
    if inspect.isawaitable(made):
        made = await made
    if not isinstance(made, AgentAdapter):
        raise SettingsError(f"{fixture} gave {given!r:.200}, which made {made!r:.200}: {RULE}")
    return made


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
