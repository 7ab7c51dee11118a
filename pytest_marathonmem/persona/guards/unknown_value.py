"""The persona makes no figures up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.scenario.passage import Passage
    from pytest_marathonmem.values import Value

_MEASURED = frozenset({"money", "quantity", "percent"})


def makes_a_figure_up(message: Passage, is_known: Callable[[Value], bool]) -> str | None:
    """Find money, or a number with a unit, that stands nowhere.

    Args:
        message: What is to be said.
        is_known: Whether a live sheet, or what was given of the phase, has a value.
    """
    made_up = [value.text for value in message.values if value.kind in _MEASURED and not is_known(value)]
    if not made_up:
        return None
    return f"no sheet and nothing in this phase has {', '.join(made_up)}; say what you know, or leave it out"
