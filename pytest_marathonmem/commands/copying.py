"""Copies a benchmark to where its new owner wants it."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.runs.naming import RESERVED, RUN_NAME


def copy_benchmark(source: Path, given: str) -> list[str]:
    """Copy all files of a benchmark into a folder that isn't there yet, and say what may be done with it.

    Args:
        source: The folder to copy.
        given: The new folder's path as the user wrote it; missing folders above it are made.

    Raises:
        SettingsError: if the path is taken, can't be written, or its last part can't name runs.
    """
    target = Path(given)
    if not RUN_NAME.fullmatch(target.name) or RESERVED.fullmatch(target.name):
        raise SettingsError(
            f"{given!r} can't be a benchmark: its runs are named after the folder, whose name has letters, digits, "
            "'_', '.' and '-' alone and isn't 'old'; choose another name"
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.mkdir()
    except FileExistsError as error:
        raise SettingsError(f"{error.filename!r} exists already; name a path that is free") from None
    except OSError as error:
        raise SettingsError(f"{given!r} can't be made: {error}") from error
    try:
        number = _copy_files(source, target)
    except OSError as error:
        shutil.rmtree(target, ignore_errors=True)
        raise SettingsError(f"{given!r} can't be written: {error}") from error
    return [f"made {given}: {number} files", *_next_steps(given)]


def _copy_files(source: Path, target: Path) -> int:
    """Copy contents and not modes: what was installed may be read-only, and a copy is there to be changed."""
    files = [path for path in source.rglob("*") if path.is_file()]
    for file in files:
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    return len(files)


def _next_steps(given: str) -> list[str]:
    folder = shlex.quote(given)
    return [
        "next:",
        f"  mmb show {folder}                        read it as a persona gets it",
        f"  pytest --mmb-lint {folder}               check it",
        f"  pytest --mmb-agent=notebook {folder}     play it with a shipped agent, offline",
    ]
