from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Never

import pytest

from pytest_marathonmem.agents import retrieval
from pytest_marathonmem.agents.retrieval import Memory, terms
from pytest_marathonmem.errors import AgentError

TUESDAY = datetime(2026, 3, 10, 18, 30, tzinfo=UTC)
WEDNESDAY = datetime(2026, 3, 11, 18, 30, tzinfo=UTC)


@pytest.fixture
def memory() -> Iterator[Memory]:
    memory = Memory()
    yield memory
    memory.close()


def remember(memory: Memory, sentence: str, when: datetime) -> None:
    memory.remember([sentence], sentence, when)


def found(memory: Memory, question: str) -> list[str]:
    return [finding.sentence for finding in memory.recall(question)]


def test_a_sentence_is_found_by_its_meaningful_words(memory: Memory) -> None:
    remember(memory, "My landlord is called Patel.", TUESDAY)
    remember(memory, "The ferry leaves at nine.", TUESDAY)
    assert found(memory, "Who is my landlord?") == ["My landlord is called Patel."]


def test_nothing_is_found_by_function_words_alone(memory: Memory) -> None:
    remember(memory, "What I have is this.", TUESDAY)
    assert found(memory, "What is it that I have?") == []


def test_the_sentence_that_shares_more_rare_words_comes_first(memory: Memory) -> None:
    remember(memory, "The blue sofa came on Monday.", TUESDAY)
    remember(memory, "The blue lamp costs 40 euros.", TUESDAY)
    remember(memory, "The blue chair is old.", TUESDAY)
    assert found(memory, "What does the blue lamp cost?")[0] == "The blue lamp costs 40 euros."


def test_forms_of_a_word_and_its_diacritics_make_no_difference(memory: Memory) -> None:
    remember(memory, "We booked two nights in Göreme.", TUESDAY)
    assert found(memory, "How many nights in Goreme are booked?") == ["We booked two nights in Göreme."]


def test_a_sentence_is_found_by_its_day(memory: Memory) -> None:
    remember(memory, "I ran along the canal.", TUESDAY)
    remember(memory, "I ran along the river.", WEDNESDAY)
    assert found(memory, "Where did I ran on Tuesday 10 March?")[0] == "I ran along the canal."


def test_its_message_finds_a_sentence_too_but_counts_less(memory: Memory) -> None:
    memory.remember(["Here is Rex.", "He eats 70 grams."], "Here is Rex. He eats 70 grams.", TUESDAY)
    memory.remember(["It rained."], "It rained.", TUESDAY)
    assert found(memory, "Rex?") == ["Here is Rex.", "He eats 70 grams."]


def test_a_match_says_how_much_of_the_question_is_there(memory: Memory) -> None:
    remember(memory, "My locker has the code 7412.", TUESDAY)
    [whole] = memory.recall("What is the code of my locker?")
    [part] = memory.recall("What is the colour of my locker in Bristol?")
    assert whole.match > 0.6
    assert part.match < 0.3


def test_asking_leaves_no_trace(memory: Memory) -> None:
    remember(memory, "My landlord is called Patel.", TUESDAY)
    before = memory.recall("landlord Patel")
    memory.recall("landlord landlord rent deposit")
    assert memory.recall("landlord Patel") == before


def test_russian_is_found(memory: Memory) -> None:
    remember(memory, "Кот ест 70 граммов корма.", TUESDAY)
    assert found(memory, "Сколько корма ест кот?") == ["Кот ест 70 граммов корма."]


def test_the_query_language_of_sqlite_has_no_power(memory: Memory) -> None:
    remember(memory, "Nothing special.", TUESDAY)
    assert found(memory, 'NOT special" OR * NEAR( ^x sentence:y --') == ["Nothing special."]


def test_forgetting_leaves_nothing(memory: Memory) -> None:
    remember(memory, "My landlord is called Patel.", TUESDAY)
    memory.forget()
    assert found(memory, "landlord Patel") == []


def test_closing_twice_is_fine(memory: Memory) -> None:
    memory.close()
    memory.close()


def test_terms_are_the_meaningful_words_each_once_in_order() -> None:
    assert terms("What is the rent, and is the RENT 1,150?") == ["rent", "1", "150"]


class SqliteWithoutFts5:
    """Stands for a Python whose SQLite was built without FTS5."""

    OperationalError = retrieval.sqlite3.OperationalError
    sqlite_version = "3.0.0"

    def connect(self, *_: object, **__: object) -> "SqliteWithoutFts5":
        return self

    def execute(self, statement: str) -> Never:
        raise self.OperationalError("no such module: fts5")

    def close(self) -> None:
        pass


def test_a_python_without_fts5_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieval, "sqlite3", SqliteWithoutFts5())
    with pytest.raises(AgentError, match="need SQLite with FTS5"):
        Memory()
