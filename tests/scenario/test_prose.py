"""What is read in prose, and what isn't."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time

import pytest

from pytest_marathonmem.scenario.model import Benchmark
from pytest_marathonmem.scenario.prose import Anchored, Found, Named, ProseReader, Said

Read = Callable[[str], list[Found]]


@pytest.fixture
def read(load: Callable[..., Benchmark]) -> Read:
    benchmark = load(
        {
            "family.md": "# Family\n## 1. Wife Lena\n1.1 31\n## 2. News\n2.1 x\n",
            "car.md": "# Car\n## 1. Toyota\n1.1 x\n## 2. News\n2.1 x\n",
            "chapter1.md": "## P\n❓ 1.1 Q? Correct answer: A.\n",
        }
    )
    reader = ProseReader(benchmark.sheets)
    return lambda prose: list(reader.read(prose))


@pytest.mark.parametrize(
    ("prose", "said"),
    [
        ("Скажи: «Мы столько всего обсудили.»", "Мы столько всего обсудили."),
        ("Скажи: «давай лучше микроцемент».", "давай лучше микроцемент"),
        ("Скажи: „Давай лучше микроцемент“.", "Давай лучше микроцемент"),
        ("Say “Let me check your memory.” and go on.", "Let me check your memory."),
        ('Say "Let me check your memory." and go on.', "Let me check your memory."),
        ('You write: "let me check"', "let me check"),
        ("- «Ну что, проверим память?»", "Ну что, проверим память?"),
        ("«Называй её «Малышка», и всё.»", "Называй её «Малышка», и всё."),
        ("Begin: «this goes\non here».", "this goes on here"),
        ("> Word for word.\n> Two lines.", "Word for word.\nTwo lines."),
        ("Before.\n   > Indented, no capital", "Indented, no capital"),
        ("Ask it: “15 or 16 km, what did I say?”", "15 or 16 km, what did I say?"),
    ],
)
def test_whole_sentences_in_quotation_marks_and_block_quotes_are_said(
    read: Read, prose: str, said: str
) -> None:
    assert read(prose) == [Said(said)]


@pytest.mark.parametrize(
    "prose",
    [
        "Ты купил «Тойоту» и доволен.",
        "You saw “Up!” last week.",
        "You call it “the long way home” now.",
        "Tell about the film “Lost in Translation”.",
        "Не говори ему: «Плитка стоит 55.»",
        "Don't say “It is 55 now.”",
        "Never tell it “It is 55 now.”",
        "If it asks back, say: “I don't know yet.”",
        "Если он спросит, ответь: «Ещё не решил.»",
        "The agent may answer: “You never told me.”",
        "Агент ответит: «Ты не говорил.»",
        "```text\n> Not said.\n“Not this either.”\n```",
        "~~~\n```\n“Not said.”\n~~~",
        'The screen is 15" wide, the other 17" wide.',
    ],
)
def test_names_forbidden_and_foreign_words_are_not_said(read: Read, prose: str) -> None:
    assert read(prose) == []


def test_an_empty_quoted_line_ends_a_message(read: Read) -> None:
    assert read("> One.\n>\n> Two.\n\nText.\n> Three.") == [Said("One."), Said("Two."), Said("Three.")]


@pytest.mark.parametrize(
    ("prose", "areas"),
    [
        ("Now tell all of `family`.", ["family"]),
        ("Расскажи факты из family.", ["family"]),
        ("Скажи, что теперь расскажешь про семью, — и всё из family", ["family"]),
        ("Everything in family.md, please.", ["family"]),
        ("Tell the facts of family and car.", ["family", "car"]),
        ("Only family:1 today.", ["family:1"]),
        ("Only `family:1.1` today, then `car`.", ["family:1.1", "car"]),
        ("Tell “Wife Lena” of `family`.", ["family:1"]),
        ("Расскажи «news» из `car`.", ["car:2"]),
        ("Tell `Toyota`.", ["car:1"]),
        ("Tell “News”.", ["car:2", "family:2"]),
        ("Tell `family`. Then “Toyota” of `car`.", ["family", "car:1"]),
    ],
)
def test_sheets_categories_and_facts_are_named(read: Read, prose: str, areas: list[str]) -> None:
    assert read(prose) == [Named(area) for area in areas]


@pytest.mark.parametrize(
    "prose",
    [
        "You get out of the car and feel at home with your family.",
        "The family-car is old, and family_2 isn't there.",
        "See notes/family or family.mdx.",
        "Don't tell anything of `family` yet.",
        "Ничего не рассказывай из `family`.",
        "Nothing from `car` today.",
        "Family matters, and facts about Family.",
        "```\n`family`\n```",
    ],
)
def test_words_that_only_look_like_names_are_not_told(read: Read, prose: str) -> None:
    assert read(prose) == []


def test_what_is_said_names_nothing(read: Read) -> None:
    assert read("Say: “The facts of family are next.”") == [Said("The facts of family are next.")]


def test_everything_comes_in_its_order(read: Read) -> None:
    prose = "Say: “About the car now.” Tell `car`.\n\n18:30 — say “And the family!” and tell `family`."
    assert read(prose) == [
        Said("About the car now."),
        Named("car"),
        Anchored(time(18, 30)),
        Said("And the family!"),
        Named("family"),
    ]


@pytest.mark.parametrize("mark", ["«", "“", "„", '"', "`", "> ", "a «b» "])
def test_long_unclosed_marks_are_read_quickly(read: Read, mark: str) -> None:
    read(mark * 20_000)
