from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.plugin.conftest import FOOD

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

RUNS = """{
  // as the README shows
  "runs": {
    "right-1": {"benchmark": "tiny", "agent": "right"},
    "right-2x": {"benchmark": "benchmarks/tiny", "agent": "right"},
    "other-wrong": {"benchmark": "other", "agent": "wrong"},
  },
}"""

SHOWING = """
@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session):
    for item in session.items:
        plan = getattr(item, "callspec", None) and item.callspec.params.get("mmb_run")
        if plan:
            facts = {name: getattr(plan, name) for name in (
                "name", "label", "group", "agent", "persona", "judge", "repeat", "ignore_session_break", "reply_timeout",
                "fresh", "unknown", "agent_settings")}
            facts["results"] = str(plan.results)
            facts["compaction"] = [plan.compaction.max_tokens, plan.compaction.trim_to_tokens]
            print("PLAN " + __import__("json").dumps(facts))
"""


@pytest.fixture
def runs(project: Project) -> Project:
    """A project with two benchmarks and an ``mmb.jsonc``, that prints its plans."""
    project.benchmark("tiny")
    project.benchmark("other")
    settings(project, RUNS)
    with (project.path / "conftest.py").open("a") as file:
        file.write(SHOWING)
    return project


def settings(project: Project, text: str) -> None:
    (project.path / "mmb.jsonc").write_text(text)


def labels(project: Project, *arguments: str) -> list[str]:
    """The ids of the items that are collected, without their files."""
    result = project.run("--collect-only", "-q", *arguments)
    assert result.ret == pytest.ExitCode.OK, result.stderr.str()
    return [line.partition("::")[2] for line in result.stdout.lines if "benchmark.json::" in line]


def plans(project: Project, *arguments: str) -> list[dict[str, Any]]:
    result = project.run("--collect-only", "-q", "-s", *arguments)
    assert result.ret == pytest.ExitCode.OK, result.stderr.str()
    return [json.loads(line[5:]) for line in result.stdout.lines if line.startswith("PLAN ")]


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
        pytest.param(["benchmarks"], ["other[notebook]", "tiny[notebook]"], id="the default agent"),
        pytest.param(
            ["benchmarks/tiny", "--mmb-agent=right,wrong", "--mmb-repeat=2"],
            ["tiny[right]", "tiny[right-2]", "tiny[wrong]", "tiny[wrong-2]"],
            id="by agent, then repeat",
        ),
        pytest.param(["--mmb-run=right-1"], ["tiny[right-1]"], id="a run and nothing else"),
        pytest.param(
            ["--mmb-run=right-*", "benchmarks"], ["tiny[right-1]", "tiny[right-2x]"], id="runs by pattern"
        ),
        pytest.param(
            ["--mmb-run=other-*,right-1", "--mmb-run=right-1"],
            ["other[other-wrong]", "tiny[right-1]"],
            id="several",
        ),
        pytest.param(
            ["--mmb-run=right-1", "--mmb-agent=wrong"],
            ["other[wrong]", "tiny[wrong]", "tiny[right-1]"],
            id="agents and runs",
        ),
        pytest.param(
            ["--mmb-run=right-2x", "--mmb-repeat=2"],
            ["tiny[right-2x]", "tiny[right-2x-2]"],
            id="repeats of a run",
        ),
    ],
)
def test_options_say_which_runs_there_are(runs: Project, arguments: list[str], expected: list[str]) -> None:
    assert labels(runs, *arguments) == expected


@pytest.mark.parametrize(
    ("names", "arguments", "expected"),
    [
        pytest.param(["tiny[right]"], [], ["tiny[right]"], id="an agent"),
        pytest.param(["tiny[right-2]"], [], ["tiny[right-2]"], id="a repeat"),
        pytest.param(["tiny[right-2]"], ["--mmb-repeat=2"], ["tiny[right-2]"], id="a repeat of two"),
        pytest.param(["tiny[right-7]"], ["--mmb-repeat=2"], ["tiny[right-7]"], id="a further repeat"),
        pytest.param(["tiny[wrong]"], ["--mmb-agent=right"], ["tiny[wrong]"], id="another agent"),
        pytest.param(["tiny[right-1]"], [], ["tiny[right-1]"], id="a run"),
        pytest.param(["tiny[right-2x-3]"], [], ["tiny[right-2x-3]"], id="a run's repeat"),
        pytest.param(["tiny[right-1-2]"], ["--mmb-run=right-1"], ["tiny[right-1-2]"], id="beside the option"),
        pytest.param(
            ["tiny[right-1]", "tiny[wrong]", "other[other-wrong-2]", "tiny[notebook-3]"],
            [],
            ["tiny[right-1]", "tiny[wrong]", "other[other-wrong-2]", "tiny[notebook-3]"],
            id="several",
        ),
        pytest.param(["tiny"], [], ["tiny[notebook]"], id="no run"),
    ],
)
def test_node_ids_name_their_runs(
    runs: Project, names: list[str], arguments: list[str], expected: list[str]
) -> None:
    ids = [f"benchmarks/{name.partition('[')[0]}/benchmark.json::{name}" for name in names]
    assert sorted(labels(runs, *ids, *arguments)) == sorted(expected)


def test_node_ids_pick_some_of_the_runs_that_options_ask_for(runs: Project) -> None:
    ids = [f"benchmarks/other/benchmark.json::other[other-wrong{repeat}]" for repeat in ("", "-2")]
    assert labels(runs, *ids, "--mmb-run=*", "--mmb-repeat=2") == [name.partition("::")[2] for name in ids]


def test_a_node_id_is_read_in_the_folder_where_pytest_is_started(
    runs: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs.pytester.makefile(".ini", pytest="[pytest]\nasyncio_default_fixture_loop_scope = function")
    monkeypatch.chdir(runs.path / "benchmarks")
    assert labels(runs, "tiny/benchmark.json::tiny[right-1-2]") == ["tiny[right-1-2]"]


def test_a_node_id_that_names_nothing_is_not_found(runs: Project) -> None:
    result = runs.run("benchmarks/tiny/benchmark.json::tiny[other-wrong]")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: not found: *benchmarks/tiny/benchmark.json::tiny*"])


def test_without_a_file_everything_has_its_default(runs: Project) -> None:
    (runs.path / "mmb.jsonc").unlink()

    (plan,) = plans(runs, "benchmarks/tiny", "--mmb-agent=right")

    assert plan == {
        "name": "tiny-right",
        "label": "right",
        "group": "tiny-right",
        "agent": "right",
        "persona": "scripted",
        "judge": None,
        "repeat": 1,
        "ignore_session_break": False,
        "reply_timeout": 300.0,
        "fresh": False,
        "unknown": None,
        "agent_settings": {},
        "results": str(runs.path / "results"),
        "compaction": [30_000, 10_000],
    }


FULL = """{
  "reply_timeout": 20, "results": "out", "compaction": {"max_tokens": 500, "trim_to_tokens": 100},
  "runs": {
    "a": {"benchmark": "tiny", "agent": "right", "ignore_session_break": true, "reply_timeout": 7,
          "right_mood": "good", "right_words": [1]},
    "b": {"benchmark": "tiny", "agent": "wrong"},
  },
}"""


def test_the_file_sets_its_runs_and_the_session(runs: Project) -> None:
    settings(runs, FULL)

    a, b = plans(runs, "--mmb-run=a,b", "--mmb-fresh", "--mmb-unknown=resend")

    assert (a["name"], a["label"], a["group"], a["agent"]) == ("a", "a", "a", "right")
    assert (a["ignore_session_break"], a["reply_timeout"]) == (True, 7)
    assert a["agent_settings"] == {"mood": "good", "words": [1]}
    assert (b["ignore_session_break"], b["reply_timeout"], b["agent_settings"]) == (False, 20, {})
    for plan in (a, b):
        assert (plan["fresh"], plan["unknown"], plan["compaction"]) == (True, "resend", [500, 100])
        assert plan["results"] == str(runs.path / "out")


def test_repeats_have_names_of_their_own(runs: Project) -> None:
    found = plans(runs, "--mmb-run=right-1", "--mmb-agent=right", "--mmb-repeat=2", "benchmarks/tiny")

    assert [(plan["name"], plan["group"], plan["repeat"]) for plan in found] == [
        ("tiny-right", "tiny-right", 1),
        ("tiny-right.2", "tiny-right", 2),
        ("right-1", "right-1", 1),
        ("right-1.2", "right-1", 2),
    ]


def test_the_files_defaults_of_the_session_hold_for_agents_too(runs: Project) -> None:
    settings(runs, FULL)

    (plan,) = plans(runs, "--mmb-agent=right", "benchmarks/tiny")

    assert (plan["reply_timeout"], plan["compaction"]) == (20, [500, 100])
    assert plan["results"] == str(runs.path / "out")
    assert (plan["ignore_session_break"], plan["agent_settings"]) == (False, {})


def test_the_command_line_beats_the_file(runs: Project) -> None:
    settings(runs, FULL)

    a, b = plans(
        runs,
        "--mmb-run=*",
        "--mmb-results=elsewhere",
        "--mmb-set=ignore_session_break=false",
        "--mmb-set=reply_timeout=1.5",
        "--mmb-set=right_mood=bad",
        "--mmb-set",
        "right_new={a: [1]}",
    )

    assert (a["ignore_session_break"], a["reply_timeout"]) == (False, 1.5)
    assert a["agent_settings"] == {"mood": "bad", "words": [1], "new": {"a": [1]}}
    assert (b["reply_timeout"], b["agent_settings"]) == (1.5, {})
    assert a["results"] == b["results"] == str(runs.path / "elsewhere")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.125", 0.125),
        ("1", 1),
        ("true", True),
        ("null", None),
        ("'1'", "1"),
        ("a word", "a word"),
        ("", ""),
        ("module:name", "module:name"),
        ("a=b", "a=b"),
        ("https://x/?a=b", "https://x/?a=b"),
    ],
)
def test_a_value_is_json5_or_else_the_text_itself(runs: Project, text: str, value: object) -> None:
    (plan,) = plans(runs, "--mmb-agent=right", "benchmarks/tiny", f"--mmb-set=right_x={text}")

    assert plan["agent_settings"] == {"x": value}


def test_a_key_belongs_to_the_agent_with_the_longest_prefix(runs: Project) -> None:
    with (runs.path / "conftest.py").open("a") as file:
        file.write("\n@pytest.fixture\ndef mmb_agent_right_too(): return Right\n")

    right, too = plans(runs, "--mmb-agent=right,right_too", "benchmarks/tiny", "--mmb-set=right_too_x=1")

    assert (right["agent_settings"], too["agent_settings"]) == ({}, {"x": 1})


def test_settings_of_a_run_that_is_named_by_its_id_can_be_set(runs: Project) -> None:
    (plan,) = plans(runs, "benchmarks/other/benchmark.json::other[other-wrong-2]", "--mmb-set=wrong_x=1")

    assert plan["agent_settings"] == {"x": 1}


OWN = "ignore_session_break, reply_timeout"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--mmb-run=write-*"],
            "--mmb-run: no run is named 'write-*'; there are: right-1, right-2x, other-wrong",
        ),
        (["--mmb-run=right-1,"], "--mmb-run: no run is named ''; there are: right-1, right-2x, other-wrong"),
        (["--mmb-config=none.jsonc"], "--mmb-config: there is no file 'none.jsonc'; name an mmb.jsonc"),
        (["--mmb-config=benchmarks"], "--mmb-config: there is no file 'benchmarks'; name an mmb.jsonc"),
        (
            ["--mmb-set=right_x=1", "--mmb-agent=wrong"],
            f"--mmb-set: unknown key 'right_x'; give {OWN}, or what begins with 'wrong_'",
        ),
        (
            ["--mmb-set=x=1", "--mmb-agent=wrong", "--mmb-run=right-1"],
            f"--mmb-set: unknown key 'x'; give {OWN}, or what begins with 'wrong_' or 'right_'",
        ),
        (
            ["--mmb-set=reply_timeout=0", "--mmb-set=ignore_session_break=yes", "--mmb-set=notebook_=1"],
            (
                "--mmb-set: 'ignore_session_break' is 'yes': input should be a valid boolean\n"
                "--mmb-set: 'reply_timeout' is 0: input should be greater than 0\n"
                f"--mmb-set: unknown key 'notebook_'; give {OWN}, or what begins with 'notebook_'"
            ),
        ),
        (
            ["--mmb-set=notebook_x=NaN"],
            "--mmb-set: 'notebook_x' is nan: JSON has no such number; write a finite one, or a string",
        ),
        (
            ["--mmb-set=persona=x"],
            "--mmb-set: 'persona' is not set so; name it by --mmb-persona, or in mmb.jsonc",
        ),
        (
            ["--mmb-set=judge=x"],
            "--mmb-set: 'judge' is not set so; name it by --mmb-judge, or in mmb.jsonc",
        ),
        (
            ["--mmb-set=agent=x"],
            "--mmb-set: 'agent' is not set so; name it by --mmb-agent, or in a run of mmb.jsonc",
        ),
        (
            ["--mmb-set=benchmark=x"],
            "--mmb-set: 'benchmark' is not set so; name its folder on the command line, or in a run of mmb.jsonc",
        ),
        (
            ["--mmb-set=right_x"],
            "--mmb-set: 'right_x' is not KEY=VALUE; write --mmb-set notebook_key=0.5",
        ),
    ],
)
def test_what_can_not_be_is_a_usage_error_that_names_what_can(
    runs: Project, arguments: list[str], message: str
) -> None:
    assert refused(runs, *arguments, "benchmarks") == f"ERROR: {message}"


def test_a_run_without_a_file_is_a_usage_error(project: Project) -> None:
    message = refused(project, "--mmb-run=a")
    assert (
        message
        == "ERROR: --mmb-run: no run is named 'a'; there are: none; write them into 'runs' of mmb.jsonc"
    )


@pytest.mark.parametrize("arguments", [["--mmb-run=a"], ["benchmarks"], ["--mmb-agent=right"]])
def test_a_file_that_can_not_be_is_a_usage_error_with_all_its_faults(
    runs: Project, arguments: list[str]
) -> None:
    settings(runs, '{\n  "jugde": "x",\n  "results": 5,\n}')

    assert refused(runs, *arguments) == (
        "ERROR: mmb.jsonc:2: unknown key 'jugde'; allowed are compaction, guards, judge, models, persona, "
        "reply_timeout, results, runs\n"
        "mmb.jsonc:3: 'results' is 5: input should be a valid string"
    )


def test_a_file_is_not_read_where_no_benchmark_is_asked_for(runs: Project) -> None:
    settings(runs, "no json")

    runs.run().assert_outcomes(passed=1, deselected=2)


def test_a_file_that_is_named_is_read_and_its_paths_count_from_it(runs: Project) -> None:
    folder = runs.path / "benchmarks" / "settings"
    folder.mkdir()
    (folder / "ci.jsonc").write_text(
        '{"results": "out", "runs": {"ci": {"benchmark": "../tiny", "agent": "right"}}}'
    )

    (plan,) = plans(runs, "--mmb-config=benchmarks/settings/ci.jsonc", "--mmb-run=ci")

    assert (plan["name"], plan["results"]) == ("ci", str(folder / "out"))


def test_a_run_whose_folder_is_not_collected_is_a_usage_error_that_names_the_path(runs: Project) -> None:
    assert refused(runs, "--mmb-run=*", "benchmarks/other") == (
        "ERROR: --mmb-run: the run 'right-1' plays 'tiny', which was not collected; name its folder, "
        f"{runs.path}/benchmarks/tiny, on the command line\n"
        "--mmb-run: the run 'right-2x' plays 'benchmarks/tiny', which was not collected; name its folder, "
        f"{runs.path}/benchmarks/tiny, on the command line"
    )


def test_a_run_whose_folder_is_nowhere_asks_for_its_path(runs: Project) -> None:
    settings(runs, '{"runs": {"a": {"benchmark": "max", "agent": "right"}}}')

    assert refused(runs, "--mmb-run=a", "benchmarks") == (
        "ERROR: --mmb-run: the run 'a' plays 'max', which was not collected; name the path of the folder of that name "
        "on the command line"
    )


def test_a_benchmark_that_no_chosen_run_plays_is_left_out(runs: Project) -> None:
    result = runs.run("--mmb-run=right-1", "benchmarks")

    result.assert_outcomes(passed=1, deselected=1)
    result.stdout.fnmatch_lines(
        [
            "marathonmem: runs: right-1; persona: scripted; results: *",
            "marathonmem: left out, since no run of --mmb-run plays it: other",
        ]
    )


def test_what_is_played_is_said_with_repeats(runs: Project) -> None:
    result = runs.run(
        "--collect-only", "--mmb-run=right-1", "--mmb-agent=wrong", "--mmb-repeat=2", "benchmarks"
    )

    result.stdout.fnmatch_lines(
        ["marathonmem: agents: wrong; runs: right-1; repeats: 2; persona: scripted; results: *"]
    )


def test_a_run_that_is_named_like_the_repeat_of_another_is_an_error(runs: Project) -> None:
    settings(
        runs,
        '{"runs": {"a": {"benchmark": "tiny", "agent": "right"}, "a.2": {"benchmark": "other", "agent": "right"}}}',
    )

    assert refused(runs, "--mmb-run=*", "--mmb-repeat=2") == (
        "ERROR: the run 'a.2' and repeat 2 of the run 'a' would both be named 'a.2'; rename a run, or play them in "
        "separate sessions"
    )


def test_a_run_that_is_named_like_an_agents_is_an_error(runs: Project) -> None:
    settings(runs, '{"runs": {"tiny-right": {"benchmark": "tiny", "agent": "wrong"}}}')

    assert refused(runs, "--mmb-run=*", "--mmb-agent=right", "benchmarks/tiny") == (
        "ERROR: the agent 'right' on tiny and the run 'tiny-right' would both be named 'tiny-right'; rename a run, or "
        "play them in separate sessions"
    )


def test_a_run_whose_id_is_that_of_an_agents_is_an_error(runs: Project) -> None:
    settings(runs, '{"runs": {"right": {"benchmark": "tiny", "agent": "wrong"}}}')

    assert refused(runs, "--mmb-run=*", "--mmb-agent=right", "benchmarks/tiny") == (
        "ERROR: the agent 'right' on tiny and the run 'right' would both be named 'right'; rename a run, or "
        "play them in separate sessions"
    )


def test_the_unknown_agent_of_a_run_is_a_usage_error(runs: Project) -> None:
    settings(runs, '{"runs": {"a": {"benchmark": "tiny", "agent": "hermse"}}}')

    message = refused(runs, "--mmb-run=a", "benchmarks/tiny")

    assert message.startswith(
        "ERROR: unknown agent 'hermse': there is no fixture 'mmb_agent_hermse'. Known agents: "
    )


def test_the_lint_needs_no_runs(runs: Project) -> None:
    result = runs.run("--collect-only", "-q", "--mmb-lint", "--mmb-run=right-1", "benchmarks")

    result.stdout.fnmatch_lines(["*::other[[]lint[]]", "*::tiny[[]lint[]]"])


def test_named_runs_are_played_into_their_folders(runs: Project) -> None:
    runs.run("--mmb-run=right-1", "--mmb-repeat=2", "benchmarks/tiny").assert_outcomes(passed=2)

    assert {path.name for path in (runs.path / "results").iterdir() if path.is_dir()} == {
        "right-1",
        "right-1.2",
    }


def test_a_broken_folder_counts_as_collected(runs: Project) -> None:
    settings(runs, '{"runs": {"a": {"benchmark": "broken", "agent": "right"}}}')
    runs.benchmark("broken", checks=FOOD + FOOD)

    result = runs.run("--mmb-run=a")

    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*ERROR collecting benchmarks/broken/benchmark.json*"])
