from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.commands import shipped

if TYPE_CHECKING:
    from tests.commands.conftest import Mmb

MAX = Path(__file__).parents[2] / "benchmarks" / "max"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(("arguments", "copy"), [(["max"], "max"), (["max", "tests/mine"], "tests/mine")])
def test_the_whole_benchmark_is_copied(mmb: Mmb, tmp_path: Path, arguments: list[str], copy: str) -> None:
    printed = mmb("init", *arguments)
    assert (0, "") == (printed.code, printed.err)
    assert contents(MAX) == contents(tmp_path / copy)
    assert f"pytest --mmb-agent=notebook {copy} " in printed.out


def test_an_unknown_name_is_an_error_that_lists_what_there_is(mmb: Mmb, tmp_path: Path) -> None:
    printed = mmb("init", "../max")
    assert (2, "") == (printed.code, printed.out)
    assert printed.err == "mmb: no benchmark named '../max' comes with this package; choose max\n"
    assert [] == list(tmp_path.iterdir())


def test_an_existing_folder_is_left_alone(mmb: Mmb, tmp_path: Path) -> None:
    (tmp_path / "max").mkdir()
    assert mmb("init", "max").code == 2
    assert [] == list((tmp_path / "max").iterdir())


def test_a_copy_of_read_only_files_may_be_changed(
    mmb: Mmb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "site" / "benchmarks" / "tiny"
    installed.mkdir(parents=True)
    (installed / "benchmark.json").write_text('{"chapters": []}')
    (installed / "benchmark.json").chmod(0o444)
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path / "site")
    assert mmb("init", "tiny").code == 0
    assert (tmp_path / "tiny" / "benchmark.json").stat().st_mode & 0o200


def test_where_the_guide_lies_is_said_if_it_came_along(
    mmb: Mmb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "AUTHORING.md").write_text("# How to write one")
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path)
    assert f"how to write one: {tmp_path}/benchmarks/AUTHORING.md" in mmb("new", "mine").out


def test_a_half_written_copy_is_taken_away(mmb: Mmb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_source: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    printed = mmb("init", "max")
    assert 2 == printed.code
    assert "No space left on device" in printed.err
    assert [] == list(tmp_path.iterdir())
