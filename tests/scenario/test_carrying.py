"""Whether a message carries what it tells."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from pytest_marathonmem.scenario.carrying import Carrying
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import Benchmark, FactRef, Utterance

Load = Callable[..., Benchmark]
DAY = date(2026, 7, 28)
FACT = FactRef("pets", "1.1")
PLAIN = Carrying("en", DAY, {})


def missing_in_script(benchmark: Benchmark) -> list[tuple[str, ...]]:
    """What each operation of the scripts lacks in its message."""
    ledger, carrying = Ledger.of(benchmark), Carrying.of(benchmark)
    return [
        carrying.missing_values(
            moment.step.text, operation, ledger.before(moment), carrying.day_of(moment.phase)
        )
        for moment in ledger.timeline
        if isinstance(moment.step, Utterance)
        for operation in moment.step.operations
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Boss gets 70 g of food a day", "70 grams for Boss, every day"),
        ("Boss gets 70 g of food a day", "I give him 70"),
        ("Boss gets 70 g of food a day", "seventy grams daily"),
        ("Cabinets, $3,820", "3820 for the cabinets"),
        ("Cabinets, $3,820", "that's 3 820 dollars"),
        ("Customs duty, about $850", "850 bucks, roughly"),
        ("Wall tile, $55 per m²", "the tile went up to 55 per metre"),
        ("Bag of 1.5 kg", "1500 g in a bag"),
        ("Anna comes in 2 weeks", "Anna is here in two weeks"),
        ("Anna comes in three weeks, for a week", "three weeks from now, and she stays a week"),
        ("Anna comes on 18 August 2026", "she arrives in three weeks"),
        ("Anna comes on 18 August 2026", "she arrives on the 18th"),
        ("The wait is 21 days", "twenty-one days"),
        ("Living room 5.2 × 4.0 m", "5.2 metres long, 4 wide"),
        ("Blood pressure 142/95", "142 over 95"),
        ("Run at 08:00", "at 8 am"),
        ("Beds for €400", "four hundred euros for the beds"),
        ("Kitchen for $5,000", "five grand for a kitchen"),
        ("Dose: 0.5 kg", "half a kilo each time"),
        ("Boss is a cat", "Good morning"),
    ],
)
def test_a_message_carries_a_value_in_other_words(text: str, message: str) -> None:
    assert () == PLAIN.missing_of_fact(message, FACT, text, day=DAY)


@pytest.mark.parametrize(
    ("text", "message", "missing"),
    [
        ("Boss gets 70 g", "Boss eats 170 g", "70 g"),
        ("Boss gets 70 g", "Boss eats 70 kg", "70 g"),
        ("Wall tile, $55 per m²", "The wall tile is lovely", "$55 per m2"),
        ("Wall tile, $55 per m²", "55 a night", "$55 per m2"),
        ("Anna comes for a week", "Anna comes for two weeks", "a week"),
        ("Birthday on 14 March", "Her birthday is on 15 March", "14 March"),
        ("Birthday on 14 March", "Her birthday is in March", "14 March"),
        ("Living room 5.2 × 4.0 m", "5.2 metres long", "5.2 × 4.0 m"),
    ],
)
def test_a_message_lacks_a_value(text: str, message: str, missing: str) -> None:
    assert (missing,) == PLAIN.missing_of_fact(message, FACT, text, day=DAY)


def test_bare_numbers_are_not_owed() -> None:
    assert () == PLAIN.missing_of_fact("A flat", FACT, "Flat number 12, built in 2019")


def test_the_date_of_the_messages_own_day_needs_no_words() -> None:
    text = "28 July 2026: blood pressure 126/82"
    assert () == PLAIN.missing_of_fact("126/82 this morning", FACT, text, day=DAY)
    assert ("28 July 2026",) == PLAIN.missing_of_fact("126/82", FACT, text, day=date(2026, 7, 29))


def test_an_edit_owes_only_what_the_old_text_lacks() -> None:
    missing = PLAIN.missing_of_fact(
        "55 now", FACT, "Tile, $55 per m², 25 m²", before="Tile, $42 per m², 25 m²"
    )
    assert () == missing


def test_several_missing_values_come_in_the_order_of_the_text() -> None:
    assert ("2 kg", "$30") == PLAIN.missing_of_fact("A cushion", FACT, "A cushion of 2 kg for $30")


CAR = {"car.md": "# Car\n## 1. Choice\n1.1 Chosen: Toyota RAV4 (2019), deposit $500\n1.2 Colour: white\n"}


def car_script(message: str, key: str) -> dict[str, str]:
    script = f"```script\ntell car 1.1\n| {message}\n```\n"
    return {
        "chapter1.md": f"## One\n{script}❓ 1.1 Which car?\n   Correct answer: RAV4\n   Key: {key}\n",
        **CAR,
    }


@pytest.mark.parametrize(
    ("message", "missing"),
    [
        ("We took the RAV4, deposit 500.", ()),
        ("We took the big one, deposit 500.", ("RAV4",)),
        ("RAV4!", ("$500",)),
    ],
)
def test_a_name_that_a_key_names_is_owed(load: Load, message: str, missing: tuple[str, ...]) -> None:
    key = '{type: "RECALL", facts: ["car:1.1"], points: [{value: "RAV4"}, {value: "$500"}]}'
    assert [missing] == missing_in_script(load(car_script(message, key)))


def test_any_of_several_spellings_carries_a_name(load: Load) -> None:
    key = '{type: "RECALL", facts: ["car:1.1"], any_of: ["RAV4", "the Toyota"]}'
    assert [()] == missing_in_script(load(car_script("The Toyota it is, 500 down.", key)))


def test_a_bare_number_that_a_key_names_is_owed(load: Load) -> None:
    key = '{type: "RECALL", facts: ["car:1.1"], value: "2019"}'
    assert [("2019",)] == missing_in_script(load(car_script("The RAV4, 500 down.", key)))


def test_a_name_of_another_facts_key_is_not_owed(load: Load) -> None:
    key = '{type: "RECALL", facts: ["car:1.2"], value: "white"}'
    assert [()] == missing_in_script(load(car_script("The RAV4, 500 down.", key)))


def test_what_is_told_by_reference_derived_or_retired_is_not_owed(load: Load) -> None:
    script = """## One
```script
tell home 1.1
| The bathroom tile is 42.
tell home 1.2 #XREF
| The backsplash is of the same tile.
derive home 1.3: Tiles in total, $1,050
retire home 1.2
| Drop that.
```
❓ 1.1 How much? Correct answer: $42
"""
    sheet = "# Home\n## 1. Tile\n1.1 Bathroom tile, $42 per m²\n1.2 Backsplash, $42 per m²\n1.3 Tiles, $900\n"
    assert [(), (), (), ()] == missing_in_script(load({"chapter1.md": script, "home.md": sheet}))


def test_an_edit_of_a_fact_that_was_never_told_owes_everything(load: Load) -> None:
    script = """## One
```script
edit home 1.1: Tile, $55 per m², 25 m²
| The tile is 55 now.
```
❓ 1.1 How much? Correct answer: $55
"""
    sheet = "# Home\n## 1. Tile\n1.1 Tile, $42 per m², 25 m²\n"
    assert [("25 m2",)] == missing_in_script(load({"chapter1.md": script, "home.md": sheet}))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Boss gets 70 g a day", ("70 g a day",)),
        ("Boss is a grey cat", ()),
        ("Flat on floor 9", ()),
        ("14 March, 5 km for $20", ("14 March", "5 km", "$20")),
    ],
)
def test_a_facts_values_are_its_numbers_with_unit_money_and_dates(text: str, values: tuple[str, ...]) -> None:
    assert values == PLAIN.values(FACT, text)


def test_what_a_key_names_is_a_value_of_its_fact() -> None:
    carrying = Carrying("en", DAY, {FACT: (("Ashton Court",), ("harbour", "docks"))})
    assert ("Ashton Court",) == carrying.values(FACT, "Ran around Ashton Court")


def test_the_day_of_a_phase_without_a_date_is_the_day_of_the_start(load: Load) -> None:
    benchmark = load({"chapter1.md": "## One\n2026-03-10\n❓ 1.1 Q? Correct answer: 1\n## Two\nWords.\n"})
    carrying = Carrying.of(benchmark)
    assert [date(2026, 3, 10), DAY] == [carrying.day_of(phase) for phase in benchmark.phases]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Босс ест 70 г корма в день", "даю ему семьдесят граммов"),
        ("Плитка, 4 200 ₽ за м²", "плитка по 4200"),
        ("Кровать за 400 ₽", "кровать за четыреста рублей"),
        ("Кровать за 250 ₽", "кровать за двести пятьдесят рублей"),
        ("Аня приезжает через 3 недели", "Аня будет через три недели"),
    ],
)
def test_a_russian_message_carries_a_value(text: str, message: str) -> None:
    assert () == Carrying("ru", DAY, {}).missing_of_fact(message, FACT, text, day=DAY)
