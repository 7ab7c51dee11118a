"""What a scripted agent knows that no real one does: the check that is asked, and the benchmark's ledger."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.runs.events import FILE_NAME
from pytest_marathonmem.scenario.folder import load_benchmark
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import FactRef
from pytest_marathonmem.scenario.read_out import read_out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_marathonmem.scenario.ledger import State
    from pytest_marathonmem.scenario.model import Benchmark, Check


@dataclass(frozen=True, slots=True)
class Asked:
    """A check at the moment of its asking."""

    check: Check
    number: int
    """Its place among the benchmark's checks, from 0."""
    state: State
    language: str

    @property
    def facts(self) -> tuple[FactRef, ...]:
        """The facts that the check rests on."""
        key = self.check.key
        return tuple(map(FactRef.parse, key.rests_on)) if key else ()


class Insight:
    """Reads the run's own record, which lies beside the agent's folder.

    Args:
        workdir: The agent's folder in a run; anywhere else there is nothing to see.
    """

    def __init__(self, workdir: Path) -> None:
        self._record = workdir.parent / FILE_NAME
        self._offset = 0
        self._started: Mapping[str, Any] = {}
        self._sending: Mapping[str, Any] = {}

    def asked(self) -> Asked | None:
        """Return the check that the newest message asks; None for any other message."""
        self._read_on()
        check_id = self._sending.get("check")
        if check_id is None:
            return None
        number, check = self._checks[check_id]
        return Asked(check, number, self._ledger.at_ask(check_id), self._benchmark.language)

    @cached_property
    def _benchmark(self) -> Benchmark:
        start = datetime.fromisoformat(self._started["start"])
        return read_out(load_benchmark(Path(self._started["folder"]), start))

    @cached_property
    def _ledger(self) -> Ledger:
        return Ledger.of(self._benchmark)

    @cached_property
    def _checks(self) -> Mapping[str, tuple[int, Check]]:
        return {check.id: (number, check) for number, check in enumerate(self._benchmark.checks)}

    def _read_on(self) -> None:
        """Take in what the record has gained; each event is written whole before the agent hears of it."""
        if not self._record.exists():
            return
        with self._record.open("rb") as file:
            file.seek(self._offset)
            gained = file.read()
        self._offset += len(gained)
        for event in map(json.loads, gained.splitlines()):
            if event["type"] == "started":
                self._started = event
            elif event["type"] == "sending":
                self._sending = event
