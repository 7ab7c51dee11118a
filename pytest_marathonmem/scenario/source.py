"""A text file of a benchmark folder, read with suspicion and cut into numbered lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pytest_marathonmem.errors import Place, Problem

_MAX_BYTES = 500_000
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Line(NamedTuple):
    number: int
    """Counted from 1."""
    text: str


@dataclass(frozen=True, slots=True)
class Source:
    """A text and where it comes from. Lines end with a line feed, whatever the file has."""

    file: str
    """Path as it is to be printed."""
    text: str

    @property
    def lines(self) -> list[Line]:
        """All lines in order."""
        return [Line(number, text) for number, text in enumerate(self.text.split("\n"), start=1)]

    def place(self, line: int) -> Place:
        """The place of a line of this file."""
        return Place(self.file, line)

    def problem(self, line: int, message: str) -> Problem:
        """A problem on a line of this file."""
        return Problem(Place(self.file, line), message)


def printed(path: Path) -> str:
    """The path as messages show it: relative to the current folder if below it, and without control characters."""
    absolute, here = path.absolute(), Path.cwd()
    shown = absolute.relative_to(here) if absolute.is_relative_to(here) else path
    text = shown.as_posix()
    return text if text.isprintable() else ascii(text)[1:-1]


def read_source(path: Path, folder: Path, problems: list[Problem]) -> Source | None:
    """Read a text file that must lie inside the folder; None, with the problem added, if it can't be.

    Accepts UTF-8 with or without a byte order mark, and any of the usual line ends.
    """
    file = printed(path)
    try:
        text = _text_inside(path, folder)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        wrong = error.object[error.start : error.start + 1]
        problems.append(Problem(Place(file, line), f"byte {wrong!r} is not UTF-8; save the file as UTF-8"))
        return None
    except (OSError, ValueError) as error:
        problems.append(Problem(Place(file, 1), str(error)))
        return None
    source = Source(file, text.replace("\r\n", "\n").replace("\r", "\n"))
    if control := _CONTROL.search(source.text):
        line = source.text.count("\n", 0, control.start()) + 1
        problems.append(source.problem(line, f"control character {control[0]!r} in the text; remove it"))
        return None
    return source


def _text_inside(path: Path, folder: Path) -> str:
    if not path.is_file():
        raise ValueError(f"there is no file {path.name!r} in the folder")
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"{path.name!r} lies outside the benchmark's folder; copy it into the folder")
    with path.open("rb") as file:
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise ValueError(f"the file is longer than {_MAX_BYTES} bytes; split it")
    return content.decode("utf-8-sig")
