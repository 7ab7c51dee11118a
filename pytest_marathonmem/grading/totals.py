"""Grade the total of an aggregate; the components that an answer lists do not compete with it."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.candidates import candidates, same_mention
from pytest_marathonmem.grading.choice import current, grouped
from pytest_marathonmem.grading.outcome import PointGrade
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.values import among, matches, read_values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.mentions import Answer, Mention
    from pytest_marathonmem.grading.outcome import Outcome
    from pytest_marathonmem.grading.rivals import Known
    from pytest_marathonmem.values import Value

LABEL = "total"


def grade_total(expectation: Expectation, total: Value, answer: Answer, known: Known) -> PointGrade:
    """Grade the total: the value told as a total or, if none is, the only one that is no component."""
    components = components_of(expectation)
    tolerance = _tolerance(expectation.key.about if expectation.key else None, total)
    found = candidates(answer, total)
    right = {m for m in found if _is_right(m, total, tolerance)}
    others = [m for m in found if m not in right and not _is_component(m, components)]
    if any(m.total and m.rank > Rank.DENIED and not m.of_the_past for m in (*right, *others)):
        rivals = [m for m in others if m.total or m.rank is Rank.OFFERED]
        claims = [m for m in right if m.total or m.rank is Rank.OFFERED]
    else:
        rivals = [m for m in others if m.rank is Rank.OFFERED or _may_be_total(m, right, known)]
        claims = list(right)
    chosen = current([group for group in (claims, *grouped(rivals, same_mention)) if group])
    if chosen is not None and chosen[0] in right:
        return _verdict(answer, total, chosen[0], right=True, outcome="correct")
    shown = next(iter(chosen or rivals or right), None)
    outcome = _fault(expectation, total, shown, rivals, known) if shown else "missed"
    return _verdict(answer, total, shown, right=False, outcome=outcome)


def components_of(expectation: Expectation) -> tuple[Value, ...]:
    """Return the values of the key's ``sum``."""
    key = expectation.key
    texts = key.sum.values() if key else ()
    return tuple(value for text in texts for value in read_values(text, expectation.language))


def _verdict(
    answer: Answer, total: Value, mention: Mention | None, *, right: bool, outcome: Outcome
) -> PointGrade:
    got = answer.plain[slice(*mention.span)] if mention else ""
    return PointGrade(LABEL, total.text, right, outcome, got)


def _is_component(mention: Mention, components: Sequence[Value]) -> bool:
    return mention.value is not None and among(mention.value, components)


def _is_right(mention: Mention, total: Value, tolerance: Decimal) -> bool:
    if mention.value is None:
        return False
    if matches(mention.value, total):
        return True
    same_unit = not mention.value.unit or not total.unit or mention.value.unit == total.unit
    return bool(tolerance) and same_unit and abs(mention.value.amounts[0] - total.amounts[0]) <= tolerance


def _tolerance(about: str | None, total: Value) -> Decimal:
    """Read an amount, or a percentage of the total."""
    values = read_values(about or "")
    if not values:
        return Decimal(0)
    amount = abs(values[0].amounts[0])
    return abs(total.amounts[0]) * amount / 100 if values[0].kind == "percent" else amount


def _may_be_total(mention: Mention, right: AbstractSet[Mention], known: Known) -> bool:
    """Whether a value that nothing calls a total may be meant as one; what is said of a thing of its own may not."""
    if known.is_beside(mention) or mention.stamp or mention.is_part:
        return False
    if mention.parenthesis >= 0 and any(m.parenthesis < 0 for m in right):
        return False
    return not (mention.own_subject and any(not m.own_subject or m.subject != mention.subject for m in right))


def _fault(
    expectation: Expectation, total: Value, shown: Mention, rivals: Sequence[Mention], known: Known
) -> Outcome:
    """Say why a total is wrong: stale if it is an old one, or the right one with an old component."""
    if any(known.is_stale(mention) for mention in (shown, *rivals)):
        return "stale"
    difference = (
        shown.value.amounts[0] - total.amounts[0] if shown.value and shown.value.amounts else Decimal(0)
    )
    for component in components_of(expectation):
        for old in known.stale:
            if old.amounts and component.amounts and old.amounts[0] - component.amounts[0] == difference:
                return "stale"
    return "invented"
