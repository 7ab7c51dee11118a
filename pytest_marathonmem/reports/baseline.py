"""A baseline: the scores that runs once had, in a file that is kept with the project, to compare later runs with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.reports import wording
from pytest_marathonmem.runs.state import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from pytest_marathonmem.reports.report import Report

Score = Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]


class Entry(BaseModel):
    """What one group of runs scored: all repeats of an agent, or of a named run, on a benchmark."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    benchmark: str
    agent: str
    persona: str
    dates: Annotated[tuple[str, ...], Field(min_length=1)]
    """When each repeat was started: ISO 8601, real time."""
    scores: dict[str, tuple[Score | None, ...]]
    """By the id of a check, in order of asking: its score in each repeat; None where it is unscored."""

    @model_validator(mode="after")
    def _every_check_has_all_repeats(self) -> Self:
        for check, scores in self.scores.items():
            if len(scores) != len(self.dates):
                raise ValueError(
                    f"check {check!r} has {len(scores)} scores, but there are {len(self.dates)} dates"
                )
        return self

    @classmethod
    def of(cls, runs: Sequence[Report]) -> Entry:
        """The entry of a group's runs."""
        first = runs[0]
        repeats = [{check.id: check.score for check in run.checks} for run in runs]
        checks = dict.fromkeys(check for repeat in repeats for check in repeat)
        return cls(
            benchmark=first.benchmark,
            agent=first.agent,
            persona=first.persona,
            dates=tuple(run.date for run in runs),
            scores={check: tuple(repeat.get(check) for repeat in repeats) for check in checks},
        )

    def as_text(self) -> str:
        """JSON with a line for each check, so that version control shows what has changed."""
        head = self.model_dump(include={"benchmark", "agent", "persona", "dates"})
        lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
        scores = [f"{json.dumps(check)}: {json.dumps(list(scores))}" for check, scores in self.scores.items()]
        return _block([*lines, f'"scores": {_block(scores, 3)}'], 2)


class Baseline(BaseModel):
    """The content of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: Literal[1] = 1
    groups: dict[str, Entry] = Field(default_factory=dict)
    """By the name that all repeats of a run share."""

    def as_text(self) -> str:
        """JSON with the groups by name: the same whatever the order of the runs."""
        groups = [f"{json.dumps(name)}: {self.groups[name].as_text()}" for name in sorted(self.groups)]
        return _block([f'"format": {self.format}', f'"groups": {_block(groups, 1)}'], 0) + "\n"


def read_baseline(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        SettingsError: if the file isn't there, can't be read, or holds something else.
    """
    try:
        return Baseline.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise SettingsError(f"there is no baseline {str(path)!r}; make it with --mmb-save-baseline") from None
    except OSError as error:
        raise SettingsError(f"the baseline can't be read: {error}") from error
    except ValidationError as error:
        problems = "".join(
            f"\n  {'.'.join(map(str, problem['loc'])) or 'the file'}: {problem['msg']}"
            for problem in error.errors(include_url=False)
        )
        raise SettingsError(
            f"{str(path)!r} is no baseline:{problems}\nTake an earlier version of the file, or delete it and make it "
            "anew with --mmb-save-baseline"
        ) from error


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Write the file whole, or leave the old one as it is.

    Raises:
        OSError: if it can't be written.
    """
    write_whole(path, baseline.as_text())


def by_group(reports: Iterable[Report]) -> dict[str, list[Report]]:
    """Runs by the name that repeats share, the groups by name and the repeats by number."""
    groups: dict[str, list[Report]] = {}
    for report in sorted(reports, key=lambda report: (report.group, len(report.run), report.run)):
        groups.setdefault(report.group, []).append(report)
    return groups


def why_not_saved(runs: Sequence[Report], repeats: int, old: Entry | None) -> str:
    """Say why a group's runs are not to replace its entry; empty if they are.

    Args:
        runs: Those that were played.
        repeats: How many were to be played.
        old: The group's entry so far.
    """
    for run in runs:
        if run.state != "finished":
            return f"{run.run} was {run.state}"
        if len(run.scored) < len(run.checks):
            unscored = len(run.checks) - len(run.scored)
            return f"{wording.count(unscored, 'check')} of {run.run} could not be scored"
    if len({tuple(check.id for check in run.checks) for run in runs}) > 1:
        return "the benchmark was changed between its repeats"
    if len(runs) < repeats:
        return f"only {len(runs)} of its {repeats} repeats were played in this session"
    if old and len(old.dates) > len(runs):
        return (
            f"its entry holds {len(old.dates)} repeats, which {len(runs)} must not replace: run with "
            f"--mmb-repeat={len(old.dates)}, or delete the entry"
        )
    return ""


def updated(
    baseline: Baseline, groups: Mapping[str, Sequence[Report]], repeats: int
) -> tuple[Baseline, dict[str, str]]:
    """Put the results of a session in place of earlier ones, where they are whole.

    Args:
        baseline: The baseline so far; entries of groups that weren't played stay.
        groups: The runs that were played.
        repeats: How many of each group were to be played.

    Returns:
        The new baseline; and for each group why it was not saved, empty if it was.
    """
    why = {name: why_not_saved(runs, repeats, baseline.groups.get(name)) for name, runs in groups.items()}
    saved = {name: Entry.of(runs) for name, runs in groups.items() if not why[name]}
    return Baseline(groups=baseline.groups | saved), why


def _block(lines: Sequence[str], depth: int) -> str:
    indent = "  " * depth
    return "{\n" + ",\n".join(f"{indent}  {line}" for line in lines) + f"\n{indent}}}" if lines else "{}"
