"""What values take from their neighbours: "42 or 55 per m²", "50–55 g", "1 h 20 min", "50 g of food a day"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_marathonmem.values.units import Found, dimension, read_unit, to_base

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_marathonmem.values.value import Value

_SINGLE = frozenset({"number", "quantity", "money"})
_SLASH = re.compile(r"\s?/\s?")
_PER_WORD = re.compile(r"\s(?:per|an?|each|every|(?P<preposition>за|в|с|на))\s", re.IGNORECASE)
_NO_RATE = re.compile(r"\s(?:ago|later|earlier|before|after|long|from\snow(?!\son)|назад)\b", re.IGNORECASE)
_GAP_WORD = re.compile(
    r"\s(?!(?:for|in|within|after|about|than|and|or|but|from|to|was|is|на|через|и|или)\b)[^\W\d_]+(?:-[^\W\d_]+)?",
    re.IGNORECASE,
)
_LONGEST_GAP = 3
"""Words between an amount and its "per": "50 g of dry food a day"."""
_ADVERBS = {
    "each": "piece", "apiece": "piece", "daily": "day", "nightly": "night", "weekly": "week", "monthly": "month",
    "annually": "year", "yearly": "year", "ежедневно": "day", "ежемесячно": "month", "ежегодно": "year",
}  # fmt: skip
_ADVERB = re.compile(r"\s([^\W\d_]+)(?![^\W_])")
_PREPOSITIONS = {
    "в": frozenset({"day", "week", "month", "year", "h", "min", "night", "s"}),
    "на": frozenset({"person"}),
    "с": frozenset({"person", "m2"}),
}
_OF_TIME = frozenset({"time", "months", "night", "person"})

_CONNECTOR = re.compile(
    r"[\s,(]*(?:(?:\b(?:or|and|to|then|maybe|perhaps|possibly|later|now|not|but|instead|rather|of|than|from|up|down|went|was|is|it|"
    r"just|even|finally|initially|originally|previously|earlier|before|that|first|или|и|до|потом|затем|теперь|сейчас|не|а|было|раньше|сначала)\b"
    r"|→|->|=>|⇒|>|/|\bvs\.?)[\s,]*)+"
)
_LISTING = re.compile(r"\s?[,+]\s?")
_RANGE = re.compile(r"-|\s?[–—]\s?")
_AND = re.compile(r"\s?,?\s?(?:and\s|и\s)?")
_YEARS = range(1900, 2101)
_IN = re.compile(
    r"(?<![\w-])(?:in|через)\s(?:(?:about|around|exactly|roughly|another|the\snext)\s)?$", re.IGNORECASE
)
_VAGUE = re.compile(r"(?:-ish|\sor\s(?:so|thereabouts)|\s(?:или|примерно)\sтак)\b", re.IGNORECASE)
_AGO = re.compile(r"\s(?:ago|earlier|назад)\b", re.IGNORECASE)


def join_neighbours(values: Sequence[Value], text: str) -> tuple[Value, ...]:
    """Complete the values of a plain text, given in order, by what stands between them."""
    found: list[Value] = []
    for value in values:
        if not found or value.span[0] >= found[-1].span[1]:
            found.append(_with_relation(_with_per(value, text), text))
    found = _pairwise(found, text, _merged)
    for index in range(len(found) - 1, 0, -1):
        found[index - 1] = _sharing(found[index - 1], found[index], text)
    for index in range(1, len(found)):
        found[index] = _sharing(found[index], found[index - 1], text)
    return tuple(found)


def _pairwise(
    values: list[Value], text: str, merge: Callable[[Value, Value, str], Value | None]
) -> list[Value]:
    result: list[Value] = []
    for value in values:
        merged = merge(result[-1], value, text) if result else None
        if merged:
            result[-1] = merged
        else:
            result.append(value)
    return result


def _with_per(value: Value, text: str) -> Value:
    """Add what the amount is taken per: at once or, if it has a unit, a few words later."""
    if value.kind not in _SINGLE:
        return value
    slash = _SLASH.match(text, value.span[1])
    unit = read_unit(text, slash.end()) if slash else None
    if unit:
        return _extended(value, text, unit)
    end = value.span[1]
    for gap in range(1 if value.kind == "number" else _LONGEST_GAP + 1):
        unit = _rate(value, text, end, gap)
        if unit:
            return _extended(value, text, unit)
        word = _GAP_WORD.match(text, end)
        if not word:
            break
        end = word.end()
    return value


def _rate(value: Value, text: str, start: int, gap: int) -> Found | None:
    match = _PER_WORD.match(text, start)
    if not match:
        adverb = _ADVERB.match(text, start)
        name = _ADVERBS.get(adverb[1].casefold()) if adverb else None
        return Found(name, adverb.end()) if adverb and name and value.kind != "number" else None
    unit = read_unit(text, match.end())
    if not unit or _NO_RATE.match(text, unit.end):
        return None
    preposition = (match["preposition"] or "").casefold()
    if preposition and unit.name not in _PREPOSITIONS.get(preposition, {unit.name}):
        return None
    return unit if not gap or value.kind == "money" or dimension(unit.name) in _OF_TIME else None


def _extended(value: Value, text: str, per: Found) -> Value:
    span = (value.span[0], per.end)
    return replace(value, per=per.name, span=span, text=text[slice(*span)])


def _with_relation(value: Value, text: str) -> Value:
    if (
        value.kind != "quantity"
        or value.per
        or value.unit not in {"day", "week", "month", "year", "fortnight"}
    ):
        return value
    if _VAGUE.match(text, value.span[1]):
        return value
    if _AGO.match(text, value.span[1]):
        return replace(value, relation="ago")
    return (
        replace(value, relation="in")
        if _IN.search(text, max(0, value.span[0] - 16), value.span[0])
        else value
    )


def _merged(one: Value, other: Value, text: str) -> Value | None:
    between = text[one.span[1] : other.span[0]]
    span = (one.span[0], other.span[1])
    if one.kind in _SINGLE and other.kind in _SINGLE and _RANGE.fullmatch(between):
        return _range(one, other, text, span, between)
    if _AND.fullmatch(between) and one.kind == other.kind == "quantity" and _follows(one, other):
        base = to_base(one.amounts[0], one.unit) + to_base(other.amounts[0], other.unit)
        unit = "s" if dimension(one.unit) == "time" else other.unit
        amount = base if unit == "s" else base / to_base(one.amounts[0] / one.amounts[0], other.unit)
        return replace(one, amounts=(amount,), unit=unit, span=span, text=text[slice(*span)], others=())
    return None


def _follows(one: Value, other: Value) -> bool:
    """Whether they are one length of time: "1 h 20 min"; not "3 days and 2 weeks", nor "1 day 7 hours a day"."""
    if (
        dimension(one.unit) != "time"
        or dimension(other.unit) != "time"
        or one.per
        or other.per
        or not one.amounts[0]
    ):
        return False
    return (
        one.unit != "week"
        and to_base(one.amounts[0], one.unit) > to_base(other.amounts[0], other.unit)
        and one.unit != other.unit
    )


def _range(one: Value, other: Value, text: str, span: tuple[int, int], between: str) -> Value | None:
    unit = other.unit or one.unit
    if one.dates and other.dates:
        return None
    if one.amounts[0] >= other.amounts[0] or (one.unit and one.unit != unit) or one.per:
        return None
    if between != "-" and " " in between and one.kind != other.kind:
        return None
    kept = other if other.kind != "number" else one
    return replace(
        kept, kind="range", amounts=(one.amounts[0], other.amounts[0]), unit=unit, others=(), listed=(), span=span,
        text=text[slice(*span)],
    )  # fmt: skip


def _sharing(value: Value, typed: Value, text: str) -> Value:
    """Give a bare number the unit, and a price the "per", of a neighbour to which only connecting words join it."""
    start, end = min(value.span[1], typed.span[1]), max(value.span[0], typed.span[0])
    between = text[start:end]
    if value.kind not in _SINGLE or typed.kind not in _SINGLE or typed.bare:
        return value
    joined = bool(_CONNECTOR.fullmatch(between)) or _listed(value, typed, between)
    if value.bare and joined and not _is_year(value):
        return replace(value, kind=typed.kind, unit=typed.unit, per=typed.per, listed=())
    same = value.kind == typed.kind != "number" and value.unit == typed.unit
    return replace(value, per=typed.per) if same and joined and not value.per else value


def _listed(value: Value, typed: Value, between: str) -> bool:
    """Whether a comma or plus joins them: the unit stands at the list's end, or its sign at the list's beginning."""
    unit_is_first = not typed.text[:1].isdigit()
    return (
        bool(_LISTING.fullmatch(between))
        and (value.span > typed.span) == unit_is_first
        and ("+" in between or not unit_is_first)
    )


def _is_year(value: Value) -> bool:
    return value.amounts[0] in _YEARS and value.text.isdigit()
