"""The persona's sheets as they are now; the files of the benchmark stay as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_marathonmem.scenario.model import RETIRED, FactRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.scenario.model import Benchmark


class LiveSheets:
    """Texts of all facts, and which of them have been told."""

    def __init__(self, benchmark: Benchmark) -> None:
        self._sheets = benchmark.sheets
        self._texts = {
            name: {fact.ref.id: fact.text for fact in sheet.facts} for name, sheet in benchmark.sheets.items()
        }
        self.told: set[FactRef] = set()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._texts)

    @property
    def texts(self) -> Iterator[str]:
        """The texts of all facts."""
        return (text for of_sheet in self._texts.values() for text in of_sheet.values())

    def text(self, ref: FactRef) -> str | None:
        """The fact's text, or None if there is no such fact."""
        return self._texts.get(ref.sheet, {}).get(ref.id)

    def categories(self, sheet: str) -> tuple[str, ...]:
        """The numbers of a sheet's categories, those too that a script has begun."""
        from_file = (category.id for category in self._sheets[sheet].categories)
        return tuple(dict.fromkeys([*from_file, *map(category_of, self._texts[sheet])]))

    def put(self, ref: FactRef, text: str) -> None:
        """Write a fact's text, new or not."""
        self._texts[ref.sheet][ref.id] = text

    def as_json(self) -> dict[str, dict[str, dict[str, Any]]]:
        """All facts by sheet and id: their text, and whether they are told."""
        return {
            sheet: {
                fact_id: {"text": text, "told": FactRef(sheet, fact_id) in self.told}
                for fact_id, text in texts.items()
            }
            for sheet, texts in self._texts.items()
        }

    def living(self, area: str) -> list[FactRef]:
        """The facts of a sheet (``family``) or category (``family:1``) that aren't deleted."""
        sheet, _, category = area.partition(":")
        return [
            FactRef(sheet, fact_id)
            for fact_id, text in self._texts.get(sheet, {}).items()
            if text != RETIRED and category in ("", category_of(fact_id))
        ]

    def untold(self, area: str) -> list[FactRef]:
        """The facts of a sheet or category that are still to be told."""
        return [ref for ref in self.living(area) if ref not in self.told]

    def next_id(self, sheet: str, category: str) -> str:
        """An id that the category has never used."""
        used = [
            int(fact_id.rpartition(".")[2])
            for fact_id in self._texts[sheet]
            if category_of(fact_id) == category
        ]
        return f"{category}.{max(used, default=0) + 1}"

    def read(self, sheet: str) -> str:
        """A sheet as its file has it, with the texts of now; told facts are marked."""
        titles = {category.id: category.title for category in self._sheets[sheet].categories}
        lines = [f"# {self._sheets[sheet].title}"]
        for category, title in titles.items():
            lines += ["", f"## {category}. {title}"]
            lines += [
                f"{fact_id} {text}{' (told)' if FactRef(sheet, fact_id) in self.told else ''}"
                for fact_id, text in self._texts[sheet].items()
                if category_of(fact_id) == category
            ]
        return "\n".join(lines)


def category_of(fact_id: str) -> str:
    """The number of the category that a fact's id stands in: ``1`` of ``1.10``."""
    return fact_id.partition(".")[0]
