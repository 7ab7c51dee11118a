"""The loop: what the model gets and says, what is kept of it, and when it is given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.errors import PersonaFault
from pytest_marathonmem.models.chat import ChatMessage
from pytest_marathonmem.models.endpoint import Endpoint
from pytest_marathonmem.models.request import request_body, serialised
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.persona.loop import GUARD_REFUSALS, IDLE_MESSAGES, IDLE_TURNS, MOST_CALLS
from pytest_marathonmem.persona.stage import LONGEST_MESSAGE
from pytest_marathonmem.runs.events import Event, read_events
from pytest_marathonmem.scenario.model import Benchmark
from tests.persona.playing import (
    CHAPTER,
    EDIT,
    GOOD,
    LOG,
    NEXT,
    READ,
    SHEET,
    SwiftClock,
    Turns,
    ask,
    data_of,
    mark,
    perform,
    turn,
)

ROLE_FLIP = turn("How can I help you today?")
THOUGHTS = [replace(said, reasoning=f"Thought {number}", content="Well.") for number, said in enumerate(GOOD)]
UNREADABLE = turn(("send_message", {}), READ, fault="the arguments are no JSON")
EVENTFUL = [
    UNREADABLE,
    turn(content="Hi"),
    turn("I have a cat.\nAssistant: Lovely!"),
    turn("I know a cat."),
    ROLE_FLIP,
    turn(("shout", {})),
    *THOUGHTS,
]
"""All that may go wrong once, and a good play."""


@pytest.fixture
def pets(load: Callable[..., Benchmark]) -> Benchmark:
    return load({"pets.md": SHEET, "chapter1.md": CHAPTER})


def test_a_turn_is_recorded_with_reasoning_and_faults(pets: Benchmark, tmp_path: Path) -> None:
    turns = data_of(perform(pets, Turns(EVENTFUL), tmp_path), "turn")
    assert "Thought 0" == turns[6]["reasoning"]
    assert ["the arguments are no JSON", ""] == [call["fault"] for call in turns[0]["calls"]]


def test_a_call_that_cannot_be_read_is_answered_and_the_next_one_still_runs(
    pets: Benchmark, tmp_path: Path
) -> None:
    events = perform(pets, Turns([UNREADABLE, *GOOD]), tmp_path)
    results = [result["content"] for result in data_of(events, "result")]
    assert "Refused: the arguments are no JSON" == results[0]
    assert results[1].startswith("# Pets")
    assert [{"tool": "send_message", "reason": "the arguments are no JSON"}] == data_of(events, "refused")
    assert [] == data_of(events, "guard")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (("shout", {}), "there is no tool 'shout'"),
        (("send_message", {"txt": "Hi"}), "send_message: text: Field required"),
        (NEXT, "this phase isn't over"),
    ],
)
def test_a_call_that_cannot_be_carried_out_is_no_matter_of_guards(
    call: Any, reason: str, pets: Benchmark, tmp_path: Path
) -> None:
    events = perform(pets, Turns([turn(call), *GOOD]), tmp_path)
    assert [call[0]] == [refused["tool"] for refused in data_of(events, "refused")]
    assert data_of(events, "refused")[0]["reason"].startswith(reason)
    assert [] == data_of(events, "guard")


def test_a_turn_that_invents_a_reply_leaves_no_trace_before_the_model(
    pets: Benchmark, tmp_path: Path
) -> None:
    invented = turn("I have a cat.\nAssistant: Lovely!", mark("1.1"))
    model = Turns([invented, *GOOD])
    events = perform(pets, model, tmp_path)
    assert model.asked[0] == model.asked[1][:-1]
    assert model.asked[1][-1].role == "user"
    assert model.asked[1][-1].content.startswith("Your last turn was dropped")
    assert "Assistant: Lovely!" in str(data_of(events, "turn")[0])


def test_each_request_begins_with_the_bytes_of_the_one_before(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns(EVENTFUL)
    perform(pets, model, tmp_path)
    requests = [_as_bytes(asked) for asked in model.asked]
    assert [] == [number for number in range(1, len(requests)) if not _goes_on(requests, number)]


def test_only_a_cut_changes_what_requests_begin_with(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns(EVENTFUL)
    compaction = Compaction(max_tokens=1, trim_to_tokens=1)
    events = perform(pets, model, tmp_path, compaction=compaction)
    requests = [_as_bytes(asked) for asked in model.asked]
    broken = [number for number in range(1, len(requests)) if not _goes_on(requests, number)]
    assert len(data_of(events, "cut")) == len(broken) == 1


@pytest.mark.parametrize("answer", ["55 g.", "You haven't told me that.", "Which Boss do you mean?"])
def test_a_resumed_run_asks_the_model_the_same(answer: str, pets: Benchmark, tmp_path: Path) -> None:
    turns = EVENTFUL
    if answer != "55 g.":
        turns = [*EVENTFUL[:11], turn(ask("Please look again, or don't you know?")), *EVENTFUL[11:]]
    whole = Turns(turns)
    events = perform(pets, whole, _folder(tmp_path, "whole"), answer=answer)
    assert 1 == len(data_of(events, "evaluated"))
    for end in range(len(events)):
        earlier = events[:end]
        said = len(data_of(earlier, "turn"))
        rest = Turns(turns[said:])
        again = perform(pets, rest, _folder(tmp_path, f"{end}"), earlier, answer=answer)
        assert whole.asked[said:] == rest.asked
        assert _plain(events) == _plain(again)


def test_a_resumed_run_does_not_wait_again(load: Callable[..., Benchmark], tmp_path: Path) -> None:
    day = "2026-07-28, Tue\n08:00 - a run\n18:30 - the office\n\n"
    chapter = f"# One\n## Day\n{day}❓ 1.1 What?\n   Correct answer: a run.\n"
    benchmark = load({"chapter1.md": chapter}, timezone="UTC")
    turns = [
        turn(("wait", {"until": "18:30"})),
        turn(ask("What do I do at eight?")),
        turn(LOG),
        turn(NEXT),
    ]
    first, second = SwiftClock(), SwiftClock()
    events = perform(benchmark, Turns(turns), _folder(tmp_path, "whole"), answer="A run.", clock=first)
    assert [pytest.approx(9.5 * 3600, abs=60)] == first.slept
    earlier = events[: [event.type for event in events].index("waited") + 1]
    rest = perform(
        benchmark, Turns(turns[1:]), _folder(tmp_path, "rest"), earlier, answer="A run.", clock=second
    )
    assert [] == second.slept
    assert _plain(events) == _plain(rest)


def test_no_message_is_longer_than_people_write(pets: Benchmark, tmp_path: Path) -> None:
    events = perform(pets, Turns([turn("Boss. " * LONGEST_MESSAGE), *GOOD]), tmp_path)
    assert [f"the message has more than {LONGEST_MESSAGE} characters; be as brief as people are"] == [
        refused["reason"] for refused in data_of(events, "refused")
    ]


def test_a_record_without_reasoning_and_faults_is_gone_on_with(pets: Benchmark, tmp_path: Path) -> None:
    events = perform(pets, Turns(GOOD), _folder(tmp_path, "whole"))
    old = [_as_before(event) for event in events[:-4]]
    rest = Turns(GOOD[len(data_of(old, "turn")) :])
    perform(pets, rest, _folder(tmp_path, "rest"), old)
    assert len(GOOD) == len(data_of(old, "turn")) + len(rest.asked)


@pytest.mark.parametrize(
    ("spoilt", "guard", "words"),
    [
        (ROLE_FLIP, "role_flip", "How can I help you today?"),
        (turn(content="I have a cat."), "plain_text", "I have a cat."),
        (turn("Assistant: Hello!"), "invented_reply", "Assistant: Hello!"),
    ],
)
def test_a_model_that_guards_refuse_again_and_again_is_given_up(
    spoilt: ChatMessage, guard: str, words: str, pets: Benchmark, tmp_path: Path
) -> None:
    model = Turns([spoilt] * 99)
    with pytest.raises(PersonaFault) as fault:
        perform(pets, model, tmp_path)
    assert f"the guard {guard}" in str(fault.value)
    assert words in str(fault.value)
    assert GUARD_REFUSALS == len(model.asked)


def test_refusals_that_follow_from_one_another_count_once(pets: Benchmark, tmp_path: Path) -> None:
    cascade = turn(*[mark("1.2")] * GUARD_REFUSALS)
    events = perform(pets, Turns([cascade, *GOOD]), tmp_path)
    assert GUARD_REFUSALS == len(data_of(events, "guard"))


def test_refusals_with_a_message_between_them_are_not_in_a_row(pets: Benchmark, tmp_path: Path) -> None:
    lapses = [
        said
        for number in range(GUARD_REFUSALS)
        for said in (ROLE_FLIP, turn(f"The cat slept on chair {number}."))
    ]
    events = perform(pets, Turns([*lapses, *GOOD]), tmp_path)
    assert GUARD_REFUSALS == len(data_of(events, "guard"))


def test_messages_do_not_help_a_model_that_never_says_what_it_marks(pets: Benchmark, tmp_path: Path) -> None:
    lapses = [
        said
        for number in range(99)
        for said in (turn(f"The cat slept on chair {number}."), turn(mark("1.2"), EDIT))
    ]
    with pytest.raises(PersonaFault, match="the guard missing_value"):
        perform(pets, Turns(lapses), tmp_path)


def test_a_resumed_run_gives_the_model_all_its_chances_again(pets: Benchmark, tmp_path: Path) -> None:
    with pytest.raises(PersonaFault):
        perform(pets, Turns([ROLE_FLIP] * GUARD_REFUSALS), tmp_path)
    earlier = list(read_events(tmp_path / "events.jsonl"))
    model = Turns([*[ROLE_FLIP] * (GUARD_REFUSALS - 1), *GOOD])
    events = perform(pets, model, tmp_path, earlier)
    assert 1 == len(data_of(events, "evaluated"))


def test_a_model_that_never_gets_on_is_given_up(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns([turn(READ)] * 99)
    with pytest.raises(PersonaFault, match="has not brought the play forward"):
        perform(pets, model, tmp_path)
    assert IDLE_TURNS == len(model.asked)


def test_a_model_that_only_chats_is_given_up(pets: Benchmark, tmp_path: Path) -> None:
    model = Turns(turn(f"The cat slept on chair {number}.") for number in range(2 * IDLE_MESSAGES))
    with pytest.raises(PersonaFault, match="without telling, changing or asking anything"):
        perform(pets, model, tmp_path)
    assert IDLE_MESSAGES <= len(model.asked) < 2 * IDLE_MESSAGES


def test_no_turn_carries_out_calls_without_end(pets: Benchmark, tmp_path: Path) -> None:
    events = perform(pets, Turns([turn(*[READ] * (MOST_CALLS + 2)), *GOOD]), tmp_path)
    results = [result["content"] for result in data_of(events, "result")][: MOST_CALLS + 2]
    assert ["# Pets"] * MOST_CALLS == [result[:6] for result in results[:MOST_CALLS]]
    assert [True, True] == [f"{MOST_CALLS} calls at most" in result for result in results[MOST_CALLS:]]


def test_a_model_may_send_all_the_small_talk_that_the_script_has(
    load: Callable[..., Benchmark], tmp_path: Path
) -> None:
    talk = [f"The cat slept on chair {number}." for number in range(2 * IDLE_MESSAGES)]
    script = "\n\n".join(f"| {text}" for text in talk)
    chapter = CHAPTER.replace("## Later", f"## Talk\n```script\n{script}\n```\n## Later")
    events = perform(
        load({"pets.md": SHEET, "chapter1.md": chapter}),
        Turns([*GOOD[:7], *map(turn, talk), *GOOD[6:]]),
        tmp_path,
    )
    assert talk == [sent["text"] for sent in data_of(events, "sending")][3:-1]


def _folder(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    folder.mkdir()
    return folder


def _as_bytes(messages: Sequence[ChatMessage]) -> bytes:
    endpoint = Endpoint("demo", "http://127.0.0.1:1/v1", "demo")
    return serialised(request_body(endpoint, messages))


def _goes_on(requests: list[bytes], number: int) -> bool:
    return requests[number].startswith(requests[number - 1].removesuffix(b"]}"))


def _plain(events: list[Event]) -> list[dict[str, Any]]:
    return [{"type": event.type, **event.data, "seconds": 0} for event in events]


def _as_before(event: Event) -> Event:
    """A turn as it was recorded when it had neither reasoning nor faults."""
    if event.type != "turn":
        return event
    calls = [{name: call[name] for name in ("id", "name", "arguments")} for call in event["calls"]]
    return replace(event, data={"content": event["content"], "calls": calls})
