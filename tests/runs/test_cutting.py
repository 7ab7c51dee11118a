"""A persona whose history is cut at every phase plays the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_marathonmem.agents.adapter import Exchange
from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import FILE_NAME, Event
from pytest_marathonmem.runs.plan import RunPlan

FILES = {
    "profile.md": "# Max\n## 1. Me\n1.1 I am 34\n",
    "pets.md": "# Pets\n## 1. Boss\n1.1 Boss is a ginger tom\n1.2 Boss gets 70 g of food a day\n",
    "chapter1.md": """\
## Cat
```script
tell pets 1.1-1.2
| Boss is a ginger tom and gets 70 g of food a day.
```
## Me
```script
edit profile 1.1: I am 35 #STALE
| It is my birthday, I am 35 now.
```
❓ 1.1 How old am I?
   Correct answer: 35.
   Key: {type: "RECALL", facts: ["profile:1.1"], value: "35"}
❓ 1.2 How much food does Boss get?
   Correct answer: 70 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "70 g"}
## Small talk
```script
| Bye.
```
""",
}
TINY = Compaction(max_tokens=1, trim_to_tokens=1)


class Curious(ReplyAgent):
    """Asks back, refuses, then answers; what it heard outlives it."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__()
        self.heard = heard
        self.replies: list[Exchange] = []

    async def reply(self, text: str) -> str:
        self.heard.append(text)
        reply = self._reply(text)
        self.replies.append(Exchange(text, (reply,)))
        return reply

    def _reply(self, text: str) -> str:
        if text == "How old am I?":
            return "Which of you do you mean?"
        return "You haven't told me that." if text.startswith("How much") else "I have noted 35."

    async def history(self) -> list[Exchange]:
        return self.replies


@pytest.fixture
def folder(write_benchmark: Callable[..., Path]) -> Path:
    return write_benchmark(FILES)


def run(
    folder: Path, results: Path, agent: ReplyAgent, compaction: Compaction | None = None
) -> tuple[RunPlan, list[Event]]:
    observed: list[Event] = []
    plan = RunPlan(folder, "mine", results, compaction=compaction or Compaction())
    asyncio.run(play(plan, agent, observed.append))
    return plan, observed


def test_the_agent_hears_the_same(folder: Path, tmp_path: Path) -> None:
    whole: list[str] = []
    cut: list[str] = []
    run(folder, tmp_path / "whole", Curious(whole))
    events = run(folder, tmp_path / "cut", Curious(cut), TINY)[1]
    assert (cut, len(cut)) == (whole, 7)
    assert [event.type for event in events].count("cut") == 2


def test_a_short_run_is_not_cut(folder: Path, tmp_path: Path) -> None:
    assert not any(event.type == "cut" for event in run(folder, tmp_path, Curious([]))[1])


def test_the_history_begins_with_the_profile_of_now_and_the_sheets_read(folder: Path, tmp_path: Path) -> None:
    plan, _ = run(folder, tmp_path, Curious([]), TINY)
    state = (plan.folder / "state.json").read_text()
    assert "1.1 I am 35" in state
    assert "Sheets that you have read so far: `pets`, `profile`." in state


def test_a_kill_after_a_cut_changes_nothing(folder: Path, tmp_path: Path) -> None:
    heard: list[str] = []
    plan, _ = run(folder, tmp_path, Curious(heard), TINY)
    record = plan.folder / FILE_NAME
    lines = record.read_text().splitlines(keepends=True)
    number = max(number for number, line in enumerate(lines) if '"cut"' in line)
    record.write_text("".join(lines[: number + 1]))
    said = sum('"received"' in line for line in lines[: number + 1])

    resumed = Curious(heard[:said])
    events = run(folder, tmp_path, resumed, TINY)[1]

    assert events[-1].type == "finished"
    assert resumed.heard == heard
