from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.runs.persona_settings import CompactionSettings
from pytest_marathonmem.runs.settings import SessionSettings, read_settings

if TYPE_CHECKING:
    from collections.abc import Callable

OWN = "agent, benchmark, ignore_session_break, judge, persona, reply_timeout"


def test_an_empty_file_has_the_defaults(read: Callable[[str], SessionSettings]) -> None:
    assert read("{}") == SessionSettings()


def test_a_run_has_its_own_keys_and_its_agents_settings(read: Callable[[str], SessionSettings]) -> None:
    settings = read("""{
      // the run of the source
      "runs": { "hermes-compact-1": { "benchmark": "max", "agent": "hermes", "ignore_session_break": true,
                                      "hermes_compression_threshold": 0.125, hermes_list: [1, {a: null}] }, },
    }""")
    run = settings.runs["hermes-compact-1"]
    assert (run.benchmark, run.agent, run.ignore_session_break) == ("max", "hermes", True)
    assert run.agent_settings == {"compression_threshold": 0.125, "list": [1, {"a": None}]}


def test_a_runs_own_key_is_no_setting_of_an_agent_of_such_a_name(
    read: Callable[[str], SessionSettings],
) -> None:
    run = read("{runs: {a: {benchmark: 'max', agent: 'reply', reply_timeout: 5, reply_words: 3}}}").runs["a"]
    assert (run.reply_timeout, run.agent_settings) == (5, {"words": 3})


def test_figures_and_folders_are_read(read: Callable[[str], SessionSettings]) -> None:
    settings = read(
        "{persona: 'scripted', reply_timeout: 1.5, results: 'out/x', compaction: {max_tokens: 500, trim_to_tokens: 20}}"
    )
    assert settings == SessionSettings(
        reply_timeout=1.5,
        results="out/x",
        compaction=CompactionSettings(max_tokens=500, trim_to_tokens=20),
    )


def test_everything_wrong_is_told_at_once_with_its_line(faults: Callable[[str], list[str]]) -> None:
    assert faults("""{
      persona: "gpt", jugde: "x",
      compaction: {max_tokens: 0,
        foo: 1},
      reply_timeout: true,
      results: "",
      runs: {
        "a b": {benchmark: "max", agent: "hermes"},
        old: {benchmark: "max"},
        c: {benchmark: 5, agent: "my-agent", reply_timeout: -1},
        d: {benchmark: "max", agent: "hermes", persona: "x",
          "hermes_x": NaN, hermse_y: 1, hermes_: 2, ignore_session_break: "yes"},
        e: 5,
      },
    }""") == [
        "2: 'persona': no model is named 'gpt'; there are: scripted",
        "2: unknown key 'jugde'; allowed are compaction, guards, judge, models, persona, reply_timeout, results, runs",
        "3: 'compaction.max_tokens' is 0: input should be greater than 0",
        "4: unknown key 'compaction.foo'; allowed are max_tokens, trim_to_tokens",
        "5: 'reply_timeout' is True: input should be a valid number",
        "6: 'results' is '': string should have at least 1 character",
        (
            "8: 'a b' can't name a run: letters, digits, '_', '.' and '-' are allowed, and it isn't 'old', 'report.md' "
            "or 'budget.json' and doesn't end with '.lock'"
        ),
        (
            "9: 'old' can't name a run: letters, digits, '_', '.' and '-' are allowed, and it isn't 'old', 'report.md' "
            "or 'budget.json' and doesn't end with '.lock'"
        ),
        "9: 'runs.old.agent' is missing",
        (
            "10: 'runs.c.agent': 'my-agent' can't be an agent: a name has letters, digits and '_' and doesn't begin with "
            "a digit"
        ),
        "10: 'runs.c.benchmark' is 5: input should be a valid string",
        "10: 'runs.c.reply_timeout' is -1: input should be greater than 0",
        "11: 'runs.d.persona': no model is named 'x'; there are: scripted",
        "12: 'hermes_x' is nan: JSON has no such number; write a finite one, or a string",
        "12: 'runs.d.ignore_session_break' is 'yes': input should be a valid boolean",
        f"12: unknown key 'hermes_'; a run has {OWN}, and its agent's settings begin with 'hermes_'",
        f"12: unknown key 'hermse_y'; a run has {OWN}, and its agent's settings begin with 'hermes_'",
        "13: 'runs.e' is 5: write an object in braces",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "{compaction: {max_tokens: 9}}",
            "1: 'compaction': trim_to_tokens (10000) must be less than max_tokens (9)",
        ),
        (
            "{compaction: {\nmax_tokens: 9, trim_to_tokens: 9}}",
            "1: 'compaction': trim_to_tokens (9) must be less than max_tokens (9)",
        ),
        ("{reply_timeout: Infinity}", "1: 'reply_timeout' is inf: input should be a finite number"),
        ("{\n\n runs: [], }", "3: 'runs' is []: write an object in braces"),
        ("{runs: {a: {}, a: {}}}", "1: mmb.jsonc can't be read: the key 'a' stands twice"),
        ("[]", '1: mmb.jsonc must be an object: {"runs": {}}'),
        (
            "{results: 'mmb.jsonc'}",
            "1: 'results' is 'mmb.jsonc', which is not a folder; name one, or a path that is free",
        ),
    ],
)
def test_a_fault_is_told_with_its_line(faults: Callable[[str], list[str]], text: str, fault: str) -> None:
    assert fault in faults(text)


def test_what_is_no_json_is_told_with_its_line(faults: Callable[[str], list[str]]) -> None:
    (fault,) = faults('{\n  "runs": {]\n}')
    assert fault.startswith("2: mmb.jsonc can't be read: Unexpected")


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "mmb.jsonc").write_bytes(b'{\n"persona": "\xff"}')
    with pytest.raises(SettingsError, match=r"mmb\.jsonc:2: byte b'\\xff' is not UTF-8"):
        read_settings(tmp_path / "mmb.jsonc")


def test_the_file_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "settings").write_text("{reply_timeout: 7}")
    (tmp_path / "mmb.jsonc").symlink_to(tmp_path / "elsewhere" / "settings")
    assert read_settings(tmp_path / "mmb.jsonc").reply_timeout == 7


@pytest.mark.parametrize(
    ("named", "folder", "plays"),
    [
        ("max", "benchmarks/max", True),
        ("max", "max", True),
        ("benchmarks/max", "benchmarks/max", True),
        ("./benchmarks/../benchmarks/max/", "benchmarks/max", True),
        ("benchmarks/max", "other/max", False),
        ("maxi", "benchmarks/max", False),
        ("Max", "benchmarks/max", False),
    ],
)
def test_a_benchmark_is_named_by_its_folders_name_or_path(
    read: Callable[[str], SessionSettings], tmp_path: Path, named: str, folder: str, plays: bool
) -> None:
    run = read(f"{{runs: {{a: {{benchmark: '{named}', agent: 'x'}}}}}}").runs["a"]
    assert run.plays(tmp_path / folder, tmp_path) is plays
