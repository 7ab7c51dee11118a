"""The whole path with a real model behind a real server: SmolLM2-135M and llama.cpp, as `examples/local_model` shows.

So small a model remembers next to nothing: what it answers counts for nothing here.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parent.parent / "examples" / "local_model"
PACKAGES = re.findall(r"-m pip install (.*)$", (EXAMPLE / "README.md").read_text("utf-8"), re.MULTILINE)
PLUGIN = () if entry_points(group="pytest11", name="marathonmem") else ("-p", "pytest_marathonmem.plugin")
PATIENCE = 60.0
"""Seconds in which the server has to answer."""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A new environment with what the example's README installs."""
    folder = tmp_path_factory.mktemp("smollm2")
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
    for packages in PACKAGES:
        install = [python, "-m", "pip", "install", "--quiet", "--no-input", *packages.split()]
        done = subprocess.run(install, capture_output=True, text=True, check=False)  # noqa: S603 - the words of our README
        if done.returncode:
            said = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
            pytest.skip(f"pip can't install {packages}: {said[0]}")
    return python


@contextmanager
def served(python: str, context: int, log: Path) -> Iterator[str]:
    """The model, behind the address that the server prints once it answers."""
    command = [python, str(EXAMPLE / "serve.py"), "--port=0", f"--context={context}"]
    with (
        log.open("w") as noise,
        subprocess.Popen(  # noqa: S603 - our own example
            command, stdout=subprocess.PIPE, stderr=noise, text=True
        ) as server,
    ):
        limit = Timer(PATIENCE, server.kill)
        limit.start()
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            limit.cancel()
            assert address, log.read_text()
            yield address
        finally:
            limit.cancel()
            server.terminate()
            server.wait(PATIENCE)


def play(pytester: pytest.Pytester, address: str) -> dict[str, Any]:
    """Play the example's run against an address and return its report."""
    shutil.copytree(EXAMPLE, pytester.path, dirs_exist_ok=True)
    settings = pytester.path / "mmb.jsonc"
    text, replaced = re.subn(r'"http://[^"]*"', f'"{address}"', settings.read_text("utf-8"))
    assert replaced == 1
    settings.write_text(text, encoding="utf-8")
    pytester.runpytest_subprocess(*PLUGIN, "--mmb-run=smollm2", "short", timeout=300)
    report: dict[str, Any] = json.loads((pytester.path / "results/smollm2/report.json").read_text("utf-8"))
    return report


def usage(report: dict[str, Any]) -> dict[str, Any]:
    """What the agent's model was called for, which is all that was called; every check of the run is scored."""
    assert report["state"] == "finished"
    assert report["coverage"] == {"planned": 4, "scored": 4}
    assert all(check["score"] is not None for check in report["checks"])
    [usage] = report["usage"]
    assert (usage["role"], usage["model"], usage["cost_usd"]) == ("agent", "smollm2", 0)
    assert usage["tokens_complete"]
    assert usage["input_tokens"] > usage["output_tokens"] > usage["calls"] >= 16
    return usage


def test_a_run_with_a_real_model_ends_with_every_check_scored(
    python: str, pytester: pytest.Pytester, tmp_path: Path
) -> None:
    with served(python, 2048, tmp_path / "log") as address:
        report = play(pytester, address)
    assert usage(report)["failed_attempts"] == 0
    assert report["compactions"] == 0
    assert report["context_tokens"] > 200


def test_a_window_that_is_too_small_for_the_talk_is_cut_and_the_run_goes_on(
    python: str, pytester: pytest.Pytester, tmp_path: Path
) -> None:
    with served(python, 512, tmp_path / "log") as address:
        report = play(pytester, address)
    assert usage(report)["failed_attempts"] >= report["compactions"] >= 1
    assert 0 < report["context_tokens"] < 512
