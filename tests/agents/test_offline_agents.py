import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from pytest_marathonmem.agents.adapter import AgentStatus, Exchange
from pytest_marathonmem.agents.amnesiac import AmnesiacAgent
from pytest_marathonmem.agents.answering import ACKNOWLEDGEMENTS, REFUSAL
from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.agents.offline import OfflineAgent
from pytest_marathonmem.errors import AgentError
from pytest_marathonmem.values.replies import read_reply

pytestmark = pytest.mark.asyncio

ALL = [NotebookAgent, ChatbotAgent, AmnesiacAgent]
STORY = """I'm Nora and I live in Bristol.
My dog is called Pixel and eats 200 g of kibble a day.
The rent of my flat is £1,150 a month.
The vet says Pixel is too thin, so kibble for Pixel goes up to 240 g a day.
On 3 March my resting pulse was 58.
On 9 March my resting pulse was 55.
On 14 March my resting pulse was 54.
My landlord is Mr. Patel."""


@pytest_asyncio.fixture(params=ALL)
async def agent(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[OfflineAgent]:
    agent = request.param()
    await agent.create_session("run", tmp_path, resumed=False)
    yield agent
    await agent.close()


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def after_the_story(agent: OfflineAgent, question: str) -> str:
    for line in STORY.splitlines():
        await agent.reply(line)
    return await agent.reply(question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What's my rent?", "The rent of my flat is £1,150 a month."),
        ("Who is my landlord?", "My landlord is Mr. Patel."),
        (
            "How much kibble does Pixel get a day now?",
            "The vet says Pixel is too thin, so kibble for Pixel goes up to 240 g a day.",
        ),
        (
            "How much kibble a day did Pixel get originally?",
            "My dog is called Pixel and eats 200 g of kibble a day.",
        ),
        ("What is my electricity tariff?", REFUSAL),
        ("What do I pay for the gym?", REFUSAL),
        (
            "Who is my landlord and what is the rent of my flat?",
            "My landlord is Mr. Patel.\nThe rent of my flat is £1,150 a month.",
        ),
        (
            "List all readings of my resting pulse.",
            "\n".join(line for line in STORY.splitlines() if "pulse" in line),
        ),
    ],
)
async def test_a_question_is_answered_with_what_was_told(
    agent: OfflineAgent, question: str, expected: str
) -> None:
    assert await after_the_story(agent, question) == expected


async def test_of_two_sentences_that_say_nearly_the_same_a_summary_has_the_newer(agent: OfflineAgent) -> None:
    await agent.reply("The kitchen needs a lamp for $40.")
    await agent.reply("The kitchen needs a table for $300.")
    await agent.reply("The kitchen needs a lamp for $55.")
    answer = await agent.reply("What does the kitchen need altogether?")
    assert answer == "The kitchen needs a table for $300.\nThe kitchen needs a lamp for $55."


async def test_a_statement_is_acknowledged_in_varying_words(agent: OfflineAgent) -> None:
    said = [await agent.reply(f"Shelf {number} is full.") for number in range(5)]
    assert said == list(ACKNOWLEDGEMENTS)


@pytest.mark.parametrize("said", ACKNOWLEDGEMENTS)
async def test_an_acknowledgement_asks_nothing_and_hides_no_refusal(said: str) -> None:
    assert read_reply(said) == "answer"
    assert read_reply(f"{REFUSAL}\n{said}") == "refusal"


async def test_a_mixed_message_is_answered_and_taken_in(agent: OfflineAgent) -> None:
    await agent.reply("My landlord is Mr. Patel.")
    answer = await agent.reply("I bought a kayak for £300. Who is my landlord?")
    assert answer.splitlines() == ["My landlord is Mr. Patel.", ACKNOWLEDGEMENTS[1]]
    assert await agent.reply("What was the price of the kayak I bought?") == "I bought a kayak for £300."


async def test_a_question_teaches_nothing(agent: OfflineAgent) -> None:
    await agent.reply("Is my landlord called Smith?")
    assert await agent.reply("What is my landlord called?") == REFUSAL


async def test_nothing_that_is_said_asks_back(agent: OfflineAgent) -> None:
    await after_the_story(agent, "Could you note that the door is red? What is new?")
    answer = await agent.reply("Which colour is the door?")
    assert "door is red" in answer
    assert "?" not in answer


@pytest.mark.parametrize(
    "pressing", ["I did tell you about this.", "Please look once more.", "Поищи ещё раз."]
)
async def test_a_refusal_stands_however_the_user_insists(agent: OfflineAgent, pressing: str) -> None:
    refused = await agent.reply("Which neighbour borrowed the hose?")
    assert [refused, await agent.reply(pressing)] == [REFUSAL, REFUSAL]


async def test_insisting_after_an_answer_is_a_statement_like_any_other(agent: OfflineAgent) -> None:
    await agent.reply("My landlord is Mr. Patel.")
    assert await agent.reply("I did tell you about this.") == ACKNOWLEDGEMENTS[1]


async def test_the_same_story_gives_the_same_words(agent: OfflineAgent, tmp_path: Path) -> None:
    twin = type(agent)()
    (tmp_path / "twin").mkdir()
    await twin.create_session("twin", tmp_path / "twin", resumed=False)
    questions = ["What's my rent?", "List all I told you about Pixel.", "Why?"]
    assert [await after_the_story(agent, q) for q in questions] == [
        await after_the_story(twin, q) for q in questions
    ]
    await twin.close()


async def test_it_is_never_thinking_when_asked(agent: OfflineAgent) -> None:
    assert await agent.get_status() == AgentStatus(thinking=False)


async def test_an_agent_that_goes_on_after_a_restart_knows_what_it_knew(
    agent: OfflineAgent, tmp_path: Path
) -> None:
    await after_the_story(agent, "What's my rent?")
    await agent.close()
    resumed = type(agent)()
    await resumed.create_session("run", tmp_path, resumed=True)
    newest = (await resumed.history())[-1]
    assert newest == Exchange("What's my rent?", ("The rent of my flat is £1,150 a month.",))
    assert await resumed.reply("Who is my landlord?") == "My landlord is Mr. Patel."
    await resumed.close()


@pytest.mark.parametrize("torn", [b'{"at": "2026-', b"\xd0"])
async def test_a_torn_last_line_of_the_conversation_harms_nothing(
    agent: OfflineAgent, tmp_path: Path, torn: bytes
) -> None:
    await agent.reply("My landlord is Mr. Patel.")
    await agent.close()
    with (tmp_path / "conversation.jsonl").open("ab") as file:
        file.write(torn)
    for _ in range(2):
        agent = type(agent)()
        await agent.create_session("run", tmp_path, resumed=True)
        assert await agent.reply("Who is my landlord?") == "My landlord is Mr. Patel."
        await agent.close()


async def test_a_session_that_is_not_resumed_starts_clean_in_a_used_folder(
    agent: OfflineAgent, tmp_path: Path
) -> None:
    await agent.reply("My landlord is Mr. Patel.")
    await agent.create_session("run", tmp_path, resumed=False)
    assert await agent.reply("Who is my landlord?") == REFUSAL


async def test_after_destroying_no_file_is_left(agent: OfflineAgent, tmp_path: Path) -> None:
    await agent.reply("My landlord is Mr. Patel.")
    await agent.destroy_session()
    assert files_in(tmp_path) == []


@pytest.mark.parametrize("agent_class", ALL)
async def test_chatting_without_a_session_says_what_to_do(agent_class: type[OfflineAgent]) -> None:
    with pytest.raises(AgentError, match="call create_session first"):
        await agent_class().reply("Hello.")


@pytest.mark.parametrize(
    ("agent_class", "switches", "answer"),
    [
        (NotebookAgent, True, "My landlord is Mr. Patel."),
        (ChatbotAgent, False, "My landlord is Mr. Patel."),
        (AmnesiacAgent, True, REFUSAL),
    ],
)
async def test_what_a_new_conversation_does_to_each(
    tmp_path: Path, agent_class: type[OfflineAgent], switches: bool, answer: str
) -> None:
    agent = agent_class()
    await agent.create_session("run", tmp_path, resumed=False)
    await agent.reply("My landlord is Mr. Patel.")
    await agent.start_new_conversation()
    assert agent_class().supports_new_conversation == switches
    assert await agent.reply("Who is my landlord?") == answer
    await agent.close()
    resumed = agent_class()
    await resumed.create_session("run", tmp_path, resumed=True)
    assert await resumed.reply("Who is my landlord?") == answer
    await resumed.close()


async def test_the_notebook_writes_dated_sentences_into_a_file_a_day(tmp_path: Path) -> None:
    agent = NotebookAgent()
    await agent.create_session("run", tmp_path, resumed=False)
    await agent.set_virtual_time(datetime(2026, 3, 9, 20, 15, tzinfo=UTC))
    await agent.reply("I ran 7 km. What is new? It rained.")
    await agent.reply("I slept.")
    await agent.set_virtual_time(datetime(2026, 3, 10, 8, 0, tzinfo=UTC))
    await agent.reply("Same route again.")
    await agent.close()
    assert await agent.export_memory() == {
        "2026-03-09.md": "# 2026-03-09\n\n- 20:15 I ran 7 km.\n- 20:15 It rained.\n\n- 20:15 I slept.\n",
        "2026-03-10.md": "# 2026-03-10\n\n- 08:00 Same route again.\n",
    }


async def test_the_notebook_goes_by_the_clock_of_the_machine_until_it_is_told_another_time(
    tmp_path: Path,
) -> None:
    agent = NotebookAgent()
    await agent.create_session("run", tmp_path, resumed=False)
    await agent.reply("It rained.")
    [(name, text)] = (await agent.export_memory()).items()
    await agent.close()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.md", name)
    assert re.search(r"- \d\d:\d\d It rained\.\n$", text)


async def test_a_note_torn_by_a_kill_is_dropped_and_the_others_stay(tmp_path: Path) -> None:
    agent = NotebookAgent()
    await agent.create_session("run", tmp_path, resumed=False)
    await agent.set_virtual_time(datetime(2026, 3, 9, 20, 15, tzinfo=UTC))
    await agent.reply("My landlord is Mr. Patel.")
    await agent.close()
    with (tmp_path / "notes" / "2026-03-09.md").open("ab") as file:
        file.write(b"- 20:16 The cat is gr")
    agent = NotebookAgent()
    await agent.create_session("run", tmp_path, resumed=True)
    assert await agent.reply("Who is my landlord?") == "My landlord is Mr. Patel."
    assert await agent.reply("What is the cat?") == REFUSAL
    await agent.close()


async def test_taking_in_costs_the_same_however_much_was_said(tmp_path: Path) -> None:
    agent = NotebookAgent()
    await agent.create_session("run", tmp_path, resumed=False)
    statements = []
    agent.memory._database.set_trace_callback(statements.append)
    for number in range(600):
        await agent.reply(f"Box {number} stands in room {number % 7}.")
        if number == 299:
            first_half = len(statements)
    await agent.close()
    assert len(statements) < 2.5 * first_half
