"""When a text gives an answer away: one test for the lint and the guard.

What counts: a value of the same kind (price for price, mass for mass, a whole date), a bare number of three digits or more
that is no year, and a name in its whole words. Small bare numbers don't count.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.values import contains_name, content_words, matches, same_kind

if TYPE_CHECKING:
    from pytest_marathonmem.scenario.passage import Passage
    from pytest_marathonmem.values import Value


def gives_away(said: Passage, answer: Passage) -> bool:
    """Whether what is said, such as a question, contains an answer."""
    telling = [value for value in answer.numbers if not value.bare or _is_long(value)]
    if telling:
        return all(any(_says_the_same(number, value) for number in said.numbers) for value in telling)
    name = answer.rest if answer.numbers else answer.text
    if name.islower() and not all(map(said.has, answer.numbers)):
        return False  # Of "14 songs" the number is asked for, and the question may well speak of songs.
    return bool(content_words(name)) and contains_name(said.text, name)


def _says_the_same(number: Value, value: Value) -> bool:
    """Whether a number that is said gives a value away, and isn't like it by chance."""
    # "55 g a day" gives "55 g" away, and "$90" gives "$90 a night".
    number, value = replace(number, per=""), replace(value, per="")
    if value.kind == "date" and not any(parts.day and parts.month for parts in number.dates):
        return False
    return matches(number, value) and (same_kind(number, value) or (number.bare and _is_long(number)))


def _is_long(value: Value) -> bool:
    """Whether a bare number says something by itself: three digits or more, and no year."""
    amount = abs(value.amounts[0]) if value.amounts else 0
    return amount >= 100 and not (amount == int(amount) and 1900 <= amount <= 2100)
