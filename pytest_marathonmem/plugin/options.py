"""The options ``--mmb-*``, and what they come to; ``option_values`` reads them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pytest_marathonmem.runs.naming import SCRIPTED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from pytest_marathonmem.runs.naming import Unknown

DEFAULT_AGENT = "notebook"
BASELINE = "mmb-baseline.json"


class Options(NamedTuple):
    """What the command line asks for, checked."""

    agents: tuple[str, ...] = ()
    """Those that are named; none for the default one, or for runs alone."""
    runs: tuple[str, ...] = ()
    """Patterns of the names of runs in ``mmb.jsonc``."""
    labels: Mapping[Path, tuple[str, ...]] = MappingProxyType({})
    """The labels of runs that are named by their node ids, by ``benchmark.json``."""
    settings: Mapping[str, Any] = MappingProxyType({})
    """Of all runs, by key as it is written in ``mmb.jsonc``."""
    config: Path | None = None
    """The ``mmb.jsonc`` that is named."""
    repeat: int = 1
    """How often each run is played; under a gate the mean over the repeats decides."""
    fresh: bool = False
    """Whether every run starts anew."""
    unknown: Unknown | None = None
    """What to do with a message of which nobody knows whether the agent got it."""
    persona: str | None = None
    """The one that is named."""
    judge: str | None = None
    """The model that is named."""
    budget_usd: float | None = None
    """What the models of all runs may cost together."""
    record: Path | None = None
    """The folder that takes what models are asked and answer."""
    replay: Path | None = None
    """The folder of such a recording, that models answer from."""
    results: Path | None = None
    """The folder that is named."""
    min_score: float | None = None
    """The gate; None where every check must pass by itself."""
    min_coverage: float = 1.0
    """0 to 1."""
    pass_score: float = 10.0
    """The score, 0 to 10, at which a check passes."""
    lint: bool = False
    baseline: Path | None = None
    """The file to compare with, or to save to; None where neither is wanted."""
    save_baseline: bool = False

    @property
    def gated(self) -> bool:
        """Whether something else decides than every check by itself: the mean score, or a baseline."""
        return self.min_score is not None or self.baseline is not None

    @property
    def names_models(self) -> bool:
        """Whether entries of ``models`` in ``mmb.jsonc`` are named."""
        return self.persona not in (None, SCRIPTED) or self.judge is not None


OPTIONS = pytest.StashKey[Options]()


def add_options(parser: pytest.Parser) -> None:
    """Declare the options; the defaults are those of `Options`."""
    group = parser.getgroup("marathonmem", "long-term memory benchmarks (marathonmem)")
    group.addoption(
        "--mmb-agent",
        action="append",
        metavar="NAME[,NAME]",
        help="Agents under test, each by the fixture mmb_agent_NAME that makes it; may be given several times "
        f"(default: {DEFAULT_AGENT}). Naming one runs the collected benchmarks.",
    )
    group.addoption(
        "--mmb-run",
        action="append",
        metavar="GLOB[,GLOB]",
        help="Runs of mmb.jsonc to play, by name or pattern; may be given several times",
    )
    group.addoption(
        "--mmb-set",
        action="append",
        metavar="KEY=VALUE",
        help="A setting of all runs, as in mmb.jsonc and stronger than there: ignore_session_break, reply_timeout, or "
        "one of an agent with the agent's name before it (hermes_model=...); VALUE is JSON5, else a string; may be "
        "given several times",
    )
    group.addoption(
        "--mmb-config",
        metavar="FILE",
        help="The file of settings and named runs (default: mmb.jsonc in the rootdir, if it exists)",
    )
    group.addoption(
        "--mmb-repeat",
        metavar="N",
        help="Play every run so many times, each time with a memory of its own (default: 1)",
    )
    group.addoption(
        "--mmb-fresh",
        action="store_true",
        help="Start every run anew; without it a run that was broken off goes on",
    )
    group.addoption(
        "--mmb-unknown",
        metavar="sent|resend",
        help="What to do with a message of which nobody knows whether the agent got it before the run was broken off: "
        "take it as sent, or send it again",
    )
    group.addoption(
        "--mmb-persona",
        metavar=f"{SCRIPTED}|MODEL",
        help=f"Who talks with the agent: {SCRIPTED}, offline and by the script, or an entry of 'models' in mmb.jsonc "
        f"(default: {SCRIPTED}; for runs of mmb.jsonc what it says)",
    )
    group.addoption(
        "--mmb-judge",
        metavar="MODEL",
        help="An entry of 'models' in mmb.jsonc that judges the answers besides the code (default: none; for runs of "
        "mmb.jsonc what it says)",
    )
    group.addoption(
        "--mmb-budget-usd",
        metavar="X",
        help="What the models of all runs may cost together, in US dollars, on all workers and in all starts of the runs; "
        "a run that would cost more is stopped, and goes on with a higher budget",
    )
    group.addoption(
        "--mmb-record",
        metavar="DIR",
        help="Record in this folder what models are asked and answer, without keys",
    )
    group.addoption(
        "--mmb-replay",
        metavar="DIR",
        help="Let models answer from such a recording: no network, no key, no cost",
    )
    group.addoption(
        "--mmb-results",
        metavar="DIR",
        help="Folder of runs and reports (default: what mmb.jsonc says, else results below the rootdir)",
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
