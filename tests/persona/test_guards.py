"""Each guard sees what it is for, and nothing else: what ordinary people write passes all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from pytest_marathonmem.errors import Place
from pytest_marathonmem.models.chat import ChatMessage
from pytest_marathonmem.models.scripted import ScriptedModel
from pytest_marathonmem.persona.guarding import DEFAULT_MODES, GUARD_NAMES, GuardMode, GuardName
from pytest_marathonmem.persona.guards.answer_in_question import gives_the_answer
from pytest_marathonmem.persona.guards.empty_message import is_empty
from pytest_marathonmem.persona.guards.invented_reply import invents_a_reply
from pytest_marathonmem.persona.guards.leaked_reasoning import leaks_reasoning
from pytest_marathonmem.persona.guards.missing_value import unsaid_facts
from pytest_marathonmem.persona.guards.near_duplicate import NearDuplicate
from pytest_marathonmem.persona.guards.role_flip import speaks_as_assistant
from pytest_marathonmem.scenario.carrying import Carrying
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.keys import Key
from pytest_marathonmem.scenario.model import Benchmark, Check, FactRef
from tests.persona.playing import (
    CHAPTER,
    EDIT,
    GOOD,
    LOG,
    READ,
    SHEET,
    Turns,
    ask,
    data_of,
    mark,
    perform,
    turn,
)

MAX = Path(__file__).parents[2] / "benchmarks" / "max"

TOLD = "Boss is a ginger tom, he gets 70 g a day."
REFUSED: list[tuple[GuardName, int, ChatMessage]] = [
    ("plain_text", 0, turn(content="Hi, I have a cat.")),
    ("plain_text", 0, turn(reasoning="Let me think about the cat.")),
    ("invented_reply", 0, turn(TOLD, content='The assistant said: ["Got it!"]')),
    ("invented_reply", 0, turn(f"{TOLD}\n\n**Assistant:** What a fine cat.")),
    ("invented_reply", 0, turn(f"{TOLD}\nАссистент: записал.")),
    ("invented_reply", 4, turn(ask("How much food does Boss get?"), LOG)),
    ("invented_reply", 4, turn(ask("How much food does Boss get?"), ask("Look it up, please."))),
    ("leaked_reasoning", 0, turn(f"<think>Now the cat.</think>{TOLD}")),
    ("leaked_reasoning", 0, turn(f"I need to call the send_message tool. {TOLD}")),
    ("leaked_reasoning", 0, turn(f"My checklist says pets first. {TOLD}")),
    ("leaked_reasoning", 0, turn(f"{TOLD} (pets:1.1)")),
    ("leaked_reasoning", 0, turn(f"{TOLD}<｜tool▁calls▁begin｜>")),
    ("leaked_reasoning", 0, turn(f'{{"text": "{TOLD}"}}')),
    ("leaked_reasoning", 0, turn(f"[chapter1, phase 1: Cat] {TOLD}")),
    ("leaked_reasoning", 0, turn("1. tell pets 1.1, 1.2")),
    ("leaked_reasoning", 0, turn(f"{TOLD}\n1.1 Boss is a ginger tom (told)")),
    ("leaked_reasoning", 4, turn(ask('How much food? "check_id": "1.1"'))),
    ("role_flip", 0, turn("As an AI language model, I don't have cats.")),
    ("role_flip", 0, turn("How can I help you today?")),
    ("role_flip", 0, turn("I've noted that for you.")),
    ("role_flip", 0, turn("Чем я могу вам помочь?")),
    ("role_flip", 0, turn("Я записала это для вас.")),
    ("role_flip", 0, turn('"How can I help you today?"')),
    ("role_flip", 0, turn("I’m just a virtual assistant.")),
    ("empty_message", 0, turn("")),
    ("empty_message", 0, turn(" \u200b\n")),
    ("missing_value", 0, turn(mark("1.2"))),
    ("missing_value", 3, turn("I'll cut it down a little.")),
    ("missing_value", 3, turn(ask("How much food does Boss get?"))),
    ("answer_in_question", 4, turn(ask("Boss gets 55 g of food, right?"))),
    ("answer_in_question", 4, turn(ask("Boss gets 0.055 kg of food, right?"))),
    ("too_early", 0, turn(f"{TOLD} I'll cut it to 55 g.")),
    ("too_early", 0, turn(EDIT)),
]


@pytest.fixture
def pets(load: Callable[..., Benchmark]) -> Benchmark:
    return load({"pets.md": SHEET, "chapter1.md": CHAPTER})


@pytest.mark.parametrize(("name", "at", "spoilt"), REFUSED)
def test_a_guard_refuses_and_nothing_of_it_reaches_agent_or_score(
    name: GuardName, at: int, spoilt: ChatMessage, pets: Benchmark, tmp_path: Path
) -> None:
    good = perform(pets, Turns(GOOD), _folder(tmp_path, "good"))
    events = perform(pets, Turns([*GOOD[:at], spoilt, *GOOD[at:]]), _folder(tmp_path, "spoilt"))
    assert [(name, "refuse")] == [(seen["name"], seen["mode"]) for seen in data_of(events, "guard")]
    for event_type in ("sending", "told", "changed", "evaluated"):
        assert _timeless(good, event_type) == _timeless(events, event_type)
    assert [10.0] == [evaluated["score"] for evaluated in data_of(events, "evaluated")]


@pytest.mark.parametrize(("at", "spoilt"), [(at, spoilt) for _, at, spoilt in REFUSED])
def test_guards_that_are_off_see_nothing(
    at: int, spoilt: ChatMessage, pets: Benchmark, tmp_path: Path
) -> None:
    model = Turns([*GOOD[:at], spoilt, *GOOD[at:]])
    events = perform(pets, model, tmp_path, modes=dict.fromkeys(GUARD_NAMES, "off"))
    assert [] == data_of(events, "guard")


@pytest.mark.parametrize(
    ("name", "text"),
    [("near_duplicate", f"{TOLD} Really."), ("unknown_value", "His new bed cost $7,777.")],
)
@pytest.mark.parametrize("mode", ["observe", "refuse"])
def test_a_guard_only_observes_where_it_is_told_to(
    name: GuardName, text: str, mode: GuardMode, pets: Benchmark, tmp_path: Path
) -> None:
    model = Turns([GOOD[0], turn(text), *GOOD[1:]])
    events = perform(pets, model, tmp_path, modes={**DEFAULT_MODES, name: mode})
    assert [(name, mode)] == [(seen["name"], seen["mode"]) for seen in data_of(events, "guard")]
    assert (5 if mode == "observe" else 4) == len(data_of(events, "sending"))


def test_near_duplicate_and_unknown_value_only_observe_by_default() -> None:
    observing = [name for name in GUARD_NAMES if DEFAULT_MODES[name] == "observe"]
    assert ["near_duplicate", "unknown_value"] == observing


def test_a_good_play_is_left_alone(pets: Benchmark, tmp_path: Path) -> None:
    events = perform(pets, Turns(GOOD), tmp_path)
    assert [] == data_of(events, "guard") + data_of(events, "refused")


def test_a_second_chance_does_not_hold_the_answer_either(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns(
        [*GOOD[:5], turn(ask("It was 55 g, look it up.")), turn(ask("Look it up, please.")), *GOOD[5:]]
    )
    events = perform(pets, model, tmp_path, answer="You haven't told me that.")
    assert ["answer_in_question"] == [seen["name"] for seen in data_of(events, "guard")]
    assert "Look it up, please." in [sent["text"] for sent in data_of(events, "sending")]


def test_an_answer_to_a_counter_question_counts_under_the_same_guard(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns([*GOOD[:5], turn(ask("The one with 55 g.")), turn(ask("I don't know.")), *GOOD[5:]])
    events = perform(pets, model, tmp_path, answer="Which Boss do you mean?")
    assert [("answer_in_question", "refuse")] == [
        (seen["name"], seen["mode"]) for seen in data_of(events, "guard")
    ]


def test_the_reason_does_not_name_the_answer(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns([*GOOD[:4], turn(ask("Boss gets 0.055 kg of food, right?")), *GOOD[4:]])
    (seen,) = data_of(perform(pets, model, tmp_path), "guard")
    assert "55 g" not in seen["reason"]


def test_what_is_missing_is_named_as_the_fact_has_it(load: Callable[..., Benchmark]) -> None:
    chapter = CHAPTER.replace(
        'facts: ["pets:1.2"], value: "55 g"', 'facts: ["pets:1.1"], value: "Gínger Tom"'
    )
    carrying = Carrying.of(load({"pets.md": SHEET, "chapter1.md": chapter}))
    reason = unsaid_facts(carrying, [(FactRef("pets", "1.1"), "Boss is a ginger tom")], "Hello.", None)
    assert reason is not None
    assert "'Boss is a ginger tom' of pets:1.1" in reason
    assert "Gínger" not in reason


@pytest.mark.parametrize(
    ("answer", "asked"),
    [
        ("No.", "Is there no food left for Boss, yes or no?"),
        ("14 songs.", "How many songs does Boss know?"),
    ],
)
def test_a_question_in_other_words_passes(answer: str, asked: str) -> None:
    check = Check(
        "1.1",
        "What about Boss?",
        answer,
        Key(type="RECALL", value=answer.rstrip(".")),
        Place("chapter1.md", 1),
    )
    assert gives_the_answer(asked, check, "en") is None


def test_values_may_come_in_several_messages_of_the_phase(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns([turn("I have a cat, Boss, a ginger tom."), turn("He gets 70 g a day."), *GOOD[1:]])
    assert [] == data_of(perform(pets, model, tmp_path), "guard")


def test_values_may_come_in_words(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns([turn("Boss is a ginger tom, he gets seventy grams a day."), *GOOD[1:]])
    assert [] == data_of(perform(pets, model, tmp_path), "guard")


@pytest.mark.parametrize(
    ("at", "spoilt"), [(at, spoilt) for name, at, spoilt in REFUSED if name == "missing_value"]
)
def test_a_missing_value_is_asked_for_in_figures(
    at: int, spoilt: ChatMessage, pets: Benchmark, tmp_path: Path
) -> None:
    events = perform(pets, Turns([*GOOD[:at], spoilt, *GOOD[at:]]), tmp_path)
    assert [True] == [
        "in figures, as your sheet has it" in seen["reason"] for seen in data_of(events, "guard")
    ]


@pytest.mark.parametrize(
    "phrase", ["How can I help you today?", "My checklist says pets first.", "Use send_message"]
)
@pytest.mark.parametrize("where", ["fact", "message", "question"])
def test_what_the_scenario_itself_says_may_be_said(
    phrase: str, where: str, load: Callable[..., Benchmark], tmp_path: Path
) -> None:
    was = {"fact": "Boss is a ginger tom", "message": "Boss is ginger", "question": "How much food does"}[
        where
    ]
    files = {"pets.md": SHEET, "chapter1.md": CHAPTER}
    benchmark = load({name: text.replace(was, f"{phrase} {was}") for name, text in files.items()})
    events = perform(benchmark, Turns([turn(f"So it goes: {phrase}"), *GOOD]), tmp_path)
    assert [] == data_of(events, "guard")


def test_what_was_heard_may_be_told_in_other_words_beside_the_evaluation(
    pets: Benchmark, tmp_path: Path
) -> None:
    evaluated = turn(LOG, content="The assistant answered: it's 55 g, and that's right.")
    events = perform(pets, Turns([*GOOD[:5], turn(READ), evaluated, *GOOD[6:]]), tmp_path)
    assert [] == data_of(events, "guard")


def test_a_dropped_turn_does_not_make_the_model_deaf(pets: Benchmark, tmp_path: Path) -> None:
    invented = turn(LOG, content="The assistant said: what a lovely cat you have there")
    quoting = turn(LOG, content='The assistant said: "55 g."')
    events = perform(pets, Turns([*GOOD[:5], invented, quoting, *GOOD[6:]]), tmp_path)
    assert ["invented_reply"] == [seen["name"] for seen in data_of(events, "guard")]


def test_what_is_quoted_from_the_newest_reply_is_not_invented() -> None:
    said = turn(mark("1.1"), content='The assistant said: "Got it". I mark it.')
    heard = r'The assistant said: ["Got it:\n\"55 g\". I mark it."]'
    assert invents_a_reply(said, 'The assistant said: ["Hello"]') is not None
    assert invents_a_reply(turn(mark("1.1"), content="The assistant said: Got it, «55 g»."), heard) is None


@pytest.mark.parametrize(
    ("before", "text"),
    [("Good.", "Good."), ("I bought a bed for the cat today.", "I bought a lamp for the kitchen today.")],
)
def test_short_or_different_messages_are_no_duplicates(before: str, text: str) -> None:
    duplicates = NearDuplicate()
    duplicates.said(before)
    assert duplicates.repeats(text) is None


ORDINARY = """\
The user asked a fee of me to fix his printer.
The shop's bot only said 'How can I help you today?'
As an AI engineer, I work from home.
I've noted that for you on the fridge.
How can I help my son with his homework?
How can I help her without spoiling her?
What can I help my mother with when she moves?
As an AI you surely know which tiles are easy to clean.
I'm an AI engineer, and Lena is a designer.
I am a big fan of the assistant coach.
I need to call my mother before six.
I need to call the plumber again.
Put it on my checklist for Hamburg, please.
Next on my checklist: flowers.
Use the other tool, the spirit level was cheaper.
I'll wait until next phase of the renovation.
The new assistant at the dentist's said I was late.
My assistant: a man of few words.
Our assistant said the invoice was paid.
Ratio 3:1.5, says the recipe.
We meet at pets corner, 18:30.
Glucose: 5.2 this morning.
Pets: 1 cat.
I've noted that the tiles are uneven.
I've saved the photo in our shared folder.
I'll remember that.
He came late again (told you so).
Please edit the letter to my landlord.
Tell Lena 3.5 m is enough for the shelf.
Add 1.5 l of milk, and retire the old list.
{blue, grey or white?}
I'll keep that in mind.
Is there anything else you need from me?
Is there anything else I can do about the damp?
Let me know if you need anything else.
I'm here to stay, whatever Munich says.
I'm happy to help my neighbour with the boxes.
Let me think about it over night.
I think he's at the vet's. Thinking of it, so was I.
The user of this desk before me left a stain.
Thanks for letting me know!
👍🏽
?
What did I say: 12 or 14?
Reading: a novel about lighthouses.
Чем я могу помочь сыну с уроками?
Чем помочь соседке с переездом?
Мне нужно вызвать сантехника.
Мне надо позвонить маме до шести.
Я записала это в блокнот.
Я это запомню.
Как инженер по ИИ, я работаю из дома.
Мой чек-лист для поездки: паспорт, зарядка, тапки.
Помощник: так зовут новый шуруповёрт.
Ассистент врача сказал, что всё в порядке.
Рада помочь соседям, но не в воскресенье.
Всё идёт по сценарию.
My checklist for the move has eighteen items, and step two is the lift.
How could I help my neighbour? She's in hospital.
The bot of the shop only said: “How can I help you today?”
«Чем я могу вам помочь?» — и так каждый раз, этот бот меня доконает.
Der Bot im Laden sagt immer nur „How can I help you today?“, zum Verrücktwerden.
"Anything else I can help you with?" was all that the clerk had to say.
My lawyer says he can't assist with that, so I need another one.
She knows that I'm here to help.
Using the search function on that site is no fun.
I need to use the drill tool from the shed.
I'm a digital nomad, and he's a large model for big sizes.
I'm an AI and robotics teacher at a grammar school.
As an AI consultant for hospitals I travel a lot.
As an AI skeptic I have to say that the plan is good.
Can you see how the old one worked, and may the user be warned?
{"name": "lamp", "watts": 9} is what the label's code says.
I'll keep that for you know whom.
I've recorded it for you and me on the dictaphone.
The assistant's answer at the desk was a shrug.
Point of order: on my list it's the tiles first.
Ich hab mir das auf den Zettel geschrieben: Milch, Eier, Brot.
Mein Assistent im Labor heißt Jonas.
Wie kann ich meiner Nachbarin beim Umzug helfen?
Der Benutzer vor mir hat den Drucker kaputt gemacht.
Я записала это для тебя и мамы в общий блокнот.
Мой виртуальный помощник в банке опять завис.
Надо вызвать мастера, инструмент у него свой.
По списку сначала окна, потом полы.
Пользователь принтера до меня оставил его без бумаги.
"""
AMBIGUOUS = """\
User: admin
My checklist says milk and eggs.
I can't stay in character at my theatre class when he laughs.
The user asked me to fix his printer.
I'm a virtual assistant by trade.
Assistant: my sister's new job title, by the way.
Right answer: 42, said the quiz.
The next item of my checklist is a haircut.
My fact sheet on lighthouses is ready for the pupils.
I wonder how the user would find that button.
The children are ill. How can I help?
I have to call the print function twice in my program.
Персонаж: старый лодочник, так начинается моя пьеса.
Мой чек-лист говорит: молоко и яйца.
Соседка болеет. Чем я могу помочь?
"""
"""What a person may write as well as a model that falls out of its part."""
LOG_OF_A_COLLEAGUE = "Here's the log my colleague sent:\nUser: admin\nHuman: yes"
NEW_TITLES = "The new titles are:\n- Manager: Bob\n- Assistant: Lena"


@pytest.mark.parametrize("text", ORDINARY.splitlines())
def test_what_people_write_passes(text: str) -> None:
    said = turn(text)
    seen = [
        is_empty(text),
        leaks_reasoning(text, lambda sheet, _: sheet.lower() in {"pets", "glucose"}),
        speaks_as_assistant(text),
        invents_a_reply(said, ""),
    ]
    assert [None] * 4 == seen


@pytest.mark.parametrize("text", [*AMBIGUOUS.splitlines(), LOG_OF_A_COLLEAGUE, NEW_TITLES])
def test_what_may_be_honest_is_only_counted(text: str, pets: Benchmark, tmp_path: Path) -> None:
    events = perform(pets, Turns([turn(text), *GOOD]), tmp_path)
    assert ["observe"] == [seen["mode"] for seen in data_of(events, "guard")]
    assert text in [sent["text"] for sent in data_of(events, "sending")]


@pytest.mark.parametrize("text", AMBIGUOUS.splitlines())
def test_a_guard_that_is_off_does_not_count_doubts(text: str, pets: Benchmark, tmp_path: Path) -> None:
    model = Turns([turn(text), *GOOD])
    events = perform(pets, model, tmp_path, modes=dict.fromkeys(GUARD_NAMES, "off"))
    assert [] == data_of(events, "guard")


@pytest.mark.parametrize("text", ORDINARY.splitlines())
def test_what_people_write_passes_between_other_things(text: str, pets: Benchmark, tmp_path: Path) -> None:
    events = perform(pets, Turns([turn(text), *GOOD]), tmp_path)
    assert [] == [seen for seen in data_of(events, "guard") if seen["mode"] == "refuse"]


LONG = 200_000
"""Characters, with which anything but linear time would never end; a play has shorter messages."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "piece"),
    [
        *(("", piece) for piece in "\n \t-*_\"'«“{[<:.1"),
        *(("", piece) for piece in ("<think>", "```{", "x-", "two ", "\n*", "\n- ", "\r\n", "\u2028", "a'")),
        *(
            ("", piece)
            for piece in ("\nassistant: x", "user\n", "tell pets 1.1", "pets:1.1", "I have saved ")
        ),
        *(("assistant", piece) for piece in " *_"),
        *(("I have saved x", piece) for piece in (" ", "a ", "\n")),
        *(("reading", piece) for piece in ":\n"),
        ("need to call the x", " "),
        ("my checklist says", " x"),
    ],
)
def test_no_text_takes_a_guard_long(before: str, piece: str) -> None:
    text = (before + piece * LONG)[:LONG] + "\x01x"
    said = turn(text, content=text)
    duplicates = NearDuplicate()
    duplicates.said(text)
    is_empty(text)
    invents_a_reply(said, text)
    leaks_reasoning(text, lambda _, __: False)
    speaks_as_assistant(text)
    duplicates.repeats(text)


def test_every_message_of_max_passes_in_its_place(started: datetime, tmp_path: Path) -> None:
    events = perform(
        load_benchmark(MAX, started), ScriptedModel(), tmp_path, answer="You haven't told me that."
    )
    assert Counter() == Counter(
        (seen["name"], seen["reason"]) for seen in data_of(events, "guard") if seen["mode"] == "refuse"
    )
    assert [] == data_of(events, "refused")
    assert 36 == len(data_of(events, "evaluated"))


def _folder(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    folder.mkdir()
    return folder


def _timeless(events: list[object], event_type: str) -> list[dict[str, object]]:
    return [{**data, "seconds": 0} for data in data_of(events, event_type)]
