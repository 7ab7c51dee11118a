"""Files that only grow, line by line, and that a kill at any moment leaves readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def append_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines at the file's end; they hold no line break and no lone surrogate."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def read_lines(path: Path) -> list[str]:
    """Return the file's lines; a last one that a kill has torn is cut off, so that the next begins afresh."""
    if not path.exists():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return whole.decode("utf-8").split("\n")[:-1]
