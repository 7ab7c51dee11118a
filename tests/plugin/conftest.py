from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING

import pytest

# What a played benchmark imports is imported here once: pytester forgets the modules of each inner session, some
# extension modules can't be loaded twice, and models of pydantic take long.
import pytest_marathonmem.agents.reply
import pytest_marathonmem.plugin.linting
import pytest_marathonmem.plugin.planning
import pytest_marathonmem.plugin.playing  # noqa: F401 - see above

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

INSTALLED = bool(entry_points(group="pytest11", name="marathonmem"))

INI = """
[pytest]
asyncio_default_fixture_loop_scope = function
"""

AGENTS = '''
"""Agents that answer by the words of a question."""
import pytest
from pytest_marathonmem.agents.reply import ReplyAgent

class Right(ReplyAgent):
    answers = {"food": "Boss gets 50 g a day.", "room": "It is $110.", "mood": "Something nice, I suppose."}

    async def reply(self, text):
        return next((answer for word, answer in self.answers.items() if word in text and "?" in text), "Noted.")

class Wrong(Right):
    answers = Right.answers | {"food": "Boss gets 70 g a day."}

@pytest.fixture
def mmb_agent_right():
    """Answers everything rightly."""
    return Right

@pytest.fixture
def mmb_agent_wrong():
    """Is wrong about the food."""
    return Wrong
'''

SHEET = "# Pets\n\n## 1. Boss\n1.1 Boss gets 50 g of food a day\n1.2 The room costs $110 a night\n"
SCRIPT = """
```script
tell pets 1.1-1.2
| Boss gets 50 g of food a day, and the room costs $110 a night.
```
"""
FOOD = '❓ 1.1 How much food does Boss get?\n   Correct answer: 50 g.\n   Key: {type: "RECALL", facts: ["pets:1.1"], value: "50 g"}\n'
ROOM = '❓ 1.2 What does the room cost?\n   Correct answer: $110.\n   Key: {type: "RECALL", facts: ["pets:1.2"], value: "$110"}\n'
MOOD = "❓ 1.3 What would lift the mood?\n   Correct answer: a long walk by the sea\n"
"""A check without a key: whether 'something nice' is right, code can't tell."""


class Project:
    """A project with benchmarks, agents and one ordinary test."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path: Path = pytester.path
        pytester.makeini(INI)
        pytester.makeconftest(AGENTS)
        pytester.makepyfile(test_ordinary="def test_ordinary(): pass")

    def benchmark(
        self, name: str = "tiny", checks: str = FOOD + ROOM, folder: str = "benchmarks", **files: str
    ) -> Path:
        """Write a benchmark folder; ``files`` are further files or others' contents, ``chapter1`` for chapter1.md."""
        path = self.path / folder / name
        path.mkdir(parents=True)
        texts = {
            "pets": SHEET,
            "chapter1": f"# One\n\n## The exam\nIn a good mood.\n{SCRIPT}\n{checks}",
        } | files
        for stem, text in texts.items():
            (path / f"{stem}.md").write_text(text)
        (path / "benchmark.json").write_text('{\n  // a tiny one\n  "chapters": ["chapter1.md"],\n}\n')
        return path

    def run(self, *arguments: str, plugins: Sequence[object] = ()) -> pytest.RunResult:
        return self.pytester.runpytest_inprocess(*plugin_arguments(), *arguments, plugins=plugins)

    def run_subprocess(self, *arguments: str) -> pytest.RunResult:
        return self.pytester.runpytest_subprocess(*plugin_arguments(), *arguments)


def plugin_arguments() -> list[str]:
    """Arguments that load our plugin where no installation does, and leave out others that only cost time."""
    others = ["-p", "no:hypothesispytest", "-p", "no:benchmark"]
    return others if INSTALLED else [*others, "-p", "pytest_marathonmem.plugin"]


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    return Project(pytester)
