from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.runs.secrets import Secrets
from pytest_marathonmem.scenario.asked import describe
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import Benchmark

SHEET = """\
# Things
## 1. All
1.1 Boss gets 70 g of food a day
1.2 The wall gets decorative stone
1.3 Backsplash, the same tile as in the bathroom
1.4 My sister Anna lives in Hamburg
"""
CHAPTER = """\
# One
## All
❓ 1.1 How much food?
   Correct answer: 55 g.
   Key: {type: "RECALL", facts: ["things:1.1"], value: "55 g"}
❓ 1.2 What wall?
   Correct answer: microcement.
   Key: {type: "RECALL", facts: ["things:1.2"], any_of: ["microcement", "micro-cement"]}
❓ 1.3 Which tile?
   Correct answer: the one of the bathroom.
   Key: {type: "RECALL", facts: ["things:1.3"], any_of: ["bathroom"]}
```script
tell things 1.1-1.4
| All of it.
edit things 1.1: Boss gets 55 g of food a day
edit things 1.2: The wall gets microcement
| Changed.
ask 1.1
ask 1.2
ask 1.3
```
"""


@pytest.fixture
def secrets(load: Callable[..., Benchmark]) -> Secrets:
    benchmark = load({"things.md": SHEET, "chapter1.md": CHAPTER})
    ledger = Ledger.of(benchmark)
    return Secrets([describe(check, ledger) for check in benchmark.checks], benchmark.language)


@pytest.mark.parametrize(
    "text",
    [
        "The one with 55 grams.",
        "It was 70 once.",
        "I mean the micro-cement.",
        "The wall gets decorative stone",
        "Backsplash, the same tile as in the bathroom.",
    ],
    ids=["its value", "an earlier value", "a name of its key", "an earlier text", "a text without a value"],
)
def test_what_is_examined_is_a_secret(secrets: Secrets, text: str) -> None:
    assert secrets.told_by(text)


@pytest.mark.parametrize("text", ["My sister Anna lives in Hamburg", "I don't know.", "The cat, Boss."])
def test_anything_else_may_be_said(secrets: Secrets, text: str) -> None:
    assert not secrets.told_by(text)
