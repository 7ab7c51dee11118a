"""The type of a check that has no key, as far as its written answer shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.values import content_words, read_reply, read_values

if TYPE_CHECKING:
    from pytest_marathonmem.scenario.keys import CheckType


def infer_type(answer: str, language: str = "en") -> CheckType | None:
    """Return the type of a check with this answer: VOID for a refusal, SERIES for values each with a date, else RECALL.

    None if there is nothing to look for. That an answer is a sum or a value of former times can't be seen in it.
    """
    if read_reply(answer, language) == "refusal":
        return "VOID"
    values = read_values(answer, language)
    dates = [value for value in values if value.kind == "date"]
    if len(dates) >= 2 and len(values) - len(dates) == len(dates):
        return "SERIES"
    return "RECALL" if values or content_words(answer) else None
