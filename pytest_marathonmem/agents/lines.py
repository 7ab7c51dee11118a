"""Files that only grow, line by line, and that a kill at any moment leaves readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def append_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines at the file's end, in one go; they hold no line break and no lone surrogate.

    Raises:
        OSError: if they can't be written; the file is then as it was.
    """
    rest = memoryview("".join(f"{line}\n" for line in lines).encode())
    with path.open("ab", buffering=0) as file:
        size = file.tell()
        try:
            while rest:
                rest = rest[file.write(rest) or 0 :]
        except OSError:
            file.truncate(size)
            raise


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
