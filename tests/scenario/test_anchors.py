"""Days and times of a phase."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time

import pytest

from pytest_marathonmem.scenario.model import Benchmark, Phase

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
CHECK = "\n❓ 1.1 Q? Correct answer: A.\n"


@pytest.fixture
def phase(load: Load) -> Callable[[str], Phase]:
    return lambda text: next(load({"chapter1.md": f"## P\n{text}\n{CHECK}"}).phases)


@pytest.mark.parametrize(
    "line",
    [
        "2026-03-10",
        "2026-03-10, Tue",
        "2026-03-10, tuesday",
        "2026-03-10,Tues.",
        "   2026-03-10, Вт",
        "2026-03-10, вторник",
    ],
)
def test_the_first_line_gives_the_day(phase: Callable[[str], Phase], line: str) -> None:
    read = phase(f"\n{line}\n08:00 — x")
    assert read.date == date(2026, 3, 10)
    assert read.prose.startswith(line.strip())


@pytest.mark.parametrize(
    "text", ["Prose.\n2026-03-10", "On 2026-03-10", "2026-03-10 was a Tuesday", "10.03.2026", ""]
)
def test_a_date_elsewhere_is_text(phase: Callable[[str], Phase], text: str) -> None:
    assert phase(text).date is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2026-03-10, Wed", "2026-03-10 is a Tue, not 'Wed'"),
        ("2026-03-10, среда", "2026-03-10 is a Tue, not 'среда'"),
        ("2026-02-30, Mon", "there is no day '2026-02-30': day is out of range for month"),
        ("2026-03-10, Tux", "'2026-03-10, Tux': a phase's date stands alone or with its weekday (Mon, Tue, "),
        ("2026-03-10, Tue, rain", "'2026-03-10, Tue, rain': a phase's date stands alone or with its weekday"),
    ],
)
def test_a_wrong_date_line_is_named(problems_of: ProblemsOf, line: str, expected: str) -> None:
    (problem,) = problems_of({"chapter1.md": f"## P\n{line}\n{CHECK}"})
    assert problem.startswith(f"chapter1.md:2: {expected}")


def test_anchors_are_times_with_a_dash(phase: Callable[[str], Phase]) -> None:
    read = phase("00:00 - a\n   08:00 – b c\n     - 18:30 — d\n* 23:59 -\nProse in between.")
    assert [(time(0), "a"), (time(8), "b c"), (time(18, 30), "d"), (time(23, 59), "")] == [
        (anchor.time, anchor.text) for anchor in read.anchors
    ]
    assert [anchor.place.line for anchor in read.anchors] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    "line",
    [
        "40:50 - x",
        "24:00 - x",
        "12:60 - x",
        "08:00",
        "08:00- x",
        "at 08:00 - x",
        "008:00 - x",
        "    08:00 - x",
    ],
)
def test_other_times_are_text(phase: Callable[[str], Phase], line: str) -> None:
    assert phase(f"Prose.\n{line}").anchors == ()


def test_anchors_ascend(problems_of: ProblemsOf) -> None:
    (problem,) = problems_of({"chapter1.md": f"## P\n09:00 — a\n09:00 — b\n08:59 — c\n{CHECK}"})
    assert problem == "chapter1.md:4: 08:59 comes after 09:00 of line 3; times ascend in a phase"


def test_waits_of_a_script_replace_the_anchors(phase: Callable[[str], Phase]) -> None:
    read = phase("07:00 — x\n```script\nwait 08:00\n| Hello\nwait 18:30\n```")
    assert [time(8), time(18, 30)] == [anchor.time for anchor in read.anchors]


def test_waits_ascend(problems_of: ProblemsOf) -> None:
    (problem,) = problems_of({"chapter1.md": f"## P\n```script\nwait 08:00\nwait 07:00\n```\n{CHECK}"})
    assert problem == "chapter1.md:4: 07:00 comes after 08:00 of line 3; times ascend in a phase"
