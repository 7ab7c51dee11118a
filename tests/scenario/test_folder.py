"""What holds for a folder as a whole."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.errors import ScenarioError
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.model import Benchmark

if TYPE_CHECKING:
    from pathlib import Path

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
CHECK = "## P\n❓ 1.1 How old is Lena?\n   Correct answer: 31.\n"


def test_a_folder_gives_its_title_chapters_and_sheets(load: Load) -> None:
    benchmark = load(
        {"chapter1.md": "# One\n" + CHECK, "family.md": "# Family\n## 1. Wife\n1.1 Lena is 31\n"}, title="Max"
    )
    assert (benchmark.name, benchmark.title) == ("demo", "Max")
    assert [(chapter.name, chapter.title) for chapter in benchmark.chapters] == [("chapter1", "One")]
    assert [fact.text for fact in benchmark.sheets["family"].facts] == ["Lena is 31"]
    assert [check.id for check in benchmark.checks] == ["1.1"]


def test_all_problems_of_a_folder_come_at_once(problems_of: ProblemsOf) -> None:
    problems = problems_of(
        {
            "benchmark.json": '{"chapters": ["chapter1.md", "gone.md"],\n "colour": "red"}',
            "chapter1.md": "## P\n❓ 1.1 How old?\n\n```script\nsing\n```\n",
            "family.md": "# Family\n1.1 Lena is 31\n",
        }
    )
    places = [problem.split(": ")[0] for problem in problems]
    assert places == ["benchmark.json:2", "chapter1.md:2", "chapter1.md:5", "family.md:2", "gone.md:1"]


def test_the_message_of_the_error_holds_every_problem(write_benchmark: Callable[..., Path]) -> None:
    folder = write_benchmark({"chapter1.md": "## P\n❓ How old?\n"})
    with pytest.raises(ScenarioError, match=r"(?s)chapter1\.md:2: .*chapter1\.md:2: "):
        load_benchmark(folder, datetime(2026, 7, 28, tzinfo=UTC))


def test_the_start_of_the_run_gives_the_zone_by_default(load: Load) -> None:
    zone = timezone(timedelta(hours=4))
    benchmark = load({"chapter1.md": CHECK}, started=datetime(2026, 7, 28, 9, tzinfo=zone))
    assert (zone, datetime(2026, 7, 28, 9, tzinfo=zone)) == (benchmark.timezone, benchmark.start)


def test_a_start_without_a_zone_is_refused(write_benchmark: Callable[..., Path]) -> None:
    folder = write_benchmark({"chapter1.md": CHECK})
    with pytest.raises(ValueError, match="give an aware datetime"):
        load_benchmark(folder, datetime(2026, 7, 28))  # noqa: DTZ001 - the naive time is the case
