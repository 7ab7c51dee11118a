"""What a run is to be: benchmark x agent, and where its results go."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

RUN_NAME = re.compile(r"[A-Za-z0-9_.-]+")


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
    persona: str = "scripted"
    reply_timeout: float = 300.0
    """Seconds of real time that the agent has for one reply."""

    def __post_init__(self) -> None:
        if not RUN_NAME.fullmatch(self.name) or set(self.name) == {"."}:
            raise SettingsError(
                f"{self.name!r} can't name a run: letters, digits, '_', '.' and '-' are allowed; "
                "rename the benchmark's folder or the agent"
            )

    @property
    def name(self) -> str:
        """``BENCHMARK-AGENT``: names the run's folder and its entry in reports."""
        return f"{self.benchmark.name}-{self.agent}"

    @property
    def folder(self) -> Path:
        """Where everything of this run lies."""
        return self.results / self.name
