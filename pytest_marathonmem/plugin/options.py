"""The options ``--mmb-*``: declared, read and checked in one place."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NamedTuple

import pytest

DEFAULT_AGENT = "notebook"
PERSONAS = ("scripted",)
BASELINE = "mmb-baseline.json"


class Options(NamedTuple):
    """What the command line asks for, checked."""

    agents: tuple[str, ...]
    agents_named: bool
    """Whether the command line names them; otherwise it is the default one."""
    persona: str
    results: Path
    min_score: float | None
    """The gate; None where every check must pass by itself."""
    min_coverage: float
    """0 to 1."""
    pass_score: float
    """The score, 0 to 10, at which a check passes."""
    lint: bool
    repeat: int = 1
    """How often each run is played; under a gate the mean over the repeats decides."""
    baseline: Path | None = None
    """The file to compare with, or to save to; None where neither is wanted."""
    save_baseline: bool = False

    @property
    def gated(self) -> bool:
        """Whether something else decides than every check by itself: the mean score, or a baseline."""
        return self.min_score is not None or self.baseline is not None


OPTIONS = pytest.StashKey[Options]()


def add_options(parser: pytest.Parser) -> None:
    """Declare the options; `read_options` gives their defaults."""
    group = parser.getgroup("marathonmem", "long-term memory benchmarks (marathonmem)")
    group.addoption(
        "--mmb-agent",
        action="append",
        metavar="NAME[,NAME]",
        help="Agents under test, each by the fixture mmb_agent_NAME that makes it; may be given several times "
        f"(default: {DEFAULT_AGENT}). Naming one runs the collected benchmarks.",
    )
    group.addoption(
        "--mmb-persona",
        metavar="NAME",
        help=f"Who talks with the agent: {_either(PERSONAS)} (default: scripted)",
    )
    group.addoption(
        "--mmb-results",
        metavar="DIR",
        help="Folder of runs and reports (default: results below the rootdir)",
    )
    group.addoption(
        "--mmb-min-score",
        metavar="SCORE",
        help="Gate, 0 to 10: an item fails if its mean score is lower, and imperfect checks then fail nothing. "
        "Without it any imperfect check fails its item.",
    )
    group.addoption(
        "--mmb-min-coverage",
        metavar="PART",
        help="Part of the checks that must be scored, 0 to 1 (default: 1)",
    )
    group.addoption(
        "--mmb-pass-score",
        metavar="SCORE",
        help="Score at which a check passes, 0 to 10 (default: 10); while a run goes on, a check shows as + if it "
        "passes, - if it is imperfect, ? if it could not be scored",
    )
    group.addoption(
        "--mmb-baseline",
        metavar="FILE",
        help="Compare the scores with those of this file: a run that is worse than every repeat in it fails the "
        "session, and imperfect checks alone then fail nothing",
    )
    group.addoption(
        "--mmb-save-baseline",
        action="store_true",
        help="Save the scores in the file of --mmb-baseline instead of comparing them (default: "
        f"{BASELINE} below the rootdir)",
    )
    group.addoption(
        "--mmb-lint",
        action="store_true",
        help="Check the benchmark folders instead of playing them: one item a folder, its findings are its failure",
    )


def read_options(config: pytest.Config) -> Options:
    """Check and convert what was given.

    Raises:
        pytest.UsageError: for a value that can't be; it names the allowed ones.
    """
    agents = _agents(config) or _agents_of_node_ids(config)
    coverage, passing = _number(config, "min-coverage", 1), _number(config, "pass-score", 10)
    return Options(
        agents=agents or (DEFAULT_AGENT,),
        agents_named=bool(agents),
        persona=_persona(config.getoption("mmb_persona")),
        results=_results(config),
        min_score=_number(config, "min-score", 10),
        min_coverage=1.0 if coverage is None else coverage,
        pass_score=10.0 if passing is None else passing,
        lint=config.getoption("mmb_lint"),
        baseline=_baseline(config),
        save_baseline=config.getoption("mmb_save_baseline"),
    )


def _agents(config: pytest.Config) -> tuple[str, ...]:
    given: list[str] = config.getoption("mmb_agent") or []
    names = [name.strip() for value in given for name in value.split(",")]
    for name in names:
        if not (name.isascii() and name.isidentifier()):
            raise pytest.UsageError(
                f"--mmb-agent: {name!r} can't be an agent: a name has letters, digits and '_' and doesn't begin "
                "with a digit; several names are separated by commas"
            )
    return tuple(dict.fromkeys(names))


def _agents_of_node_ids(config: pytest.Config) -> tuple[str, ...]:
    """The agents of runs that are named by their node ids, as pytest prints them: ``…::max[notebook]``."""
    ids = (re.search(r"::[^\[\]]+\[([A-Za-z_]\w*)\]$", argument, re.ASCII) for argument in config.args)
    return tuple(dict.fromkeys(found[1] for found in ids if found and "benchmark.json::" in found.string))


def _persona(given: str | None) -> str:
    if given is not None and given not in PERSONAS:
        raise pytest.UsageError(f"--mmb-persona: unknown persona {given!r}; choose {_either(PERSONAS)}")
    return given or PERSONAS[0]


def _results(config: pytest.Config) -> Path:
    given = config.getoption("mmb_results")
    if given is None:
        return config.rootpath / "results"
    folder = config.invocation_params.dir / Path(given).expanduser()
    if not given.strip() or (folder.exists() and not folder.is_dir()):
        raise pytest.UsageError(f"--mmb-results: {given!r} is not a folder; name one, or a path that is free")
    return folder


def _baseline(config: pytest.Config) -> Path | None:
    given = config.getoption("mmb_baseline")
    if given is None:
        return config.rootpath / BASELINE if config.getoption("mmb_save_baseline") else None
    file = config.invocation_params.dir / Path(given).expanduser()
    if not given.strip() or file.is_dir():
        raise pytest.UsageError(f"--mmb-baseline: {given!r} is no file; name one, such as {BASELINE}")
    return file


def _number(config: pytest.Config, option: str, highest: int) -> float | None:
    given = config.getoption(f"--mmb-{option}")
    if given is None:
        return None
    try:
        number = float(given)
    except ValueError:
        number = math.nan
    if not 0 <= number <= highest:
        raise pytest.UsageError(
            f"--mmb-{option}: {given!r} is not possible; give a number from 0 to {highest}"
        )
    return number


def _either(names: tuple[str, ...]) -> str:
    return " or ".join(map(repr, names))
