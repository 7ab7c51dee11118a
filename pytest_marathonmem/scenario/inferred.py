"""What the answer of a check without a key shows about its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_marathonmem.values import read_reply, read_values

if TYPE_CHECKING:
    from pytest_marathonmem.scenario.keys import CheckType


def infer_type(answer: str, language: str) -> CheckType:
    """VOID if the answer is itself a refusal, else RECALL: what kinds of recall there are, only a key can say."""
    return "VOID" if read_reply(answer, language) == "refusal" else "RECALL"


def infer_single_value(answer: str, language: str) -> bool:
    """Whether a check with this answer knows only 0 and 10: it holds no two values."""
    return len(read_values(answer, language)) <= 1
