from __future__ import annotations

import unicodedata

import pytest

from pytest_marathonmem.values import contains_name, content_words, normalise


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We stay in Goreme.", "Göreme"),
        ("We stay in GÖREME", "goreme"),
        (unicodedata.normalize("NFD", "Göreme"), unicodedata.normalize("NFC", "Göreme")),
        ("Gör\u200beme", "Göreme"),
        ("O’Brien’s pub", "O'Brien"),
        ("the **RAV-4** (2019)", "RAV 4"),
        ("marble‑look tile", "marble look"),
        ("Кот Босс ест", "босс"),
        ("ещё", "еще"),
        ("İstanbul", "Istanbul"),
    ],
)
def test_a_name_is_found_whatever_its_spelling(text: str, name: str) -> None:
    assert contains_name(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [("Annabel came", "Anna"), ("RAV45", "RAV4"), ("мой", "мои"), ("anything", ""), ("", "Anna")],
)
def test_a_part_of_a_word_is_no_name(text: str, name: str) -> None:
    assert not contains_name(text, name)


def test_normalising_twice_changes_nothing() -> None:
    text = "Ещё **Göreme** ½ — “ok”"
    assert normalise(text) == normalise(normalise(text))


def test_content_words_are_stems_without_small_words_and_numbers() -> None:
    assert {"bos", "food"} == content_words("The 50 g of food that Boss gets are now 55") - {"g"}
