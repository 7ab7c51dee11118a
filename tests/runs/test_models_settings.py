from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.models.endpoint import Endpoint, Price
from pytest_marathonmem.persona.guarding import DEFAULT_MODES, GUARD_NAMES
from pytest_marathonmem.runs.persona_settings import GuardSettings
from pytest_marathonmem.runs.settings import SessionSettings

if TYPE_CHECKING:
    from collections.abc import Callable

LOCAL = "base_url: 'http://127.0.0.1:8080/v1'"


def test_an_entry_needs_no_more_than_a_url(read: Callable[[str], SessionSettings]) -> None:
    endpoints = read(f"{{models: {{'qwen/qwen3:4b': {{{LOCAL}}}}}}}").endpoints()
    assert endpoints == {
        "qwen/qwen3:4b": Endpoint(
            name="qwen/qwen3:4b", base_url="http://127.0.0.1:8080/v1", model="qwen/qwen3:4b"
        )
    }


def test_an_entry_has_all_that_is_known_of_a_model(read: Callable[[str], SessionSettings]) -> None:
    (endpoint,) = (
        read("""{models: {flash: {
      base_url: "https://api.deepseek.com", api_key_env: "DEEPSEEK_API_KEY", model: "deepseek-v4-flash",
      sampling: {temperature: 0, top_p: 0.9, seed: 7}, extra_body: {thinking: {type: "disabled"}},
      headers: {"X-Title": "marathonmem"}, stream: true, price: {input: 0.14, cached_input: 0, output: 0.28},
      context_limit: 1000000, max_output_tokens: 2000, max_tokens_field: "max_completion_tokens",
      timeout: 60, retry_for: 0, retry_wait: 0.5, reasoning: "return", structured: "json_object",
    }}}""")
        .endpoints()
        .values()
    )
    assert endpoint == Endpoint(
        name="flash",
        base_url="https://api.deepseek.com",
        model="deepseek-v4-flash",
        api_key_env="DEEPSEEK_API_KEY",
        sampling={"temperature": 0, "top_p": 0.9, "seed": 7},
        extra_body={"thinking": {"type": "disabled"}},
        headers={"X-Title": "marathonmem"},
        stream=True,
        price=Price(0.14, 0, 0.28),
        context_limit=1_000_000,
        max_output_tokens=2000,
        max_tokens_field="max_completion_tokens",
        timeout=60,
        retry_for=0,
        retry_wait=0.5,
        reasoning="return",
        structured="json_object",
    )


def test_cached_input_costs_what_other_input_does_unless_it_is_said(
    read: Callable[[str], SessionSettings],
) -> None:
    endpoints = read(f"{{models: {{a: {{{LOCAL}, price: {{input: 3, output: 5}}}}}}}}").endpoints()
    assert endpoints["a"].price == Price(3, 3, 5)


def test_an_endpoint_shows_neither_headers_nor_extra_body() -> None:
    endpoint = Endpoint(
        "a", "http://x", "a", headers={"Authorization": "Bearer abc"}, extra_body={"key": "def"}
    )
    assert "abc" not in repr(endpoint)
    assert "def" not in repr(endpoint)


def test_every_guard_can_be_set_and_has_its_default(read: Callable[[str], SessionSettings]) -> None:
    assert tuple(GuardSettings.model_fields) == GUARD_NAMES
    assert read("{guards: {too_early: 'off', near_duplicate: 'refuse'}}").guards.modes() == {
        **DEFAULT_MODES,
        "too_early": "off",
        "near_duplicate": "refuse",
    }


def test_a_runs_persona_and_judge_are_its_own_or_the_files(read: Callable[[str], SessionSettings]) -> None:
    settings = read(f"""{{
      persona: "a", judge: "b", models: {{a: {{{LOCAL}}}, b: {{{LOCAL}}}}},
      runs: {{
        plain: {{benchmark: "max", agent: "x"}},
        own: {{benchmark: "max", agent: "x", persona: "scripted", judge: "a"}},
        none: {{benchmark: "max", agent: "x", judge: null}},
      }},
    }}""")
    found = {name: (settings.persona_of(run), settings.judge_of(run)) for name, run in settings.runs.items()}
    assert found == {"plain": ("a", "b"), "own": ("scripted", "a"), "none": ("a", None)}


def test_everything_wrong_with_models_is_told_at_once_with_its_line(
    faults: Callable[[str], list[str]],
) -> None:
    assert faults("""{
      persona: "c",
      judge: "q",
      models: {
        scripted: {base_url: "https://x.y"},
        "a b": {base_url: "https://x.y", api_key: "sk-123"},
        c: {
          base_url: "ftp://x.y",
          api_key_env: "sk-123",
          sampling: {temprature: 1},
          price: {input: -1, output: true},
          timeout: 0, retry_for: -1,
          context_limit: "8k",
          reasoning: "keep",
          structured: "yes",
        },
        d: {
          context_limit: 8192,
        },
      },
      guards: {too_late: "off",
        too_early: "on"},
      runs: {
        a: {benchmark: "max", agent: "x", persona: "z",
          judge: "y"},
      },
    }""") == [
        "3: 'judge': no model is named 'q'; there are: a b, c, d",
        "5: 'scripted' can't name a model: it is the persona that comes with the package; choose another name",
        "6: 'a b' can't name a model: letters, digits and '_.:/@+-' are allowed, and it isn't a key",
        "6: unknown key 'models.a b.api_key'; allowed are api_key_env, base_url, context_limit, extra_body, headers, max_output_tokens, max_tokens_field, model, price, reasoning, retry_for, retry_wait, sampling, stream, structured, timeout",
        "8: 'models.c.base_url': 'ftp://x.y' is no http or https URL; write one such as 'http://127.0.0.1:8080/v1'",
        "9: 'models.c.api_key_env': the name of an environment variable belongs here, such as 'DEEPSEEK_API_KEY', never the key itself (this value isn't shown, since it may be one)",
        "10: unknown key 'models.c.sampling.temprature'; allowed are frequency_penalty, min_p, presence_penalty, reasoning_effort, repetition_penalty, seed, temperature, top_k, top_p",
        "11: 'models.c.price.input' is -1: input should be greater than or equal to 0",
        "11: 'models.c.price.output' is True: input should be a valid number",
        "12: 'models.c.retry_for' is -1: input should be greater than or equal to 0",
        "12: 'models.c.timeout' is 0: input should be greater than 0",
        "13: 'models.c.context_limit' is '8k': input should be a valid integer",
        "14: 'models.c.reasoning' is 'keep': input should be 'drop' or 'return'",
        "15: 'models.c.structured' is 'yes': input should be 'json_schema', 'json_object' or 'none'",
        "17: 'models.d.base_url' is missing",
        "21: unknown key 'guards.too_late'; allowed are answer_in_question, empty_message, invented_reply, leaked_reasoning, missing_value, near_duplicate, plain_text, role_flip, too_early, unknown_value",
        "22: 'guards.too_early' is 'on': input should be 'refuse', 'observe' or 'off'",
        "24: 'runs.a.persona': no model is named 'z'; there are: scripted, a b, c, d",
        "25: 'runs.a.judge': no model is named 'y'; there are: a b, c, d",
    ]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("base_url: 'localhost:8080'", "'localhost:8080' is no http or https URL; write one such as *"),
        ("base_url: 'https://'", "'https://' is no http or https URL; *"),
        (r"base_url: 'https://x.y/\x00'", r"'https://x.y/\x00' is no http or https URL; *"),
        (r"base_url: 'https://x\n.y'", r"'https://x\n.y' is no http or https URL; *"),
        ("base_url: 'http://x:y/'", "is no URL; write one such as *"),
        ("base_url: 'https://api.x.y/v1?v=2'", "ends with a query or a fragment; *"),
        ("base_url: 5", "write a URL, such as *"),
        (f"{LOCAL}, headers: {{'X Y': 'z'}}", "'X Y' can't name a header"),
        (f"{LOCAL}, extra_body: {{temperature: 1}}", "'temperature' belongs into 'sampling'"),
        (f"{LOCAL}, extra_body: {{stream: true}}", "'stream' is written by the client itself; take it out"),
        (f"{LOCAL}, extra_body: {{a: [NaN]}}", "it holds NaN or Infinity, which JSON hasn't"),
        (
            f"{LOCAL}, context_limit: 4096",
            "max_output_tokens (4096) must be less than context_limit (4096), *",
        ),
    ],
)
def test_an_entry_that_can_not_be_is_told(faults: Callable[[str], list[str]], entry: str, fault: str) -> None:
    (found,) = faults(f"{{models: {{a: {{{entry}}}}}}}")
    assert fnmatchcase(found.partition("': ")[2], fault.replace("[", "[[]")), found


@pytest.mark.parametrize(
    "entry",
    [
        "base_url: 'https://user:5ecret-5ecret@api.x.y/v1'",
        "base_url: 'https://5ecret-5ecret@api.x.y/v1'",
        "base_url: ['5ecret-5ecret']",
        "base_url: 'https://api.x.y/v1?key=5ecret-5ecret'",
        "base_url: 'sk-5ecret-5ecret'",
        f"{LOCAL}, api_key_env: 'sk-5ecret-5ecret'",
        f"{LOCAL}, api_key_env: 'AIza5ecret_5ecret'",
        f"{LOCAL}, api_key_env: 'gsk_5ecret5ecret5ecret5ecret'",
        f"{LOCAL}, api_key_env: '5ecret-5ecret'",
        f"{LOCAL}, api_key_env: ['5ecret-5ecret']",
        f"{LOCAL}, api_key: '5ecret-5ecret'",
        f"{LOCAL}, headers: '5ecret-5ecret'",
        f"{LOCAL}, headers: {{Authorization: ['5ecret-5ecret']}}",
        f"{LOCAL}, headers: {{Authorization: '5ecret-5ecret\\n'}}",
        f"{LOCAL}, extra_body: '5ecret-5ecret'",
        f"{LOCAL}, extra_body: {{key: '5ecret-5ecret', messages: []}}",
    ],
)
def test_no_fault_shows_what_may_be_a_secret(faults: Callable[[str], list[str]], entry: str) -> None:
    (found,) = faults(f"{{models: {{a: {{{entry}}}}}}}")
    assert "5ecret" not in found


def test_an_entry_that_is_a_key_is_not_shown(faults: Callable[[str], list[str]]) -> None:
    (found,) = faults("{models: {a: 'sk-5ecret-5ecret'}}")
    assert (
        found
        == """1: 'models.a': write an object in braces, such as {"base_url": "http://127.0.0.1:8080/v1"}"""
    )


@pytest.mark.parametrize("variable", ["DEEPSEEK_API_KEY", "_key2", "my_key_for_the_second_project_2"])
def test_a_variable_may_have_any_name_that_is_no_key(
    read: Callable[[str], SessionSettings], variable: str
) -> None:
    endpoints = read(f"{{models: {{a: {{{LOCAL}, api_key_env: '{variable}'}}}}}}").endpoints()
    assert endpoints["a"].api_key_env == variable


@pytest.mark.parametrize(
    "personas", ["persona: 'small'", "runs: {a: {benchmark: 'max', agent: 'x', persona: 'small'}}"]
)
def test_a_persona_whose_history_does_not_fit_its_model_is_told_what_to_set(
    faults: Callable[[str], list[str]], read: Callable[[str], SessionSettings], personas: str
) -> None:
    small = f"models: {{\n small: {{{LOCAL},\n context_limit: 8192}}}}"
    (found,) = faults(f"{{{small}, {personas}}}")
    assert found == (
        "3: 'models.small' plays the persona, but its context_limit (8192) can't hold the persona's history "
        "(compaction.max_tokens: 30000) and an answer (max_output_tokens: 4096); set compaction.max_tokens to at most "
        "4096, or less max_output_tokens"
    )
    assert read(f"{{{small}, {personas}, compaction: {{max_tokens: 4096, trim_to_tokens: 1000}}}}")


def test_a_small_model_may_judge(read: Callable[[str], SessionSettings]) -> None:
    assert read(f"{{models: {{small: {{{LOCAL}, context_limit: 8192}}}}, judge: 'small'}}").judge == "small"
