"""What a right answer to a check is: the input of the code grader, made from the ledger or by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import RETIRED

if TYPE_CHECKING:
    from datetime import date

    from pytest_marathonmem.scenario.asked import AskedCheck
    from pytest_marathonmem.scenario.keys import Key


@dataclass(frozen=True, slots=True)
class Expectation:
    question: str
    answer: str
    """The text after ``Correct answer:``."""
    key: Key | None = None
    earlier: tuple[str, ...] = ()
    """Texts whose values would be wrong: what the check's facts said before (HIST: at other times), and retired facts."""
    current: tuple[str, ...] = ()
    """What the check's facts say at the asking. An answer may quote it: its other values compete with none asked for."""
    language: str = "en"
    """Two letters, ISO 639-1."""
    today: date | None = None
    """The day of the asking, to which "yesterday" in an answer refers."""

    @classmethod
    def of(cls, asked: AskedCheck, language: str, today: date | None = None) -> Expectation:
        """Make it from what the ledger knows about a check when it is asked."""
        chains = [versions for versions in asked.chains.values() if versions]
        retired = [v.text for versions in chains if versions[-1].text == RETIRED for v in versions[:-1]]
        earlier = tuple(dict.fromkeys((*asked.earlier, *retired)))
        told = [v.text for versions in chains for v in (versions if asked.type == "HIST" else versions[-1:])]
        current = tuple(text for text in told if text not in {RETIRED, *earlier})
        return cls(asked.question, asked.expected, asked.check.key, earlier, current, language, today)
