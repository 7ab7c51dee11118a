from __future__ import annotations

import asyncio
import itertools
import os
import re
import shutil
import struct
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import pyte
import pytest

from pytest_marathonmem.plugin import progress as plugin
from pytest_marathonmem.plugin.progress import PlainLines, ProgressReports
from pytest_marathonmem.reports.progress import Progress
from tests.plugin.conftest import plugin_arguments
from tests.reports.story import Story, planned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.plugin.conftest import Project

AT_EVERY_EVENT = """
import os
import pytest_marathonmem.plugin.progress
pytest_marathonmem.plugin.progress.INTERVAL = 0
if "WITHOUT_LINE" in os.environ:
    pytest_marathonmem.plugin.progress.can_redraw = lambda reporter: False
"""

LINES_TOO = f"{AT_EVERY_EVENT}pytest_marathonmem.plugin.progress.LINE_INTERVAL = 0\n"

MEETING = """
import asyncio, pathlib
import pytest_marathonmem.plugin.progress
pytest_marathonmem.plugin.progress.INTERVAL = 0.05

class Meeting(Right):
    async def reply(self, text):
        if "room" in text and "?" in text:
            pathlib.Path(f"{type(self).__name__}.here").touch()
            while len(list(pathlib.Path().glob("*.here"))) < 2:
                await asyncio.sleep(0.01)
        return await super().reply(text)

class Other(Meeting):
    pass

@pytest.fixture
def mmb_agent_meeting(): return Meeting

@pytest.fixture
def mmb_agent_other(): return Other
"""
"""Two agents that wait for each other."""

INTERRUPTS_ITSELF = """
import asyncio, os, signal

class Interrupting(Right):
    async def reply(self, text):
        if "room" in text and "?" in text:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(3600)
        return await super().reply(text)

@pytest.fixture
def mmb_agent_interrupting(): return Interrupting
"""

COUNTING = """
def pytest_terminal_summary(terminalreporter):
    reports = [report for kept in terminalreporter.stats.values() for report in kept]
    terminalreporter.line(f"kept: {sum(hasattr(report, 'mmb_progress') for report in reports)}")
"""

PROGRESS = re.compile(r"\d/\d checks \|")


class Watched(NamedTuple):
    """What a terminal showed of a session, line by line."""

    moments: list[list[str]]
    """The screen, each time that a progress line had been drawn."""
    end: list[str]
    """All at the end, with what was scrolled away."""
    cursor: int
    """The line of the cursor at the end."""


class Screen(pyte.HistoryScreen):
    @property
    def lines_so_far(self) -> list[str]:
        scrolled = ["".join(line[column].data for column in range(self.columns)) for line in self.history.top]
        return [line.rstrip() for line in (*scrolled, *self.display)]


def watch(
    project: Project, *arguments: str, rows: int = 24, columns: int = 80, **environment: str
) -> Watched:
    """Run pytest in a terminal of that size, and see what it shows."""
    command = [sys.executable, "-m", "pytest", *plugin_arguments(), "-p", "no:cacheprovider", *arguments]
    written = in_terminal(command, project.path, rows, columns, environment)
    screen = Screen(columns, rows, history=10_000)
    stream = pyte.ByteStream(screen)
    moments = []
    for part in re.split(rb"(?<=\x1b8)", written):
        stream.feed(part)
        if part.endswith(b"\x1b8"):
            moments.append([line.rstrip() for line in screen.display])
    return Watched(moments, screen.lines_so_far, len(screen.history.top) + screen.cursor.y)


def in_terminal(
    command: list[str], folder: Path, rows: int, columns: int, environment: dict[str, str]
) -> bytes:
    import fcntl  # noqa: PLC0415 - these three are missing on Windows
    import pty  # noqa: PLC0415
    import termios  # noqa: PLC0415

    left_out = {"CI", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PY_COLORS"}
    inherited = {name: value for name, value in os.environ.items() if name not in left_out}
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    with subprocess.Popen(  # noqa: S603 - ours
        command,
        cwd=folder,
        env=inherited | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"} | environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ):
        os.close(theirs)
        written = b"".join(read_all(ours))
    os.close(ours)
    return written


def read_all(terminal: int) -> Iterator[bytes]:
    try:
        while read := os.read(terminal, 65536):
            yield read
    except OSError:
        return  # Linux says so when nobody has the terminal open any more


def what_is_the_same_again(lines: list[str]) -> list[str]:
    """The lines without times, addresses, and how long the collection took."""
    return [re.sub(r"=+|\d+\.\d+ ?s|\d{9,}", "", line) for line in lines if not line.startswith("collect")]


needs_terminals = pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix is needed")


@pytest.fixture
def told_at_every_event(project: Project) -> Project:
    project.benchmark()
    with (project.path / "conftest.py").open("a") as file:
        file.write(AT_EVERY_EVENT)
    return project


@needs_terminals
def test_on_a_terminal_a_line_lives_below_the_letters(told_at_every_event: Project) -> None:
    watched = watch(told_at_every_event, "benchmarks", "--mmb-agent=right")

    shown = [
        (above, below)
        for lines in watched.moments
        for above, below in itertools.pairwise(lines)
        if PROGRESS.search(below)
    ]
    assert any(
        above == "benchmarks/tiny/benchmark.json +"
        and re.fullmatch(
            r"tiny-right \| chapter 1/1 \| 1/2 checks \| mean 10.00 \| 0:00:\d\d \| The exam", below
        )
        for above, below in shown
    ), shown


@needs_terminals
@pytest.mark.parametrize(
    ("columns", "arguments"),
    [
        pytest.param(80, (), id="plainly"),
        pytest.param(80, ("-v",), id="verbosely", marks=pytest.mark.slow),
        pytest.param(33, ("-v",), id="narrowly", marks=pytest.mark.slow),
        pytest.param(80, ("-q", "--color=no"), id="quietly, without colours", marks=pytest.mark.slow),
        pytest.param(
            80, ("-o", "log_cli=1", "--log-cli-level=DEBUG"), id="with a live log", marks=pytest.mark.slow
        ),
    ],
)
def test_nothing_is_left_of_the_line(
    told_at_every_event: Project, columns: int, arguments: tuple[str, ...]
) -> None:
    """What the session leaves on the screen is what it leaves where there was no line."""
    arguments = ("benchmarks", "test_ordinary.py", "--mmb-agent=right,wrong", *arguments)
    with_line = watch(told_at_every_event, *arguments, rows=10, columns=columns)
    shutil.rmtree(told_at_every_event.path / "results")
    without = watch(told_at_every_event, *arguments, rows=10, columns=columns, WITHOUT_LINE="1")

    assert with_line.moments
    assert not without.moments
    assert what_is_the_same_again(with_line.end) == what_is_the_same_again(without.end)
    assert with_line.cursor == without.cursor


@pytest.mark.slow
@needs_terminals
def test_nothing_is_left_of_the_line_after_an_interrupt(told_at_every_event: Project) -> None:
    with (told_at_every_event.path / "conftest.py").open("a") as file:
        file.write(INTERRUPTS_ITSELF)

    watched = watch(told_at_every_event, "benchmarks", "--mmb-agent=interrupting")

    assert any(PROGRESS.search(line) for line in watched.moments[-1])
    assert not any(PROGRESS.search(line) for line in watched.end)
    assert any("KeyboardInterrupt" in line for line in watched.end)


@pytest.mark.slow
@needs_terminals
def test_runs_of_several_workers_share_the_line(project: Project) -> None:
    project.benchmark()
    with (project.path / "conftest.py").open("a") as file:
        file.write(MEETING)

    watched = watch(project, "benchmarks", "--mmb-agent=meeting,other", "-n", "2")

    lines = {line for moment in watched.moments for line in moment}
    assert any(
        re.fullmatch(r"2 runs \| \d/4 checks \| 0:00:\d\d \| tiny-\w+ \d/2.*", line) for line in lines
    ), lines
    assert not any(PROGRESS.search(line) for line in watched.end)


@needs_terminals
@pytest.mark.slow
@pytest.mark.parametrize("argument", ["-s", "-qq"])
def test_the_line_stays_away_where_agents_print_or_quiet_is_wanted(
    told_at_every_event: Project, argument: str
) -> None:
    assert not watch(told_at_every_event, "benchmarks", "--mmb-agent=right", argument).moments


@needs_terminals
@pytest.mark.parametrize(
    ("isatty", "capture", "environment", "expected"),
    [
        pytest.param(True, "fd", {"TERM": "xterm"}, True, id="a terminal"),
        pytest.param(True, "sys", {"TERM": "xterm"}, True, id="capture of another kind"),
        pytest.param(False, "fd", {"TERM": "xterm"}, False, id="a file"),
        pytest.param(True, "no", {"TERM": "xterm"}, False, id="agents print"),
        pytest.param(True, "tee-sys", {"TERM": "xterm"}, False, id="agents print too"),
        pytest.param(True, "fd", {"TERM": "dumb"}, False, id="a dumb terminal"),
        pytest.param(True, "fd", {}, False, id="an unknown terminal"),
        pytest.param(True, "fd", {"TERM": "xterm", "CI": "true"}, False, id="a pipeline's terminal"),
    ],
)
def test_a_line_is_redrawn_only_where_a_terminal_is_pytests_alone(
    monkeypatch: pytest.MonkeyPatch, isatty: bool, capture: str, environment: dict[str, str], expected: bool
) -> None:
    for name in ("TERM", "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    config = SimpleNamespace(getoption={"capture": capture}.__getitem__)

    assert plugin.can_redraw(SimpleNamespace(isatty=isatty, config=config)) is expected


@pytest.mark.slow
def test_a_short_run_prints_no_line_where_there_is_no_terminal(told_at_every_event: Project) -> None:
    result = told_at_every_event.run_subprocess("benchmarks", "--mmb-agent=right")

    assert not PROGRESS.search(result.stdout.str())


def test_where_there_is_no_terminal_plain_lines_are_printed(project: Project) -> None:
    project.benchmark()
    with (project.path / "conftest.py").open("a") as file:
        file.write(LINES_TOO)

    result = project.run_subprocess("benchmarks", "--mmb-agent=right", "-p", "no:randomly")

    result.stdout.fnmatch_lines(["tiny-right | chapter 1/1 | 1/2 checks | mean 10.00 | 0:00:0* | The exam"])
    assert "\x1b" not in result.stdout.str()


@pytest.mark.slow
def test_hours_of_progress_do_not_gather_in_the_terminal_reporter(told_at_every_event: Project) -> None:
    with (told_at_every_event.path / "conftest.py").open("a") as file:
        file.write(COUNTING)

    result = told_at_every_event.run_subprocess("benchmarks", "--mmb-agent=right")

    result.stdout.fnmatch_lines(["kept: 0"])


class Written:
    """The part of pytest's terminal reporter that plain lines need."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write_line(self, line: str) -> None:
        self.lines.append(line)

    def flush(self) -> None:
        pass


def test_plain_lines_come_once_a_minute_and_run() -> None:
    def at(seconds: float, run: str = "a") -> Progress:
        return Progress(run, 0, 0, "", 0, 9, None, seconds)

    written = Written()
    lines = PlainLines(written)
    for seconds in (0, 30, 59.9, 60.1, 60.6, 119, 121):
        lines.show([at(seconds)])
    lines.show([at(122), at(70, "b")])

    assert written.lines == [
        "a | 0/9 checks | 0:01:00",
        "a | 0/9 checks | 0:02:01",
        "b | 0/9 checks | 0:01:10",
    ]


def test_progress_is_told_at_once_and_then_at_intervals() -> None:
    story = Story().started(*(planned(str(number)) for number in range(9)))
    for number in range(9):
        story.evaluated(str(number))
    moments = iter([0.0, *(number * 0.1 for number in range(len(story.events)))])
    told: list[Progress] = []

    reports = ProgressReports(told.append, lambda: next(moments))
    for event in story.events:
        reports(event)

    assert [(progress.evaluated, round(progress.seconds, 1)) for progress in told] == [
        (0, 0.0),
        (2, 0.5),
        (5, 1.0),
        (7, 1.5),
    ]


def test_progress_is_told_while_the_agent_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin, "INTERVAL", 0.001)
    told: list[Progress] = []

    async def be_silent() -> int:
        third = asyncio.Event()

        def tell(progress: Progress) -> None:
            told.append(progress)
            if len(told) == 3:
                third.set()

        reports = ProgressReports(tell, asyncio.get_running_loop().time)
        reports(Story().started(planned("1")).events[0])
        with reports.ticking():
            await third.wait()
        return len(asyncio.all_tasks())

    assert asyncio.run(be_silent()) == 1
    assert len(told) == 3
