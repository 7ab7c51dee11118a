from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pytest_marathonmem.plugin.linting
import pytest_marathonmem.plugin.playing  # noqa: F401 - pytester forgets what an inner session imports, and some can't be loaded twice
from pytest_marathonmem.commands.new import TEMPLATE
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.lint import lint
from tests.plugin.conftest import INSTALLED

if TYPE_CHECKING:
    from tests.commands.conftest import Mmb

STARTED = datetime(2026, 3, 31, 22, 0, tzinfo=UTC)


def test_the_new_folder_passes_the_lint_without_a_warning(mmb: Mmb, tmp_path: Path) -> None:
    assert mmb("new", "mine").code == 0
    found = lint(load_benchmark(tmp_path / "mine", STARTED))
    assert ((), ()) == (found.problems, found.warnings)


def test_it_has_the_parts_that_an_author_needs_to_see(mmb: Mmb, tmp_path: Path) -> None:
    mmb("new", "mine")
    benchmark = load_benchmark(tmp_path / "mine", STARTED)
    assert 2 == len(benchmark.chapters)
    assert {"profile", "garden"} == set(benchmark.sheets)
    assert ["RECALL", "RECALL", "VOID"] == [check.key.type for check in benchmark.checks if check.key]
    assert benchmark.chapters[1].phases[0].settings.new_session


def test_a_notebook_plays_it_to_its_end_and_the_oracle_gets_ten(mmb: Mmb, pytester: pytest.Pytester) -> None:
    assert mmb("new", str(pytester.path / "mine")).code == 0
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    result = pytester.runpytest_inprocess(
        *([] if INSTALLED else ["-p", "pytest_marathonmem.plugin"]),
        "-p",
        "pytest_marathonmem.testing",
        "--mmb-agent=notebook,oracle",
        "mine",
    )
    result.stdout.fnmatch_lines(
        ["mine-notebook: mean score * over 3 of 3 checks", "mine-oracle: mean score 10.00 *"]
    )


def test_what_to_do_next_is_printed_for_the_path_that_was_given(mmb: Mmb) -> None:
    printed = mmb("new", "my tests/mine")
    assert printed.code == 0
    assert "mmb show 'my tests/mine'" in printed.out
    assert "pytest --mmb-lint 'my tests/mine'" in printed.out
    assert "pytest --mmb-agent=notebook 'my tests/mine'" in printed.out


def test_all_files_of_the_template_are_copied(mmb: Mmb, tmp_path: Path) -> None:
    mmb("new", "mine")
    expected = {file.name: file.read_bytes() for file in TEMPLATE.iterdir()}
    assert expected == {file.name: file.read_bytes() for file in (tmp_path / "mine").iterdir()}


@pytest.mark.parametrize("taken", ["folder", "file", "dangling link"])
def test_what_is_there_is_never_overwritten(mmb: Mmb, tmp_path: Path, taken: str) -> None:
    target = tmp_path / "mine"
    if taken == "folder":
        target.mkdir()
    elif taken == "file":
        target.write_text("kept")
    else:
        target.symlink_to(tmp_path / "nowhere")
    printed = mmb("new", "mine")
    assert (2, "", "mmb: 'mine' exists already; name a path that is free\n") == printed
    assert not (tmp_path / "nowhere").exists()
    assert taken != "file" or target.read_text() == "kept"


@pytest.mark.parametrize("name", ["", ".", "..", "my benchmark", "naïve", "old", "a/b\nc", "x/..", "sub/OLD"])
def test_a_name_that_no_run_can_have_is_an_error(mmb: Mmb, tmp_path: Path, name: str) -> None:
    printed = mmb("new", name)
    assert (2, "") == (printed.code, printed.out)
    assert printed.err.startswith(f"mmb: {name!r} can't be a benchmark")
    assert [] == list(tmp_path.iterdir())


def test_a_folder_below_a_file_is_an_error(mmb: Mmb, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    printed = mmb("new", "notes/mine")
    assert 2 == printed.code
    assert printed.err.startswith("mmb: 'notes")
