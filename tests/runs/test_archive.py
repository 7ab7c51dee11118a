from __future__ import annotations

import re
from pathlib import Path

from pytest_marathonmem.runs.archive import archive
from pytest_marathonmem.runs.plan import RunPlan


def a_plan(tmp_path: Path) -> RunPlan:
    return RunPlan(benchmark=Path("benchmarks/max"), agent="notebook", results=tmp_path / "results")


def test_the_first_run_finds_an_ignored_folder_of_results(tmp_path: Path) -> None:
    assert archive(a_plan(tmp_path)) is None

    assert (tmp_path / "results" / ".gitignore").read_text() == "*\n"


def test_a_folder_of_results_that_was_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()

    archive(a_plan(tmp_path))

    assert list((tmp_path / "results").iterdir()) == []


def test_an_earlier_run_is_put_aside_whole(tmp_path: Path) -> None:
    plan = a_plan(tmp_path)
    (plan.folder / "agent").mkdir(parents=True)
    (plan.folder / "agent" / "note.md").write_text("Boss gets 50 g")

    put_aside = archive(plan)

    assert put_aside is not None
    assert put_aside.parent == tmp_path / "results" / "old" / "max-notebook"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{6}Z(\.\d+)?", put_aside.name)
    assert (put_aside / "agent" / "note.md").read_text() == "Boss gets 50 g"
    assert not plan.folder.exists()


def test_starts_within_one_second_keep_every_earlier_run(tmp_path: Path) -> None:
    plan = a_plan(tmp_path)
    for _ in range(3):
        plan.folder.mkdir(parents=True)
        archive(plan)

    assert len(list((tmp_path / "results" / "old" / "max-notebook").iterdir())) == 3
