"""A short run whose persona, judge and agent are models."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from pytest_marathonmem.agents.chatbot import ChatbotAgent, ChatbotSettings
from pytest_marathonmem.models.endpoint import Endpoint, Price
from pytest_marathonmem.models.transport import Transport
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.testing.double import Double, InProcessTransport

PETS = "# Pets\n## 1. Boss\n1.1 Boss is a ginger tom\n1.2 Boss gets 70 g of food a day\n1.3 Boss was born on 4 May 2021\n"
CHAPTER_1 = """\
# One
## Cat
```script
tell pets 1.1-1.3
| Boss is a ginger tom, gets 70 g of food a day and was born on 4 May 2021.
edit pets 1.2: Boss gets 55 g of food a day #RECONSIDER
| Make it 55 g from today, he is round.
```
"""
CHAPTER_2 = """\
# Two
## Exam
```js
await bench.newSession();
```
❓ 2.1 How much food a day does Boss get now?
   Correct answer: 55 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "55 g"}
❓ 2.2 What is Boss allergic to?
   Correct answer: you never told me.
   Key: {type: "VOID", topic: ["allergic"]}
❓ 2.3 What does Boss look like?
   Correct answer: a ginger tom.
"""
FILES = {"pets.md": PETS, "chapter1.md": CHAPTER_1, "chapter2.md": CHAPTER_2}


def plan_of(folder: Path, results: Path) -> RunPlan:
    """All its models are the double."""
    price = Price(0.14, 0.0028, 0.28)
    double = Endpoint("double", "http://127.0.0.1:1/v1", "double", price=price, retry_wait=0)
    return RunPlan(
        folder,
        "chatbot",
        results,
        persona="double",
        judge="double",
        endpoints={"double": double},
        agent_settings={"model": "double"},
    )


def play_out(plan: RunPlan, connect: Callable[[Endpoint], Transport]) -> list[Event]:
    """Play a start; its events, after those of earlier starts."""
    agent = ChatbotAgent()
    agent.configure(ChatbotSettings(model="double"))
    events: list[Event] = []
    asyncio.run(play(plan, agent, events.append, connect))
    return events


def to_the_double(double: Double) -> Callable[[Endpoint], Transport]:
    return lambda _: InProcessTransport(double)
