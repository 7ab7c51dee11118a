"""``mmb.jsonc``: the session's settings and its named runs, checked strictly, with the line of every fault."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
)

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.runs.models_settings import ModelSettings, fault_of_room
from pytest_marathonmem.runs.naming import (
    SCRIPTED,
    fault_of_agent_name,
    fault_of_model_name,
    fault_of_run_name,
)
from pytest_marathonmem.runs.persona_settings import CompactionSettings, GuardSettings
from pytest_marathonmem.scenario.jsontext import JsonTextError, complaints, fault_of_json, load_json5
from pytest_marathonmem.scenario.source import read_source
from pytest_marathonmem.scenario.tokens import lines_of_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.models.endpoint import Endpoint

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
Named = Annotated[str, Field(min_length=1)]
"""An entry of ``models``."""
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


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
    persona: Named | None = None
    """By default the file's."""
    judge: Named | None = None
    """By default the file's; none if it is given as null."""

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

    persona: Named = SCRIPTED
    """Of the file's runs alone; ``scripted``, or an entry of ``models``."""
    judge: Named | None = None
    """Of the file's runs alone; an entry of ``models``."""
    models: dict[str, ModelSettings] = Field(default_factory=dict)
    guards: GuardSettings = GuardSettings()
    compaction: CompactionSettings = CompactionSettings()
    reply_timeout: Seconds = 300.0
    results: Annotated[str, Field(min_length=1)] = "results"
    """Relative to the file."""
    runs: dict[str, RunSettings] = Field(default_factory=dict)

    def endpoints(self) -> dict[str, Endpoint]:
        """All models, by their keys."""
        return {name: model.endpoint(name) for name, model in self.models.items()}

    def persona_of(self, run: RunSettings) -> str:
        return run.persona or self.persona

    def judge_of(self, run: RunSettings) -> str | None:
        return run.judge if "judge" in run.model_fields_set else self.judge


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
    fault = fault_of_json(value)
    return f"{key!r} is {value!r}: {fault}" if fault else ""


def _validated(data: Any, folder: Path) -> tuple[SessionSettings | None, list[Fault]]:
    if not isinstance(data, dict):
        return None, [((), f'{FILE_NAME} must be an object: {{"runs": {{}}}}')]
    faults: list[Fault] = []
    settings: SessionSettings | None = None
    try:
        settings = SessionSettings.model_validate(data)
    except ValidationError as error:
        faults = list(complaints(error, SessionSettings))
    return settings, [*faults, *_results(data, folder), *_runs(data), *_models(data)]


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


def _models(data: Mapping[str, Any]) -> Iterator[Fault]:
    """What an entry by itself can't tell: its name, who names one that isn't there, whether a persona's has room."""
    models = data.get("models", {})
    if not isinstance(models, dict):
        return
    yield from ((("models", name), fault) for name in models if (fault := fault_of_model_name(name)))
    personas = {SCRIPTED}
    for keys, name in _named(data):
        role = keys[-1]
        if role == "persona":
            personas.add(name)
        if name not in models and (role, name) != ("persona", SCRIPTED):
            yield keys, f"{'.'.join(keys)!r}: {no_such_model(name, models, role)}"
    for name in personas & models.keys():
        if fault := _fault_of_room(models[name], data.get("compaction", {})):
            yield ("models", name, "context_limit"), f"'models.{name}' plays the persona, but {fault}"


def no_such_model(name: str, models: Iterable[str], role: str) -> str:
    """Say that no model has this name, and which names there are.

    Args:
        name: As it was given.
        models: The keys of ``models``.
        role: ``persona`` or ``judge``.
    """
    known = [SCRIPTED] * (role == "persona") + [model for model in models if model != SCRIPTED]
    return f"no model is named {name!r}; there are: {', '.join(known) or 'none'}"


def _named(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Where the file names a model, and which."""
    runs = data.get("runs")
    places = chain([((), data)], ((("runs", name), run) for name, run in _objects(runs)))
    for keys, place in places:
        for role in ("persona", "judge"):
            if isinstance(name := place.get(role), str) and name:
                yield (*keys, role), name


def _fault_of_room(model: Any, compaction: Any) -> str:
    try:
        return fault_of_room(
            ModelSettings.model_validate(model), CompactionSettings.model_validate(compaction).max_tokens
        )
    except ValidationError:
        return ""  # it has faults of its own


def _objects(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The members of an object that are objects themselves."""
    members = value.items() if isinstance(value, dict) else ()
    return ((key, member) for key, member in members if isinstance(member, dict))


def _line(keys: tuple[str, ...], lines: Mapping[tuple[str, ...], int]) -> int:
    """The line of the innermost key that stands in the file."""
    return next((lines[keys[:length]] for length in range(len(keys), 0, -1) if keys[:length] in lines), 1)
