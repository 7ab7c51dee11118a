"""What counts as told: marked or changed, and found in what was said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.persona.audit import Audit
from pytest_marathonmem.scenario.carrying import Carrying
from pytest_marathonmem.scenario.model import Benchmark, FactRef

CHAPTER = "# One\n## Cat\n❓ 1.1 How much?\n   Correct answer: 55 g.\n"
SHEET = """\
# Pets
## 1. Boss
1.1 Boss is a ginger tom
1.2 Boss gets 70 g of food a day
1.3 Boss sleeps on a sofa for $340
1.4 Boss eats 2.1 kg a month
"""
FOOD = FactRef("pets", "1.2")
FOOD_TEXT = "Boss gets 70 g of food a day"


@pytest.fixture
def audit(load: Callable[..., Benchmark]) -> Audit:
    benchmark = load({"pets.md": SHEET, "chapter1.md": CHAPTER})
    return Audit(Carrying.of(benchmark))


def test_what_was_marked_and_said_is_told(audit: Audit) -> None:
    audit.said("Boss gets 70 g a day.")
    audit.told(FOOD, FOOD_TEXT)
    assert (False, []) == (audit.untold(FOOD, FOOD_TEXT), list(audit.unheard([FOOD])))


def test_what_was_marked_alone_is_flagged(audit: Audit) -> None:
    audit.said("Boss eats a lot.")
    audit.told(FOOD, FOOD_TEXT)
    assert not audit.untold(FOOD, FOOD_TEXT)
    assert ["pets:1.2 counts as told, but no message has '70 g of food a day'"] == list(audit.unheard([FOOD]))


def test_what_was_said_alone_is_told(audit: Audit) -> None:
    audit.said("Boss gets 70 g a day.")
    assert not audit.untold(FOOD, FOOD_TEXT)


def test_what_was_neither_marked_nor_said_is_untold(audit: Audit) -> None:
    audit.said("Boss eats a lot.")
    assert audit.untold(FOOD, FOOD_TEXT)


def test_a_fact_without_values_is_told_by_its_mark_alone(audit: Audit) -> None:
    tom = FactRef("pets", "1.1")
    audit.said("Boss is ginger.")
    assert audit.untold(tom, "Boss is a ginger tom")
    audit.told(tom, "Boss is a ginger tom")
    assert (False, []) == (audit.untold(tom, "Boss is a ginger tom"), list(audit.unheard([tom])))


def test_of_a_change_only_what_is_new_must_be_said(audit: Audit) -> None:
    audit.said("Boss gets 70 g a day.")
    audit.told(FOOD, FOOD_TEXT)
    audit.begin_phase()
    audit.told(FOOD, "Boss gets 55 g of food a day")
    assert ["pets:1.2 counts as told, but no message has '55 g of food a day'"] == list(audit.unheard([FOOD]))
    audit.said("Make it 55 g.")
    assert [] == list(audit.unheard([FOOD]))


def test_what_is_marked_once_more_need_not_be_said_once_more(audit: Audit) -> None:
    audit.said("Boss gets 70 g a day.")
    audit.told(FOOD, FOOD_TEXT)
    for _ in range(3):
        audit.begin_phase()
        audit.told(FOOD, FOOD_TEXT)
    assert [] == list(audit.unheard([FOOD]))


def test_what_was_marked_in_vain_may_be_said_and_marked_later(audit: Audit) -> None:
    audit.told(FOOD, FOOD_TEXT)
    for _ in range(3):
        audit.begin_phase()
    audit.said("Boss gets 70 g a day.")
    audit.told(FOOD, FOOD_TEXT)
    assert [] == list(audit.unheard([FOOD]))


def test_a_change_that_is_marked_too_owes_no_more_than_what_is_new(audit: Audit) -> None:
    audit.said("Boss gets 70 g a day, 2 tins a week.")
    audit.told(FOOD, "Boss gets 70 g of food a day, $4 a week")
    audit.begin_phase()
    audit.said("Make it 55 g.")
    audit.told(FOOD, "Boss gets 55 g of food a day, $4 a week")
    audit.told(FOOD, "Boss gets 55 g of food a day, $4 a week")
    assert [] == list(audit.unheard([FOOD]))


def test_what_is_told_by_reference_or_derived_has_nothing_to_be_found(audit: Audit) -> None:
    sofa, month = FactRef("pets", "1.3"), FactRef("pets", "1.4")
    audit.told(sofa, "Boss sleeps on a sofa for $340", in_words=False)
    audit.told(month, "Boss eats 1.65 kg a month", in_words=False)
    assert [] == list(audit.unheard([sofa, month]))


def test_a_value_of_an_earlier_phase_does_not_tell_a_later_change(audit: Audit) -> None:
    audit.said("It was 55 g at the vet's.")
    audit.begin_phase()
    audit.told(FOOD, FOOD_TEXT)
    audit.begin_phase()
    audit.told(FOOD, "Boss gets 55 g of food a day")
    assert [] != list(audit.unheard([FOOD]))


def test_what_is_gone_or_unknown_is_no_reason_not_to_ask(audit: Audit) -> None:
    assert (False, False) == (audit.untold(FOOD, "—"), audit.untold(FactRef("pets", "9.9"), None))
