"""Rules on NEG: what was cancelled is named as absent, and nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.lint.view import quoted
from pytest_marathonmem.scenario.model import RETIRED
from pytest_marathonmem.values import contains_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.lint.view import Examined, View
    from pytest_marathonmem.scenario.model import FactRef


def retired_items_are_absent(view: View) -> Iterator[Problem]:
    """NEG: each item retired from a sheet that the check touches is among the absent."""
    for examined in view.provable:
        sheets = {ref.sheet for ref in examined.chains} if examined.key.type == "NEG" else set()
        for ref, text in _retired(view, examined):
            if ref.sheet in sheets and not any(_stands(view, text, name) for name in examined.key.absent):
                absent = quoted(examined.key.absent)
                fault = f"covers sheet {ref.sheet!r}, where {str(ref)!r} ({text!r}) is retired by then"
                yield examined.problem(f"{fault}, but 'absent' has {absent}; add its name")


def absent_words_are_of_retired_items(view: View) -> Iterator[Problem]:
    """NEG: the absent words are of a retired item, and stand in no present text of the facts that count.

    One of them must stand in a retired text; the others may be its synonyms.
    """
    for examined in view.provable:
        for word in examined.key.absent:
            holders = [str(ref) for ref, text in examined.current.items() if _stands(view, text, word)]
            if holders:
                fault = f"names {word!r} as absent, which stands in the present text of {', '.join(holders)}"
                yield examined.problem(fault)
        retired = [text for _, text in _retired(view, examined)]
        absent = examined.key.absent
        if absent and not any(_stands(view, text, word) for text in retired for word in absent):
            yield examined.problem(
                f"names {quoted(absent)} as absent, but no fact that says so is retired by then"
            )


def _retired(view: View, examined: Examined) -> Iterator[tuple[FactRef, str]]:
    """The facts that were told and are retired by the asking, each with its last text."""
    for ref in examined.state.refs:
        chain = examined.state.chain(ref)
        is_retired = len(chain) > 1 and chain[-1].text == RETIRED
        if is_retired and (chain[-2].known_since or view.told_in_prose(ref, examined.state)):
            yield ref, chain[-2].text


def _stands(view: View, text: str, word: str) -> bool:
    values = view.passage(word).values
    return all(map(view.passage(text).has, values)) if values else contains_name(text, word)
