"""A recording plays again as it was, without the model; whatever doesn't fit is said."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.errors import ModelError, RunError, SettingsError
from pytest_marathonmem.models.cassette import Header, read_attempts, read_header
from pytest_marathonmem.models.faults import ModelFault
from pytest_marathonmem.models.recording import Recorder, RecordingTransport
from pytest_marathonmem.models.replaying import Player, ReplayTransport

HEADER = Header("max-mine", "2026-07-28T09:30:00+00:00", "5f0c")
KEY = "sk-very-secret-0123456789"


class Echo:
    """Answers with the last message and a count, so that equal requests get different answers; fails when told to."""

    def __init__(self, *faults: ModelFault | None) -> None:
        self.faults = list(faults)
        self.sent = 0
        self.closed = False

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        self.sent += 1
        if self.faults and (fault := self.faults.pop(0)):
            raise fault
        return answered(f"{body['messages'][-1]['content']} {self.sent}")

    async def close(self) -> None:
        self.closed = True


class Slow(Echo):
    """Takes a minute and a half for each answer."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock

    async def send(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        self.clock.skip(90)
        return await super().send(body)


def answered(content: str) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": content}}]}


def asking(*contents: str, **fields: Any) -> dict[str, Any]:
    return {
        "model": "small",
        "messages": [{"role": "user", "content": content} for content in contents],
        **fields,
    }


def said(sent: Mapping[str, Any]) -> str:
    content: str = sent["choices"][0]["message"]["content"]
    return content


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tapes" / "max-mine.jsonl"


def send_all(transport: Any, bodies: Sequence[Mapping[str, Any]]) -> list[str]:
    """What comes of each request, be it a fault."""

    async def send() -> list[str]:
        outcomes = []
        for body in bodies:
            try:
                outcomes.append(said(await transport.send(body)))
            except ModelFault as fault:
                outcomes.append(
                    f"{fault.kind}, {fault.message}, {fault.retry_after}, {fault.may_have_arrived}"
                )
        return outcomes

    return asyncio.run(send())


def record(path: Path, bodies: Sequence[Mapping[str, Any]], *faults: ModelFault | None) -> list[str]:
    recorder = Recorder.begin(path, HEADER)
    return carry_on(recorder, bodies, *faults)


def carry_on(
    recorder: Recorder, bodies: Sequence[Mapping[str, Any]], *faults: ModelFault | None
) -> list[str]:
    try:
        return send_all(RecordingTransport(Echo(*faults), recorder, "persona", Clock.local()), bodies)
    finally:
        recorder.close()


def replay(path: Path, bodies: Sequence[Mapping[str, Any]]) -> list[str]:
    return send_all(ReplayTransport(Player(path), "persona", Clock.local()), bodies)


CONVERSATION = [asking("a"), asking("a", "b"), asking("a", "b", "c"), asking("other"), asking("a", "x")]


def test_a_recording_plays_again_as_it_was(path: Path) -> None:
    heard = record(path, CONVERSATION)
    assert heard == ["a 1", "b 2", "c 3", "other 4", "x 5"]
    assert replay(path, CONVERSATION) == heard


def test_equal_requests_get_their_answers_in_order(path: Path) -> None:
    record(path, [asking("a"), asking("b"), asking("a")])
    assert replay(path, [asking("a"), asking("a"), asking("b")]) == ["a 1", "a 3", "b 2"]


def test_faults_are_replayed_as_faults(path: Path) -> None:
    faults = [
        ModelFault("rate limited", "slow down", 7.5),
        ModelFault("timeout", "silence", arrived=False),
        None,
    ]
    heard = record(path, [asking("a")] * 3, *faults)
    assert heard == ["rate limited, slow down, 7.5, False", "timeout, silence, None, False", "a 3"]
    assert replay(path, [asking("a")] * 3) == heard


def test_each_role_has_its_own_order(path: Path) -> None:
    recorder = Recorder.begin(path, HEADER)
    send_all(RecordingTransport(Echo(), recorder, "judge", Clock.local()), [asking("j")])
    carry_on(recorder, [asking("a")])
    assert replay(path, [asking("a")]) == ["a 1"]
    with pytest.raises(ModelError, match="the request of the persona's model isn't in"):
        replay(path, [asking("j")])


def test_the_header_keeps_what_requests_depend_on(path: Path) -> None:
    record(path, [])
    assert read_header(path) == HEADER


def test_a_replay_takes_as_long_as_what_was_recorded_without_anybody_waiting(path: Path) -> None:
    clock = Clock.local()
    recorder = Recorder.begin(path, HEADER)
    send_all(RecordingTransport(Slow(clock), recorder, "persona", clock), [asking("a")])
    recorder.close()
    now, elapsed, real = clock.now(), clock.elapsed(), clock.real_now()
    send_all(ReplayTransport(Player(path), "persona", clock), [asking("a")])
    assert 90 < clock.elapsed() - elapsed < 100
    assert 90 < (clock.now() - now).total_seconds() < 100
    assert (clock.real_now() - real).total_seconds() < 10


def test_a_growing_conversation_is_written_once(path: Path) -> None:
    long = ["word " * 200] * 40
    record(path, [asking(*long[:count], tools=["tool " * 200]) for count in range(1, 41)])
    assert path.stat().st_size < 100_000
    assert [len(attempt.body["messages"]) for attempt in read_attempts(path)] == [*range(1, 41)]


# -- keys ------------------------------------------------------------------------------------------------------


def test_keys_never_reach_a_recording(path: Path) -> None:
    recorder = Recorder.begin(path, HEADER, [KEY])
    bodies = [asking(f"my key is {KEY}", user=KEY, **{KEY: 1}), asking(f"again {KEY!r}")]
    carry_on(recorder, bodies, None, ModelFault("unauthorized", f"{KEY} is wrong"))
    assert KEY not in path.read_text("utf-8")
    assert path.read_text("utf-8").count("[redacted]") == 6


def test_a_request_with_a_key_is_found_again_with_and_without_it_at_hand(path: Path) -> None:
    carry_on(Recorder.begin(path, HEADER, [KEY]), [asking(KEY)])
    transport = ReplayTransport(Player(path, [KEY]), "persona", Clock.local())
    assert send_all(transport, [asking(KEY)]) == ["[redacted] 1"]


def test_a_placeholder_for_a_key_is_no_secret(path: Path) -> None:
    carry_on(Recorder.begin(path, HEADER, ["", "a", "none"]), [asking("a none")])
    assert replay(path, [asking("a none")]) == ["a none 1"]


# -- what doesn't fit ------------------------------------------------------------------------------------------


def test_a_miss_shows_the_difference_and_says_what_to_do(path: Path) -> None:
    record(path, [asking("hello\nthere", "how are you?", temperature=0)])
    with pytest.raises(ModelError) as miss:
        replay(path, [asking("hello\nhere", "how are you?", temperature=1)])
    assert str(miss.value).splitlines()[1:-1] == [
        "temperature: 0 in the recording, 1 now",
        "message 1 (the recording has 2, now there are 2):",
        "--- recorded",
        "+++ now",
        "@@ -1,3 +1,3 @@",
        " hello",
        "-there",
        "+here",
        ' {"role": "user"}',
    ]
    assert "--mmb-record" in str(miss.value).splitlines()[-1]


def test_a_miss_is_no_longer_than_a_reader_wants(path: Path) -> None:
    record(path, [asking("\n".join("x" * 1000 for _ in range(100)))])
    with pytest.raises(ModelError) as miss:
        replay(path, [asking("\n".join("y" * 1000 for _ in range(100)))])
    assert len(str(miss.value)) < 4000
    assert "more lines" in str(miss.value)


def test_a_longer_conversation_is_shown_by_what_is_new(path: Path) -> None:
    record(path, [asking("a")])
    with pytest.raises(ModelError, match=r"message 2 \(the recording has 1, now there are 2\):"):
        replay(path, [asking("a", "b")])


def test_the_end_of_a_recording_is_said(path: Path) -> None:
    record(path, [asking("a")])
    with pytest.raises(ModelError, match="has no further request of the persona's model"):
        replay(path, [asking("a"), asking("a", "b")])


def test_a_recorded_run_that_gave_up_gives_up_again(path: Path) -> None:
    record(path, [asking("a")], ModelFault("server error", "502"))
    with pytest.raises(ModelError, match=r"the recorded run got no further: .* server error: 502"):
        replay(path, [asking("a"), asking("a")])


def test_a_recording_that_is_not_there_is_said_with_those_that_are(path: Path) -> None:
    record(path, [])
    with pytest.raises(
        SettingsError, match=r"there is no recording .*other.jsonl'; the folder has max-mine.jsonl"
    ):
        Player(path.with_name("other.jsonl"))


@pytest.mark.parametrize(
    ("first", "fault"),
    [
        ("", "begins no recording"),
        ("[]", "begins no recording"),
        ('{"format": 1, "run": "max-mine"}', "begins no recording"),
        ('{"format": 2, "tracks": 3}', "has format 2, and this version reads 1"),
    ],
)
def test_what_is_no_recording_is_said(tmp_path: Path, first: str, fault: str) -> None:
    path = tmp_path / "max-mine.jsonl"
    path.write_text(first + "\n", "utf-8")
    with pytest.raises(RunError, match=fault):
        Player(path)


def test_a_damaged_line_is_named(path: Path) -> None:
    record(path, [asking("a")])
    with path.open("a", encoding="utf-8") as file:
        file.write('{"role": "persona"}\n')
    with pytest.raises(RunError, match=r"max-mine\.jsonl:3: .*record it anew"):
        Player(path)


# -- runs that were broken off ---------------------------------------------------------------------------------


def test_a_torn_last_line_is_passed_over(path: Path) -> None:
    record(path, [asking("a")])
    with path.open("a", encoding="utf-8") as file:
        file.write('{"role": "pers')
    assert replay(path, [asking("a")]) == ["a 1"]


def test_a_recording_goes_on_behind_a_torn_line(path: Path) -> None:
    record(path, [asking("a")])
    with path.open("a", encoding="utf-8") as file:
        file.write('{"role": "pers')
    carry_on(Recorder.go_on(path), [asking("a", "b")])
    assert replay(path, [asking("a"), asking("a", "b")]) == ["a 1", "b 1"]


def test_what_a_killed_start_had_asked_last_is_replaced_by_what_the_next_asked_again(path: Path) -> None:
    record(path, [asking("a"), asking("a", "b")], None, ModelFault("timeout", "silence"))
    carry_on(Recorder.go_on(path), [asking("a", "b"), asking("a", "b", "c")], None)
    bodies = [asking("a"), asking("a", "b"), asking("a", "b", "c")]
    assert replay(path, bodies) == ["a 1", "b 1", "c 2"]


def test_a_recording_made_anew_puts_the_old_one_aside(path: Path) -> None:
    record(path, [asking("a")])
    before = path.read_bytes()
    record(path, [asking("b")])
    assert path.with_name("max-mine.jsonl.old").read_bytes() == before
    assert replay(path, [asking("b")]) == ["b 1"]


def test_whatever_is_said_each_attempt_is_a_line_of_json(path: Path) -> None:
    record(path, [asking("\ud800 \u2028 \x00 \n")])
    lines = path.read_bytes().split(b"\n")
    assert len(lines) == 3
    assert json.loads(lines[1])["body"]["messages"][0]["content"] == "\ud800 \u2028 \x00 \n"


def test_closing_closes_the_way_to_the_model(path: Path) -> None:
    echo = Echo()
    recorder = Recorder.begin(path, HEADER)
    asyncio.run(RecordingTransport(echo, recorder, "persona", Clock.local()).close())
    recorder.close()
    recorder.close()
    assert echo.closed
