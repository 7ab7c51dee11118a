"""The rules of the agent interface, each tried in sessions of its own. What they mean stands in `AgentAdapter`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from pytest_marathonmem.agents.adapter import AgentStatus, Exchange
from pytest_marathonmem.testing.trial import has_settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from pytest_marathonmem.agents.adapter import Reply
    from pytest_marathonmem.testing.trial import Session, Trial

    Rule = Callable[[Trial], Awaitable[None]]

_WORD = "Quillfeather-90417"
_TELLING = f"The word on my locker is {_WORD}, please remember it."
_ASKING = "What is the word on my locker?"

ODD_TEXTS: Mapping[str, str] = {
    "an empty text": "",
    "white space": " \n\t\r\n ",
    "a very long text": "A long walk along the river. " * 1000,
    "control characters": "bell \x07 nul \x00 escape \x1b[31mred\x1b[0m form feed \x0c",
    "a lone surrogate": "half an emoji \ud83d and on",
    "emoji and other scripts": "👩‍👩‍👧 🏳️‍🌈 שלום مرحبا 你好 привет e\u0301 \u202eover\u202c",
    "markup": "```\n## Heading\n<script>alert(1)</script> & ]]> {{TODAY}} %s",
}


async def _declares_itself(trial: Trial) -> None:
    adapter, another = trial.make(), trial.make()
    trial.expect("each call gives a fresh adapter", holds=adapter is not another, seen=adapter)
    for flag in ("supports_new_conversation", "survives_restart"):
        value = getattr(adapter, flag)
        trial.expect(f"{flag} is True or False", holds=isinstance(value, bool), seen=value)
    settings = adapter.Settings
    holds = settings is None or has_settings(adapter)
    trial.expect("Settings is a pydantic model or None", holds=holds, seen=settings)


async def _ends_without_a_session(trial: Trial) -> None:
    adapter = trial.make()
    await trial.call("destroy_session before any session", adapter.destroy_session())
    await trial.call("close before any session", adapter.close())


async def _answers_in_order(trial: Trial) -> None:
    session = await trial.open()
    first = await session.exchange("Good morning. I live in a small town by the sea.")
    middle = session.seq
    second = await session.exchange("My neighbour has a boat.")
    everything = first + second
    seqs = [reply.seq for reply in everything]
    trial.expect("seq rises with every message", holds=seqs == sorted(set(seqs)), seen=seqs)
    await _cursor_holds(trial, session, everything, middle)


async def _cursor_holds(trial: Trial, session: Session, everything: list[Reply], middle: int) -> None:
    rule = (
        "get_responses(after_seq) returns all messages above after_seq and none at or below it, oldest first"
    )
    for after_seq in (0, middle, session.seq):
        expected = [reply for reply in everything if reply.seq > after_seq]
        got = await session.get(after_seq)
        trial.expect(f"{rule}, as for {after_seq} after {session.seq}", holds=got == expected, seen=got)
        again = await session.get(after_seq)
        trial.expect("get_responses asked twice returns the same", holds=again == got, seen=again)


async def _survives_odd_texts(trial: Trial) -> None:
    session = await trial.open()
    for name, text in ODD_TEXTS.items():
        trial.about = f"{name}: "
        await session.exchange(text)


async def _starts_a_new_conversation(trial: Trial) -> None:
    session = await trial.open()
    await session.exchange("I have a cat.")
    before = session.seq
    await trial.call("start_new_conversation", session.adapter.start_new_conversation())
    trial.about = "after start_new_conversation: "
    replies = await session.exchange("I also have a dog.")
    trial.expect("seq goes on rising", holds=all(reply.seq > before for reply in replies), seen=replies)


async def _takes_virtual_time(trial: Trial) -> None:
    session = await trial.open()
    for days in (0, 14):
        now = datetime(2026, 3, 1, 20, tzinfo=UTC) + timedelta(days=days)
        await trial.call("set_virtual_time", session.adapter.set_virtual_time(now))
        await session.exchange("I went for a run today.")


async def _tells_its_status(trial: Trial) -> None:
    session = await trial.open()
    await session.exchange("It is raining.")
    status = await trial.call("get_status", session.adapter.get_status())
    if not isinstance(status, AgentStatus):
        trial.stop("get_status returns an AgentStatus", status)
    for rule, holds in _status_rules(status):
        trial.expect(f"a status's {rule}", holds=holds, seen=status)


def _status_rules(status: Any) -> Iterator[tuple[str, bool]]:
    yield "thinking is True, False or None", status.thinking in (True, False, None)
    wakes = status.wakes_at
    in_zone = isinstance(wakes, datetime) and wakes.tzinfo is not None
    yield "wakes_at is a datetime with a zone or None", wakes is None or in_zone
    counts = [count for count in (status.compactions, status.context_tokens) if count is not None]
    yield (
        "compactions and context_tokens are ints from 0 or None",
        all(type(n) is int and n >= 0 for n in counts),
    )
    usage = status.usage.items() if isinstance(status.usage, Mapping) else [(None, None)]
    named = all(isinstance(name, str) and isinstance(amount, int | float) for name, amount in usage)
    yield "usage maps names to numbers", named


async def _keeps_history(trial: Trial) -> None:
    session = await trial.open()
    await session.exchange("My shoes are size 43.")
    text = 'My hat is  "green"; it hangs in the hall 🎩.'
    await _newest_exchange_is(trial, session, text, await session.exchange(text))


async def _newest_exchange_is(trial: Trial, session: Session, sent: str, replies: list[Reply]) -> None:
    history = await _history(trial, session)
    if history is None:
        rule = "an agent that survives a restart has a history"
        trial.expect(rule, holds=not session.adapter.survives_restart, seen=None)
        return
    expected = Exchange(sent, tuple(reply.text for reply in replies))
    newest = history[-1] if history else None
    trial.expect(
        "history ends with the newest message and its replies", holds=newest == expected, seen=newest
    )


async def _history(trial: Trial, session: Session) -> Sequence[Exchange] | None:
    history = await trial.call("history", session.adapter.history())
    if history is not None and not (
        isinstance(history, Sequence) and all(isinstance(one, Exchange) for one in history)
    ):
        trial.stop("history returns a sequence of Exchange or None", history)
    return history


async def _shows_its_memory(trial: Trial) -> None:
    session = await trial.open()
    await session.exchange(_TELLING)
    await trial.call("settle", session.adapter.settle())
    await _exported(trial, session)


async def _exported(trial: Trial, session: Session) -> Mapping[str, str]:
    files = await trial.call("export_memory", session.adapter.export_memory())
    if not isinstance(files, Mapping) or not all(
        isinstance(name, str) and isinstance(text, str) for name, text in files.items()
    ):
        trial.stop("export_memory maps file names to texts", files)
    for name in files:
        path = PurePosixPath(name.replace("\\", "/"))
        inside = bool(path.parts) and not path.is_absolute() and ".." not in path.parts
        trial.expect("export_memory names files relative to a folder, inside it", holds=inside, seen=name)
    return files


async def _keeps_to_its_workdir(trial: Trial) -> None:
    workdir = "a run's Ordner, 2"
    session = await trial.open(workdir)
    await session.exchange(_TELLING)
    await trial.call("close", session.adapter.close())
    beside = sorted(path.name for path in trial.folder.iterdir() if path.name != workdir)
    trial.expect("nothing is written beside workdir", holds=not beside, seen=beside)


async def _closes_twice(trial: Trial) -> None:
    session = await trial.open()
    await session.exchange("Good night.")
    await trial.call("close", session.adapter.close())
    await trial.call("close called a second time", session.adapter.close())


async def _forgets_when_destroyed(trial: Trial) -> None:
    session = await trial.open()
    await session.exchange(_TELLING)
    await trial.call("destroy_session", session.adapter.destroy_session())
    await _knows_nothing(trial, await trial.open(adapter=session.adapter), "after destroy_session")


async def _starts_anew(trial: Trial) -> None:
    session = await trial.open("first")
    await session.exchange(_TELLING)
    await trial.call("close", session.adapter.close())
    adapter = trial.make()
    await trial.call("destroy_session before any session", adapter.destroy_session())
    fresh = await trial.open("second", adapter=adapter)
    await _knows_nothing(trial, fresh, "in a run started anew")


async def _knows_nothing(trial: Trial, session: Session, when: str) -> None:
    history = await _history(trial, session)
    trial.expect(f"{when} the history is empty or None", holds=not history, seen=history)
    told = [text for text in (await _exported(trial, session)).values() if _WORD in text]
    trial.expect(f"{when} export_memory holds nothing from before", holds=not told, seen=told)
    said = [reply.text for reply in await session.exchange(_ASKING)]
    trial.expect(f"{when} the agent knows nothing from before", holds=_WORD not in "".join(said), seen=said)


async def _goes_on_after_a_restart(trial: Trial) -> None:
    session = await trial.open()
    if not session.adapter.survives_restart:
        return
    before = await session.exchange(_TELLING)
    text = "My coat hangs in the same place."
    newest = await session.exchange(text)
    resumed = await _restarted(trial, session)
    await _newest_exchange_is(trial, resumed, text, newest)
    text = "Good to see you again."
    replies = await resumed.exchange(text)
    said, old = ([reply.text for reply in some] for some in (replies, before + newest))
    rule = "get_responses(0) returns what was said since create_session only"
    trial.expect(rule, holds=said[: len(old)] != old, seen=said)
    trial.expect("seq begins anew at 1", holds=replies[0].seq == 1, seen=replies)
    await _newest_exchange_is(trial, resumed, text, replies)


async def _goes_on_in_a_new_conversation(trial: Trial) -> None:
    session = await trial.open()
    if not (session.adapter.survives_restart and session.adapter.supports_new_conversation):
        return
    await session.exchange("I am moving house.")
    for _ in range(2):
        # A kill may come before the engine knows that it has begun.
        await trial.call("start_new_conversation", session.adapter.start_new_conversation())
        session = await _restarted(trial, session)
    text = "The boxes are packed."
    await _newest_exchange_is(trial, session, text, await session.exchange(text))


async def _leaves_no_message_in_doubt(trial: Trial) -> None:
    session = await trial.open()
    if not session.adapter.survives_restart:
        return
    before, on_its_way = "My key is lost.", "My key lay in the garden."
    await session.exchange(before)
    await trial.call("send_message", session.adapter.send_message(on_its_way))
    resumed = await _restarted(trial, session)
    history = await _history(trial, resumed) or ()
    newest = history[-1].sent if history else None
    rule = "history ends with the message that was sent last, or, if that was lost, with the one before"
    trial.expect(rule, holds=newest in (before, on_its_way), seen=newest)


async def _restarted(trial: Trial, session: Session) -> Session:
    """End a session, and go on with it in a fresh adapter."""
    await trial.call("settle", session.adapter.settle())
    await trial.call("close", session.adapter.close())
    trial.about = "after a restart: "
    return await trial.open(resumed=True)


RULES: Sequence[Rule] = (
    _declares_itself,
    _ends_without_a_session,
    _answers_in_order,
    _survives_odd_texts,
    _starts_a_new_conversation,
    _takes_virtual_time,
    _tells_its_status,
    _keeps_history,
    _shows_its_memory,
    _keeps_to_its_workdir,
    _closes_twice,
    _forgets_when_destroyed,
    _starts_anew,
    _goes_on_after_a_restart,
    _goes_on_in_a_new_conversation,
    _leaves_no_message_in_doubt,
)
