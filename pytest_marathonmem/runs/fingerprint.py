"""What a run was played with: a later start goes on only with the same."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.grading.judge import prompt_fingerprint
from pytest_marathonmem.models.endpoint import ROLES
from pytest_marathonmem.persona.guarding import DEFAULT_MODES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_marathonmem.models.endpoint import Endpoint
    from pytest_marathonmem.runs.plan import RunPlan
    from pytest_marathonmem.scenario.model import Benchmark

Fingerprint = dict[str, Any]
"""Plain JSON types; a part of the event ``started``."""

PACKAGE = Path(__file__).parent.parent
GRADER = ("grading", "values")
"""The parts of the package that make a score of an answer."""

LATER: Mapping[str, Any] = {"judge": None, "guards": DEFAULT_MODES, "models": {}}
"""What older records don't tell, as it was then."""


def fingerprint(plan: RunPlan, benchmark: Benchmark) -> Fingerprint:
    """Take down what decides how a run goes: benchmark, persona, judge, agent and settings, grader, plugin."""
    return {
        "chapters": [chapter.name for chapter in benchmark.chapters],
        "files": dict(benchmark.sources),
        "persona": plan.persona,
        "agent": plan.agent,
        "settings": {name: _openly(value) for name, value in plan.agent_settings.items()},
        "ignore_session_break": plan.ignore_session_break,
        "compaction": [plan.compaction.max_tokens, plan.compaction.trim_to_tokens],
        "judge": plan.judge,
        "guards": dict(plan.guards),
        "models": _models(plan),
        "grader": _digest(*GRADER),
        "plugin": f"{_version()} {_digest('.')}",
    }


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What differs between two fingerprints, a phrase each: the benchmark's files first."""
    old = {**LATER, **old}
    return [
        *_changed_files(old.get("files", {}), new["files"]),
        *_changed_values(old, new),
        *_changed_models(old["models"], new["models"]),
        *_changed_plugin(old, new),
    ]


def grown(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether nothing differs but that chapters were appended, and perhaps files added."""
    known, listed = old.get("chapters", []), new["chapters"]
    kept = {name: new["files"].get(name) for name in old.get("files", {})}
    return (
        len(listed) > len(known)
        and listed[: len(known)] == known
        and not differences(old, {**new, "chapters": known, "files": kept})
    )


def _changed_files(old: Mapping[str, str], new: Mapping[str, str | None]) -> Iterator[str]:
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            how = "is new" if name not in old else "has changed" if new.get(name) else "is gone"
            yield f"{name} {how}"


def _changed_values(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in ("chapters", "persona", "agent", "settings", "ignore_session_break", "compaction", "judge"):
        yield from _changed(name, old.get(name), new[name])
    for guard in new["guards"]:
        yield from _changed(f"guard {guard}", old["guards"].get(guard), new["guards"][guard])


def _changed_models(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for role in ROLES:
        before, now = old.get(role, {}), new.get(role, {})
        if before and now:
            for name in now:
                yield from _changed(f"the {role}'s model, {name}", before.get(name), now[name])
        else:
            yield from _changed(f"the {role}'s model", before.get("model"), now.get("model"))


def _changed(name: str, old: object, new: object) -> Iterator[str]:
    if old != new:
        yield f"{name}: {old!r} then, {new!r} now"


def _changed_plugin(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if old.get("plugin") != new["plugin"]:
        grading = ", its grading too" if old.get("grader") != new["grader"] else ""
        yield f"pytest-marathonmem: {old.get('plugin')} then, {new['plugin']} now{grading}"


def _models(plan: RunPlan) -> dict[str, dict[str, Any]]:
    models: dict[str, dict[str, Any]] = {role: _model(endpoint) for role, endpoint in plan.models.items()}
    if "judge" in models:
        models["judge"]["prompt"] = prompt_fingerprint()
    return models


def _model(endpoint: Endpoint) -> dict[str, Any]:
    """What decides what a model says. Where it is and how it is reached may change: a local server may have moved."""
    return {
        "model": endpoint.model,
        "sampling": dict(endpoint.sampling),
        "extra_body": {name: _openly(value) for name, value in endpoint.extra_body.items()},
        "reasoning": endpoint.reasoning,
        "context_limit": endpoint.context_limit,
        "max_output_tokens": endpoint.max_output_tokens,
        "structured": endpoint.structured,
    }


def _openly(setting: object) -> object:
    """A setting as it may stand in a record: a text might be a key, so only its digest does."""
    if setting is None or isinstance(setting, bool | int | float):
        return setting
    return f"digest {hashlib.sha256(json.dumps(setting, sort_keys=True).encode()).hexdigest()[:12]}"


def _version() -> str:
    try:
        return version("pytest-marathonmem")
    except PackageNotFoundError:
        return "not installed"


@cache
def _digest(*parts: str) -> str:
    """A digest of the package's own files below some of its folders."""
    digest = hashlib.sha256()
    for part in parts:
        for path in sorted((PACKAGE / part).rglob("*")):
            if path.suffix in (".py", ".md"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
