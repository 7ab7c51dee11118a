"""Rules on aggregates: components stand in their facts, and add up to the total."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import RETIRED, FactRef
from pytest_marathonmem.values import same_kind
from pytest_marathonmem.values.units import dimension, to_base

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.lint.view import Examined, View
    from pytest_marathonmem.values import Value


def aggregates_have_parts(view: View) -> Iterator[Problem]:
    """AGG has a total or points."""
    for examined in view.examined:
        if examined.key.type == "AGG" and not (examined.key.total or examined.key.points):
            message = "is an AGG without 'total' and 'points'; give the sum and its total, or the components as points"
            yield examined.problem(message)


def totals_are_provable(view: View) -> Iterator[Problem]:
    """A total has components, or stands in a fact."""
    for examined in view.provable:
        total = examined.key.total
        if total is None or examined.key.sum:
            continue
        if not any(view.says(text, total) for text in examined.current.values()):
            yield examined.problem(
                f"has the total {total!r}, which nothing proves; give its components as 'sum'"
            )


def totals_agree_with_facts(view: View) -> Iterator[Problem]:
    """A fact beside a sum's components that says one amount of the total's kind says the total."""
    for examined in view.provable:
        for ref, text in examined.current.items() if examined.key.sum else ():
            said = _rival_of_total(view, examined, text) if str(ref) not in examined.key.sum else None
            if said is not None:
                fault = f"has the total {examined.key.total!r}, but {str(ref)!r} says {said!r} at the asking"
                yield examined.problem(f"{fault}; bring it up to date with a 'derive'")


def _rival_of_total(view: View, examined: Examined, text: str) -> str | None:
    """The one amount of the total's kind in a text, if it is another than the total."""
    total = examined.key.total or ""
    wanted = view.passage(total).values
    said = [value.text for value in view.passage(text).values if wanted and same_kind(value, wanted[0])]
    if len(said) != 1:
        return None
    try:
        unit = _number(view, total).unit
        difference = abs(_amount(view, said[0], unit) - _amount(view, total, unit))
        return said[0] if difference > _tolerance(view, examined) else None
    except ValueError:
        return None  # ``sums_add_up`` says what can't be read.


def components_stand(view: View) -> Iterator[Problem]:
    """Each component of a sum stands in the present text of its fact."""
    for examined in view.provable:
        for address, amount in examined.key.sum.items():
            text = examined.current.get(FactRef.parse(address))
            if text == RETIRED:
                yield examined.problem(
                    f"sums {amount!r} of {address!r}, which is retired by then; leave it out"
                )
            elif text is not None and not view.says(text, amount):
                yield examined.problem(f"sums {amount!r} of {address!r}, which says {text!r} at the asking")


def sums_add_up(view: View) -> Iterator[Problem]:
    """The components add up to the total, within ``about``."""
    for examined in view.examined:
        if examined.key.total is not None:
            try:
                yield from _difference(view, examined, examined.key.total)
            except ValueError as error:
                yield examined.problem(f"can't be summed: {error}")


def _difference(view: View, examined: Examined, total: str) -> Iterator[Problem]:
    unit = _number(view, total).unit
    tolerance = _tolerance(view, examined)
    parts = examined.key.sum.values()
    added = sum((_amount(view, part, unit) for part in parts), Decimal(0))
    if parts and abs(added - _amount(view, total, unit)) > tolerance:
        within = f"'about' {examined.key.about!r}" if examined.key.about else "no tolerance ('about')"
        shown = f"{' + '.join(parts)} is {added.normalize():,f}"
        yield examined.problem(f"has the total {total!r}, but {shown}, with {within}")


def _tolerance(view: View, examined: Examined) -> Decimal:
    """How far from the total a sum may be, in the total's unit."""
    total, about = _number(view, examined.key.total or ""), examined.key.about
    if about is None:
        return Decimal(0)
    if (share := _number(view, about)).kind == "percent":
        return abs(total.amounts[0]) * share.amounts[0] / 100
    return _amount(view, about, total.unit)


def _amount(view: View, text: str, unit: str) -> Decimal:
    """The amount that a text gives, in a unit; a missing unit is that one."""
    number = _number(view, text)
    if not number.unit or not unit or number.unit == unit:
        return number.amounts[0]
    if dimension(number.unit) != dimension(unit):
        raise ValueError(f"{text!r} is in another unit than the total")
    return to_base(number.amounts[0], number.unit) / to_base(Decimal(1), unit)


def _number(view: View, text: str) -> Value:
    """The one number of a text."""
    numbers = view.passage(text).numbers
    if len(numbers) != 1 or len(numbers[0].amounts) != 1:
        raise ValueError(f"{text!r} is not one amount")
    return numbers[0]
