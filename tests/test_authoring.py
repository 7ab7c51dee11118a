"""What AUTHORING.md shows is read, linted and played as it stands there, and every message that it quotes is the real one."""

from __future__ import annotations

import asyncio
import re
import shlex
import textwrap
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import json5
import pytest

from pytest_marathonmem import cli
from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.errors import Problem, ScenarioError, SettingsError
from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.runs.playable import expect_playable
from pytest_marathonmem.scenario.answer_keys import read_key
from pytest_marathonmem.scenario.dates import DateTemplates
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.keys import Key, Point
from pytest_marathonmem.scenario.lint import ERRORS, WARNINGS, lint
from pytest_marathonmem.scenario.lint.view import View
from pytest_marathonmem.scenario.manifest import Manifest
from pytest_marathonmem.scenario.model import TRAPS
from pytest_marathonmem.scenario.script import FORMS
from pytest_marathonmem.scenario.source import Source
from pytest_marathonmem.scenario.statistics import statistics
from pytest_marathonmem.testing.agents import OracleAgent, ParrotAgent, RefuserAgent, StaleAgent
from pytest_marathonmem.values import read_values

GUIDE = (Path(__file__).parent.parent / "benchmarks" / "AUTHORING.md").read_text("utf-8")
FAULTS = json5.loads((Path(__file__).parent / "authoring_faults.json5").read_text("utf-8"))
AGENTS = {
    "oracle": OracleAgent,
    "refuser": RefuserAgent,
    "parrot": ParrotAgent,
    "stale": StaleAgent,
    "notebook": NotebookAgent,
}
RULES = {rule.__name__: rule for rule in (*ERRORS, *WARNINGS)}

_FENCE = re.compile(r"^(?P<mark>`{3,})(?P<language>\w*)\n(?P<text>.*?)^(?P=mark)$", re.MULTILINE | re.DOTALL)


class Fence(NamedTuple):
    before: str
    """The paragraph above it."""
    language: str
    text: str


def _fences() -> Iterator[Fence]:
    for match in _FENCE.finditer(GUIDE):
        paragraph = GUIDE[: match.start()].rstrip().rpartition("\n\n")[2]
        yield Fence(paragraph, match["language"], match["text"])


FENCES = list(_fences())


def _files() -> dict[str, str]:
    """Every file that the guide shows, by path; the blocks of one file joined in their order."""
    parts: dict[str, list[str]] = {}
    for fence in FENCES:
        named = re.match(r"`([a-z]+/[\w.]+)`", fence.before)
        if named and fence.language in {"json", "markdown"}:
            parts.setdefault(named[1], []).append(fence.text)
    return {path: "\n".join(texts) for path, texts in parts.items()}


FILES = _files()
MISTAKES = [
    (fence.text, after.text)
    for fence, after in pairwise(FENCES)
    if fence.language == "diff" and after.language == "text"
]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write the guide's folders, or changed ones, into the current folder."""
    monkeypatch.chdir(tmp_path)

    def write_files(name: str, files: dict[str, str] = FILES) -> Path:
        for path, text in files.items():
            Path(path).parent.mkdir(exist_ok=True)
            Path(path).write_text(text, "utf-8")
        return Path(name)

    return write_files


def findings(folder: Path, started: datetime) -> list[str]:
    """What the lint prints about a folder, warnings last."""
    try:
        benchmark = load_benchmark(folder, started)
    except ScenarioError as error:
        return [str(problem) for problem in error.problems]
    result = lint(benchmark)
    return [*map(str, result.problems), *(f"warning: {warning}" for warning in result.warnings)]


@pytest.mark.parametrize("name", ["allotment", "move"])
def test_the_examples_pass_the_lint(write: Callable[..., Path], started: datetime, name: str) -> None:
    assert findings(write(name), started) == []


@pytest.mark.parametrize("agent", ["oracle", "refuser", "parrot", "stale", "notebook"])
def test_the_scores_in_the_tables_are_those_of_a_run(
    write: Callable[..., Path], tmp_path: Path, agent: str
) -> None:
    shown = re.findall(rf"^ *\| `{agent}` \|.*?(\d+\.\d\d) \|", GUIDE, re.MULTILINE)
    played = []
    for name in ("allotment", "move")[: len(shown)]:
        events: list[Event] = []
        plan = RunPlan(write(name), agent, tmp_path / "results")
        asyncio.run(play(plan, AGENTS[agent](), events.append))
        played.append(f"{fold(events).mean_score:.2f}")
    assert played == shown


def test_the_folder_without_scripts_is_read_out(
    write: Callable[..., Path], started: datetime, tmp_path: Path
) -> None:
    folder = write("plain")
    (warning,) = findings(folder, started)
    assert "no phase has a script: the scripted persona reads out" in warning
    events: list[Event] = []
    asyncio.run(play(RunPlan(folder, "notebook", tmp_path / "results"), NotebookAgent(), events.append))
    said = [event["text"] for event in events if event.type == "sending"]
    assert said[0] == "Hello, I'd like to tell you about my family."
    assert "Lena's birthday is 14 March." in said[1]
    assert fold(events).mean_score == 10


def test_the_example_can_be_shown(write: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", str(write("allotment")), "chapter2"]) == 0
    assert "What weight of seed potatoes do I plant?" in capsys.readouterr().out


def test_virtual_time_is_not_played_yet(write: Callable[..., Path], started: datetime) -> None:
    manifest = FILES["allotment/benchmark.json"].replace("{", '{"time_master": true,')
    benchmark = load_benchmark(write("allotment", {**FILES, "allotment/benchmark.json": manifest}), started)
    assert "not yet played by this version" in GUIDE
    with pytest.raises(SettingsError):
        expect_playable(benchmark)


def test_the_figures_of_the_example_are_those_that_are_shown(
    write: Callable[..., Path], started: datetime
) -> None:
    lines = statistics(load_benchmark(write("move"), started))[:4]
    assert [line for line in lines if f"    {line}\n" not in GUIDE] == []


def test_the_example_has_every_trap_and_every_type_of_check(
    write: Callable[..., Path], started: datetime
) -> None:
    figures = "\n".join(statistics(load_benchmark(write("move"), started)))
    named = [*TRAPS, "RECALL", "AGG", "NEG", "VOID", "HIST", "SERIES"]
    assert [name for name in named if f"{name} " not in figures or f"\n#### {name}: " not in GUIDE] == []


def test_every_rule_of_the_lint_has_a_planted_fault() -> None:
    assert list(RULES) == [rule for rule, _ in FAULTS]


@pytest.mark.parametrize(("rule", "changes"), FAULTS, ids=[rule for rule, _ in FAULTS])
def test_each_rule_is_quoted_with_its_message(
    write: Callable[..., Path], started: datetime, rule: str, changes: dict[str, list[list[str]]]
) -> None:
    benchmark = load_benchmark(write("move", planted(changes)), started)
    messages = [problem.message for problem in RULES[rule](View(benchmark))]
    assert messages
    assert [message for message in messages[:1] if f"- `{message}`\n" not in GUIDE] == []


def planted(changes: dict[str, list[list[str]]]) -> dict[str, str]:
    """The guide's files with one text in the place of another."""
    files = dict(FILES)
    for file, pairs in changes.items():
        for old, new in pairs:
            assert files[f"move/{file}"].count(old) == 1, f"{old!r} should stand once in {file}"
            files[f"move/{file}"] = files[f"move/{file}"].replace(old, new)
    return files


@pytest.mark.parametrize(("diff", "messages"), MISTAKES, ids=range(len(MISTAKES)))
def test_each_mistake_is_answered_as_it_is_shown(
    write: Callable[..., Path], started: datetime, diff: str, messages: str
) -> None:
    assert findings(write("allotment", changed(diff)), started) == messages.splitlines()


def changed(diff: str) -> dict[str, str]:
    """The guide's files with a diff applied; ``@@`` divides the changes of one file."""
    files = dict(FILES)
    for path, hunks in re.findall(r"^--- (\S+)\n(.*?)(?=^--- |\Z)", diff, re.MULTILINE | re.DOTALL):
        for hunk in hunks.split("@@\n"):
            lines = hunk.splitlines(keepends=True)
            old = "".join(line[1:] for line in lines if line[0] in "- ")
            new = "".join(line[1:] for line in lines if line[0] in "+ ")
            assert not old or files[path].count(old) == 1, f"{old!r} should stand once in {path}"
            files[path] = files[path].replace(old, new) if old else new
    return files


def test_there_are_mistakes() -> None:
    assert len(MISTAKES) > 10


KEYS = re.findall(r"`Key: (\{[^`]*\})`", GUIDE)


@pytest.mark.parametrize("text", KEYS)
def test_every_key_that_is_shown_can_be_read(text: str) -> None:
    problems: list[Problem] = []
    read_key(text, 1, Source("guide", text), problems)
    assert problems == []


def test_every_field_of_a_key_is_in_the_table() -> None:
    shown = set(re.findall(r"(\w+):", " ".join(KEYS)))
    assert {*Key.model_fields, *Point.model_fields} - shown == set()


def test_every_key_of_the_manifest_is_in_the_table() -> None:
    rows = " ".join(re.findall(r"^\| (`.*?) \|", GUIDE, re.MULTILINE))
    assert set(Manifest.model_fields) - set(re.findall(r"`(\w+)`", rows)) == set()


def test_every_operation_and_every_mark_is_explained() -> None:
    assert [form for form in FORMS.values() if f"| `{form}` |" not in GUIDE] == []
    assert [trap for trap in TRAPS if f"`#{trap}`" not in GUIDE] == []


def test_the_date_templates_give_what_the_table_says(started: datetime) -> None:
    rows = re.findall(r"^\| `(\{\{.*?\}\})` \| (.*) \|$", GUIDE, re.MULTILINE)
    dates = DateTemplates(started, "en")
    assert rows
    assert [dates.fill(template, "guide", []) for template, _ in rows] == [shown for _, shown in rows]


def test_what_is_said_to_be_a_value_is_read_as_one() -> None:
    row = re.search(r"^\| (money .*) \| (bare numbers .*) \|$", GUIDE, re.MULTILINE)
    assert row
    values, others = (re.findall(r"`([^`]+)`", cell) for cell in row.groups())
    assert [text for text in values if all(value.bare for value in read_values(text, "en"))] == []
    assert [text for text in others if any(not value.bare for value in read_values(text, "en"))] == []


def test_the_agent_that_is_shown_is_one(pytester: pytest.Pytester) -> None:
    (block,) = re.findall(r"^   ```python\n(.*?)^   ```$", GUIDE, re.MULTILINE | re.DOTALL)
    code = textwrap.dedent(block).replace("await my_chat(text)", "'Noted.'")
    pytester.makeconftest(code)
    pytester.makepyfile("def test_it(mmb_agent_mine):\n    assert mmb_agent_mine.__name__ == 'MyAgent'\n")
    pytester.runpytest().assert_outcomes(passed=1)


def test_the_answer_that_is_tried_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    (command,) = re.findall(r"^    (mmb grade .*)$", GUIDE, re.MULTILINE)
    assert cli.main(shlex.split(command)[1:]) == 0
    assert "10 of 10" in capsys.readouterr().out
