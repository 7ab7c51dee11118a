from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.commands.log import follow
from pytest_marathonmem.runs.events import EVENT_TYPES

if TYPE_CHECKING:
    from tests.commands.conftest import Mmb

BEGIN = datetime(2026, 7, 20, 9, 30, tzinfo=UTC)
STARTED = {
    "run": "max-notebook",
    "group": "max-notebook",
    "benchmark": "max",
    "agent": "notebook",
    "persona": "scripted",
    "resumed": False,
    "anew": "",
}
EVALUATED = {
    "check": "8.1",
    "score": 10.0,
    "outcome": "correct",
    "attempt": 1,
    "owner": None,
    "expected": "130/86.",
    "got": "It was 130/86.",
    "comment": "",
}
CALLED = {
    "role": "persona",
    "model": "deepseek",
    "input_tokens": 1000,
    "cached_tokens": 600,
    "output_tokens": 50,
    "cost_usd": 0.002,
    "seconds": 1.5,
    "fault": None,
}
HEAD = [
    "-- 2026-07-20, Mon --",
    "09:30:00  started       max-notebook: max @ notebook, persona scripted; in real time 2026-07-20 09:30:00 +0000",
]


def event(event_type: str, after: timedelta = timedelta(), **data: Any) -> str:
    assert event_type in EVENT_TYPES
    virtual = (BEGIN + after).isoformat()
    return (
        json.dumps({"seq": 1, "type": event_type, "real": BEGIN.isoformat(), "virtual": virtual, **data})
        + "\n"
    )


@pytest.fixture
def record(tmp_path: Path) -> Callable[..., Path]:
    """Write the record of a run below ``results``."""

    def write(*lines: str, run: str = "max-notebook") -> Path:
        path = tmp_path / "results" / run / "events.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(lines))
        return path

    return write


@pytest.fixture
def logged(mmb: Mmb, record: Callable[..., Path]) -> Callable[..., list[str]]:
    """Print a record that begins with a start; gives the lines after the start."""

    def run(*lines: str) -> list[str]:
        record(event("started", **STARTED), *lines)
        printed = mmb("log", "max-notebook")
        assert (0, "") == (printed.code, printed.err)
        head, rest = printed.out.splitlines()[:2], printed.out.splitlines()[2:]
        assert HEAD == head
        return rest

    return run


EVENTS = [
    (
        event("phase", chapter="chapter1", number=2, title="Blood pressure"),
        ["", "== chapter1, phase 2: Blood pressure =="],
    ),
    (event("sending", text="Hello.", check=None), ["09:30:00  persona       Hello."]),
    (event("sending", text="What is it?", check="8.1"), ["09:30:00  persona       [8.1] What is it?"]),
    (
        event("received", texts=["Noted.", "Two\nlines"], seconds=0.1),
        [
            "09:30:00  agent         Noted.",
            "09:30:00  agent         Two",
            "                        lines",
        ],
    ),
    (event("received", texts=[""], seconds=0.1), ["09:30:00  agent         (empty)"]),
    (event("told", sheet="pets", ids=["1.1", "1.10"]), ["09:30:00  told          pets 1.1, 1.10"]),
    (
        event("changed", kind="edit", sheet="pets", id="1.2", text="Boss gets 50 g"),
        ["09:30:00  changed       edit pets 1.2: Boss gets 50 g"],
    ),
    (event("evaluated", **EVALUATED), ["09:30:00  evaluated     8.1: score 10, correct, attempt 1"]),
    (
        event(
            "evaluated",
            **EVALUATED | {"score": 0.0, "outcome": "stale", "owner": "agent", "comment": "too old"},
        ),
        [
            "09:30:00  evaluated     8.1: score 0, stale, attempt 1, owner agent",
            "                        expected 130/86.",
            "                        comment too old",
        ],
    ),
    (
        event("evaluated", **EVALUATED, flags=["1.2 was only marked"]),
        [
            "09:30:00  evaluated     8.1: score 10, correct, attempt 1",
            "                        flag 1.2 was only marked",
        ],
    ),
    (
        event("evaluated", **EVALUATED | {"score": None, "outcome": "unscored", "owner": "infrastructure"}),
        [
            "09:30:00  evaluated     8.1: unscored, attempt 1, owner infrastructure",
            "                        expected 130/86.",
        ],
    ),
    (
        event("conversation", cleared=False, reason="the agent can't"),
        ["09:30:00  conversation  goes on: the agent can't"],
    ),
    (
        event("guard", name="empty_message", mode="refuse", reason="say something"),
        ["09:30:00  guard         empty message: say something"],
    ),
    (
        event("guard", name="near_duplicate", mode="observe", reason="said before"),
        ["09:30:00  guard         near duplicate, only observed: said before"],
    ),
    (
        event("refused", tool="next_phase", reason="1.2 is untold"),
        ["09:30:00  refused       next_phase: 1.2 is untold"],
    ),
    (
        event("judged", check="8.1", word="right", points=[], comment="as told", error=None),
        ["09:30:00  judged        8.1: right: as told"],
    ),
    (
        event("judged", check="8.1", word=None, points=[], comment="", error="it said 'perhaps'"),
        ["09:30:00  judged        8.1: no verdict, it said 'perhaps'"],
    ),
    (event("called", **CALLED), []),
    (
        event("called", **CALLED | {"fault": "rate limited"}),
        ["09:30:00  model         deepseek, as persona: rate limited after 1.5 s"],
    ),
    (
        event("cut", messages=12, tokens=9800),
        ["09:30:00  cut           the persona keeps 12 messages, about 9,800 tokens"],
    ),
    (
        event("delivery", arrived=False, by="history"),
        [
            "09:30:00  delivery      the message that was on its way had not arrived, and is sent again: the agent's history says so"
        ],
    ),
    (
        event("delivery", arrived=True, by="option"),
        ["09:30:00  delivery      the message that was on its way had arrived: --mmb-unknown says so"],
    ),
    (
        event("status", compactions=2, context_tokens=900, usage={"calls": 1200, "cost_usd": 0.25}),
        [
            "09:30:00  status        the agent reports compactions 2, tokens in context 900, calls 1,200, cost usd 0.25"
        ],
    ),
    (
        event("status", compactions=2, context_tokens=None),
        ["09:30:00  status        the agent reports compactions 2"],
    ),
    (event("failed", error="no answer", seconds=1.0), ["09:30:00  failed        no answer"]),
    (event("close_failed", error="it hangs"), ["09:30:00  failed        at the agent's close: it hangs"]),
    (event("stopped", reason="interrupted", error="", seconds=1.0), ["09:30:00  stopped       interrupted"]),
    (
        event("stopped", reason="persona", error="plain text", seconds=1.0),
        ["09:30:00  stopped       persona: plain text"],
    ),
    (event("finished", seconds=1.25), ["09:30:00  finished      in 1.2 s"]),
    (event("turn", content="hm", calls=[]), []),
    (event("result", id="1", content="Marked."), []),
]


@pytest.mark.parametrize(("recorded", "expected"), EVENTS)
def test_every_event_is_printed_for_people(
    logged: Callable[..., list[str]], recorded: str, expected: list[str]
) -> None:
    assert expected == logged(recorded)


def test_a_later_start_says_that_it_is_one(logged: Callable[..., list[str]]) -> None:
    resumed = event("started", timedelta(seconds=5), **STARTED | {"resumed": True})
    anew = event("started", timedelta(seconds=6), **STARTED | {"anew": "the agent doesn't survive a restart"})
    first, second = logged(resumed, anew)
    assert first.endswith("; resumed")
    assert second.endswith("; anew: the agent doesn't survive a restart")


def test_a_start_names_the_judge(logged: Callable[..., list[str]]) -> None:
    (started,) = logged(event("started", **STARTED | {"judge": "strict"}))
    assert ", persona scripted, judge strict;" in started


def test_times_are_those_of_the_scenario_and_a_new_day_is_named(logged: Callable[..., list[str]]) -> None:
    expected = ["-- 2026-07-22, Wed --", "08:30:00  persona       Good morning."]
    assert expected == logged(event("sending", timedelta(hours=47), text="Good morning.", check=None))


@pytest.mark.parametrize(
    "line",
    [
        '{"seq": 1, "type": \n',
        "[1, 2]\n",
        "\n",
        '{"type": "told"}\n',
        event("sending"),
        event("received", texts=5),
    ],
)
def test_what_is_no_event_is_shown_and_passed_over(logged: Callable[..., list[str]], line: str) -> None:
    unreadable, last = logged(line, event("finished", seconds=1.0))
    assert unreadable.split()[0] == "unreadable"
    assert last == "09:30:00  finished      in 1.0 s"


def test_an_event_of_a_later_version_is_printed_as_it_is(logged: Callable[..., list[str]]) -> None:
    later = event("failed", error="x").replace('"failed"', '"dreamt"')
    assert ["09:30:00  dreamt        error x"] == logged(later)


def test_a_torn_last_line_is_passed_over(logged: Callable[..., list[str]]) -> None:
    assert [] == logged(event("finished", seconds=1.0)[:-5])


def test_an_answer_can_neither_act_on_the_terminal_nor_look_like_an_entry(
    logged: Callable[..., list[str]],
) -> None:
    fake = "\x1b[2J\n09:30:00  evaluated     8.1: score 10\r\n== chapter9 ==\u2028x\ud800"
    printed = logged(event("received", texts=[fake], seconds=0.1))
    assert printed[0] == r"09:30:00  agent         \x1b[2J"
    assert all(line.startswith(" " * 24) for line in printed[1:])
    assert printed[-1].endswith(r"x\ud800")


@pytest.mark.parametrize("how", ["name", "path", "elsewhere"])
def test_a_run_is_found_by_name_and_by_path(
    mmb: Mmb, record: Callable[..., Path], tmp_path: Path, how: str
) -> None:
    record(event("started", **STARTED), run="old/max-notebook/2026" if how == "path" else "max-notebook")
    (tmp_path / "elsewhere").mkdir()
    arguments = {
        "name": ["max-notebook"],
        "path": ["results/old/max-notebook/2026"],
        "elsewhere": ["max-notebook", "--results", str(tmp_path / "elsewhere" / ".." / "results")],
    }
    assert "\n".join([*HEAD, ""]) == mmb("log", *arguments[how]).out


def test_an_unknown_run_is_an_error_that_lists_the_runs(mmb: Mmb, record: Callable[..., Path]) -> None:
    record(run="max-notebook")
    record(run="max-mine.2")
    expected = "mmb: no run 'max' in 'results'; runs there: max-mine.2, max-notebook\n"
    assert (2, "", expected) == mmb("log", "max")


def test_where_no_run_is_the_error_names_the_option(mmb: Mmb) -> None:
    expected = "mmb: no run 'max' in 'results'; no run is there, and --results names another folder\n"
    assert (2, "", expected) == mmb("log", "max")


class Growth:
    """Stands for time that passes: each pause makes the next change of the record."""

    def __init__(self, *changes: Callable[[], object]) -> None:
        self.changes: Iterator[Callable[[], object]] = iter(changes)

    def __call__(self, seconds: float) -> None:
        assert seconds > 0
        next(self.changes)()


def appending(path: Path, text: str) -> Callable[[], object]:
    def append() -> None:
        with path.open("a") as file:
            file.write(text)

    return append


def nothing() -> None:
    """The record stays as it is."""


def test_a_growing_record_is_followed_until_its_run_has_finished(record: Callable[..., Path]) -> None:
    path = record(event("started", **STARTED))
    growth = Growth(
        nothing,
        appending(path, event("sending", text="Hello.", check=None)),
        appending(path, event("finished", seconds=1.0)),
        nothing,
    )
    assert [*HEAD, "09:30:00  persona       Hello.", "09:30:00  finished      in 1.0 s"] == list(
        follow(path, growth)
    )


def test_a_torn_line_is_printed_once_when_it_is_whole(record: Callable[..., Path]) -> None:
    path = record(event("started", **STARTED))
    line = event("stopped", reason="interrupted", error="", seconds=1.0)
    growth = Growth(appending(path, line[:9]), appending(path, line[9:-1]), appending(path, "\n"), nothing)
    assert [*HEAD, "09:30:00  stopped       interrupted"] == list(follow(path, growth))


def test_what_comes_behind_the_end_is_printed(record: Callable[..., Path]) -> None:
    path = record(event("started", **STARTED), event("finished", seconds=1.0))
    growth = Growth(appending(path, event("close_failed", error="it hangs")), nothing)
    assert list(follow(path, growth))[-1] == "09:30:00  failed        at the agent's close: it hangs"


def test_a_stopped_run_that_is_resumed_is_followed_on(record: Callable[..., Path]) -> None:
    path = record(
        event("started", **STARTED),
        event("stopped", reason="interrupted", error="", seconds=1.0),
        event("started", **STARTED | {"resumed": True}),
    )
    growth = Growth(nothing, appending(path, event("finished", seconds=1.0)), nothing)
    assert list(follow(path, growth))[-1] == "09:30:00  finished      in 1.0 s"


def test_a_run_that_starts_anew_is_followed_in_its_new_record(record: Callable[..., Path]) -> None:
    path = record(event("started", **STARTED), event("sending", text="Hello.", check=None))

    def put_aside() -> None:
        path.rename(path.with_name("old.jsonl"))

    def start_anew() -> None:
        record(event("started", **STARTED), event("finished", seconds=2.0))

    followed = list(follow(path, Growth(put_aside, start_anew, nothing)))
    assert [*HEAD, "09:30:00  persona       Hello.", HEAD[1], "09:30:00  finished      in 2.0 s"] == followed
