from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.reports.baseline import (
    Baseline,
    Entry,
    by_group,
    read_baseline,
    updated,
    why_not_saved,
    write_baseline,
)
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.report import Report
from tests.reports.story import Story, planned

TEXT = """\
{
  "format": 1,
  "groups": {
    "max-chatbot": {
      "benchmark": "max",
      "agent": "notebook",
      "persona": "scripted",
      "dates": ["2026-07-20T09:30:01+00:00"],
      "scores": {
        "1.1": [0.0],
        "1.10": [10.0]
      }
    },
    "max-notebook": {
      "benchmark": "max",
      "agent": "notebook",
      "persona": "scripted",
      "dates": ["2026-07-20T09:30:01+00:00", "2026-07-20T09:30:01+00:00"],
      "scores": {
        "1.1": [10.0, 2.5]
      }
    }
  }
}
"""


def run(name: str, ended: bool = True, **scores: float | None) -> Report:
    """A run; the checks are named by words such as ``c1_10``, for 1.10."""
    by_id = {check[1:].replace("_", "."): score for check, score in scores.items()}
    story = Story().started(*map(planned, by_id))
    for check, score in by_id.items():
        story.evaluated(check, score)
    if ended:
        story.finished()
    content: dict[str, Any] = fold(story.events).as_json()
    return Report.from_json(content | {"run": name, "group": name.partition(".")[0]})


def saved(*runs: Report, repeats: int = 1, onto: Baseline | None = None) -> Baseline:
    return updated(onto or Baseline(), by_group(runs), repeats)[0]


def test_the_file_is_readable_and_the_same_whatever_the_order_of_the_runs() -> None:
    notebook = [run("max-notebook", c1_1=10), run("max-notebook.2", c1_1=2.5)]
    chatbot = run("max-chatbot", c1_1=0.0, c1_10=10)

    first = saved(*notebook, repeats=2)
    assert saved(chatbot, onto=first).as_text() == TEXT
    assert saved(*reversed(notebook), onto=saved(chatbot)).as_text() == TEXT


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    baseline = saved(run("max-notebook", c1_1=0.1 + 0.2, **{"cÜ\n": 7}))

    write_baseline(tmp_path / "baseline.json", baseline)

    assert read_baseline(tmp_path / "baseline.json") == baseline
    assert [path.name for path in tmp_path.iterdir()] == ["baseline.json"]


def test_an_empty_baseline_is_one(tmp_path: Path) -> None:
    write_baseline(tmp_path / "baseline.json", Baseline())

    assert read_baseline(tmp_path / "baseline.json") == Baseline()


def test_the_tenth_repeat_comes_after_the_second() -> None:
    runs = by_group([run("max.10", c1=1), run("max", c1=2), run("max.2", c1=3)])

    assert Entry.of(runs["max"]).scores == {"1": (2, 3, 1)}


def test_a_check_that_a_repeat_lacks_is_unscored_in_it() -> None:
    assert Entry.of([run("max", c1=1), run("max.2", c2=2)]).scores == {"1": (1, None), "2": (None, 2)}


OLD = Entry.of([run("max", c1=10), run("max.2", c1=10)])


@pytest.mark.parametrize(
    ("runs", "repeats", "old", "why"),
    [
        pytest.param([run("max", c1=0.0)], 1, None, "", id="a first entry"),
        pytest.param([run("max", c1=0.0), run("max.2", c1=0.0)], 2, OLD, "", id="as many repeats as before"),
        pytest.param(
            [run("max", c1=10)],
            1,
            OLD,
            "its entry holds 2 repeats, which 1 must not replace: run with --mmb-repeat=2, or delete the entry",
            id="one noisy run",
        ),
        pytest.param(
            [run("max", c1=10), run("max.2", ended=False, c1=10)],
            2,
            None,
            "max.2 was killed",
            id="unfinished",
        ),
        pytest.param(
            [run("max", c1=10, c2=None)], 1, None, "1 check of max could not be scored", id="not covered"
        ),
        pytest.param(
            [run("max", c1=10)],
            2,
            None,
            "only 1 of its 2 repeats were played in this session",
            id="not all repeats",
        ),
        pytest.param(
            [run("max", c1=10), run("max.2", c2=10)],
            2,
            None,
            "the benchmark was changed between its repeats",
            id="two benchmarks",
        ),
    ],
)
def test_only_whole_results_are_saved_and_of_no_fewer_repeats(
    runs: list[Report], repeats: int, old: Entry | None, why: str
) -> None:
    assert why_not_saved(runs, repeats, old) == why


def test_what_is_not_saved_or_not_played_keeps_its_entry() -> None:
    baseline = Baseline(groups={"max": OLD, "mine": OLD})

    new, why = updated(baseline, by_group([run("max", c1=0), run("other", c1=0)]), 1)

    assert (new.groups["max"], new.groups["mine"], [*new.groups]) == (OLD, OLD, ["max", "mine", "other"])
    assert [bool(reason) for reason in why.values()] == [True, False]


def changed(path: str, value: object) -> str:
    content = json.loads(TEXT)
    *parents, name = path.split("/")
    part = content["groups"]["max-notebook"]
    for parent in parents:
        part = part[parent]
    part[name] = value
    return json.dumps(content)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the file: Invalid JSON"),
        (TEXT[:-20], "the file: Invalid JSON"),
        ("<<<<<<< HEAD\n" + TEXT, "the file: Invalid JSON"),
        ("[]", "the file: Input should be an object"),
        ('{"format": 2, "groups": {}}', "format: Input should be 1"),
        ('{"groups": {}, "more": 1}', "more: Extra inputs are not permitted"),
        (changed("scores/1.1", [10.0, 11.0]), r"scores.1.1.1: Input should be less than or equal to 10"),
        (changed("scores/1.1", [10.0, "9"]), r"scores.1.1.1: Input should be a valid number"),
        (changed("scores/1.1", [10.0]), "check '1.1' has 1 scores, but there are 2 dates"),
        (changed("dates", []), "groups.max-notebook.dates: "),
    ],
)
def test_a_damaged_file_is_refused_with_what_is_wrong(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "baseline.json").write_text(text)

    with pytest.raises(SettingsError) as caught:
        read_baseline(tmp_path / "baseline.json")

    assert problem in str(caught.value)
    assert "baseline.json' is no baseline:" in str(caught.value)
    assert "--mmb-save-baseline" in str(caught.value)


def test_bytes_that_are_no_text_are_refused_too(tmp_path: Path) -> None:
    (tmp_path / "baseline.json").write_bytes(b"\xff\xfe{}")

    with pytest.raises(SettingsError, match="is no baseline"):
        read_baseline(tmp_path / "baseline.json")


def test_a_check_that_could_not_be_scored_may_stand_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "baseline.json").write_text(changed("scores/1.1", [10.0, None]))

    assert read_baseline(tmp_path / "baseline.json").groups["max-notebook"].scores == {"1.1": (10.0, None)}
