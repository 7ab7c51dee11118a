"""Asks the guards, records what they see, and counts how often the model is refused without getting on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.persona.guards.doubt import Doubt
from pytest_marathonmem.persona.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from pytest_marathonmem.persona.guarding import GuardMode, GuardName

    Look = Callable[[], str | None]
    """Looks at what the model wants, and returns what is wrong with it and what to do; None if nothing is.

    What it only doubts passes, and is counted as observed.
    """


_ABOUT_SHEETS: frozenset[GuardName] = frozenset({"missing_value", "too_early"})


class Guarded(Refused):
    """The refusal of a guard, which is recorded already."""


class Watch:
    """The guards of one play.

    Args:
        modes: What each guard does; one that isn't there is off.
        record: Records an event, its type and its data.
    """

    def __init__(self, modes: Mapping[GuardName, GuardMode], record: Callable[..., Any]) -> None:
        self._modes = modes
        self._record = record
        self.refusals: list[GuardName] = []
        """The guards that have refused something since the play got on: of each turn the first, as others follow from it."""
        self._refused_in_turn = False
        self.messages = 0
        """How many messages in a row have gone out without anything being told, changed, evaluated or begun by it."""

    @property
    def looks(self) -> bool:
        """Whether any guard may look: not at a model that speaks a script."""
        return bool(self._modes)

    def refusal(self, name: GuardName, look: Look) -> str | None:
        """Let a guard look; returns why it refuses, None if it lets pass, be it that it sees nothing or only observes."""
        mode = self._modes.get(name, "off")
        reason = look() if mode != "off" else None
        if reason is None:
            return None
        if isinstance(reason, Doubt):
            mode = "observe"
        self._record("guard", name=name, mode=mode, reason=reason)
        if mode == "observe":
            return None
        self._count(name)
        return reason

    def ask(self, name: GuardName, look: Look) -> None:
        """Let a guard look.

        Raises:
            Guarded: if it refuses.
        """
        if reason := self.refusal(name, look):
            raise Guarded(reason)

    def insist(self, name: GuardName, reason: str | None) -> None:
        """Refuse what must not happen in any mode; the guard's mode only says if it is counted as seen by it.

        Raises:
            Refused: if there is a reason.
        """
        if reason is None:
            return
        if self._modes.get(name, "off") == "off":
            raise Refused(reason)
        self._record("guard", name=name, mode="refuse", reason=reason)
        self._count(name)
        raise Guarded(reason)

    def begin_turn(self) -> None:
        """The model takes its turn."""
        self._refused_in_turn = False

    def _count(self, name: GuardName) -> None:
        if not (self._refused_in_turn and self.refusals):
            self.refusals.append(name)
        self._refused_in_turn = True

    def message_sent(self) -> None:
        """A message is out: its words were mended. What it owes to the sheets shows only by a mark or a change."""
        self.messages += 1
        if not _ABOUT_SHEETS.intersection(self.refusals):
            self.refusals.clear()

    def got_on(self) -> None:
        """The play has got on: what was refused before, and said in vain, no longer counts."""
        self.refusals.clear()
        self.messages = 0
