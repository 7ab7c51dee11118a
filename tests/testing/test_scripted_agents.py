"""The scripted agents know what they should from the run's record, and nothing else."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path

import pytest

from pytest_marathonmem import AgentAdapter, ReplyAgent
from pytest_marathonmem.clock import Clock
from pytest_marathonmem.runs.events import EventLog
from pytest_marathonmem.testing import check_adapter
from pytest_marathonmem.testing.agents import (
    NEVER_TOLD,
    NOTED,
    REFUSED,
    WRAPPINGS,
    GarbledAgent,
    OracleAgent,
    ParrotAgent,
    RefuserAgent,
    StaleAgent,
)
from pytest_marathonmem.values.reading import read_values
from pytest_marathonmem.values.replies import read_reply

pytestmark = pytest.mark.asyncio

ALL = [OracleAgent, RefuserAgent, ParrotAgent, StaleAgent, GarbledAgent]

FILES = {
    "pets.md": "# Pets\n\n## 1. Dog\n\n1.1 Pixel is a lurcher\n1.2 Pixel eats 200 g of kibble a day\n",
    "desk.md": (
        "# Desk\n\n## 1. Parts\n\n1.1 Desk top, 160 × 80 cm, $120\n1.2 Legs, $1,080\n1.3 Lamp, $40\n1.4 Footrest, $25\n"
    ),
    "chapter1.md": """# One

## Telling

A calm evening.

```script
tell pets 1.1-1.2
| Pixel is a lurcher and eats 200 g of kibble a day.
tell desk 1.1-1.4
| A desk top of 160 × 80 cm for $120, legs for $1,080, a lamp for $40 and a footrest for $25.
ask 1.1
edit pets 1.2: Pixel eats 240 g of kibble a day
| Kibble goes up to 240 g.
edit desk 1.3: Lamp, $55
retire desk 1.4
| The lamp is $55, and no footrest.
edit pets 1.2: Pixel eats 220 g of kibble a day
| No, 220 g.
ask 1.2
ask 1.3
ask 1.4
ask 1.5
ask 1.6
ask 1.7
ask 1.8
```

❓ 1.1 How much kibble does Pixel get?
   Correct answer: WRONG 200 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "200 g"}
❓ 1.2 How much kibble does Pixel get now?
   Correct answer: WRONG 220 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "220 g"}
❓ 1.3 How much was it before?
   Correct answer: WRONG 240 g.
   Key: {type: "HIST", facts: ["pets:1.2"], value: "240 g"}
❓ 1.4 What does the desk cost?
   Correct answer: WRONG $1,255.
   Key: {type: "NEG", sum: {"desk:1.1": "$120", "desk:1.2": "$1,080", "desk:1.3": "$55"}, total: "$9,999", absent: ["footrest"]}
❓ 1.5 What is my tariff?
   Correct answer: You never told me.
   Key: {type: "VOID", topic: ["tariff"]}
❓ 1.6 What do I have that lies on the floor?
   Correct answer: nothing.
   Key: {type: "RECALL", facts: ["desk:1.4"], value: "nothing"}
❓ 1.7 How much was it at the very first?
   Correct answer: WRONG 200 g.
   Key: {type: "HIST", facts: ["pets:1.2"], value: "200 g"}
❓ 1.8 How much was it before now?
   Correct answer: WRONG 200 g, 240 g.
   Key: {type: "HIST", facts: ["pets:1.2"], points: [{value: "200 g"}, {value: "240 g"}]}
""",
}


class Play:
    """A run's folder, as the engine keeps it: each message is recorded before the agent hears it."""

    def __init__(self, log: EventLog, folder: Path, benchmark: Path) -> None:
        self.folder = folder
        self.log = log
        self.benchmark = benchmark
        self.begin()

    def begin(self) -> None:
        self.log.append(
            "started", folder=str(self.benchmark), start="2026-07-28T09:30:00+02:00", timezone="Europe/Berlin"
        )

    async def start(self, agent: ReplyAgent) -> None:
        await agent.create_session("run", self.folder / "agent", resumed=False)

    async def say(self, agent: ReplyAgent, text: str, check: str | None = None) -> str:
        self.log.append("sending", text=text, check=check)
        return await agent.reply(text)


@pytest.fixture
def play(tmp_path: Path, write_benchmark: Callable[..., Path]) -> Iterator[Play]:
    folder = tmp_path / "run"
    (folder / "agent").mkdir(parents=True)
    with EventLog(folder / "events.jsonl", Clock(UTC)) as log:
        yield Play(log, folder, write_benchmark(FILES))


async def asked(play: Play, agent: ReplyAgent, check: str) -> str:
    await play.start(agent)
    await play.say(agent, "Hello.")
    return await play.say(agent, "?", check)


@pytest.mark.parametrize(
    ("agent", "check", "answer"),
    [
        (OracleAgent, "1.1", "Pixel eats 200 g of kibble a day."),
        (OracleAgent, "1.2", "Pixel eats 220 g of kibble a day."),
        (OracleAgent, "1.3", "Pixel eats 240 g of kibble a day."),
        (
            OracleAgent,
            "1.4",
            "Desk top, 160 × 80 cm, $120.\nLegs, $1,080.\nLamp, $55.\nIn total that makes 1,255 USD.",
        ),
        (OracleAgent, "1.5", NEVER_TOLD),
        (OracleAgent, "1.6", NEVER_TOLD),
        (OracleAgent, "1.7", "Pixel eats 200 g of kibble a day."),
        (OracleAgent, "1.8", "Pixel eats 200 g of kibble a day.\nPixel eats 240 g of kibble a day."),
        (StaleAgent, "1.2", "Pixel eats 200 g of kibble a day."),
        (StaleAgent, "1.3", "Pixel eats 200 g of kibble a day."),
        (
            StaleAgent,
            "1.4",
            "Desk top, 160 × 80 cm, $120.\nLegs, $1,080.\nLamp, $40.\nIn total that makes 1,240 USD.",
        ),
        (StaleAgent, "1.5", NEVER_TOLD),
        (RefuserAgent, "1.1", REFUSED),
        (RefuserAgent, "1.5", REFUSED),
    ],
)
async def test_each_answers_by_its_nature(
    play: Play, agent: type[ReplyAgent], check: str, answer: str
) -> None:
    assert await asked(play, agent(), check) == answer


async def test_the_parrot_recites_all_that_was_told_so_far(play: Play) -> None:
    before = await asked(play, ParrotAgent(), "1.1")
    assert "200 g" in before
    assert "240 g" not in before
    after = await asked(play, ParrotAgent(), "1.5")
    assert all(value in after for value in ("200 g", "240 g", "220 g", "$40", "$55", "$25"))


async def test_the_garbled_one_wraps_what_the_oracle_says_and_varies(play: Play) -> None:
    answers = [await asked(play, GarbledAgent(), check) for check in ("1.1", "1.2")]
    assert answers == [
        WRAPPINGS[0].format("Pixel eats 200 g of kibble a day."),
        WRAPPINGS[1].format("Pixel eats 220 g of kibble a day."),
    ]


@pytest.mark.parametrize("wrapping", WRAPPINGS)
async def test_a_wrapping_adds_nothing_and_hides_nothing(wrapping: str) -> None:
    fact = "Desk top, $120 per m², 1.6 × 0.8 m."
    texts = [value.text for value in read_values(fact)]
    assert [value.text for value in read_values(wrapping.format(fact))] == texts
    assert read_reply(wrapping.format(NEVER_TOLD)) == "refusal"


@pytest.mark.parametrize("agent", [OracleAgent, ParrotAgent, StaleAgent, GarbledAgent])
async def test_a_message_that_asks_no_check_is_noted(play: Play, agent: type[ReplyAgent]) -> None:
    insider = agent()
    await asked(play, insider, "1.1")
    assert await play.say(insider, "Good. Now to something else.") == NOTED


async def test_the_record_is_read_on_from_where_it_was_left(play: Play) -> None:
    agent = OracleAgent()
    await asked(play, agent, "1.1")
    offset = agent._insight._offset
    assert offset == (play.folder / "events.jsonl").stat().st_size
    await play.say(agent, "Well.")
    gained = (play.folder / "events.jsonl").read_bytes()[offset:]
    assert [json.loads(line)["text"] for line in gained.splitlines()] == ["Well."]
    assert agent._insight._offset == offset + len(gained)


@pytest.mark.parametrize("agent", ALL)
async def test_it_goes_on_in_a_run_that_was_started_again(play: Play, agent: type[ReplyAgent]) -> None:
    first = agent()
    answer = await asked(play, first, "1.2")
    resumed = agent()
    play.begin()
    await resumed.create_session("run", play.folder / "agent", resumed=True)
    assert [exchange.sent for exchange in await resumed.history() or ()] == ["Hello.", "?"]
    again = [await play.say(resumed, "?", check) for check in ("1.1", "1.2")]
    assert again[1] == answer


@pytest.mark.parametrize("agent", ALL)
async def test_it_keeps_the_rules_of_the_interface(agent: type[AgentAdapter]) -> None:
    await check_adapter(agent, timeout_seconds=10)


@pytest.mark.slow
async def test_pytest_knows_them_by_name(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_the_agents_come_late():
            assert "pydantic" not in sys.modules

        def test_names(mmb_agent_oracle, mmb_agent_refuser, mmb_agent_parrot, mmb_agent_stale, mmb_agent_garbled):
            names = [agent.__name__ for agent in (
                mmb_agent_oracle, mmb_agent_refuser, mmb_agent_parrot, mmb_agent_stale, mmb_agent_garbled
            )]
            assert names == ["OracleAgent", "RefuserAgent", "ParrotAgent", "StaleAgent", "GarbledAgent"]
        """
    )
    run = pytester.runpytest_subprocess("-p", "pytest_marathonmem.testing")
    run.assert_outcomes(passed=2)
