"""One line below all that is written to a terminal, redrawn in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.reports.progress import cut

if TYPE_CHECKING:
    from collections.abc import Callable

    from _pytest._io import TerminalWriter

ERASE = "\x1b[J"
"""All behind the cursor: the rest of its line is empty, and below it is only ours."""

DRAW = "\x1bD\x1b[A\x1b7\r\n\x1b[?7l{}\x1b[?7h\x1b8"
"""Make room for a line below without leaving the column, note the place, draw below, come back.

So whatever is written next, by anybody, begins where it would have begun without the line. Nothing wraps meanwhile: a second line
would scroll the place away.
"""


class StatusLine:
    """Keeps a text below the output of a terminal writer: erases it before each write and draws it again after it.

    Args:
        writer: Through which everything is written.
        encoding: What the terminal can show.
    """

    def __init__(self, writer: TerminalWriter, encoding: str) -> None:
        self._writer = writer
        self._encoding = encoding
        self._text = ""
        self._is_drawn = False
        self._write_raw: Callable[..., None] = writer.write_raw
        # Every write of pytest and its plugins goes through this method.
        writer.write_raw = self._write_above  # type: ignore[method-assign]

    def show(self, text: str) -> None:
        """Show a text, cut to the terminal's width; an empty one takes the line away."""
        self._text = text.encode(self._encoding, "backslashreplace").decode(self._encoding)
        self._write_above("", flush=True)

    def close(self) -> None:
        """Take the line away, and leave the writer as it was."""
        self.show("")
        self._writer.write_raw = self._write_raw  # type: ignore[method-assign]

    def _write_above(self, msg: str, *, flush: bool = False) -> None:
        # Past the writer's own bookkeeping of its current line, which is about the output above.
        if self._is_drawn:
            self._write_raw(ERASE)
        self._write_raw(msg)
        self._is_drawn = bool(self._text) and not self._at_edge()
        if self._is_drawn:
            self._write_raw(DRAW.format(cut(self._text, self._writer.fullwidth - 1)))
        if flush:
            self._writer.flush()

    def _at_edge(self) -> bool:
        """Whether the current line is full: moving the cursor would make the terminal forget to wrap."""
        column = self._writer.width_of_current_line
        return column > 0 and column % self._writer.fullwidth == 0
