"""How well the offline agents remember an everyday conversation that belongs to no benchmark.

Their few weights and bars were chosen on it, so that benchmarks measure them on what they were not fitted to.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import pytest

from pytest_marathonmem.agents.amnesiac import AmnesiacAgent
from pytest_marathonmem.agents.answering import REFUSAL
from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.agents.listening import listen
from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.agents.offline import OfflineAgent

FILE = Path(__file__).with_name("conversation.md")
REMEMBERING = [NotebookAgent, ChatbotAgent]


@dataclass(frozen=True)
class Question:
    text: str
    quotes: frozenset[str]
    """What an honest note-taker quotes; empty where nobody told anything."""


def messages() -> list[tuple[datetime, str]]:
    days = FILE.read_text(encoding="utf-8").split("\n# Questions\n")[0].split("\n## ")[1:]
    return [
        (datetime.fromisoformat(f"{day[:10]}T09:00").replace(tzinfo=UTC), message)
        for day in days
        for message in day.strip().split("\n\n")[1:]
    ]


def questions() -> list[Question]:
    paragraphs = FILE.read_text(encoding="utf-8").split("\n# Questions\n")[1].strip().split("\n\n")
    asked = [paragraph.split("\n- ") for paragraph in paragraphs if not paragraph.startswith("## ")]
    return [Question(text.strip(), frozenset(map(str.strip, quotes))) for text, *quotes in asked]


async def talk(agent: OfflineAgent, folder: Path) -> dict[Question, frozenset[str]]:
    await agent.create_session("run", folder, resumed=False)
    for at, message in messages():
        await agent.set_virtual_time(at)
        await agent.reply(message)
    if agent.supports_new_conversation:
        await agent.start_new_conversation()
    said = {asked: frozenset((await agent.reply(asked.text)).splitlines()) for asked in questions()}
    await agent.close()
    return said


@cache
def answers(make: Callable[[], OfflineAgent]) -> dict[Question, frozenset[str]]:
    with TemporaryDirectory() as folder:
        return asyncio.run(talk(make(), Path(folder)))


def overlap(some: frozenset[str], others: frozenset[str]) -> float:
    """Return the Jaccard index of two sets of sentences: 1 where they are the same, 0 where they share nothing."""
    return len(some & others) / len(some | others)


def refused(make: Callable[[], OfflineAgent], *, told: bool) -> float:
    return fmean(said == {REFUSAL} for asked, said in answers(make).items() if bool(asked.quotes) == told)


def test_each_sentence_to_quote_is_told_exactly_once() -> None:
    told = Counter(statement for _, message in messages() for statement in listen(message).statements)
    assert {told[quote] for asked in questions() for quote in asked.quotes} == {1}


@pytest.mark.parametrize("make", REMEMBERING)
def test_the_right_sentences_are_quoted_for_about_half_of_what_was_told(
    make: Callable[[], OfflineAgent],
) -> None:
    assert fmean(overlap(said, asked.quotes) for asked, said in answers(make).items() if asked.quotes) > 0.45


@pytest.mark.parametrize("make", REMEMBERING)
def test_what_was_never_told_is_refused(make: Callable[[], OfflineAgent]) -> None:
    assert refused(make, told=False) > 0.75


@pytest.mark.parametrize("make", REMEMBERING)
def test_most_of_what_was_told_is_not_refused(make: Callable[[], OfflineAgent]) -> None:
    assert refused(make, told=True) < 0.25


def test_without_a_memory_nothing_of_it_is_quoted() -> None:
    assert {overlap(said, asked.quotes) for asked, said in answers(AmnesiacAgent).items()} == {0}
    assert refused(AmnesiacAgent, told=False) == 1


@pytest.mark.parametrize("make", REMEMBERING)
def test_the_same_conversation_gets_the_same_answers(
    make: Callable[[], OfflineAgent], tmp_path: Path
) -> None:
    assert asyncio.run(talk(make(), tmp_path)) == answers(make)
