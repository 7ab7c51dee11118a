"""The full-context baseline: the whole conversation always lies in its window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.agents.listening import clean, listen
from pytest_marathonmem.agents.offline import OfflineAgent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

_AROUND_AT_MOST = 2000
"""Characters of the message that are looked at around one of its sentences."""


class ChatbotAgent(OfflineAgent):
    """Reads its answers out of its window, where each sentence stands among those that it was said with."""

    def _restore(self) -> None:
        for entry in self.transcript.window:
            self._take_in(listen(entry.sent).statements, clean(entry.sent), entry.at)

    def _take_in(self, statements: Sequence[str], message: str, at: datetime) -> None:
        for statement in statements:
            self.memory.remember(statement, at, message[:_AROUND_AT_MOST])
