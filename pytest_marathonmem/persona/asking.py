"""How one check is asked: at most a second chance, at most one counter-question answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pytest_marathonmem.values import read_reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.scenario.model import Check

Reading = Literal["answer", "refusal", "counter-question"]


@dataclass
class Asking:
    """A check from its question to the answer that counts."""

    check: Check
    is_void: bool
    """Whether the right answer is that it was never told: a refusal is then an answer."""
    began: float
    """Seconds on the clock of durations."""
    attempt: int = 1
    """2 from the second chance on."""
    answer: str | None = None
    """The answer that counts, once there is one."""
    failure: str = ""
    """Why there will be no answer: the agent or the way to it failed, or it isn't asked."""
    owner: Literal["infrastructure", "persona"] = "infrastructure"
    """Whose fault ``failure`` is."""
    flags: list[str] = field(default_factory=list)
    """What readers of its evaluation should know of how it came about."""
    countered: bool = False
    """Whether the agent has asked back; it may do so once."""
    last: Reading | None = None
    """The newest reading; None before the question."""

    @property
    def settled(self) -> bool:
        """Whether nothing is left but the evaluation."""
        return self.answer is not None or bool(self.failure)

    @property
    def next_step(self) -> str:
        """What the persona has to do with it now."""
        if self.settled:
            unsure = " and verdict unsure" if self.failure else ""
            return f'call log_evaluation with check_id "{self.check.id}"{unsure}'
        if self.last == "refusal":
            return f'ask it once to look it up, by send_message with check_id "{self.check.id}"'
        return f'answer without giving a value away, by send_message with check_id "{self.check.id}"'

    def hear(self, replies: Sequence[str], language: str) -> Reading:
        """Read what the agent said to the newest question."""
        text = "\n\n".join(replies)
        self.last = self._read(text, language)
        if self.last == "counter-question":
            self.countered = True
        elif self.last == "refusal":
            self.attempt = 2
        else:
            self.answer = text
        return self.last

    def _read(self, text: str, language: str) -> Reading:
        reading = read_reply(text, language, self.check.question)
        if reading == "counter-question" and not self.countered:
            return reading
        if reading == "refusal" and not self.is_void and self.attempt == 1:
            return reading
        return "answer"
