"""What a model says of an answer: a pick from a small menu; code makes the number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

VerdictWord = Literal["right", "partly", "wrong", "unsure"]


@dataclass(frozen=True, slots=True)
class Verdict:
    word: VerdictWord
    by: Literal["persona", "judge"]
    points: tuple[bool, ...] = ()
    """For ``partly``: for each point, in the key's order, whether it was right. Empty if the model didn't say."""
    comment: str = ""


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
