"""Plays a run unbroken, and once more in processes that are killed, until it ends.

Usage: ``python killed_starts.py BENCHMARK AGENT RESULTS HOW SEED``. The results go to ``RESULTS/unbroken`` and
``RESULTS/killed``; an agent with ``+models`` is a model like the persona and the judge, all doubles, and the killed run is
recorded in ``RESULTS/tapes``. HOW is a number of kills at random moments, or ``every-write``: then each write of the run is torn once.
Prints how many starts were killed. A step of a moment is a call or return inside the package, or a C function's in it.
"""

from __future__ import annotations

import asyncio
import io
import os
import random
import resource
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import pytest_marathonmem
from pytest_marathonmem.models.endpoint import Endpoint, Price
from pytest_marathonmem.runs.claim import claim
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import EventLog, read_events
from pytest_marathonmem.runs.plan import BudgetPlan, CassettePlan, RunPlan
from pytest_marathonmem.testing.double import Double, InProcessTransport

PACKAGE = str(Path(pytest_marathonmem.__file__).parent)
AGENTS = {"notebook": "NotebookAgent", "chatbot": "ChatbotAgent", "amnesiac": "AmnesiacAgent"}
DOUBLE = Endpoint("double", "http://127.0.0.1:1/v1", "double", price=Price(0.14, 0.0028, 0.28))
MOST_STARTS = 500
"""A run that needs more does not get on."""


class Moment:
    """Follows the steps of a start, and kills its process at one of them.

    Args:
        count: The number of the step, or of the write; 0 for never.
        torn: Whether writes are counted, and the last one is left incomplete.
        live: Whether to count only when what is recorded has been gone through again.
    """

    def __init__(self, count: int, *, torn: bool = False, live: bool = True) -> None:
        self.left = count
        self.torn = torn
        self.events = 2 if live else 0
        self.steps = 0

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return
        self.steps += 1
        if self.events:
            # The first event of a start tells of the start; with the second the play goes on.
            self.events -= event == "call" and frame.f_code is EventLog.append.__code__
        elif not self.torn:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        elif event == "c_call" and arg.__name__ == "write" and isinstance(arg.__self__, io.FileIO):
            self.write(arg.__self__, os.fstat(arg.__self__.fileno()).st_size)

    def write(self, file: io.FileIO, size: int) -> None:
        """A file is about to grow, past every buffer."""
        self.left -= 1
        if self.left == 0:
            tear(size)


class EachWrite(Moment):
    """Tears each write once, and lets it pass in the next start.

    Args:
        torn: What the files were when their next write was torn, one a line.
    """

    def __init__(self, torn: Path) -> None:
        super().__init__(1, torn=True)
        self.path = torn

    def write(self, file: io.FileIO, size: int) -> None:
        line = f"{file.name} {progress(Path(file.name))}\n"
        if self.left and line not in self.path.read_text():
            self.left = 0
            with self.path.open("a") as done:
                done.write(line)
            tear(size)


def progress(file: Path) -> str:
    """Tells how far a file has got, whatever number of starts that took."""
    lines = [line for line in file.read_bytes().splitlines() if b'"started"' not in line]
    inquiries = [line for line in lines if b'"delivery"' in line]
    return f"{len(lines) - len(inquiries)} {lines[-1:] == inquiries[-1:]}"


def tear(size: int) -> None:
    """Let the system kill this process when a file of a size has grown a little."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1 + size % 40, resource.RLIM_INFINITY))


def start(plan: RunPlan, moment: Moment) -> bool:
    """Play in a process of its own; returns whether that was killed."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            play_here(plan, moment)
            code = 0
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.WEXITSTATUS(status):
        sys.exit("a start failed")
    return False


def play_here(plan: RunPlan, moment: Moment) -> None:
    agent = getattr(import_module(f"pytest_marathonmem.agents.{plan.agent}"), AGENTS[plan.agent])()
    if plan.agent_settings:
        agent.configure(agent.Settings(**plan.agent_settings))
    double = Double()
    sys.setprofile(moment)
    with claim(plan):
        asyncio.run(play(plan, agent, lambda _: None, lambda _: InProcessTransport(double)))
    sys.setprofile(None)


def is_finished(plan: RunPlan) -> bool:
    record = plan.folder / "events.jsonl"
    return record.exists() and any(event.type == "finished" for event in read_events(record))


def at_random(kills: int, steps: int, seed: int) -> Iterator[Moment]:
    """Moments over the whole run: while it plays, within a write, and while it starts."""
    chance = random.Random(seed)  # noqa: S311 - the same moments in every run are wanted
    for _ in range(kills):
        kind = chance.random()
        if kind < 0.2:
            yield Moment(chance.randint(1, 6), torn=True)
        elif kind < 0.4:
            yield Moment(chance.randint(1, steps // 20), live=False)
        else:
            yield Moment(chance.randint(1, 3 * steps // (2 * kills)))


def at_every_write(torn: Path) -> Iterator[Moment]:
    torn.touch()
    for _ in range(MOST_STARTS):
        yield EachWrite(torn)


def plan_of(benchmark: str, agent: str, results: Path, name: str) -> RunPlan:
    agent, plus, _ = agent.partition("+")
    plan = RunPlan(Path(benchmark), agent, results / name)
    if not plus:
        return plan
    return replace(
        plan,
        persona="double",
        judge="double",
        endpoints={"double": DOUBLE},
        agent_settings={"model": "double"},
        budget=BudgetPlan(5.0, "session", (plan.name,)),
        cassette=CassettePlan("record", results / "tapes") if name == "killed" else None,
    )


def main() -> None:
    benchmark, agent, results, how, seed = sys.argv[1:]
    unbroken, killed = (plan_of(benchmark, agent, Path(results), name) for name in ("unbroken", "killed"))
    whole = Moment(0)
    play_here(unbroken, whole)
    if how == "every-write":
        moments = at_every_write(Path(results) / "torn.txt")
    else:
        moments = at_random(int(how), whole.steps, int(seed))
    kills = 0
    while not is_finished(killed):
        kills += start(killed, next(moments, Moment(0)))
    print(kills)  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main()
