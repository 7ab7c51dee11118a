"""Which facts exist while the scripts are read in order: those of the sheets and those added so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import RETIRED, FactRef

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_marathonmem.scenario.model import Change, Sheet
    from pytest_marathonmem.scenario.script import TellIds


class ExistingFacts:
    """Existence only; the texts are the ledger's."""

    def __init__(self, sheets: Mapping[str, Sheet]) -> None:
        # Per sheet and category, ids in order; whether each is live rather than retired.
        self._facts: dict[str, dict[str, dict[str, bool]]] = {
            name: {
                category.id: {fact.ref.id: fact.text != RETIRED for fact in category.facts}
                for category in sheet.categories
            }
            for name, sheet in sheets.items()
        }

    def told(self, tell: TellIds) -> tuple[FactRef, ...]:
        """The facts that a ``tell`` names, each once. Ranges and categories leave retired facts out.

        Raises:
            ValueError: for what doesn't exist or is retired, a range that isn't one, or nothing to tell.
        """
        self._categories(tell.sheet)
        ids = dict.fromkeys(fact_id for item in tell.ids for fact_id in self._expanded(tell.sheet, item))
        return tuple(FactRef(tell.sheet, fact_id) for fact_id in ids)

    def change(self, change: Change) -> None:
        """Take note of a change.

        Raises:
            ValueError: if it can't be made.
        """
        sheet, fact_id = change.fact
        if change.kind == "add":
            self._add(sheet, fact_id)
            return
        self._require_live(sheet, fact_id)
        if change.kind == "retire":
            self._category(sheet, fact_id)[fact_id] = False

    def check_requirement(self, name: str) -> None:
        """See that a sheet, or a category written ``sheet:1``, exists.

        Raises:
            ValueError: if it doesn't.
        """
        sheet, colon, category = name.partition(":")
        if colon:
            self._category(sheet, category)
        else:
            self._categories(sheet)

    def _categories(self, sheet: str) -> dict[str, dict[str, bool]]:
        if sheet not in self._facts:
            known = ", ".join(sorted(self._facts)) or "none"
            raise ValueError(f"there is no sheet {sheet!r}; known sheets: {known}")
        return self._facts[sheet]

    def _category(self, sheet: str, address: str) -> dict[str, bool]:
        """The facts of the category that an id of a fact, or of itself, names."""
        number = address.partition(".")[0]
        categories = self._categories(sheet)
        if number not in categories:
            known = ", ".join(categories) or "none"
            raise ValueError(
                f"sheet {sheet!r} has no category {number!r}; it has: {known}. Add a '## {number}. Name' to it"
            )
        return categories[number]

    def _add(self, sheet: str, fact_id: str) -> None:
        category = self._category(sheet, fact_id)
        if fact_id in category:
            raise ValueError(
                f"id {fact_id!r} of sheet {sheet!r} is used already; add with an id never used before"
            )
        category[fact_id] = True

    def _require_live(self, sheet: str, fact_id: str) -> None:
        category = self._category(sheet, fact_id)
        if fact_id not in category:
            known = ", ".join(category) or "none"
            raise ValueError(
                f"sheet {sheet!r} has no fact {fact_id!r} here; known in its category: {known[:200]}"
            )
        if not category[fact_id]:
            raise ValueError(f"fact {f'{sheet}:{fact_id}'!r} is retired here; add a new one instead")

    def _expanded(self, sheet: str, item: str) -> Iterator[str]:
        first, dash, last = item.partition("-")
        if "." not in first:
            live = [fact_id for fact_id, is_live in self._category(sheet, item).items() if is_live]
            if not live:
                raise ValueError(f"category {item!r} of sheet {sheet!r} has nothing to tell here")
            yield from live
            return
        self._require_live(sheet, first)
        if not dash:
            yield first
            return
        self._require_live(sheet, last)
        low, high = _number(first), _number(last)
        if first.partition(".")[0] != last.partition(".")[0] or low > high:
            raise ValueError(f"{item!r} is no range; it goes up within one category, such as 1.1-1.6")
        for fact_id, is_live in self._category(sheet, first).items():
            if is_live and low <= _number(fact_id) <= high:
                yield fact_id


def _number(fact_id: str) -> int:
    return int(fact_id.partition(".")[2])
