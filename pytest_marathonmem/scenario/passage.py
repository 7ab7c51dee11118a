"""A text read once for its values, to be asked whether it says a value or a name."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.spoken_numbers import with_digits
from pytest_marathonmem.values import contains_name, content_words, matches, plain_text, read_values

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal

    from pytest_marathonmem.values import Value

_OF_SEVERAL = frozenset({"dimensions", "pair", "range"})


class Passage:
    """One text, written or said on one day.

    Args:
        text: The text, markup and all.
        language: Two letters.
        day: The day to which "yesterday" and "in three weeks" refer; None leaves them without a date.
    """

    def __init__(self, text: str, language: str, day: date | None = None) -> None:
        self.text = text
        self._language = language
        self._day = day

    @cached_property
    def numbers(self) -> tuple[Value, ...]:
        """Everything that is a number or a date, in order, number words and bare numbers too."""
        return read_values(self.text, self._language, today=self._day, bare_words=True)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Numbers with unit, money, dates, times, pairs (142/95) and dimensions; no bare numbers."""
        return tuple(value for value in self.numbers if not value.bare)

    @cached_property
    def rest(self) -> str:
        """The words beside the numbers: "Toyota RAV4" of "Toyota RAV4 (2019)"."""
        plain = plain_text(self.text)
        for value in reversed(self.numbers):
            start, end = value.span
            plain = f"{plain[:start]} {plain[end:]}"
        return " ".join(word for word in plain.split() if any(map(str.isalnum, word)))

    def has(self, value: Value) -> bool:
        """Whether a number of the text matches; a unit that one of the two lacks doesn't matter."""
        return any(matches(number, value) for number in self.numbers)

    def carries(self, value: Value) -> bool:
        """Whether the text says the number, be it in words or as a part: "142 over, 95 under" and "5.2 wide" count."""
        if self.has(value) or any(matches(number, value) for number in self._spoken):
            return True
        if value.kind in _OF_SEVERAL:
            return set(value.amounts) <= self._amounts
        return value.kind not in {"date", "time"} and value.amounts[0] in self._parts

    def says(self, wanted: str, *, loosely: bool = False) -> bool:
        """Whether the text says a value, a name or both, the words in any order and form.

        Args:
            wanted: The value or name.
            loosely: Whether numbers may be carried in another shape, as a message does.
        """
        other = Passage(wanted, self._language, self._day)
        if not other.numbers:
            return self.names(wanted)
        found = self.carries if loosely else self.has
        return all(map(found, other.numbers)) and content_words(other.rest) <= self._stems

    def names(self, name: str) -> bool:
        """Whether the text has a name, its words in any order and form."""
        stems = content_words(name)
        return contains_name(self.text, name) or (bool(stems) and stems <= self._stems)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return content_words(self.text)

    @cached_property
    def _spoken(self) -> tuple[Value, ...]:
        return read_values(with_digits(self.text), self._language, today=self._day)

    @cached_property
    def _parts(self) -> set[Decimal]:
        return {amount for number in self.numbers if number.kind in _OF_SEVERAL for amount in number.amounts}

    @cached_property
    def _amounts(self) -> set[Decimal]:
        dated = {"date", "time"}
        return {amount for number in self.numbers if number.kind not in dated for amount in number.amounts}
