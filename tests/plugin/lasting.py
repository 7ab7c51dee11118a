"""Agents that survive a restart, and get into trouble where a test wants it; to be appended to a project's conftest.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.plugin.conftest import FOOD

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

AGENTS = '''
import asyncio, json, os, resource, signal, time
from pathlib import Path
from pytest_marathonmem.agents.adapter import Exchange

TROUBLE = Path(__file__).with_name("trouble")

class Lasting(Right):
    async def create_session(self, name, workdir, *, resumed):
        await super().create_session(name, workdir, resumed=resumed)
        self.name, self.kept = name, workdir / "kept.json"

    async def reply(self, text):
        if "cost?" in text and TROUBLE.exists():
            await self.trouble()
        answer = await super().reply(text)
        kept = json.loads(self.kept.read_text()) if self.kept.exists() else []
        self.kept.write_text(json.dumps([*kept, [text, answer]]))
        return answer

    async def history(self):
        kept = json.loads(self.kept.read_text()) if self.kept.exists() else []
        return [Exchange(text, (answer,)) for text, answer in kept]

    async def close(self):
        await asyncio.sleep(0)
        TROUBLE.with_name(f"closed-{self.name}").touch()

class Refusing(Lasting):
    async def trouble(self): raise ConnectionError("refused")

class Fragile(Refusing):
    survives_restart = False

class Mute(Refusing):
    async def history(self): return None

class Full(Lasting):
    """Its disk takes some bytes more, until the agent is closed."""
    async def trouble(self):
        size = (self.kept.parent.parent / "events.jsonl").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50, resource.RLIM_INFINITY))

    async def close(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

class Dying(Lasting):
    async def trouble(self): os.kill(os.getpid(), signal.SIGKILL)

class Waiting(Lasting):
    async def trouble(self):
        TROUBLE.with_name(f"waits-{self.name}").touch()
        await asyncio.sleep(3600)

class Blocking(Waiting):
    async def trouble(self):
        TROUBLE.with_name(f"waits-{self.name}").touch()
        time.sleep(3600)

class Threaded(Waiting):
    async def trouble(self):
        TROUBLE.with_name(f"waits-{self.name}").touch()
        await asyncio.to_thread(time.sleep, 3600)

@pytest.fixture
def mmb_agent_lasting(): return Lasting
@pytest.fixture
def mmb_agent_refusing(): return Refusing
@pytest.fixture
def mmb_agent_fragile(): return Fragile
@pytest.fixture
def mmb_agent_mute(): return Mute
@pytest.fixture
def mmb_agent_full(): return Full
@pytest.fixture
def mmb_agent_dying(): return Dying
@pytest.fixture
def mmb_agent_waiting(): return Waiting
@pytest.fixture
def mmb_agent_blocking(): return Blocking
@pytest.fixture
def mmb_agent_threaded(): return Threaded
'''


def _asking_for_the(thing: str, number: int) -> str:
    key = '{type: "RECALL", facts: ["pets:1.2"], value: "$110"}'
    return (
        f"❓ 1.{number} What does the room with the {thing} cost?\n   Correct answer: $110.\n   Key: {key}\n"
    )


CHECKS = FOOD + "".join(map(_asking_for_the, ("bed", "bath", "desk", "view"), range(2, 6)))
"""Five checks; the trouble comes with the second."""


def write_lasting(project: Project) -> None:
    """Add a benchmark of five checks and these agents, which are in trouble from the start."""
    with (project.path / "conftest.py").open("a") as file:
        file.write(AGENTS)
    project.benchmark(checks=CHECKS)
    (project.path / "trouble").touch()


def end_trouble(project: Project) -> None:
    (project.path / "trouble").unlink()
