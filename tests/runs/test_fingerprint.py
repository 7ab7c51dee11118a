from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.models.endpoint import Endpoint, Price
from pytest_marathonmem.persona.guarding import DEFAULT_MODES
from pytest_marathonmem.runs.fingerprint import Fingerprint, differences, fingerprint
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.scenario.folder import load_benchmark

FLASH = Endpoint(
    "flash",
    "https://x.y",
    "flash-1",
    api_key_env="KEY",
    sampling={"temperature": 0},
    extra_body={"session": "5ecret", "fast": True},
    headers={"Authorization": "5ecret"},
)


@pytest.fixture
def plan(tmp_path: Path) -> RunPlan:
    """A run whose persona, judge and agent are models."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "benchmark.json").write_text('{"chapters": ["chapter1.md"]}')
    (folder / "chapter1.md").write_text(
        "# One\n\n## Mood\nIn a good mood.\n❓ 1.1 Well? Correct answer: 5 g\n"
    )
    return RunPlan(
        benchmark=folder,
        agent="chatbot",
        results=tmp_path / "results",
        persona="flash",
        judge="flash",
        endpoints={"flash": FLASH, "other": replace(FLASH, name="other", model="other-1")},
        agent_settings={"model": "flash"},
    )


def taken(plan: RunPlan) -> Fingerprint:
    """A plan's fingerprint as a record holds it."""
    benchmark = load_benchmark(plan.benchmark, Clock.local().now())
    found: Fingerprint = json.loads(json.dumps(fingerprint(plan, benchmark)))
    return found


def with_flash(plan: RunPlan, **changes: Any) -> RunPlan:
    return replace(plan, endpoints={**plan.endpoints, "flash": replace(FLASH, **changes)})


def without_models(plan: RunPlan) -> RunPlan:
    return replace(plan, persona="scripted", judge=None, agent_settings={})


@pytest.mark.parametrize(
    "changes",
    [
        {"base_url": "http://127.0.0.1:8080"},
        {"api_key_env": None},
        {"headers": {}},
        {"timeout": 1.0},
        {"retry_for": 1.0},
        {"price": Price(1, 1, 1)},
        {"stream": True},
    ],
    ids=str,
)
def test_a_model_may_move_and_be_reached_in_another_way(plan: RunPlan, changes: dict[str, Any]) -> None:
    assert differences(taken(plan), taken(with_flash(plan, **changes))) == []


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"model": "flash-2"}, "model: 'flash-1' then, 'flash-2' now"),
        (
            {"sampling": {"temperature": 1}},
            "sampling: {'temperature': 0} then, {'temperature': 1} now",
        ),
        ({"reasoning": "return"}, "reasoning: 'drop' then, 'return' now"),
        ({"context_limit": 8192}, "context_limit: None then, 8192 now"),
        ({"max_output_tokens": 50}, "max_output_tokens: 4096 then, 50 now"),
        ({"structured": "none"}, "structured: 'json_schema' then, 'none' now"),
    ],
    ids=str,
)
def test_what_decides_what_a_model_says_is_told_for_each_role(
    plan: RunPlan, changes: dict[str, Any], difference: str
) -> None:
    assert differences(taken(plan), taken(with_flash(plan, **changes))) == [
        f"the {role}'s model, {difference}" for role in ("persona", "judge", "agent")
    ]


def test_what_may_be_a_secret_stands_in_it_as_a_digest(plan: RunPlan) -> None:
    before = taken(plan)
    after = taken(with_flash(plan, extra_body={"session": "other", "fast": True}))
    assert "5ecret" not in json.dumps(before)
    assert before["models"]["persona"]["extra_body"]["fast"] is True
    assert len(differences(before, after)) == 3


def test_another_judge_is_a_difference(plan: RunPlan) -> None:
    assert differences(taken(plan), taken(replace(plan, judge="other"))) == [
        "judge: 'flash' then, 'other' now",
        "the judge's model, model: 'flash-1' then, 'other-1' now",
    ]


def test_a_judge_that_is_new_is_a_difference(plan: RunPlan) -> None:
    assert differences(taken(replace(plan, judge=None)), taken(plan)) == [
        "judge: None then, 'flash' now",
        "the judge's model: None then, 'flash-1' now",
    ]


def test_the_judges_prompt_belongs_to_it(plan: RunPlan) -> None:
    before = taken(plan)
    before["models"]["judge"]["prompt"] = "another"
    (difference,) = differences(before, taken(plan))
    assert difference.startswith("the judge's model, prompt: 'another' then, ")


def test_a_model_that_nobody_uses_may_change(plan: RunPlan) -> None:
    unused = without_models(plan)
    assert differences(taken(unused), taken(with_flash(unused, model="flash-2"))) == []


def test_a_guard_that_is_switched_is_a_difference(plan: RunPlan) -> None:
    switched = replace(plan, guards={**DEFAULT_MODES, "too_early": "off"})
    assert differences(taken(plan), taken(switched)) == ["guard too_early: 'refuse' then, 'off' now"]


@pytest.mark.parametrize("key", ["judge", "guards", "models"])
def test_an_older_record_had_the_default_of_what_it_does_not_tell(plan: RunPlan, key: str) -> None:
    new = taken(without_models(plan))
    old = {name: value for name, value in new.items() if name != key}
    assert differences(old, new) == []
    assert differences(old, taken(replace(plan, guards={**DEFAULT_MODES, "too_early": "off"}))) != []
