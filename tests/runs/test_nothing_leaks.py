"""Before an answer the persona's model knows nothing of the right one, nor of what the scenario says behind the question.

A strange persona is played: between its steps it does whatever a tool lets it do or refuses. Every request is walked for
words that stand in the answers, and behind the questions, and nowhere else.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.testing.double import Double
from pytest_marathonmem.testing.double.wire import Call, completion

SHEET = """\
# Pets
## 1. Boss
1.1 Boss is a ginger tom
1.2 Boss gets 70 g of food a day
1.3 Boss sleeps on the blue sofa
"""
CHECK_1 = """\
❓ 1.1 How much food does Boss get?
   Correct answer: 70 g, quillon.
   Key: {type: "RECALL", facts: ["pets:1.2"], any_of: ["70 g", "quillon"]}
"""
CHECK_2 = """\
❓ 1.2 Where does Boss sleep?
   Correct answer: the blue sofa, marram.
   Key: {type: "RECALL", facts: ["pets:1.3"], any_of: ["blue sofa", "marram"]}
"""
SCRIPT = """\
```script
tell pets 1.1-1.3
| Boss is a ginger tom, gets 70 g of food a day and sleeps on the blue sofa.
ask 1.1
edit pets 1.2: Boss gets 55 g of vellum a day #SELF-FIX
| I was wrong: it is 55 g a day, of vellum.
ask 1.2
edit pets 1.3: Boss sleeps on the tabard #RECONSIDER
| He has moved to the tabard.
```
"""
PROSE = "Tell it all of `pets`.\n\n{}\nIt was 55 g of vellum, really. Tell it.\n\n{}\nHe has moved to the tabard.\n"
NEXT = """\
## The gusset
Talk about the zarf a little.
❓ 2.1 What did Boss weigh?
   Correct answer: you never told me, orlop.
   Key: {type: "VOID", topic: ["weigh"]}
"""
SECRETS: Mapping[str, frozenset[str]] = {
    "1.1": frozenset({"quillon", "vellum", "marram", "tabard", "gusset", "zarf", "orlop"}),
    "1.2": frozenset({"marram", "tabard", "gusset", "zarf", "orlop"}),
    "2.1": frozenset({"orlop"}),
}
"""By check, the words of its answer and of all that comes behind it."""
LAYOUTS = {
    "script before the checks": SCRIPT + CHECK_1 + CHECK_2,
    "script behind the checks": CHECK_1 + CHECK_2 + SCRIPT,
    "script between the checks": CHECK_2 + SCRIPT + CHECK_1,
    "prose alone": PROSE.format(CHECK_1, CHECK_2),
    "a script that asks nothing": SCRIPT.partition("ask 1.1")[0]
    + "```\n"
    + PROSE.format(CHECK_1, CHECK_2).partition("\n\n")[2],
}
MISCHIEF: tuple[Call, ...] = (
    ("send_message", {"text": "How much food does Boss get?", "check_id": "1.1"}),
    ("send_message", {"text": "Where does Boss sleep?", "check_id": "1.2"}),
    ("send_message", {"text": "What did Boss weigh?", "check_id": "2.1"}),
    ("next_phase", {}),
    ("log_evaluation", {"check_id": "1.1", "verdict": "right"}),
    ("log_evaluation", {"check_id": "1.2", "verdict": "wrong"}),
    ("log_evaluation", {"check_id": "9.9", "verdict": "wrong"}),
    ("facts_read", {"sheet": "pets"}),
    ("facts_get_untold", {"sheet": "pets"}),
    ("facts_read", {"sheet": "chapter1"}),
    ("facts_mark_told", {"sheet": "pets", "ids": ["1.1", "1.2", "1.3"]}),
    ("show_answer", {"check_id": "1.1"}),
    ("wait", {"until": "25:99"}),
    ("send_message", {"text": "Is it the quíllon?", "check_id": "1.1"}),
    ("send_message", {"text": "How much food does Boss get?"}),
    ("facts_edit", {"sheet": "pets", "id": "1.3", "text": "Boss sleeps in the bath"}),
)


class Agent(ReplyAgent):
    """Refuses, asks back and answers, so that every reading comes about."""

    def __init__(self) -> None:
        super().__init__()
        self._turns = itertools.count()

    async def reply(self, text: str) -> str:
        if not text.endswith("?"):
            return "Noted."
        answers = ("I don't know, you haven't told me.", "Which Boss do you mean?", "It gets 12 kg.")
        return answers[next(self._turns) % len(answers)]


class Walked:
    """The way to the persona's model; looks at every request before it goes on."""

    def __init__(self, mischief: Iterator[Call], at_once: int = 1) -> None:
        self.leaks: list[tuple[str, str]] = []
        self.requests = 0
        self._answered: set[str] = set()
        self._mischief = mischief
        self._at_once = at_once
        self._double = Double()

    def observe(self, event: Event) -> None:
        is_over = event.type == "result" and re.match(r"Reading: (answer|none)\n", event["content"])
        if is_over and (named := re.search(r'check_id "(.+?)"', event["content"])):
            self._answered.add(named[1])

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        self.requests += 1
        request = json.dumps(body, ensure_ascii=False)
        ahead = SECRETS.keys() - self._answered
        self.leaks += [(check, word) for check in ahead for word in SECRETS[check] if word in request]
        if self.requests % 2 and (calls := list(itertools.islice(self._mischief, self._at_once))):
            return completion(body, "", calls)
        return self._double(body)

    async def close(self) -> None:
        self._double.close()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("max_tokens", [30_000, 900])
@pytest.mark.parametrize("mischief", [(0, 1), (5, 1), (10, 1), (2, 3)])
def test_no_request_before_an_answer_holds_it_or_what_follows(
    write_benchmark: Callable[..., Path],
    tmp_path: Path,
    layout: str,
    max_tokens: int,
    mischief: tuple[int, int],
) -> None:
    shift, at_once = mischief
    chapter = f"# One\n## Cat\n{LAYOUTS[layout]}\n{NEXT}"
    folder = write_benchmark({"pets.md": SHEET, "chapter1.md": chapter})
    walked = Walked(iter((MISCHIEF * 2)[shift : shift + len(MISCHIEF)]), at_once)
    plan = RunPlan(
        folder,
        "asked",
        tmp_path / "results",
        persona="double",
        endpoints={"double": Endpoint("double", "http://127.0.0.1:1/v1", "double")},
        compaction=Compaction(max_tokens, max_tokens // 3),
    )
    events: list[Event] = []

    def observe(event: Event) -> None:
        events.append(event)
        walked.observe(event)

    asyncio.run(play(plan, Agent(), observe, lambda _: walked))

    assert events[-1].type == "finished"
    assert walked.requests > 10
    assert walked.leaks == []


def test_the_walk_sees_what_may_be_seen_behind_the_answer(
    write_benchmark: Callable[..., Path], tmp_path: Path
) -> None:
    chapter = f"# One\n## Cat\n{SCRIPT}{CHECK_1}{CHECK_2}\n{NEXT}"
    folder = write_benchmark({"pets.md": SHEET, "chapter1.md": chapter})
    walked = Walked(iter(()))
    plan = RunPlan(
        folder,
        "asked",
        tmp_path / "results",
        persona="double",
        endpoints={"double": Endpoint("double", "http://127.0.0.1:1/v1", "double")},
    )

    # Without what tells it of answers, all of it counts as a leak: so the words do come by.
    asyncio.run(play(plan, Agent(), lambda _: None, lambda _: walked))

    assert set().union(*SECRETS.values()) == {word for _, word in walked.leaks}
