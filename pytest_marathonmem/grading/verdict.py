"""What a model says of an answer: a pick from a small menu; code makes the number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Self

if TYPE_CHECKING:
    from collections.abc import Collection

VerdictWord = Literal["right", "partly", "wrong", "unsure"]

LONGEST_COMMENT = 300


@dataclass(frozen=True, slots=True)
class Verdict:
    word: VerdictWord
    by: Literal["persona", "judge"]
    points: tuple[bool, ...] = ()
    """For ``partly``: for each point, in the key's order, whether it was right. Empty if the model didn't say."""
    comment: str = ""
    """On one line."""

    @classmethod
    def of(
        cls,
        word: VerdictWord,
        by: Literal["persona", "judge"],
        numbers: Collection[int],
        count: int,
        comment: str,
    ) -> Self:
        """Make it from what a model wrote.

        Args:
            word: The model's pick.
            by: Who the model is.
            numbers: Which points are right, from 1.
            count: How many points there are.
            comment: Cut if it is long.
        """
        right = tuple(number in numbers for number in range(1, count + 1))
        points = right if word == "partly" and any(right) else ()
        return cls(word, by, points, " ".join(comment.split())[:LONGEST_COMMENT])


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What the models of a run say of one answer."""

    persona: Verdict | None = None
    judge: Verdict | None = None
    judge_error: str = ""
    """Why the judge, though asked, has no verdict."""

    @property
    def decisive(self) -> Verdict | None:
        """Whose counts where code can't tell: the judge sees nothing but the answer, the persona has talked with it."""
        return None if self.judge_error else self.judge or self.persona


def verdict_score(verdict: Verdict, points: int) -> float | None:
    """Return what a verdict is worth at the first attempt, 0 to 10; None for ``unsure``.

    Args:
        verdict: what the model said.
        points: how many points the check has; a check with one knows only 0 and 10.
    """
    if verdict.word == "unsure":
        return None
    if verdict.word != "partly":
        return 10.0 if verdict.word == "right" else 0.0
    if verdict.points:
        return 10 * sum(verdict.points) / max(points, len(verdict.points))
    return 0.0 if points == 1 else 5.0
