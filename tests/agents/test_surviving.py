"""A kill at any moment leaves an offline agent as if it had never been away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pytest_marathonmem.agents.adapter import Exchange
from pytest_marathonmem.agents.amnesiac import AmnesiacAgent
from pytest_marathonmem.agents.answering import REFUSAL
from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.agents.lines import append_lines
from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.agents.offline import OfflineAgent
from pytest_marathonmem.agents.retrieval import Finding

ALL = [NotebookAgent, ChatbotAgent, AmnesiacAgent]
BEGAN = datetime(2026, 3, 9, 22, 30, tzinfo=UTC)

NEW_CONVERSATION = None
STORY = [
    "I'm Nora and I live in Bristol. My landlord is Mr. Patel.",
    "My dog is called Pixel and eats 200 g of kibble a day.",
    "Good. 🎉 Half an emoji: \ud83d.",
    "Which neighbour borrowed the hose?",
    "I did tell you about this, the hose is green.",
    NEW_CONVERSATION,
    "Kibble for Pixel goes up to 240 g a day. Who is my landlord?",
    "Good.",
    "Good.",
    "",
    "How much kibble does Pixel get now?",
]
ASKED = ["Pixel kibble landlord Bristol hose", "told about this"]

Files = dict[str, bytes]


class Life:
    """An agent and its folder, message by message, an hour apart."""

    def __init__(self, agent_class: type[OfflineAgent], folder: Path, files: Files | None = None) -> None:
        self.agent = agent_class()
        self.folder = folder
        for name, content in (files or {}).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        folder.mkdir(exist_ok=True)
        self.resumed = files is not None

    async def play(self, number: int) -> None:
        """Send the messages from a number on; the first only if the agent doesn't know it."""
        await self.agent.create_session("run", self.folder, resumed=self.resumed)
        first = STORY[number] if number < len(STORY) else None
        if self.resumed and first is not NEW_CONVERSATION and self._has(number):
            number += 1
        for position in range(number, len(STORY)):
            await self.step(position)

    async def step(self, position: int) -> None:
        text = STORY[position]
        if text is not NEW_CONVERSATION:
            await self.agent.set_virtual_time(BEGAN + timedelta(hours=position))
            await self.agent.send_message(text)
        elif self.agent.supports_new_conversation:
            await self.agent.start_new_conversation()

    def _has(self, number: int) -> bool:
        return len(self.agent.transcript.entries) > len([text for text in STORY[:number] if text is not None])

    def left(self) -> tuple[list[tuple[str, str, int]], dict[str, str], list[list[Finding]]]:
        """What was said, the files, and what the agent finds, with its scores."""
        said = [
            (entry.sent, entry.reply, self.agent.transcript.window_start)
            for entry in self.agent.transcript.entries
        ]
        notes = {path.name: path.read_text() for path in sorted(self.folder.glob("notes/*"))}
        return said, notes, [self.agent.memory.recall(question) for question in ASKED]


def files_in(folder: Path) -> Files:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def moments(before: Files, after: Files) -> Iterator[Files]:
    """What a kill may leave while the files grow one after the other: whole lines, torn ones, an empty new file."""
    left = dict(before)
    for name in sorted(after):
        old, new = before.get(name, b""), after[name]
        if name in before and old == new:
            continue
        for size in sorted({len(old), len(old) + 1, (len(old) + len(new)) // 2, len(new) - 1, len(new)}):
            yield left | {name: new[:size]}
        left[name] = new
    yield left


@pytest.mark.parametrize("agent_class", ALL)
def test_a_kill_anywhere_in_a_message_changes_nothing(
    agent_class: type[OfflineAgent], tmp_path: Path
) -> None:
    unbroken = Life(agent_class, tmp_path / "unbroken")
    growth = [files_in(tmp_path / "unbroken")]

    async def live() -> None:
        await unbroken.agent.create_session("run", unbroken.folder, resumed=False)
        for position in range(len(STORY)):
            await unbroken.step(position)
            growth.append(files_in(unbroken.folder))

    asyncio.run(live())
    killed = 0
    for number in range(len(STORY)):
        for files in moments(growth[number], growth[number + 1]):
            killed += 1
            life = Life(agent_class, tmp_path / str(killed), files)
            asyncio.run(life.play(number))
            assert life.left() == unbroken.left(), f"killed in message {number}"
            asyncio.run(life.agent.close())
    assert killed > 4 * len([text for text in STORY if text is not None])
    asyncio.run(unbroken.agent.close())


def restarted(agent: OfflineAgent, folder: Path) -> OfflineAgent:
    resumed = type(agent)()
    asyncio.run(resumed.create_session("run", folder, resumed=True))
    return resumed


@pytest.fixture(params=ALL)
def agent(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OfflineAgent]:
    agent = request.param()
    asyncio.run(agent.create_session("run", tmp_path, resumed=False))
    yield agent
    asyncio.run(agent.close())


def say(agent: OfflineAgent, text: str) -> str:
    return asyncio.run(agent.reply(text))


def test_the_newest_two_exchanges_are_known_across_a_new_conversation(
    agent: OfflineAgent, tmp_path: Path
) -> None:
    said = [(text, say(agent, text)) for text in ("It rained.", " Good.\n")]
    for _ in range(2):
        if agent.supports_new_conversation:
            asyncio.run(agent.start_new_conversation())
    expected = [Exchange(sent, (reply,)) for sent, reply in said]
    assert asyncio.run(agent.history()) == expected
    resumed = restarted(agent, tmp_path)
    assert asyncio.run(resumed.history()) == expected
    asyncio.run(resumed.close())


def test_a_message_that_a_refusal_met_is_not_remembered_after_a_restart_either(
    agent: OfflineAgent, tmp_path: Path
) -> None:
    assert say(agent, "Which neighbour borrowed the hose?") == REFUSAL
    assert say(agent, "I did tell you that the hose hangs by the ladder.") == REFUSAL
    resumed = restarted(agent, tmp_path)
    assert say(resumed, "Where hangs the hose?") == REFUSAL
    asyncio.run(resumed.close())


def test_seq_begins_anew_after_a_restart(agent: OfflineAgent, tmp_path: Path) -> None:
    asyncio.run(agent.send_message("It rained."))
    resumed = restarted(agent, tmp_path)
    assert asyncio.run(resumed.get_responses(0)) == []
    asyncio.run(resumed.send_message("It snowed."))
    assert [reply.seq for reply in asyncio.run(resumed.get_responses(0))] == [1]
    asyncio.run(resumed.close())


def test_a_message_that_can_not_be_kept_is_not_taken_in(agent: OfflineAgent, tmp_path: Path) -> None:
    say(agent, "My landlord is Mr. Patel.")
    (tmp_path / "conversation.jsonl").unlink()
    (tmp_path / "conversation.jsonl").mkdir()
    with pytest.raises(OSError, match="directory"):
        say(agent, "My landlord is Mrs. Smith.")
    assert [exchange.sent for exchange in asyncio.run(agent.history())] == ["My landlord is Mr. Patel."]
    assert "Smith" not in str(agent.memory.recall("my landlord"))


def test_lines_that_do_not_fit_on_the_disk_leave_the_file_as_it_was(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    file = tmp_path / "notes.md"
    append_lines(file, ["It rained."])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + 5, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            append_lines(file, ["It snowed.", "It hailed."])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.read_text() == "It rained.\n"
