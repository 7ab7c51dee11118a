"""What a run is to be: benchmark x agent and settings x repeat, and where its results go."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.persona.guarding import DEFAULT_MODES
from pytest_marathonmem.runs.naming import fault_of_run_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_marathonmem.models.endpoint import Endpoint, Role
    from pytest_marathonmem.persona.guarding import GuardMode, GuardName
    from pytest_marathonmem.runs.naming import Unknown


@dataclass(frozen=True, slots=True)
class BudgetPlan:
    """What the runs of a session may cost together, all their starts counted."""

    usd: float
    session: str
    """Tells this session from others; the same in all its workers."""
    runs: tuple[str, ...]
    """The names of all its runs."""


@dataclass(frozen=True, slots=True)
class CassettePlan:
    """Whether what models are asked and answer is recorded, or comes from a recording."""

    mode: Literal["record", "replay"]
    folder: Path
    """Holds one file for each run, named by the run."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """One run before it starts.

    Raises:
        SettingsError: if the run's name isn't safe as a folder's name.
    """

    benchmark: Path
    """The benchmark's folder."""
    agent: str
    """The agent's name, as reports show it."""
    results: Path
    """The folder of all runs."""
    named: str = ""
    """The run's key in ``runs`` of ``mmb.jsonc``; empty for a run of the command line."""
    repeat: int = 1
    """Which of the repeats it is, from 1."""
    persona: str = "scripted"
    """``scripted``, or a key of ``endpoints``."""
    judge: str | None = None
    """A key of ``endpoints``; None for no judge."""
    endpoints: Mapping[str, Endpoint] = field(default_factory=dict)
    """All models of ``mmb.jsonc``, by their keys."""
    guards: Mapping[GuardName, GuardMode] = field(default_factory=lambda: DEFAULT_MODES)
    """What each guard of a model's persona does."""
    budget: BudgetPlan | None = None
    cassette: CassettePlan | None = None
    agent_settings: Mapping[str, Any] = field(default_factory=dict)
    """By name, without the agent's prefix."""
    ignore_session_break: bool = False
    """Whether ``newSession()`` of the scenario is skipped."""
    reply_timeout: float = 300.0
    """Seconds of real time that the agent has for one reply."""
    compaction: Compaction = field(default_factory=Compaction)
    fresh: bool = False
    """Whether the run starts anew whatever an earlier start has left."""
    unknown: Unknown | None = None

    def __post_init__(self) -> None:
        if fault := fault_of_run_name(self.name):
            raise SettingsError(f"{fault}; rename the benchmark's folder, the agent or the run")

    @property
    def group(self) -> str:
        """The name that all repeats of the run share."""
        return self.named or f"{self.benchmark.name}-{self.agent}"

    @property
    def name(self) -> str:
        """Names the run's folder and its entry in reports: the group, with ``.2`` for its second repeat."""
        return self.group if self.repeat == 1 else f"{self.group}.{self.repeat}"

    @property
    def label(self) -> str:
        """Names the run within its benchmark, as in ``max[notebook-2]``."""
        label = self.named or self.agent
        return label if self.repeat == 1 else f"{label}-{self.repeat}"

    @property
    def folder(self) -> Path:
        """Where everything of this run lies."""
        return self.results / self.name

    @property
    def models(self) -> dict[Role, Endpoint]:
        """The models that the run calls; the agent's if its setting ``model`` is a key of ``endpoints``."""
        names: dict[Role, object] = {
            "persona": self.persona,
            "judge": self.judge,
            "agent": self.agent_settings.get("model"),
        }
        return {
            role: self.endpoints[name]
            for role, name in names.items()
            if isinstance(name, str) and name in self.endpoints
        }
