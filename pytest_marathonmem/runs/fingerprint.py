"""What a run was played with: a later start goes on only with the same."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_marathonmem.runs.plan import RunPlan
    from pytest_marathonmem.scenario.model import Benchmark

Fingerprint = dict[str, Any]
"""Plain JSON types; a part of the event ``started``."""

PACKAGE = Path(__file__).parent.parent
GRADER = ("grading", "values")
"""The parts of the package that make a score of an answer."""


def fingerprint(plan: RunPlan, benchmark: Benchmark) -> Fingerprint:
    """Take down what decides how a run goes: benchmark, persona, agent and settings, grader, plugin."""
    return {
        "chapters": [chapter.name for chapter in benchmark.chapters],
        "files": dict(benchmark.sources),
        "persona": plan.persona,
        "agent": plan.agent,
        "settings": {name: _openly(value) for name, value in plan.agent_settings.items()},
        "ignore_session_break": plan.ignore_session_break,
        "compaction": [plan.compaction.max_tokens, plan.compaction.trim_to_tokens],
        "grader": _digest(*GRADER),
        "plugin": f"{_version()} {_digest('.')}",
    }


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What differs between two fingerprints, a phrase each: the benchmark's files first."""
    return [*_changed_files(old.get("files", {}), new["files"]), *_changed_values(old, new)]


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
    for name in ("chapters", "persona", "agent", "settings", "ignore_session_break", "compaction"):
        if old.get(name) != new[name]:
            yield f"{name}: {old.get(name)!r} then, {new[name]!r} now"
    if old.get("plugin") != new["plugin"]:
        grading = ", its grading too" if old.get("grader") != new["grader"] else ""
        yield f"pytest-marathonmem: {old.get('plugin')} then, {new['plugin']} now{grading}"


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
