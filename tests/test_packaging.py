"""The distribution is a tested artefact: what pip installs is what the code needs."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_the_wheel_holds_the_whole_package_and_its_entry_points(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(tmp_path),
        str(ROOT),
    ]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - ours
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (entry_points,) = (archive.read(name).decode() for name in names if name.endswith("entry_points.txt"))
    package = {
        str(path.relative_to(ROOT)) for path in (ROOT / "pytest_marathonmem").rglob("*") if path.is_file()
    }
    assert {name for name in package if "__pycache__" not in name} <= names
    assert "[pytest11]\nmarathonmem = pytest_marathonmem.plugin" in entry_points
    assert "mmb = pytest_marathonmem.cli:main" in entry_points
