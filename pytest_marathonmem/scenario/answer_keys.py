"""Reads a check's key from its text: JSON5, a strict model, and rules that hold between its fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic import ValidationError

from pytest_marathonmem.scenario.jsontext import JsonTextError, complaints, load_json5
from pytest_marathonmem.scenario.keys import Key
from pytest_marathonmem.scenario.languages import LANGUAGES
from pytest_marathonmem.scenario.sheets import FACT_ID
from pytest_marathonmem.scenario.tokens import members
from pytest_marathonmem.values import read_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.source import Source
    from pytest_marathonmem.values import Value

_ADDRESS = re.compile(rf"[^\s:]+:{FACT_ID}")


def read_key(text: str, line: int, source: Source, problems: list[Problem]) -> Key | None:
    """Read the key whose text begins on that line; None, with everything that is wrong reported, if it is refused."""
    try:
        key = Key.model_validate(load_json5(text))
    except JsonTextError as error:
        problems.append(source.problem(line + error.line - 1, f"the key can't be read: {error}"))
        return None
    except ValidationError as error:
        faults = [(path[0] if path else "", fault) for path, fault in complaints(error, Key)]
    else:
        faults = [*_wrong_addresses(key), *_contradictions(key), *_unreadable(key)]
    lines = {member.key: member.line for member in members(text)}
    problems += [source.problem(line + lines.get(name, 1) - 1, f"key: {fault}") for name, fault in faults]
    return None if faults else key


def _wrong_addresses(key: Key) -> Iterator[tuple[str, str]]:
    for name, addresses in (("facts", key.facts), ("sum", tuple(key.sum))):
        for address in addresses:
            if not _ADDRESS.fullmatch(address):
                yield (
                    name,
                    f"{address!r} in {name!r} is not a fact's address; write sheet:id, such as pets:1.2",
                )


def _contradictions(key: Key) -> Iterator[tuple[str, str]]:
    """The outermost field and a sentence for each combination that means nothing."""
    several = key.points or key.total is not None
    ways = [name for name, given in (("value", key.value is not None), ("any_of", key.any_of)) if given]
    ways += ["points or total"] * bool(several)
    if key.type == "VOID" and (ways or key.sum):
        yield "type", "a VOID check has no value, points or total: its right answer is a refusal"
    elif key.type != "VOID" and not ways:
        yield "type", f"{key.type}: the check needs a value, any_of, points or a total"
    elif len(ways) > 1:
        yield "type", f"only one of {', '.join(ways)} can count; leave the others out"
    if key.about is not None and key.total is None:
        yield "about", "'about' is the tolerance of a 'total', which is missing"
    yield from _misplaced(key)
    yield from _series(key)


def _unreadable(key: Key) -> Iterator[tuple[str, str]]:
    """Fields that grading reckons with, and that hold nothing to reckon with."""
    amounts = [("total", key.total), ("about", key.about), *(("sum", amount) for amount in key.sum.values())]
    for name, text in amounts:
        if text is not None and not _amount(text):
            yield name, f"{name!r} has {text!r:.80}, which is no amount; write one, such as '$7,670'"
    for point in key.points:
        if point.at is not None and not any(value.kind == "date" for value in _values(point.at)):
            yield "points", f"'at' has {point.at!r:.80}, which is no date; write one, such as '14 March'"


def _amount(text: str) -> bool:
    return any(value.amounts and value.kind != "date" and value.amounts[0] >= 0 for value in _values(text))


def _values(text: str) -> tuple[Value, ...]:
    """The values of a text in whichever language has any."""
    return tuple(value for language in LANGUAGES for value in read_values(text, language))


def _misplaced(key: Key) -> Iterator[tuple[str, str]]:
    """Fields that mean something to other types only, and a NEG without its point."""
    homes = {"sum": ("AGG", "NEG"), "total": ("AGG", "NEG"), "absent": ("NEG",), "topic": ("VOID",)}
    given = {"sum": key.sum, "total": key.total is not None, "absent": key.absent, "topic": key.topic}
    for name, types in homes.items():
        if given[name] and key.type not in types:
            yield name, f"{name!r} means something for {' and '.join(types)} only, not for {key.type}"
    if key.type == "NEG" and not key.absent:
        yield "type", "a NEG check needs 'absent': the names of the retired items"


def _series(key: Key) -> Iterator[tuple[str, str]]:
    dated = [point.at is not None for point in key.points]
    if key.type == "SERIES" and not (dated and all(dated)):
        yield "points", "a SERIES check needs points, each with 'at' and 'value'"
    elif key.type != "SERIES" and any(dated):
        yield "points", f"'at' means something for SERIES only, not for {key.type}"
