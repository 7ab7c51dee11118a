"""What an answer must hold: a key's values and names, read."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_marathonmem.values import matches, plain_text, read_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.values import Value

_NAME_WORD = re.compile(r"\b(?:[A-ZА-ЯЁ][\w-]*|[^\W\d_]+-?[0-9]\w*|[0-9]+[^\W\d_]\w*)")


@dataclass(frozen=True, slots=True)
class Alternative:
    """One right way to say a point: values that must all be there, or a name."""

    text: str
    values: tuple[Value, ...]
    """Empty for a name."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One point."""

    label: str
    alternatives: tuple[Alternative, ...]
    """Never empty."""
    at: Value | None = None
    """The date to which it belongs, of a series."""

    @property
    def expected(self) -> str:
        """The point as reports show it."""
        return self.alternatives[0].text

    @property
    def is_name(self) -> bool:
        return not self.alternatives[0].values

    @property
    def values(self) -> tuple[Value, ...]:
        """The values of all alternatives."""
        return tuple(value for alternative in self.alternatives for value in alternative.values)

    def says(self, value: Value) -> bool:
        """Whether a value is part of what is wanted."""
        return any(matches(value, wanted) for wanted in self.values)


def read_wanted(
    accepted: Iterable[str], expectation: Expectation, *, label: str = "", at: str = ""
) -> Wanted:
    """Read what a point accepts."""
    alternatives = tuple(read_alternative(text, expectation) for text in accepted)
    dates = [value for value in read_values(at, expectation.language, today=expectation.today) if value.dates]
    return Wanted(label, alternatives, dates[0] if dates else None)


def read_alternative(text: str, expectation: Expectation) -> Alternative:
    """Read a value, or keep a name. A bare number with a name's word beside it ("Ryzen 7") belongs to the name.

    A price takes its "a year" from the fact's text, so that "$430 a month" is not it.
    """
    language = expectation.language
    values = read_values(text, language, today=expectation.today)
    if all(value.bare for value in values) and _NAME_WORD.search(plain_text(text)):
        return Alternative(text, ())
    if not values:
        return Alternative(text, _in_words(text, language))
    told = [value for fact in expectation.current for value in read_values(fact, language)]
    return Alternative(text, tuple(_completed(value, told) for value in values))


def _completed(value: Value, told: Sequence[Value]) -> Value:
    if value.kind not in {"money", "quantity"} or value.per:
        return value
    rates = [fact.per for fact in told if fact.per and matches(fact, value)]
    return replace(value, per=rates[0]) if rates else value


def _in_words(text: str, language: str) -> tuple[Value, ...]:
    """Read "two" and "a week", which are values where nothing else is said."""
    lead = "for "
    found = read_values(lead + text, language, bare_words=True)
    return tuple(
        replace(value, span=(value.span[0] - len(lead), value.span[1] - len(lead))) for value in found
    )
