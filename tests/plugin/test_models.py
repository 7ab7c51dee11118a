"""How sessions choose the models of their runs, and see that these can be had."""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import pytest

from pytest_marathonmem.persona.guarding import DEFAULT_MODES

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

SETTINGS = """{
  "persona": "flash", "judge": "pro",
  "guards": {"too_early": "off"},
  "models": {
    "flash": {"base_url": "https://x.y", "api_key_env": "MMB_TEST_FLASH_KEY"},
    "pro": {"base_url": "https://x.y", "api_key_env": "MMB_TEST_PRO_KEY"},
    "local": {"base_url": "http://127.0.0.1:8080/v1"},
    "small": {"base_url": "http://127.0.0.1:8080/v1", "context_limit": 8192},
  },
  "runs": {
    "plain": {"benchmark": "tiny", "agent": "right"},
    "own": {"benchmark": "tiny", "agent": "right", "persona": "local", "judge": null},
    "model": {"benchmark": "tiny", "agent": "right", "persona": "scripted", "judge": null, "right_model": "pro"},
  },
}"""

SHOWING = """
@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session):
    for item in session.items:
        plan = getattr(item, "callspec", None) and item.callspec.params.get("mmb_run")
        if plan:
            facts = {name: getattr(plan, name) for name in ("name", "persona", "judge")}
            facts["endpoints"] = list(plan.endpoints)
            facts["models"] = {role: endpoint.name for role, endpoint in plan.models.items()}
            facts["guards"] = dict(plan.guards)
            facts["cassette"] = plan.cassette and [plan.cassette.mode, str(plan.cassette.folder)]
            print("PLAN " + __import__("json").dumps(facts))
"""


@pytest.fixture
def models(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with models, none of whose keys are set."""
    for variable in ("MMB_TEST_FLASH_KEY", "MMB_TEST_PRO_KEY"):
        monkeypatch.delenv(variable, raising=False)
    project.benchmark("tiny")
    (project.path / "mmb.jsonc").write_text(SETTINGS)
    with (project.path / "conftest.py").open("a") as file:
        file.write(SHOWING)
    return project


def plans(project: Project, *arguments: str) -> list[dict[str, Any]]:
    result = project.run("--collect-only", "-q", "-s", *arguments)
    assert result.ret == pytest.ExitCode.OK, result.stderr.str()
    return [json.loads(line[5:]) for line in result.stdout.lines if line.startswith("PLAN ")]


def roles(project: Project, *arguments: str) -> list[tuple[str, str | None]]:
    return [(plan["persona"], plan["judge"]) for plan in plans(project, *arguments)]


def refused(project: Project, *arguments: str) -> str:
    """The usage error of a session that nothing may be played in."""
    result = project.run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "Traceback" not in result.stdout.str() + result.stderr.str()
    assert not (project.path / "results").exists()
    return result.stderr.str().strip()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], [("scripted", None)]),
        (["--mmb-agent=right"], [("scripted", None)]),
        (["--mmb-agent=right", "--mmb-persona=flash"], [("flash", None)]),
        (["--mmb-agent=right", "--mmb-judge=pro"], [("scripted", "pro")]),
        (["--mmb-run=plain,own"], [("flash", "pro"), ("local", None)]),
        (["--mmb-run=plain,own", "--mmb-persona=scripted"], [("scripted", "pro"), ("scripted", None)]),
        (["--mmb-run=plain,own", "--mmb-judge=local"], [("flash", "local"), ("local", "local")]),
        (["--mmb-run=plain", "--mmb-agent=right"], [("scripted", None), ("flash", "pro")]),
    ],
    ids=str,
)
def test_a_model_plays_only_where_the_file_or_the_command_line_names_it_for_the_run(
    models: Project, arguments: list[str], expected: list[tuple[str, str | None]]
) -> None:
    assert roles(models, *arguments, "benchmarks") == expected


def test_a_run_knows_all_models_the_guards_and_those_that_it_calls(models: Project) -> None:
    (plan,) = plans(models, "--mmb-run=model")

    assert plan["endpoints"] == ["flash", "pro", "local", "small"]
    assert plan["models"] == {"agent": "pro"}
    assert plan["guards"] == {**DEFAULT_MODES, "too_early": "off"}
    assert plan["cassette"] is None


def test_models_are_recorded_or_answer_from_a_recording(models: Project) -> None:
    (recorded,) = plans(models, "--mmb-agent=right", "--mmb-record=tape", "benchmarks")
    (models.path / "tape").mkdir()
    (replayed,) = plans(models, "--mmb-agent=right", "--mmb-replay=tape", "benchmarks")

    assert recorded["cassette"] == ["record", f"{models.path}/tape"]
    assert replayed["cassette"] == ["replay", f"{models.path}/tape"]


def test_what_models_play_is_said_before_they_do(models: Project) -> None:
    result = models.run(
        "--collect-only", "--mmb-run=*", "--mmb-agent=right", "--mmb-record=tape", "benchmarks"
    )

    assert fnmatchcase(
        result.stdout.str(),
        "*marathonmem: agents: right; runs: plain, own, model; persona: flash, local, scripted; judge: pro; "
        f"recorded in: {models.path}/tape; results: *",
    )


def test_a_recording_can_not_be_made_and_used_at_once(models: Project) -> None:
    (models.path / "tape").mkdir()
    assert refused(models, "--mmb-record=tape", "--mmb-replay=tape") == (
        "ERROR: --mmb-record and --mmb-replay exclude each other: give one of them"
    )


def test_a_model_that_is_not_there_is_a_usage_error_that_shows_how_an_entry_looks(models: Project) -> None:
    message = refused(models, "--mmb-agent=right", "--mmb-judge=gpt-6", "benchmarks")

    first, *rest = message.splitlines()
    assert first == "ERROR: --mmb-judge: no model is named 'gpt-6'; there are: flash, pro, local, small."
    assert '      "gpt-6": {"base_url": "https://api.deepseek.com", ' in "\n".join(rest)


def test_all_models_that_are_not_there_are_told_at_once(models: Project) -> None:
    message = refused(models, "--mmb-persona=a", "--mmb-judge=b")

    assert "--mmb-persona: no model is named 'a'" in message
    assert "--mmb-judge: no model is named 'b'" in message


def test_a_model_that_is_too_small_for_the_persona_is_a_usage_error(models: Project) -> None:
    assert refused(models, "--mmb-agent=right", "--mmb-persona=small", "benchmarks") == (
        "ERROR: --mmb-persona: 'small' can't play the persona: its context_limit (8192) can't hold the persona's "
        "history (compaction.max_tokens: 30000) and an answer (max_output_tokens: 4096); set compaction.max_tokens to "
        "at most 4096, or less max_output_tokens"
    )


FLASH = "the model 'flash' needs a key, and the environment variable MMB_TEST_FLASH_KEY, "
PRO = "the model 'pro' needs a key, and the environment variable MMB_TEST_PRO_KEY, "


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        (["--mmb-agent=right", "--mmb-persona=flash"], [FLASH]),
        (["--mmb-agent=right", "--mmb-judge=pro"], [PRO]),
        (["--mmb-agent=right", "--mmb-run=plain"], [FLASH, PRO]),
        (["--mmb-run=model"], [PRO]),
    ],
    ids=str,
)
def test_a_key_that_is_missing_ends_the_session_before_anything_is_played(
    models: Project, arguments: list[str], missing: list[str]
) -> None:
    faults = refused(models, *arguments, "benchmarks").removeprefix("ERROR: ").splitlines()

    assert len(faults) == len(missing)
    for fault, beginning in zip(faults, missing, strict=True):
        assert fault.startswith(beginning)
    assert "'api_key_env'" in faults[0]


def test_an_empty_key_is_missing(models: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MMB_TEST_PRO_KEY", "")

    assert refused(models, "--mmb-run=model").startswith(f"ERROR: {PRO}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["benchmarks", "--mmb-agent=right"],
        ["benchmarks", "--mmb-agent=right", "--mmb-run=plain", "-k", "not plain"],
        ["benchmarks/tiny/benchmark.json::tiny[right]", "--mmb-run=plain"],
    ],
    ids=str,
)
def test_no_key_is_wanted_of_a_model_that_nobody_calls(models: Project, arguments: list[str]) -> None:
    models.run(*arguments).assert_outcomes(passed=1, deselected=1 if "-k" in arguments else 0)


def test_a_replay_wants_no_key(models: Project) -> None:
    (models.path / "tape").mkdir()

    result = models.run("--mmb-run=model", "--mmb-replay=tape")

    assert result.ret != pytest.ExitCode.USAGE_ERROR


@pytest.mark.slow
def test_a_key_that_is_missing_ends_the_session_on_workers_too(models: Project) -> None:
    result = models.run_subprocess("-n2", "--mmb-run=plain,model")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {FLASH}*"])
    assert not (models.path / "results").exists()
