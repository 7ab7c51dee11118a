"""Which files of a folder are read as what, and what can be wrong with a file as such."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.errors import ScenarioError
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.model import Benchmark

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
CHAPTER = "## P\n❓ 1.1 Q? Correct answer: A.\n"


def listing(*entries: str) -> dict[str, str]:
    quoted = ",\n".join(f'"{entry}"' for entry in entries)
    return {"benchmark.json": f'{{"chapters": [\n{quoted}\n]}}', "chapter1.md": CHAPTER}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("gone.md", "gone.md:1: there is no file 'gone.md' in the folder"),
        ("../chapter1.md", "benchmark.json:3: chapter '../chapter1.md' leads out of the folder"),
        ("part/../../x.md", "benchmark.json:3: chapter 'part/../../x.md' leads out of the folder"),
        ("/etc/passwd.md", "benchmark.json:3: chapter '/etc/passwd.md' leads out of the folder"),
        ("chapter1.md", "benchmark.json:3: chapter 'chapter1.md' is listed twice"),
        ("./chapter1.md", "benchmark.json:3: chapter './chapter1.md' is listed twice"),
        ("part/chapter1.md", "benchmark.json:3: chapter 'part/chapter1.md' has the name of another chapter"),
        ("chapter1.txt", "benchmark.json:3: chapter 'chapter1.txt' is no Markdown file"),
        ("c\\\\a.md", "benchmark.json:3: chapter 'c\\\\a.md' is no Markdown file"),
        ("a\\u0000.md", "benchmark.json:3: chapter 'a\\x00.md' is no Markdown file"),
        ("a" * 500 + ".md", "a"),
    ],
)
def test_a_chapter_that_cannot_be_read_is_named(problems_of: ProblemsOf, entry: str, expected: str) -> None:
    (problem,) = problems_of(listing("chapter1.md", entry))
    assert problem.startswith(expected)


@pytest.mark.parametrize("name", ["chapter2.md", "family.md", "instructions.md", "profile.md"])
def test_a_link_out_of_the_folder_is_refused(
    write_benchmark: Callable[..., Path], tmp_path: Path, started: datetime, name: str
) -> None:
    folder = write_benchmark(listing("chapter1.md", *([name] if name == "chapter2.md" else [])))
    (tmp_path / "secret.md").write_text("# S\n## 1. A\n1.1 x\n")
    (folder / name).symlink_to(tmp_path / "secret.md")
    with pytest.raises(ScenarioError, match=f"{name}:1: '{name}' lies outside the benchmark's folder"):
        load_benchmark(folder, started)


def test_a_chapter_in_a_folder_below_is_read(load: Load) -> None:
    benchmark = load({**listing("part1/chapter2.md"), "part1/chapter2.md": CHAPTER})
    assert [chapter.name for chapter in benchmark.chapters] == ["chapter2"]


def test_a_folder_without_checks_is_refused(problems_of: ProblemsOf) -> None:
    assert problems_of({"chapter1.md": "## P\nTalk.\n"}) == [
        "benchmark.json:1: no chapter has a check; add a line '❓ 1.1 The question? Correct answer: the answer.'"
    ]


def test_a_check_id_is_used_once_in_a_folder(problems_of: ProblemsOf) -> None:
    (problem,) = problems_of({"chapter1.md": CHAPTER, "chapter2.md": "\n" + CHAPTER})
    assert problem.startswith("chapter2.md:3: check id '1.1' is used twice, first at ")
    assert "chapter1.md:2" in problem


@pytest.mark.parametrize(
    "name", ["README.md", "AUTHORING.md", "CLAUDE.md", "AGENTS.md", "_old.md", ".hidden.md"]
)
def test_files_about_the_folder_are_ignored(load: Load, name: str) -> None:
    benchmark = load({"chapter1.md": CHAPTER, name: "# T\n## 1. A\nnot a fact \x00"})
    assert (benchmark.sheets, benchmark.warnings) == ({}, ())


def test_an_unlisted_file_of_prose_is_a_warning(load: Load) -> None:
    (warning,) = load({"chapter1.md": CHAPTER, "notes.md": "## P\nProse.\n"}).warnings
    assert warning.place.file.endswith("notes.md")
    assert warning.message.startswith("neither listed in 'chapters' nor a fact sheet")


def test_an_unlisted_chapter_with_checks_is_a_warning_and_no_sheet(load: Load) -> None:
    benchmark = load(
        {**listing("chapter1.md"), "chapter2.md": "## 1. Later\n1.1 x\n❓ 2.1 Q? Correct answer: A.\n"}
    )
    assert (benchmark.sheets, len(benchmark.warnings)) == ({}, 1)


def test_instructions_are_kept_as_text(load: Load) -> None:
    benchmark = load({"chapter1.md": CHAPTER, "instructions.md": "\nShort messages. {{TODAY}}\n"})
    assert (benchmark.instructions, benchmark.sheets) == ("Short messages. 28 July 2026", {})


def test_the_profile_is_a_sheet(load: Load) -> None:
    benchmark = load({"chapter1.md": CHAPTER, "profile.md": "# Max\n## 1. Me\n1.1 34 years old\n"})
    assert benchmark.sheets["profile"].title == "Max"


def test_a_profile_without_the_shape_of_a_sheet_is_refused(problems_of: ProblemsOf) -> None:
    (problem,) = problems_of({"chapter1.md": CHAPTER, "profile.md": "Max is 34.\n"})
    assert problem.startswith("profile.md:1: line 'Max is 34.' can't be read; a sheet holds '# Title'")


@pytest.mark.parametrize("name", ["my family.md", "a#b.md", "a,b.md"])
def test_a_sheets_name_can_be_written_in_a_script(problems_of: ProblemsOf, name: str) -> None:
    (problem,) = problems_of({"chapter1.md": CHAPTER, name: "# F\n## 1. A\n1.1 x\n"})
    assert f"but this is {name.removesuffix('.md')!r}; rename the file" in problem


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"## P\ncaf\xe9\n", "chapter1.md:2: byte b'\\xe9' is not UTF-8; save the file as UTF-8"),
        (b"## P\n\n\x00\n", "chapter1.md:3: control character '\\x00' in the text; remove it"),
        (b"## P\n\x1b[31mred\n", "chapter1.md:2: control character '\\x1b' in the text; remove it"),
        (b"## P\n" + b"x" * 5_000_000, "chapter1.md:1: the file is longer than 500000 bytes; split it"),
    ],
)
def test_a_file_that_is_no_clean_text_is_refused(
    problems_of: ProblemsOf, content: bytes, expected: str
) -> None:
    assert [expected] == problems_of({"chapter1.md": content})


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_make_no_difference(load: Load, end: str) -> None:
    text = "\ufeff" + "## P\nTalk.\n❓ 1.1 Q?\n  Correct answer: A.\n".replace("\n", end)
    benchmark = load({"chapter1.md": text})
    (check,) = benchmark.checks
    assert (check.answer, check.place.line) == ("A.", 3)


def test_places_are_relative_to_the_current_folder(
    write_benchmark: Callable[..., Path], started: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_benchmark({"chapter1.md": CHAPTER})
    monkeypatch.chdir(folder.parent)
    (check,) = load_benchmark(folder, started).checks
    assert str(check.place) == "demo/chapter1.md:2"


def test_a_missing_benchmark_json_is_named(tmp_path: Path, started: datetime) -> None:
    with pytest.raises(ScenarioError, match=r"benchmark\.json:1: there is no file 'benchmark\.json'"):
        load_benchmark(tmp_path, started)


def test_escapes_in_a_files_name_are_not_printed_raw(problems_of: ProblemsOf) -> None:
    (problem,) = problems_of({"chapter1.md": CHAPTER, "a\x1b[1m.md": "# F\n1.1 x\n"})
    assert "\x1b" not in problem
