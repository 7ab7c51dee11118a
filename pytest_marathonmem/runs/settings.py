"""``mmb.jsonc``: the session's settings and its named runs, checked strictly, with the line of every fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.runs.naming import (
    PERSONAS,
    fault_of_agent_name,
    fault_of_persona,
    fault_of_run_name,
)
from pytest_marathonmem.scenario.jsontext import JsonTextError, complaints, load_json5
from pytest_marathonmem.scenario.source import read_source
from pytest_marathonmem.scenario.tokens import lines_of_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pytest_marathonmem.errors import Problem

FILE_NAME = "mmb.jsonc"

Fault = tuple[tuple[str, ...], str]
"""The keys that lead to what is wrong, outermost first, and a sentence."""


def _unless(fault_of: Callable[[str], str]) -> AfterValidator:
    def check(value: str) -> str:
        if fault := fault_of(value):
            raise ValueError(fault)
        return value

    return AfterValidator(check)


Agent = Annotated[str, _unless(fault_of_agent_name)]
Persona = Annotated[str, _unless(fault_of_persona)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Tokens = Annotated[int, Field(gt=0)]


class CompactionSettings(BaseModel):
    """When the persona's own history is cut, and to what; in tokens."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    max_tokens: Tokens = Compaction().max_tokens
    trim_to_tokens: Tokens = Compaction().trim_to_tokens

    @model_validator(mode="after")
    def _cuts(self) -> CompactionSettings:
        if self.trim_to_tokens >= self.max_tokens:
            raise ValueError(
                f"trim_to_tokens ({self.trim_to_tokens}) must be less than max_tokens ({self.max_tokens})"
            )
        return self


class OwnSettings(BaseModel):
    """What can be set of a run besides its agent's settings, also on the command line."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    ignore_session_break: bool = False
    reply_timeout: Seconds | None = None
    """By default the session's."""


class RunSettings(OwnSettings):
    """A run of ``runs``; what else it holds has the agent's prefix, and is in ``agent_settings``."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    benchmark: Annotated[str, Field(min_length=1)]
    """A folder's name, or its path relative to the file."""
    agent: Agent
    persona: Persona | None = None
    """By default the file's."""

    @property
    def agent_settings(self) -> Mapping[str, Any]:
        """The settings of the agent by name, without its prefix."""
        return {key.removeprefix(f"{self.agent}_"): value for key, value in (self.model_extra or {}).items()}

    def plays(self, folder: Path, base: Path) -> bool:
        """Whether the run's benchmark is this folder; a path counts from ``base``."""
        return self.benchmark == folder.name or (base / self.benchmark).resolve() == folder.resolve()


class SessionSettings(BaseModel):
    """What the file says; the names of the fields are its keys, their values its defaults."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    persona: Persona = PERSONAS[0]
    """Of the file's runs alone."""
    compaction: CompactionSettings = CompactionSettings()
    reply_timeout: Seconds = 300.0
    results: Annotated[str, Field(min_length=1)] = "results"
    """Relative to the file."""
    runs: dict[str, RunSettings] = Field(default_factory=dict)


def read_settings(path: Path) -> SessionSettings:
    """Read ``mmb.jsonc``.

    Raises:
        SettingsError: with everything that is wrong, each with file and line.
    """
    problems: list[Problem] = []
    # Elsewhere a file must lie in its folder; this one may be a link.
    source = read_source(path, path.resolve().parent, problems)
    settings: SessionSettings | None = None
    if source is not None:
        try:
            data = load_json5(source.text)
        except JsonTextError as error:
            problems.append(source.problem(error.line, f"{path.name} can't be read: {error}"))
        else:
            settings, faults = _validated(data, path.parent)
            lines = lines_of_keys(source.text)
            problems += [source.problem(_line(keys, lines), fault) for keys, fault in faults]
    if settings is None or problems:
        raise SettingsError("\n".join(map(str, sorted(problems))))
    return settings


def fault_of_value(key: str, value: object) -> str:
    """Say why a value can't be an agent's setting; empty if it can. Records hold it, as JSON."""
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return f"{key!r} is {value!r}: JSON has no such number; write a finite one, or a string"
    return ""


def _validated(data: Any, folder: Path) -> tuple[SessionSettings | None, list[Fault]]:
    if not isinstance(data, dict):
        return None, [((), f'{FILE_NAME} must be an object: {{"runs": {{}}}}')]
    faults: list[Fault] = []
    settings: SessionSettings | None = None
    try:
        settings = SessionSettings.model_validate(data)
    except ValidationError as error:
        faults = list(complaints(error, SessionSettings))
    return settings, [*faults, *_results(data, folder), *_runs(data)]


def _results(data: Mapping[str, Any], folder: Path) -> Iterator[Fault]:
    given = data.get("results")
    if isinstance(given, str) and (path := folder / Path(given).expanduser()).exists() and not path.is_dir():
        yield ("results",), f"'results' is {given!r}, which is not a folder; name one, or a path that is free"


def _runs(data: Mapping[str, Any]) -> Iterator[Fault]:
    """What the model can't tell: names of runs, and keys that are neither a run's nor its agent's."""
    runs = data.get("runs")
    for name, run in runs.items() if isinstance(runs, dict) else ():
        if fault := fault_of_run_name(name):
            yield ("runs", name), fault
        agent = run.get("agent") if isinstance(run, dict) else None
        if isinstance(agent, str) and not fault_of_agent_name(agent):
            yield from ((("runs", name, key), fault) for key, fault in _keys(run, agent))


def _keys(run: Mapping[str, Any], agent: str) -> Iterator[tuple[str, str]]:
    own, prefix = RunSettings.model_fields, f"{agent}_"
    for key, value in run.items():
        if key in own:
            continue
        if not key.startswith(prefix) or key == prefix:
            yield (
                key,
                f"unknown key {key!r}; a run has {', '.join(sorted(own))}, and its agent's settings begin with {prefix!r}",
            )
        elif fault := fault_of_value(key, value):
            yield key, fault


def _line(keys: tuple[str, ...], lines: Mapping[tuple[str, ...], int]) -> int:
    """The line of the innermost key that stands in the file."""
    return next((lines[keys[:length]] for length in range(len(keys), 0, -1) if keys[:length] in lines), 1)
