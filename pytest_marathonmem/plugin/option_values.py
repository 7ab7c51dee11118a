"""Reads the options ``--mmb-*``, and checks their values."""

from __future__ import annotations

import math
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.plugin.options import BASELINE, Options
from pytest_marathonmem.runs.naming import fault_of_agent_name

if TYPE_CHECKING:
    from typing import Any

    from pytest_marathonmem.runs.naming import Unknown

NOT_SET_SO = {
    "agent": "name it by --mmb-agent, or in a run of mmb.jsonc",
    "persona": "name it by --mmb-persona, or in mmb.jsonc",
    "judge": "name it by --mmb-judge, or in mmb.jsonc",
    "benchmark": "name its folder on the command line, or in a run of mmb.jsonc",
}
"""Keys of a run that ``--mmb-set`` leaves to others."""


def read_options(config: pytest.Config) -> Options:
    """Check and convert what was given.

    Raises:
        pytest.UsageError: for a value that can't be; it names the allowed ones.
    """
    coverage, passing = _number(config, "min-coverage", 1), _number(config, "pass-score", 10)
    return Options(
        agents=_agents(config),
        runs=_split(config.getoption("mmb_run")),
        labels=_labels(config),
        settings=_settings(config.getoption("mmb_set") or []),
        config=_config(config),
        repeat=_repeat(config.getoption("mmb_repeat")),
        fresh=config.getoption("mmb_fresh"),
        unknown=_unknown(config.getoption("mmb_unknown")),
        persona=config.getoption("mmb_persona"),
        judge=config.getoption("mmb_judge"),
        budget_usd=_budget(config.getoption("mmb_budget_usd")),
        record=_folder(config, "record"),
        replay=_replay(config),
        results=_folder(config, "results"),
        min_score=_number(config, "min-score", 10),
        min_coverage=1.0 if coverage is None else coverage,
        pass_score=10.0 if passing is None else passing,
        lint=config.getoption("mmb_lint"),
        baseline=_baseline(config),
        save_baseline=config.getoption("mmb_save_baseline"),
    )


def _split(given: list[str] | None) -> tuple[str, ...]:
    """The values of an option that takes several, by commas and by repetition; each once."""
    return tuple(dict.fromkeys(name.strip() for value in given or () for name in value.split(",")))


def _agents(config: pytest.Config) -> tuple[str, ...]:
    names = _split(config.getoption("mmb_agent"))
    for name in names:
        if fault := fault_of_agent_name(name):
            raise pytest.UsageError(f"--mmb-agent: {fault}; several names are separated by commas")
    return names


def _labels(config: pytest.Config) -> dict[Path, tuple[str, ...]]:
    """The labels in node ids as pytest prints them: ``…/benchmark.json::max[notebook-2]``."""
    labels: dict[Path, tuple[str, ...]] = {}
    for argument in config.args:
        file, colons, names = argument.partition("::")
        name, bracket, label = names.partition("[")
        if colons and bracket and name and label.endswith("]") and Path(file).name == "benchmark.json":
            path = Path(os.path.abspath(config.invocation_params.dir / file))  # noqa: PTH100 - as pytest does, links stay
            labels[path] = (*labels.get(path, ()), label[:-1])
    return labels


def _settings(given: list[str]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for setting in given:
        key, equals, value = setting.partition("=")
        key = key.strip()
        if not key or not equals:
            raise pytest.UsageError(
                f"--mmb-set: {setting!r} is not KEY=VALUE; write --mmb-set notebook_key=0.5"
            )
        if key in NOT_SET_SO:
            raise pytest.UsageError(f"--mmb-set: {key!r} is not set so; {NOT_SET_SO[key]}")
        settings[key] = _value(value)
    return settings


def _value(text: str) -> Any:
    """What it says as JSON5, else the text itself."""
    from pytest_marathonmem.scenario.jsontext import JsonTextError, load_json5  # noqa: PLC0415 - heavy, and rare

    try:
        return load_json5(text)
    except JsonTextError:
        return text


def _config(config: pytest.Config) -> Path | None:
    given = config.getoption("mmb_config")
    if given is None:
        return None
    path = config.invocation_params.dir / Path(given).expanduser()
    if not path.is_file():
        raise pytest.UsageError(f"--mmb-config: there is no file {given!r}; name an mmb.jsonc")
    return path


def _repeat(given: str | None) -> int:
    if given is None:
        return 1
    if not re.fullmatch(r"[1-9]\d{0,2}", given, re.ASCII):
        raise pytest.UsageError(f"--mmb-repeat: {given!r} is not possible; give a whole number from 1 to 999")
    return int(given)


def _unknown(given: str | None) -> Unknown | None:
    match given:
        case None | "sent" | "resend":
            return given
    raise pytest.UsageError(f"--mmb-unknown: {given!r} is not possible; choose 'sent' or 'resend'")


def _folder(config: pytest.Config, option: str) -> Path | None:
    given = config.getoption(f"mmb_{option}")
    if given is None:
        return None
    folder = config.invocation_params.dir / Path(given).expanduser()
    if not given.strip() or (folder.exists() and not folder.is_dir()):
        raise pytest.UsageError(
            f"--mmb-{option}: {given!r} is not a folder; name one, or a path that is free"
        )
    return folder


def _replay(config: pytest.Config) -> Path | None:
    given = config.getoption("mmb_replay")
    if given is None:
        return None
    if config.getoption("mmb_record") is not None:
        raise pytest.UsageError("--mmb-record and --mmb-replay exclude each other: give one of them")
    folder = config.invocation_params.dir / Path(given).expanduser()
    if not given.strip() or not folder.is_dir():
        raise pytest.UsageError(
            f"--mmb-replay: there is no folder {given!r}; name one that --mmb-record has filled"
        )
    return folder


def _baseline(config: pytest.Config) -> Path | None:
    given = config.getoption("mmb_baseline")
    if given is None:
        return config.rootpath / BASELINE if config.getoption("mmb_save_baseline") else None
    file = config.invocation_params.dir / Path(given).expanduser()
    if not given.strip() or file.is_dir():
        raise pytest.UsageError(f"--mmb-baseline: {given!r} is no file; name one, such as {BASELINE}")
    return file


def _budget(given: str | None) -> float | None:
    if given is None:
        return None
    try:
        usd = float(given)
    except ValueError:
        usd = math.nan
    if not 0 < usd < math.inf:
        raise pytest.UsageError(
            f"--mmb-budget-usd: {given!r} is not possible; give US dollars, a number above 0 such as 0.50"
        )
    return usd


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
