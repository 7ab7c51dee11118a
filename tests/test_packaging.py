"""What users get: the wheel, installed into an empty environment and used in a folder of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
BINARIES = "Scripts" if os.name == "nt" else "bin"
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTEST_ADDOPTS", "PYTEST_PLUGINS"}
}


def run(*arguments: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - the programs are those that this file names
        arguments,
        cwd=cwd,
        env=ENVIRONMENT | environment,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, ROOT)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment that has the wheel and what it requires."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    commands = folder / BINARIES
    installed = run(commands / "python", "-m", "pip", "install", wheel)
    assert installed.returncode == 0, installed.stderr
    return commands


def test_a_user_of_the_wheel_copies_a_benchmark_and_runs_it(commands: Path, tmp_path: Path) -> None:
    with_commands = f"{commands}{os.pathsep}{ENVIRONMENT['PATH']}"
    line = "mmb init max && pytest --mmb-agent=notebook max"

    played = run("sh", "-c", line, cwd=tmp_path, PATH=with_commands)

    assert played.returncode == 1, played.stdout + played.stderr
    assert re.search(r"max-notebook: mean score [\d.]+ over 36 of 36 checks", played.stdout)


def test_a_new_benchmark_is_made_and_linted(commands: Path, tmp_path: Path) -> None:
    with_commands = f"{commands}{os.pathsep}{ENVIRONMENT['PATH']}"

    linted = run("sh", "-c", "mmb new mine && pytest --mmb-lint mine", cwd=tmp_path, PATH=with_commands)

    assert linted.returncode == 0, linted.stdout + linted.stderr
    guide = re.search(r"how to write one: (.*)", linted.stdout)
    assert guide is None or Path(guide[1]).is_file()


def test_the_version_is_that_of_the_wheel(commands: Path, wheel: Path) -> None:
    printed = run(commands / "mmb", "--version").stdout
    assert f"mmb {wheel.name.split('-')[1]}\n" == printed


def test_the_wheel_has_the_package_and_the_benchmarks_and_nothing_else(wheel: Path) -> None:
    package, benchmarks = ROOT / "pytest_marathonmem", ROOT / "benchmarks"
    expected = {f"pytest_marathonmem/{name}" for name in files_below(package)}
    expected |= {f"pytest_marathonmem/benchmarks/{name}" for name in files_below(benchmarks)}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert expected == names
    assert "pytest_marathonmem/py.typed" in names


def files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
