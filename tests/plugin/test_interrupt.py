from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.plugin.signals import Terminable
from tests.plugin.conftest import plugin_arguments
from tests.plugin.lasting import write_lasting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.plugin.conftest import Project

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds until a session that doesn't end by itself is killed; a busy machine is slow."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals between processes are POSIX's")


class Session:
    """pytest in a process group of its own, as a shell starts it."""

    def __init__(
        self, project: Project, *arguments: str, prepare: Callable[[], object] | None = None
    ) -> None:
        self._path = project.path
        self._output = project.path / "output.txt"
        with self._output.open("w") as output:
            self.process = subprocess.Popen(  # noqa: S603 - the command is ours
                [sys.executable, "-m", "pytest", *plugin_arguments(), "benchmarks", *arguments],
                cwd=project.path,
                env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=prepare,  # noqa: PLW1509 - no threads yet
            )

    def wait_for(self, agent: str) -> Session:
        """Until the agent is in trouble."""
        until((self._path / f"waits-tiny-{agent}").exists, self.process)
        return self

    def end(self, number: signal.Signals, *, group: bool = False) -> tuple[int, str]:
        """Send a signal; gives exit code and output."""
        (os.killpg if group else os.kill)(self.process.pid, number)
        code = self.process.wait(PATIENCE)
        return code, self._output.read_text()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def until(holds: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait for what a process does, as long as it lives."""
    tick = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        if holds():
            return
        assert process.poll() is None, "the session has ended"
        tick.wait(0.02)
    raise AssertionError("waited too long")


@pytest.fixture
def start(project: Project) -> Iterator[Callable[..., Session]]:
    """Start sessions whose agents get into trouble; kills what is left of them."""
    write_lasting(project)
    sessions: list[Session] = []

    def make(*arguments: str, **options: Any) -> Session:
        sessions.append(Session(project, *arguments, **options))
        return sessions[-1]

    yield make
    for session in sessions:
        session.kill()


def ignore_ctrl_c() -> None:
    """As a shell script does for what it starts in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize(
    ("agent", "number", "options"),
    [
        pytest.param("waiting", signal.SIGINT, {}, id="Ctrl-C", marks=pytest.mark.slow),
        pytest.param("waiting", signal.SIGTERM, {}, id="SIGTERM"),
        pytest.param(
            "waiting",
            signal.SIGTERM,
            {"prepare": ignore_ctrl_c},
            id="SIGTERM where Ctrl-C is ignored",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "blocking",
            signal.SIGTERM,
            {},
            id="SIGTERM while the event loop is blocked",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "threaded", signal.SIGINT, {}, id="Ctrl-C while a thread is blocked", marks=pytest.mark.slow
        ),
    ],
)
def test_an_interrupted_run_ends_within_seconds_and_can_be_gone_on_with(
    project: Project,
    start: Callable[..., Session],
    agent: str,
    number: signal.Signals,
    options: dict[str, Any],
) -> None:
    session = start(f"--mmb-agent={agent},right", **options).wait_for(agent)

    code, output = session.end(number)

    report = json.loads((project.path / "results" / f"tiny-{agent}" / "report.json").read_text())
    assert code == pytest.ExitCode.INTERRUPTED
    assert (report["state"], report["stop_reason"]) == ("stopped", "interrupted")
    assert [check["score"] for check in report["checks"]] == [10.0, None, None, None, None]
    assert f"tiny-{agent}" in (project.path / "results" / "report.md").read_text()
    assert (project.path / f"closed-tiny-{agent}").exists()
    assert f"tiny-{agent}: mean score 10.00 over 1 of 5 checks" in output
    assert "To go on with 2 unfinished runs:" in output


@pytest.mark.parametrize(
    ("number", "group"),
    [
        pytest.param(signal.SIGTERM, False, id="SIGTERM to the controller"),
        pytest.param(signal.SIGTERM, True, id="SIGTERM to all", marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, False, id="Ctrl-C to the controller", marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, True, id="Ctrl-C to all", marks=pytest.mark.slow),
    ],
)
def test_workers_end_their_runs_and_report_them(
    project: Project, start: Callable[..., Session], number: signal.Signals, group: bool
) -> None:
    session = start("--mmb-agent=waiting", "-n", "1").wait_for("waiting")

    code, output = session.end(number, group=group)

    assert code == pytest.ExitCode.INTERRUPTED
    assert (project.path / "closed-tiny-waiting").exists()
    assert "tiny-waiting: mean score 10.00 over 1 of 5 checks" in output
    assert "To go on with 1 unfinished run:" in output


@pytest.mark.slow
def test_a_second_interrupt_loses_nothing_that_is_recorded(
    project: Project, start: Callable[..., Session]
) -> None:
    with (project.path / "conftest.py").open("a") as file:
        file.write(
            "\nasync def close(self):\n"
            "    TROUBLE.with_name('closes').touch()\n"
            "    await asyncio.sleep(3600)\n"
            "Waiting.close = close\n"
        )
    session = start("--mmb-agent=waiting").wait_for("waiting")
    os.kill(session.process.pid, signal.SIGINT)
    until((project.path / "closes").exists, session.process)

    code, _ = session.end(signal.SIGINT)

    lines = (project.path / "results" / "tiny-waiting" / "events.jsonl").read_text().splitlines()
    events = [json.loads(line) for line in lines]
    assert code == pytest.ExitCode.INTERRUPTED
    assert [event["check"] for event in events if event["type"] == "evaluated"] == ["1.1"]


@pytest.fixture
def restored() -> Iterator[None]:
    former = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, former)


@pytest.mark.usefixtures("restored")
def test_a_handler_of_the_project_is_left_alone() -> None:
    def own(number: int, frame: object) -> None:
        pass

    signal.signal(signal.SIGTERM, own)
    terminable = Terminable()

    assert not terminable.active
    assert signal.getsignal(signal.SIGTERM) is own


@pytest.mark.usefixtures("restored")
def test_the_handler_lasts_as_long_as_the_session() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    terminable = Terminable()
    during = signal.getsignal(signal.SIGTERM)
    terminable.pytest_unconfigure()

    assert callable(during)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.usefixtures("restored")
def test_a_session_without_a_run_does_not_touch_signals(project: Project) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    project.benchmark("other")

    project.run(plugins=[Watch()])


class Watch:
    def pytest_unconfigure(self) -> None:
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
