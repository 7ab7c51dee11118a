"""Which runs a session has: what the options, the node ids and ``mmb.jsonc`` ask for."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.plugin.models import faults_of_models
from pytest_marathonmem.plugin.options import DEFAULT_AGENT, OPTIONS
from pytest_marathonmem.runs.naming import AGENT_NAME, SCRIPTED
from pytest_marathonmem.runs.plan import CassettePlan, RunPlan
from pytest_marathonmem.runs.settings import (
    FILE_NAME,
    OwnSettings,
    RunSettings,
    SessionSettings,
    fault_of_value,
    read_settings,
)
from pytest_marathonmem.scenario.jsontext import complaints
from pytest_marathonmem.scenario.recognise import FILE_NAME as BENCHMARK
from pytest_marathonmem.scenario.recognise import is_benchmark
from pytest_marathonmem.values.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pytest_marathonmem.plugin.options import Options

_REPEAT = re.compile(r"(.+)-([1-9]\d{0,2})", re.ASCII)

Asked = tuple[str, RunSettings, int]
"""The name of a run in ``mmb.jsonc``, or empty; its settings; which repeat."""


def planner_of(config: pytest.Config) -> Planner:
    """The planner of a session; made when it is first needed, since that reads ``mmb.jsonc``.

    Raises:
        pytest.UsageError: if the file can't be read, or options ask for what it doesn't have.
    """
    if PLANNER not in config.stash:
        config.stash[PLANNER] = _make_planner(config)
    return config.stash[PLANNER]


class Planner:
    """Makes the plans of a session's runs.

    Args:
        options: The command line's.
        settings: What ``mmb.jsonc`` says.
        base: The folder of that file.

    Raises:
        pytest.UsageError: if options ask for what can't be.
    """

    def __init__(self, options: Options, settings: SessionSettings, base: Path) -> None:
        self._options = options
        self._settings = settings
        self._base = base
        self._agents = options.agents or (() if options.runs else (DEFAULT_AGENT,))
        self._runs = tuple(_chosen(options.runs, settings.runs))
        self.results = options.results or base / Path(settings.results).expanduser()
        self._expect_settings()
        self._expect_models()

    def plans(self, folder: Path) -> list[RunPlan]:
        """The runs of a benchmark's folder: by agent, then by name, then by node id; repeats side by side."""
        plans = [self._plan(folder, asked) for asked in self._asked(folder)]
        known = {plan.label for plan in plans}
        labelled = [self._labelled(folder, label) for label in self._labels(folder) if label not in known]
        return plans + [self._plan(folder, asked) for asked in labelled if asked]

    def wants(self, folder: Path) -> bool:
        """Whether there are any."""
        return any(self._asked(folder)) or any(
            self._labelled(folder, label) for label in self._labels(folder)
        )

    def expect_folders(self, collected: Iterable[Path], root: Path) -> None:
        """See that what a chosen run plays was collected, unless node ids pick some runs of many.

        Raises:
            pytest.UsageError: if it was not; it names what to give.
        """
        if self._options.labels:
            return
        folders = list(collected)
        runs = ((name, self._settings.runs[name]) for name in self._runs)
        missing = [
            f"--mmb-run: the run {name!r} plays {run.benchmark!r}, which was not collected; {self._where(run, root)}"
            for name, run in runs
            if not any(run.plays(folder, self._base) for folder in folders)
        ]
        if missing:
            raise pytest.UsageError(printable("\n".join(missing)))

    def describe(self) -> str:
        """What is played, for people."""
        options = self._options
        labels = [self._split(label)[0] for labels in options.labels.values() for label in labels]
        named = [*self._runs, *(label for label in labels if label in self._settings.runs)]
        agents = [*options.agents, *(label for label in labels if label not in self._settings.runs)]
        if not (named or agents):
            agents = [DEFAULT_AGENT]
        runs = [*map(self._settings.runs.__getitem__, named), *([BARE] if agents else [])]
        parts = {
            "agents": agents,
            "runs": named,
            "repeats": [str(options.repeat)] * (options.repeat > 1),
            "persona": sorted(map(self._persona, runs)),
            "judge": sorted(filter(None, map(self._judge, runs))),
            "recorded in": [str(options.record)] * bool(options.record),
            "replayed from": [str(options.replay)] * bool(options.replay),
            "results": [str(self.results)],
        }
        return "; ".join(f"{name}: {', '.join(dict.fromkeys(them))}" for name, them in parts.items() if them)

    def _asked(self, folder: Path) -> Iterator[Asked]:
        """What the options ask for."""
        repeats = range(1, self._options.repeat + 1)
        for agent in self._agents:
            yield from (("", _bare(agent, folder), repeat) for repeat in repeats)
        for name in self._runs:
            run = self._settings.runs[name]
            if run.plays(folder, self._base):
                yield from ((name, run, repeat) for repeat in repeats)

    def _labels(self, folder: Path) -> tuple[str, ...]:
        return self._options.labels.get(folder / BENCHMARK, ())

    def _labelled(self, folder: Path, label: str) -> Asked | None:
        """What a node id asks for; None for what is neither a run of the folder nor an agent."""
        name, repeat = self._split(label)
        run = self._settings.runs.get(name)
        if run is not None and run.plays(folder, self._base):
            return name, run, repeat
        return ("", _bare(name, folder), repeat) if AGENT_NAME.fullmatch(name) else None

    def _split(self, label: str) -> tuple[str, int]:
        """The run or the agent that a label names, and which repeat of it."""
        repeat = None if label in self._settings.runs else _REPEAT.fullmatch(label)
        return (repeat[1], int(repeat[2])) if repeat and int(repeat[2]) > 1 else (label, 1)

    def _plan(self, folder: Path, asked: Asked) -> RunPlan:
        named, run, repeat = asked
        options, settings = self._options, self._settings
        run = run.model_copy(update=self._set(run.agent))
        return RunPlan(
            benchmark=folder,
            agent=run.agent,
            results=self.results,
            named=named,
            repeat=repeat,
            persona=self._persona(run),
            judge=self._judge(run),
            endpoints=settings.endpoints(),
            guards=settings.guards.modes(),
            cassette=self._cassette(),
            agent_settings=run.agent_settings,
            ignore_session_break=run.ignore_session_break,
            reply_timeout=run.reply_timeout or settings.reply_timeout,
            compaction=Compaction(settings.compaction.max_tokens, settings.compaction.trim_to_tokens),
            fresh=options.fresh,
            unknown=options.unknown,
        )

    def _persona(self, run: RunSettings) -> str:
        return self._options.persona or self._settings.persona_of(run)

    def _judge(self, run: RunSettings) -> str | None:
        return self._options.judge or self._settings.judge_of(run)

    def _cassette(self) -> CassettePlan | None:
        if self._options.replay:
            return CassettePlan("replay", self._options.replay)
        return CassettePlan("record", self._options.record) if self._options.record else None

    def _set(self, agent: str) -> Mapping[str, Any]:
        """What the command line sets of an agent's runs, by key."""
        return {
            key: value
            for key, value in self._options.settings.items()
            if key in OwnSettings.model_fields or self._owner(key) == agent
        }

    def _owner(self, key: str) -> str:
        """The agent whose prefix a key has, the longest if several fit; empty if none does."""
        fits = (agent for agent in self._played() if key.startswith(f"{agent}_") and key != f"{agent}_")
        return max(fits, key=len, default="")

    def _played(self) -> tuple[str, ...]:
        """The agents of the session."""
        labels = (self._split(label)[0] for labels in self._options.labels.values() for label in labels)
        runs = self._settings.runs
        named = (runs[name].agent if name in runs else name for name in (*self._runs, *labels))
        return tuple(dict.fromkeys((*self._agents, *filter(AGENT_NAME.fullmatch, named))))

    def _expect_settings(self) -> None:
        faults = list(self._faults_of_settings())
        if faults:
            raise pytest.UsageError(printable("\n".join(f"--mmb-set: {fault}" for fault in faults)))

    def _expect_models(self) -> None:
        faults = list(faults_of_models(self._options, self._settings))
        if faults:
            raise pytest.UsageError(printable("\n".join(faults)))

    def _faults_of_settings(self) -> Iterator[str]:
        own = {key: value for key, value in self._options.settings.items() if key in OwnSettings.model_fields}
        try:
            OwnSettings.model_validate(own)
        except ValidationError as error:
            yield from (fault for _, fault in complaints(error, OwnSettings))
        for key, value in self._options.settings.items():
            if key not in own and not self._owner(key):
                prefixes = " or ".join(repr(f"{agent}_") for agent in self._played())
                yield f"unknown key {key!r}; give {', '.join(OwnSettings.model_fields)}, or what begins with {prefixes}"
            elif fault := fault_of_value(key, value):
                yield fault

    def _where(self, run: RunSettings, root: Path) -> str:
        for folder in (self._base / run.benchmark, root / "benchmarks" / run.benchmark):
            if is_benchmark(folder / BENCHMARK):
                return f"name its folder, {folder}, on the command line"
        return "name the path of the folder of that name on the command line"


PLANNER = pytest.StashKey[Planner]()


def expect_distinct(plans: Iterable[RunPlan]) -> None:
    """See that no two runs share a folder of results or a node id.

    Raises:
        pytest.UsageError: if two do.
    """
    known: dict[tuple[str, str], RunPlan] = {}
    for plan in plans:
        for key in (("", plan.name), (str(plan.benchmark), plan.label)):
            other = known.setdefault(key, plan)
            if other is not plan:
                raise pytest.UsageError(
                    f"{_described(other)} and {_described(plan)} would both be named {key[1]!r}; rename a run, or "
                    "play them in separate sessions"
                )


def _described(plan: RunPlan) -> str:
    what = f"the run {plan.named!r}" if plan.named else f"the agent {plan.agent!r} on {plan.benchmark.name}"
    return what if plan.repeat == 1 else f"repeat {plan.repeat} of {what}"


BARE = RunSettings(benchmark="-", agent=DEFAULT_AGENT, persona=SCRIPTED, judge=None)
"""A run of the command line: nothing of the file's runs is its default."""


def _bare(agent: str, folder: Path) -> RunSettings:
    return BARE.model_copy(update={"benchmark": folder.name, "agent": agent})


def _chosen(patterns: Iterable[str], runs: Mapping[str, RunSettings]) -> Iterator[str]:
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in runs):
            listed = ", ".join(runs) or f"none; write them into 'runs' of {FILE_NAME}"
            raise pytest.UsageError(printable(f"--mmb-run: no run is named {pattern!r}; there are: {listed}"))
    yield from (name for name in runs if any(fnmatchcase(name, pattern) for pattern in patterns))


def _make_planner(config: pytest.Config) -> Planner:
    options = config.stash[OPTIONS]
    path = options.config or config.rootpath / FILE_NAME
    try:
        settings = read_settings(path) if path.is_file() else SessionSettings()
    except SettingsError as error:
        raise pytest.UsageError(printable(str(error))) from None
    return Planner(options, settings, path.parent)
