"""The full-context baseline: the whole conversation always lies in its window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.agents.listening import clean, listen
from pytest_marathonmem.agents.offline import OfflineAgent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime


class ChatbotAgent(OfflineAgent):
    """Reads its answers out of its window, where each sentence stands in its message."""

    def _restore(self) -> None:
        for entry in self.transcript.window:
            self._take_in(listen(entry.sent).statements, clean(entry.sent), entry.at)

    def _take_in(self, statements: Sequence[str], message: str, at: datetime) -> None:
        self.memory.remember(statements, message, at)
