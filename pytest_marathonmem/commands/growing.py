"""Reads a file that grows, line by line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class GrowingFile:
    """A run's record, perhaps still being written.

    It is opened anew for each look, so that a run that starts anew can put it aside; the look after that begins with the
    first line of the new record.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = (0, 0)
        self._offset = 0

    def new_lines(self) -> Iterator[bytes]:
        """The whole lines since the last look: a torn last one comes when it is whole. None while the file is away."""
        try:
            file = self._path.open("rb")
        except FileNotFoundError:
            return
        with file:
            file.seek(self._place(os.fstat(file.fileno())))
            for line in file:
                if not line.endswith(b"\n"):
                    return
                self._offset += len(line)
                yield line

    def _place(self, status: os.stat_result) -> int:
        identity = (status.st_dev, status.st_ino)
        if identity != self._identity or status.st_size < self._offset:
            self._identity = identity
            self._offset = 0
        return self._offset
