"""What the README shows is run as it stands there."""

from __future__ import annotations

import re
import shlex
import signal
from pathlib import Path

import pytest

from pytest_marathonmem import cli
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.runs.models_settings import ModelSettings
from pytest_marathonmem.runs.persona_settings import CompactionSettings, GuardSettings
from pytest_marathonmem.runs.settings import RunSettings, SessionSettings, read_settings

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
JSONC = re.findall(r"^```jsonc\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^    ((?:pytest|mmb|python) .*)$", README, re.MULTILINE)


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with the README's agent and the README's scenario."""
    agent = PYTHON[0]
    chat = "\n\nasync def my_chat(text):\n    return 'Boss gets 55 g a day.' if '?' in text else 'Noted.'\n"
    pytester.makeconftest(agent + chat)
    chapter = re.search(r"^````markdown\n(.*?)^````$", README, re.MULTILINE | re.DOTALL)
    assert chapter
    folder = pytester.mkdir("benchmarks") / "mine"
    folder.mkdir()
    (folder / "benchmark.json").write_text('{"title": "Mine", "chapters": ["chapter1.md"]}')
    (folder / "pets.md").write_text("# Pets\n\n## 1. Boss\n1.1 Boss gets 70 g of food a day\n")
    (folder / "chapter1.md").write_text("# Chapter 1\n\n" + chapter[1], encoding="utf-8")
    return pytester


@pytest.mark.slow
def test_the_agent_and_the_scenario_run(project: pytest.Pytester) -> None:
    result = project.runpytest_subprocess("--mmb-agent=mine", "benchmarks/mine")
    result.assert_outcomes(passed=1)
    assert "1 check passed" in result.stdout.str()


@pytest.mark.slow
def test_the_scenario_passes_the_lint(project: pytest.Pytester) -> None:
    assert project.runpytest_subprocess("--mmb-lint", "benchmarks/mine").ret == 0


@pytest.mark.slow
def test_the_agents_of_the_testing_kit_run_on_the_scenario(project: pytest.Pytester) -> None:
    (line,) = [command for command in COMMANDS if command.startswith("pytest -p pytest_marathonmem.testing")]
    result = project.runpytest_subprocess(*shlex.split(line)[1:])
    result.assert_outcomes(passed=1, failed=3)


@pytest.mark.slow
def test_an_agent_forgets_by_the_lines_that_are_shown(project: pytest.Pytester) -> None:
    memory = "class my_memory:\n    @staticmethod\n    async def clear():\n        print('cleared')\n\n"
    fixture = "\n\n@pytest.fixture\ndef mmb_agent_forgetful():\n    return MyAgent\n"
    reply = "\n    async def reply(self, text):\n        return 'Noted.'\n"
    lines = (
        "import pytest\nfrom pytest_marathonmem import ReplyAgent\n\n" + memory + PYTHON[1] + reply + fixture
    )
    project.makeconftest(lines)
    result = project.runpytest_subprocess("--mmb-agent=forgetful", "-s", "benchmarks/mine")
    assert "cleared" in result.stdout.str()


SURVIVOR = """
import os, signal, pathlib, pytest
from pytest_marathonmem.testing import check_adapter

async def my_chat(text, said):
    killed = pathlib.Path("killed")
    if "?" in text and not killed.exists():
        killed.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "Boss gets 55 g a day." if "?" in text else "Noted."

@pytest.fixture
def mmb_agent_survivor():
    return MyAgent
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_an_agent_survives_by_the_lines_that_are_shown(project: pytest.Pytester) -> None:
    (lines,) = [code for code in PYTHON if "async def history" in code]
    project.makeconftest(lines + SURVIVOR)
    run = "--mmb-agent=survivor", "benchmarks/mine"
    assert project.runpytest_subprocess(*run).ret == -signal.SIGKILL
    result = project.runpytest_subprocess(*run)
    result.assert_outcomes(passed=1)
    assert "resumed" in result.stdout.str()


@pytest.mark.slow
def test_the_surviving_agent_keeps_the_rules(project: pytest.Pytester) -> None:
    (lines,) = [code for code in PYTHON if "async def history" in code]
    (rules,) = [code for code in PYTHON if "check_adapter" in code]
    project.path.joinpath("killed").touch()
    project.makeconftest(lines + SURVIVOR)
    project.makepyfile(rules.replace("mmb_agent_mine", "mmb_agent_survivor"))
    project.runpytest_subprocess().assert_outcomes(passed=1)


@pytest.fixture
def example(tmp_path: Path) -> SessionSettings:
    """The README's whole ``mmb.jsonc``, as the reader reads it."""
    (text,) = [text for text in JSONC if '"runs"' in text]
    (tmp_path / "mmb.jsonc").write_text(text)
    return read_settings(tmp_path / "mmb.jsonc")


def test_the_example_of_settings_shows_every_key_with_its_default(example: SessionSettings) -> None:
    assert example.model_fields_set == set(SessionSettings.model_fields)
    assert example.model_copy(update={"runs": {}, "models": {}}) == SessionSettings()
    assert example.compaction.model_fields_set == set(CompactionSettings.model_fields)
    assert example.guards.model_fields_set == set(GuardSettings.model_fields)


def test_the_example_of_a_model_shows_every_key_with_its_default(example: SessionSettings) -> None:
    (entry,) = example.models.values()
    assert entry.model_fields_set == set(ModelSettings.model_fields)
    (endpoint,) = example.endpoints().values()
    assert endpoint == Endpoint(name="mine", base_url=endpoint.base_url, model="mine")


def test_the_example_of_a_run_shows_every_key_with_its_default(example: SessionSettings) -> None:
    (run,) = example.runs.values()
    assert run.model_fields_set == {*RunSettings.model_fields, "mine_threshold"}
    shown = (run.persona, run.judge, run.reply_timeout, run.ignore_session_break)
    default = RunSettings(benchmark="max", agent="mine").ignore_session_break
    assert shown == (example.persona, example.judge, example.reply_timeout, default)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "played"),
    [
        ("--mmb-persona=deepseek", "agents: mine; persona: deepseek; judge: deepseek; *"),
        ("chatbot_model=local", "agents: chatbot, amnesiac; persona: scripted; results: *"),
    ],
)
def test_the_models_that_are_shown_are_chosen_by_the_commands_that_are_shown(
    project: pytest.Pytester, option: str, played: str
) -> None:
    (models,) = [text for text in JSONC if '"runs"' not in text]
    project.path.joinpath("mmb.jsonc").write_text(models)
    command = next(command for command in COMMANDS if option in command)
    arguments = shlex.split(command.replace("benchmarks/max", "benchmarks/mine"))[1:]
    result = project.runpytest_subprocess("--collect-only", *arguments)
    assert result.ret == 0
    result.stdout.fnmatch_lines([f"marathonmem: {played}"])


@pytest.mark.slow
def test_an_agent_gets_its_settings_by_the_lines_that_are_shown(project: pytest.Pytester) -> None:
    (settings,) = [code for code in PYTHON if "class Settings" in code]
    seen = (
        "        print('threshold', settings.threshold)\n    async def reply(self, text): return 'Noted.'\n"
    )
    fixture = "\n\n@pytest.fixture\ndef mmb_agent_mine():\n    return MyAgent\n"
    project.makeconftest(
        "import pytest\nfrom pytest_marathonmem import ReplyAgent\n" + settings + seen + fixture
    )
    result = project.runpytest_subprocess(
        "--mmb-agent=mine", "--mmb-set", "mine_threshold=0.2", "-s", "benchmarks/mine"
    )
    result.stdout.fnmatch_lines(["*threshold 0.2*"])


@pytest.mark.slow
def test_the_conformance_test_runs(project: pytest.Pytester) -> None:
    (test,) = [code for code in PYTHON if "check_adapter" in code]
    project.makepyfile(test_adapter=test)
    project.runpytest_subprocess("test_adapter.py").assert_outcomes(passed=1)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("mmb grade")])
def test_the_gradings_run(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out


def test_every_option_stands_in_the_table(pytester: pytest.Pytester) -> None:
    offered = set(
        re.findall(r"^ +(--mmb-[a-z-]+)", pytester.runpytest_subprocess("--help").stdout.str(), re.MULTILINE)
    )
    assert set(re.findall(r"^\| `(--mmb-[a-z-]+)", README, re.MULTILINE)) == offered


def test_every_command_stands_in_the_table() -> None:
    assert set(re.findall(r"^\| `mmb ([\w-]+)", README, re.MULTILINE)) == set(cli.COMMANDS)


def test_every_file_and_folder_that_is_named_exists() -> None:
    root = Path(__file__).parent.parent
    named = [*re.findall(r"\]\(([^)#:]+)\)", README), "examples/my_agent", "benchmarks/max"]
    assert [path for path in named if not (root / path).exists()] == []
