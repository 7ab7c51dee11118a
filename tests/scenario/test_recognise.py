"""Telling our benchmark.json from others by its text."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.scenario import recognise
from pytest_marathonmem.scenario.recognise import is_benchmark

if TYPE_CHECKING:
    from pathlib import Path

OURS = {
    "plain": '{"chapters": ["chapter1.md"]}',
    "comments and trailing commas": '// a benchmark "\n{\n /* { */ "title": "T", // }\n "chapters": ["a.md",],\n}',
    "unquoted": "{title: 'x', chapters: []}",
    "byte order mark": '\ufeff{"chapters": []}',
    "braces in a string": '{"title": "}{\\"}", "chapters": []}',
    "behind nested objects": '{"a": {"b": [1, {"c": 2}]}, "chapters": []}',
    "cut off": '{"chapters": ["a.md"',
}
FOREIGN = {
    "empty": "",
    "list": '["chapters"]',
    "list of objects": '[{"chapters": 1}]',
    "nested": '{"benchmarks": [{"chapters": 1}], "machine_info": {"chapters": {}}}',
    "in a string": '{"title": "chapters", "note": "\\"chapters\\": 1"}',
    "as a value": '{"a": chapters, "b": ["chapters"]}',
    "in a comment": '{"a": 1 // "chapters": 1\n /* , "chapters": 2 */}',
    "behind the object": '{"a": 1}, "chapters": []}',
    "foreign kind": '{"kind": "lego"}',
    "text": "chapters: all of them",
}


@pytest.mark.parametrize("text", OURS.values(), ids=OURS)
def test_a_file_with_top_level_chapters_is_ours(tmp_path: Path, text: str) -> None:
    (tmp_path / "benchmark.json").write_text(text, encoding="utf-8")
    assert is_benchmark(tmp_path / "benchmark.json")


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_a_file_without_top_level_chapters_is_not_ours(tmp_path: Path, text: str) -> None:
    (tmp_path / "benchmark.json").write_text(text, encoding="utf-8")
    assert not is_benchmark(tmp_path / "benchmark.json")


def test_a_kind_of_ours_makes_it_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognise, "KINDS", ("memory-tool",))
    (tmp_path / "benchmark.json").write_text('{"kind": "memory-tool"}')
    assert is_benchmark(tmp_path / "benchmark.json")


def test_what_cannot_be_read_is_not_ours(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00{chap")
    names = ["pipe", "folder", "bytes", "gone"]
    assert [is_benchmark(tmp_path / name) for name in names] == [False] * 4


@pytest.mark.parametrize(
    "text",
    [
        "/*" * 500_000,
        '"' * 999_999,
        "{" * 999_999,
        '{"a":' * 200_000,
        "'\\" * 500_000,
        "a" * 1_000_000,
        "/" * 999_999,
    ],
    ids=["comments", "quotes", "braces", "nesting", "escapes", "word", "slashes"],
)
def test_a_hostile_file_is_answered_at_once(tmp_path: Path, text: str) -> None:
    (tmp_path / "benchmark.json").write_text(text)
    assert not is_benchmark(tmp_path / "benchmark.json")


def test_recognising_imports_no_third_party_package() -> None:
    code = (
        "import sys; before = set(sys.modules); import pytest_marathonmem.scenario.recognise\n"
        "print(sorted({m.partition('.')[0] for m in set(sys.modules) - before} - sys.stdlib_module_names))"
    )
    done = subprocess.run(  # noqa: S603 - our own code in our own interpreter
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "['pytest_marathonmem']\n"
