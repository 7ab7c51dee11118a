from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.grading.code_grader import grade
from pytest_marathonmem.grading.expectation import Expectation
from pytest_marathonmem.scenario.keys import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

BOSS = Expectation(
    "How much food a day does Boss get in the end?",
    "50 g",
    Key(type="RECALL", value="50 g"),
    earlier=("Boss gets 70 g of food a day", "Boss gets 55 g of food a day"),
    current=("Boss gets 50 g of food a day",),
)
TILE = Expectation(
    "How much per m² is the bathroom wall tile?",
    "$55 per m²",
    Key(type="RECALL", value="$55 per m²"),
    earlier=("Wall tile, marble look, $42 per m²",),
    current=("Wall tile, marble look, $55 per m²",),
)
OLD_TILE = Expectation(
    "How much was the bathroom wall tile before the price rise?",
    "$42 per m²",
    Key(type="HIST", value="$42 per m²"),
    earlier=("Wall tile, marble look, $55 per m²",),
    current=("Wall tile, marble look, $42 per m²",),
)
FIRST_FOOD = Expectation(
    "How much did Boss get at the very first?",
    "70 g",
    Key(type="HIST", value="70 g"),
    earlier=("Boss gets 55 g", "Boss gets 50 g"),
    current=("Boss gets 70 g",),
)
CAR = Expectation(
    "Which car did we choose in the end and what deposit did we put down?",
    "RAV4, $500 deposit",
    Key.model_validate(
        {
            "type": "RECALL",
            "points": [{"any_of": ["RAV4"], "label": "car"}, {"value": "$500", "label": "deposit"}],
        }
    ),
)
KITCHEN = Expectation(
    "What is the total of the kitchen?",
    "$7,670",
    Key(
        type="AGG",
        sum={
            "kitchen:1.1": "$3,820",
            "kitchen:1.2": "$680",
            "kitchen:1.3": "$2,350",
            "kitchen:1.4": "$120",
            "kitchen:1.5": "$520",
            "kitchen:1.6": "$180",
        },
        total="$7,670",
    ),
    earlier=("Cabinets, $3,500",),
    current=("Cabinets, $3,820 ($3,500 plus $320 for the corner)", "Quartz top, $680"),
)
KITCHEN_LIST = Expectation(
    "What are the parts of the kitchen, and the total?",
    "cabinets $3,820, quartz top $680, together $4,500",
    Key.model_validate(
        {
            "type": "AGG",
            "points": [{"value": "$3,820", "label": "cabinets"}, {"value": "$680", "label": "quartz top"}],
            "total": "$4,500",
            "about": "2%",
        }
    ),
)
WINE_FRIDGE = Expectation(
    "What does the kitchen cost altogether, item by item?",
    "$7,670",
    Key(
        type="NEG",
        sum={"kitchen:1.1": "$3,820", "kitchen:1.2": "$3,850"},
        total="$7,670",
        absent=("wine fridge",),
    ),
    earlier=("Wine fridge, $330",),
)
BIRTHDAY = Expectation("When is Lena's birthday?", "14 March", Key(type="RECALL", value="14 March"))
READINGS = Expectation(
    "What are all my blood pressure readings?",
    "142/95, 135/88, 130/86, 128/84, 126/82",
    Key.model_validate(
        {
            "type": "SERIES",
            "points": [
                {"at": "31 May", "value": "142/95"},
                {"at": "21 June", "value": "135/88"},
                {"at": "5 July", "value": "130/86"},
                {"at": "19 July", "value": "128/84"},
                {"at": "27 July", "value": "126/82"},
            ],
        }
    ),
)
TARIFF = Expectation(
    "Did we record the electricity tariff? What is it?",
    "You never told me the tariff.",
    Key(type="VOID", topic=("tariff", "electricity")),
)
WALL = Expectation(
    "What goes on the accent wall?",
    "microcement",
    Key(type="RECALL", value="microcement"),
    earlier=("Hallway accent wall: decorative stone",),
    current=("Hallway accent wall: microcement",),
)
STAY = Expectation(
    "How long will Anna stay?",
    "a week",
    Key(type="RECALL", value="a week"),
    current=("Anna visits in three weeks, for a week",),
)
VISIT = Expectation("When is Anna coming?", "19-26 August", Key(type="RECALL", value="19-26 August 2026"))
ROOM = Expectation(
    "How large is the living room?",
    "5.2 × 4.0 m",
    Key(type="RECALL", value="5.2 × 4.0 m"),
    earlier=("Living room 5.6 × 4.0 m",),
)
CHECKS = {
    "boss": BOSS, "tile": TILE, "old tile": OLD_TILE, "first food": FIRST_FOOD, "car": CAR, "kitchen": KITCHEN,
    "kitchen list": KITCHEN_LIST, "wine fridge": WINE_FRIDGE, "birthday": BIRTHDAY, "readings": READINGS,
    "tariff": TARIFF, "wall": WALL, "stay": STAY, "visit": VISIT, "room": ROOM,
}  # fmt: skip


@pytest.fixture
def graded() -> Callable[[str, str], Grade]:
    """Grade an answer to one of the checks by its name."""
    return lambda name, answer: grade(CHECKS[name], answer)


@pytest.fixture
def graded_by() -> Callable[..., Grade]:
    """Grade an answer to a check made on the spot: ``graded_by(answer, gold, question="", key={...})``."""

    def run(
        answer: str, gold: str, question: str = "", key: dict[str, Any] | None = None, **more: Any
    ) -> Grade:
        return grade(
            Expectation(question, gold, Key.model_validate(key) if key else None, **more),
            answer,
        )

    return run
