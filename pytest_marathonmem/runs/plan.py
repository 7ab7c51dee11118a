"""What a run is to be: benchmark x agent and settings x repeat, and where its results go."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.persona.compaction import Compaction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

RUN_NAME = re.compile(r"[A-Za-z0-9_.-]+")
RESERVED = re.compile(r"\.*|old|report\.md|.*\.lock", re.IGNORECASE)
"""Names of what lies beside the runs' folders."""

Unknown = Literal["sent", "resend"]
"""What to do with a message of which nobody knows whether it reached the agent."""


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
        if not RUN_NAME.fullmatch(self.name) or RESERVED.fullmatch(self.name):
            raise SettingsError(
                f"{self.name!r} can't name a run: letters, digits, '_', '.' and '-' are allowed, and it isn't 'old' "
                "or 'report.md' and doesn't end with '.lock'; rename the benchmark's folder, the agent or the run"
            )

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
