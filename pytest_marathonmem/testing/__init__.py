"""For users' tests and ours: the conformance kit and scripted agents.

``check_adapter`` tries every rule of the agent interface on an adapter. With ``-p pytest_marathonmem.testing`` pytest
knows the scripted agents by name, as in ``--mmb-agent=oracle``: see `pytest_marathonmem.testing.agents`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_marathonmem.testing.conformance import check_adapter

__all__ = ["check_adapter"]


def __getattr__(name: str) -> Any:
    # Late, since pytest imports this module as a plugin and other tests have no use for the kit.
    if name != "check_adapter":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("pytest_marathonmem.testing.conformance").check_adapter
