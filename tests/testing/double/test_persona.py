"""The double as persona: small folders over the real loop, and turns that are answered by themselves."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.testing.double import (
    DOUBLE_FAULTS,
    LASTING_FAULTS,
    VICES,
    Double,
    DoubleFault,
    FaultRule,
    Faults,
    InProcessTransport,
    Vice,
    ViceName,
)

PETS = """\
# Pets
## 1. Boss
1.1 Boss is a British Shorthair
1.2 Boss gets 70 g of food a day
1.3 Boss weighs 6.9 kg
## 2. Things
2.1 A scratching post, $40
2.2 A basket, $35
"""
SCRIPTED = """\
# One
## The cat
Be brief.
❓ 1.1 How much food a day does Boss get?
   Correct answer: 55 g.

Then go through what you have bought.
```script
tell pets 1.1-1.3
| Boss is a British Shorthair of 6.9 kg and gets 70 g a day.
edit pets 1.2: Boss gets 55 g of food a day #RECONSIDER
| Make it 55 g.
ask 1.1
tell pets 2.1
| The scratching post was $40.
retire pets 2.1 #RETIRE
| We have given it back.
add pets 2.3: A bowl, $12
| A bowl instead, $12.
```
## The basket
```script
tell pets 2.2
| I got a basket too, for $35.
```
"""
PROSE = """\
# One
## The cat
Tell what `pets:1` says, and add: "He is asleep on my desk."
❓ 1.1 What does Boss weigh?
   Correct answer: 6.9 kg.
## Things
```js
vars.require_all_facts = "pets:2";
```
Talk about shopping.
"""
PASSING = [fault for fault in DOUBLE_FAULTS if fault not in LASTING_FAULTS]

Played = Callable[..., list[Event]]


@pytest.fixture
def played(write_benchmark: Callable[..., Path], tmp_path: Path) -> Played:
    """Play a folder of one chapter."""

    def run(  # noqa: PLR0917 - each test changes one of them
        chapter: str,
        vices: Iterable[Vice] = (),
        faults: Iterable[FaultRule] = (),
        sheet: str = PETS,
        language: str = "en",
        compaction: Compaction | None = None,
    ) -> list[Event]:
        folder = write_benchmark({"pets.md": sheet, "chapter1.md": chapter}, language=language)
        endpoint = Endpoint("double", "http://127.0.0.1:1/v1", "double", retry_wait=1e-6)
        plan = RunPlan(
            folder, "chatbot", tmp_path / "results", persona="double", endpoints={"double": endpoint},
            compaction=compaction or Compaction(),
        )  # fmt: skip
        seen: list[Event] = []
        double = Double(vices, Faults(faults, retry_after=0.0))
        asyncio.run(play(plan, ChatbotAgent(), seen.append, lambda _: InProcessTransport(double)))
        return seen

    return run


def of_type(events: list[Event], event_type: str) -> list[Event]:
    return [event for event in events if event.type == event_type]


def said(events: list[Event]) -> list[str]:
    return [event["text"] for event in of_type(events, "sending")]


def told(events: list[Event]) -> list[str]:
    return [each for event in of_type(events, "told") for each in event["ids"]]


def changed(events: list[Event]) -> list[str]:
    return [f"{event['kind']} {event['id']}" for event in of_type(events, "changed")]


def ends(events: list[Event]) -> list[str]:
    return [event.type for event in events if event.type in ("finished", "stopped")]


def test_it_works_a_checklist_off_in_its_order(played: Played) -> None:
    messages = said(played(SCRIPTED))
    facts = [
        "weighs 6.9 kg",
        "gets 55 g",
        "How much food",
        "scratching post",
        "cancelled",
        "bowl, $12",
        "basket",
    ]
    assert [True] * len(facts) == [fact in text for fact, text in zip(facts, messages, strict=True)]


def test_it_marks_what_it_has_told_and_makes_the_changes(played: Played) -> None:
    events = played(SCRIPTED)
    assert ["1.1", "1.2", "1.3", "2.1", "2.3", "2.2"] == told(events)
    assert ["edit 1.2", "retire 2.1", "add 2.3"] == changed(events)


def test_it_says_of_what_is_retired_no_price(played: Played) -> None:
    assert "That is off, cancelled: A scratching post." in said(played(SCRIPTED))


def test_it_says_what_it_is_to_convey(played: Played) -> None:
    chapter = SCRIPTED.replace("Then go through what you have bought.", "")
    events = played(chapter)
    assert ["finished"] == ends(events)
    assert "We have given it back." in said(events)
    assert ["1.1", "1.2", "1.3", "2.1", "2.3", "2.2"] == told(events)


def test_it_tells_what_prose_alone_names_and_what_a_refusal_asks_for(played: Played) -> None:
    events = played(PROSE)
    assert ["1.1", "1.2", "1.3", "2.1", "2.2"] == told(events)
    assert "He is asleep on my desk." in said(events)
    assert ["1.1"] == [event["check"] for event in of_type(events, "evaluated")]


def test_it_speaks_russian_of_a_russian_sheet(played: Played) -> None:
    sheet = "# Кот\n## 1. Босс\n1.1 Босс весит 6,9 кг\n"
    chapter = """\
# Один
## Кот
Расскажи о коте.
❓ 1.1 Сколько весит Босс?
   Правильный ответ: 6,9 кг.
```script
tell pets 1.1
| Босс весит 6,9 кг.
```
"""
    text = said(played(chapter, sheet=sheet, language="ru"))[0]
    assert "Босс весит 6,9 кг." in text
    assert not any("a" <= letter <= "z" for letter in text.casefold())


def test_it_goes_on_after_its_history_was_cut(played: Played) -> None:
    events = played(SCRIPTED, compaction=Compaction(1500, 200))
    assert of_type(events, "cut")
    assert ["1.1", "1.2", "1.3", "2.1", "2.3", "2.2"] == told(events)


@pytest.mark.parametrize("fault", PASSING)
@pytest.mark.parametrize("call", [2, 3, 5])
def test_no_passing_fault_has_it_tell_twice_or_skip(played: Played, fault: DoubleFault, call: int) -> None:
    events = played(SCRIPTED, faults=[FaultRule(fault, at=call)])
    assert ["finished"] == ends(events)
    assert ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"] == sorted(told(events))
    assert ["edit 1.2", "retire 2.1", "add 2.3"] == changed(events)
    assert 1 == max(Counter(said(events)).values())


@pytest.mark.parametrize("at", [1, None], ids=["once", "always"])
@pytest.mark.parametrize("name", VICES)
def test_after_a_vice_it_obeys_and_ends(played: Played, name: ViceName, at: int | None) -> None:
    events = played(SCRIPTED, [Vice(name, at)])
    assert ["finished"] == ends(events)
    assert of_type(events, "guard")
    assert {"1.1", "1.2", "1.3", "2.1", "2.2", "2.3"} == set(told(events))
    assert ["edit 1.2", "retire 2.1", "add 2.3"] == changed(events)


@pytest.mark.parametrize("at", range(1, 6))
def test_a_message_without_its_values_is_said_again_wherever_it_stands(played: Played, at: int) -> None:
    events = played(SCRIPTED, [Vice("missing_value", at)])
    assert ["finished"] == ends(events)
    assert ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"] == sorted(told(events))
    assert ["edit 1.2", "retire 2.1", "add 2.3"] == changed(events)
    assert "missing_value" in {event["name"] for event in of_type(events, "guard")}


@pytest.mark.parametrize("name", ["plain_text", "empty_message", "role_flip", "leaked_reasoning"])
def test_a_stubborn_one_ends_as_a_fault_of_the_persona(played: Played, name: ViceName) -> None:
    events = played(SCRIPTED, [Vice(name, stubborn=True)])
    assert ["persona"] == [event["reason"] for event in of_type(events, "stopped")]


@pytest.mark.parametrize(
    ("text", "vice"),
    [
        ("missing_value", Vice("missing_value")),
        ("missing-value=3", Vice("missing_value", 3)),
        ("role_flip=always", Vice("role_flip")),
        ("role_flip=2:stubborn", Vice("role_flip", 2, stubborn=True)),
    ],
)
def test_a_vice_is_read(text: str, vice: Vice) -> None:
    assert vice == Vice.parse(text)


@pytest.mark.parametrize("text", ["greed", "role_flip=0", "role_flip=x", "role_flip=1:meek"])
def test_what_is_no_vice_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        Vice.parse(text)
