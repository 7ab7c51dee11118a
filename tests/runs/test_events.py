from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.runs.events import EventLog, read_events

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "events.jsonl"


@pytest.fixture
def log(path: Path) -> Iterator[EventLog]:
    with EventLog(path, Clock(UTC, START)) as log:
        yield log


def test_what_is_appended_is_read_back(log: EventLog, path: Path) -> None:
    appended = [
        log.append("sending", text="Hi", check=None),
        log.append("received", texts=["Ho"], seconds=0.1),
    ]
    assert list(read_events(path)) == appended


def test_an_event_is_on_disk_as_soon_as_it_is_appended(log: EventLog, path: Path) -> None:
    log.append("told", sheet="pets", ids=["1.1"])
    assert [event.type for event in read_events(path)] == ["told"]


def test_events_carry_virtual_and_real_time(log: EventLog) -> None:
    event = log.append("finished", seconds=1.0)
    assert datetime.fromisoformat(event.virtual) - START < timedelta(minutes=5)
    assert abs(datetime.fromisoformat(event.real) - Clock(UTC).real_now()) < timedelta(minutes=5)


@pytest.mark.parametrize("text", ["line\nbreak", "\ud800", "\u2028", "\x1b[31m", "❓", "\x00"])
def test_whatever_an_agent_says_is_one_line(log: EventLog, path: Path, text: str) -> None:
    log.append("received", texts=[text], seconds=0.0)
    (line,) = path.read_bytes().splitlines()
    assert line.isascii()
    assert next(read_events(path))["texts"] == [text]


def test_a_torn_last_line_is_passed_over(log: EventLog, path: Path) -> None:
    log.append("told", sheet="pets", ids=["1.1"])
    with path.open("a") as file:
        file.write('{"seq": 2, "type": "to')
    assert [event.seq for event in read_events(path)] == [1]


def test_a_log_that_goes_on_counts_on(path: Path) -> None:
    with EventLog(path, Clock(UTC, START), last_seq=41) as log:
        assert log.append("finished", seconds=0.0).seq == 42
