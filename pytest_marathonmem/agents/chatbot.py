"""The full-context baseline: the whole conversation always lies in its window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.agents.listening import clean
from pytest_marathonmem.agents.offline import OfflineAgent

if TYPE_CHECKING:
    from pytest_marathonmem.agents.transcript import Entry


class ChatbotAgent(OfflineAgent):
    """Reads its answers out of its window, where each sentence stands in its message."""

    def _restore(self) -> None:
        for entry in self.transcript.window:
            self._take_in(entry)

    def _take_in(self, entry: Entry) -> None:
        self.memory.remember(entry.stated, clean(entry.sent), entry.at)
