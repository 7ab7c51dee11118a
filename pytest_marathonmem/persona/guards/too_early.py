"""What changes later isn't known before, and what is still to be told isn't changed before it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.values import matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pytest_marathonmem.scenario.model import Change, FactRef
    from pytest_marathonmem.scenario.passage import Passage
    from pytest_marathonmem.values import Value


def says_ahead(
    message: Passage,
    unmade: Iterable[Change],
    read: Callable[[str], Passage],
    is_known: Callable[[Value], bool],
) -> str | None:
    """Find a value that only a change brings which isn't made yet.

    Args:
        message: What is to be said.
        unmade: The changes of the checklist that are still to be made.
        read: Reads a text of the benchmark.
        is_known: Whether a live sheet has a value.
    """
    for change in unmade:
        if change.kind not in {"add", "edit"}:
            continue
        for value in read(change.text).values:
            if _says(message, value) and not is_known(value):
                tool = "facts_add" if change.kind == "add" else "facts_edit"
                return (
                    f"{change.fact} is still as it was, and {value.text} not known yet; when its turn comes, first call "
                    f"{tool}, then tell it"
                )
    return None


def edits_ahead(ref: FactRef, untold: Iterable[FactRef]) -> str | None:
    """Say so of a fact that is to be told as it is before it changes."""
    if ref not in untold:
        return None
    return f"{ref} is still to be told as it is; tell it and call facts_mark_told, then change it"


def _says(message: Passage, value: Value) -> bool:
    """Whether a message has a value, not only a number or a month that is like it by chance."""
    said = [number for number in message.values if number.kind == value.kind]
    if value.kind == "date":
        said = [number for number in said if any(parts.day and parts.month for parts in number.dates)]
    return any(matches(number, value) for number in said)
