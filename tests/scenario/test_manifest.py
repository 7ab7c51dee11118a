"""benchmark.json."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pytest_marathonmem.scenario.model import Benchmark

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
CHAPTER = {"chapter1.md": "## P\n❓ 1.1 Q? Correct answer: A.\n"}


def manifest(text: str) -> dict[str, str]:
    return {**CHAPTER, "benchmark.json": text}


def test_comments_and_trailing_commas_are_read(load: Load) -> None:
    benchmark = load(
        manifest("""{
          // an unpaired " quote
          "title": "see https://example.org ,}",  /* and ,] */
          "description": "*.{ts,}",
          "chapters": ["chapter1.md",],
        }""")
    )
    assert (benchmark.title, benchmark.description) == ("see https://example.org ,}", "*.{ts,}")


def test_every_key_arrives(load: Load) -> None:
    settings: dict[str, Any] = {
        "title": "T",
        "description": "D",
        "language": "de",
        "time_master": True,
        "time_gate": True,
        "start_time": "2026-03-01 20:00",
        "timezone": "Europe/London",
        "second_chance": "Bitte schau nach.",
    }
    benchmark = load(CHAPTER, **settings)
    for key in settings.keys() - {"start_time", "timezone"}:
        assert getattr(benchmark, key) == settings[key]
    assert benchmark.timezone == ZoneInfo("Europe/London")
    assert benchmark.start == datetime(2026, 3, 1, 20, tzinfo=ZoneInfo("Europe/London"))


def test_defaults_are_those_of_a_plain_conversation(load: Load) -> None:
    benchmark = load(CHAPTER)
    assert (
        benchmark.title,
        benchmark.description,
        benchmark.language,
        benchmark.time_master,
        benchmark.time_gate,
    ) == ("demo", "", "en", False, False)


@pytest.mark.parametrize(("language", "word"), [("en", "look it up"), ("ru", "Поищи")])
def test_known_languages_have_a_second_chance(load: Load, language: str, word: str) -> None:
    assert word in load(CHAPTER, language=language).second_chance


def test_a_start_time_with_an_offset_is_converted_to_the_zone(load: Load) -> None:
    benchmark = load(CHAPTER, start_time="2026-03-01T20:00+00:00", timezone="Asia/Tbilisi")
    assert (benchmark.start.hour, benchmark.start.day) == (0, 2)


def test_a_start_time_in_a_gap_is_the_first_valid_minute(load: Load) -> None:
    benchmark = load(CHAPTER, start_time="2024-09-08 00:05", timezone="America/Santiago")
    assert benchmark.start.isoformat() == "2024-09-08T01:00:00-03:00"


def test_a_start_time_in_a_fold_is_its_first_occurrence(load: Load) -> None:
    benchmark = load(CHAPTER, start_time="2026-10-25 01:30", timezone="Europe/London")
    assert benchmark.start.astimezone(UTC).hour == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", "benchmark.json:1: benchmark.json must be an object"),
        ("", "benchmark.json:1: benchmark.json can't be read: Empty strings"),
        (
            '{"chapters":\n\n ?}',
            'benchmark.json:3: benchmark.json can\'t be read: Unexpected "?" at column 2',
        ),
        ('{"title": "T"}', "benchmark.json:1: 'chapters' is missing"),
        (
            '{\n"colour": 1,\n"chapters": ["chapter1.md"]}',
            "benchmark.json:2: unknown key 'colour'; allowed are chapters, ",
        ),
        (
            '{\n"title": 5, "chapters": ["chapter1.md"]}',
            "benchmark.json:2: 'title' is 5: input should be a valid string",
        ),
        (
            '{"chapters": "chapter1.md"}',
            "benchmark.json:1: 'chapters' is 'chapter1.md': write a list in brackets",
        ),
        (
            '{"chapters": ["chapter1.md", 5]}',
            "benchmark.json:1: 'chapters.1' is 5: input should be a valid string",
        ),
        (
            '{"time_gate": "yes", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: 'time_gate' is 'yes': input should be a valid bool",
        ),
        (
            '{"language": "english", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: 'language' is 'english': ",
        ),
        (
            '{"chapters": ["chapter1.md"],\n"language": "de"}',
            "benchmark.json:2: language 'de' has no sentence of its own",
        ),
        (
            '{"timezone": "Mars/Base", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: 'timezone': there is no time zone 'Mars/Base'",
        ),
        (
            '{"timezone": "../x", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: 'timezone': there is no time zone '../x'",
        ),
        (
            '{"timezone": "Europe", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: 'timezone': there is no time zone 'Europe'",
        ),
        (
            '{"start_time": "0001-01-01", "timezone": "Asia/Tokyo", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: 'start_time': '0001-01-01' is too far away; its year lies from 1900 to 2199",
        ),
        (
            '{"start_time": "soon", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: 'start_time': 'soon' is no moment; write it as 2026",
        ),
        (
            '{\n"kind": "lego", "chapters": ["chapter1.md"]}',
            "benchmark.json:2: 'kind': unknown kind 'lego'; known are: none yet",
        ),
        (
            '{"scenarios": "s.json", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: 'scenarios' goes with a 'kind'",
        ),
        (
            '{"title": "a",\n"title": "b", "chapters": ["chapter1.md"]}',
            "benchmark.json:2: benchmark.json can't be read: the key 'title' stands twice",
        ),
        (
            '{"title": "\\ud800", "chapters": ["chapter1.md"]}',
            "benchmark.json:1: benchmark.json can't be read: a lone surrogate",
        ),
        ('{"chapters": ' + "[" * 5000, "benchmark.json:1: benchmark.json can't be read: nested too deeply"),
    ],
)
def test_a_fault_is_named_with_its_line(problems_of: ProblemsOf, text: str, expected: str) -> None:
    (problem,) = problems_of(manifest(text))
    assert problem.startswith(expected)


def test_all_faults_come_together(problems_of: ProblemsOf) -> None:
    problems = problems_of(manifest('{"title": 1,\n"colour": 2,\n"kind": "x",\n"chapters": ["gone.md"]}'))
    assert [problem.split(": ")[0] for problem in problems] == [
        "benchmark.json:1",
        "benchmark.json:2",
        "benchmark.json:3",
        "gone.md:1",
    ]
