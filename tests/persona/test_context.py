"""How the persona's history is cut: at a phase, to a list that every model takes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_marathonmem.models.chat import ChatMessage, ToolCall
from pytest_marathonmem.models.tokens import estimate_tokens
from pytest_marathonmem.persona.compaction import Compaction
from pytest_marathonmem.persona.context import Context, reminder

SYSTEM = "You play a person."
TINY = Compaction(max_tokens=1, trim_to_tokens=1)


def turn(*names: str) -> ChatMessage:
    return ChatMessage("assistant", "hm", tuple(ToolCall(name, name, {}) for name in names))


def result(name: str, content: str = "done") -> ChatMessage:
    return ChatMessage("tool", content, tool_call_id=name)


def open_phase(context: Context, text: str, *after: str) -> None:
    """Go on to the next phase by a tool; ``after`` are calls of the same turn behind it."""
    context.append(turn("next_phase", *after))
    context.append(result("next_phase", text), opens_phase=True)
    for name in after:
        context.append(result(name))


def talk(context: Context, text: str) -> None:
    context.append(turn("send_message"))
    context.append(result("send_message", text))


def begun(compaction: Compaction = TINY) -> Context:
    context = Context(SYSTEM, compaction)
    context.append(ChatMessage("user", "Phase 1."), opens_phase=True)
    return context


def described(messages: Sequence[ChatMessage]) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in messages]


@pytest.mark.parametrize(
    ("message", "tokens"),
    [
        (ChatMessage("user", ""), 0),
        (ChatMessage("user", "a" * 400), 100),
        (ChatMessage("user", "a"), 1),
        (ChatMessage("user", "кот" * 100), 150),
        (ChatMessage("user", "\ud800" * 4), 1),
        (ChatMessage("assistant", "", (ToolCall("1", "wait", {"until": "18:30"}),)), 6),
    ],
)
def test_a_message_is_about_a_quarter_of_its_bytes(message: ChatMessage, tokens: int) -> None:
    assert estimate_tokens(message) == tokens


def test_reasoning_counts_where_it_is_sent_back() -> None:
    thought = ChatMessage("assistant", "", reasoning="a" * 400)
    assert (0, 100) == (estimate_tokens(thought), estimate_tokens(thought, with_reasoning=True))
    sizes = []
    for with_reasoning in (False, True):
        context = Context("", TINY, with_reasoning=with_reasoning)
        context.append(thought)
        sizes.append(context.tokens)
    assert [0, 100] == sizes


def test_a_history_below_the_limit_is_left_as_it_is() -> None:
    context = begun(Compaction(max_tokens=1000, trim_to_tokens=1))
    open_phase(context, "Phase 2.")
    before = list(context.messages)
    assert (context.cut(lambda: "never"), list(context.messages)) == (False, before)


def test_the_current_phase_is_never_cut() -> None:
    context = begun()
    talk(context, "Hello.")
    assert context.cut(lambda: "never") is False


def test_what_is_left_begins_with_the_reminder_and_the_phase() -> None:
    context = begun()
    talk(context, "Hello.")
    open_phase(context, "Phase 2.")
    talk(context, "Again.")
    assert context.cut(lambda: "You are Max.") is True
    assert described(context.messages) == [
        ("system", SYSTEM),
        ("user", "You are Max.\n\nPhase 2."),
        ("assistant", "hm"),
        ("tool", "Again."),
    ]


def test_the_newest_whole_phases_within_the_limit_are_kept() -> None:
    context = begun(Compaction(max_tokens=150, trim_to_tokens=100))
    for number in range(2, 6):
        open_phase(context, f"Phase {number}.")
        talk(context, "x" * 160)
    context.cut(lambda: "You are Max.")
    assert context.messages[1].content == "You are Max.\n\nPhase 4."


def test_a_history_that_was_cut_is_not_cut_again_in_the_same_phase() -> None:
    context = begun()
    open_phase(context, "Phase 2.")
    assert [context.cut(lambda: "r"), context.cut(lambda: "r")] == [True, False]


def test_a_second_cut_drops_the_first_reminder() -> None:
    context = begun()
    open_phase(context, "Phase 2.")
    context.cut(lambda: "old")
    open_phase(context, "Phase 3.")
    context.cut(lambda: "new")
    assert described(context.messages) == [("system", SYSTEM), ("user", "new\n\nPhase 3.")]


def test_calls_behind_the_opening_of_a_phase_keep_their_turn() -> None:
    context = begun()
    context.append(turn("mark", "next_phase", "say", "wait"))
    context.append(result("mark"))
    context.append(result("next_phase", "Phase 2."), opens_phase=True)
    context.append(result("say"))
    context.append(result("wait"))
    context.cut(lambda: "r")
    assert [call.name for call in context.messages[2].tool_calls] == ["say", "wait"]
    assert described(context.messages)[1:] == [
        ("user", "r\n\nPhase 2."),
        ("assistant", ""),
        ("tool", "done"),
        ("tool", "done"),
    ]


@given(
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 3), st.integers(0, 2)), max_size=25),
    st.integers(1, 400),
    st.integers(1, 300),
)
def test_every_answer_of_a_tool_follows_its_call_and_the_size_is_kept_right(
    phases: list[tuple[int, int, int]], max_tokens: int, trim_to_tokens: int
) -> None:
    context = begun(Compaction(max_tokens, trim_to_tokens))
    for number, (size, talks, behind) in enumerate(phases):
        open_phase(context, f"Phase {number}. {'x' * size}", *("a", "b")[:behind])
        for _ in range(talks):
            talk(context, "x" * size)
        context.cut(lambda: "r")
        assert_valid(context)


def assert_valid(context: Context) -> None:
    """What servers demand of a conversation."""
    assert context.messages[0] == ChatMessage("system", SYSTEM)
    assert context.messages[1].role == "user"
    owed: list[str] = []
    for message in context.messages:
        if message.role == "tool":
            assert owed.pop(0) == message.tool_call_id
        else:
            assert owed == []
            owed = [call.id for call in message.tool_calls]
    assert owed == []
    assert context.tokens == sum(map(estimate_tokens, context.messages))


def test_the_reminder_names_the_profile_and_the_sheets_read() -> None:
    assert reminder("# Max\n\n## 1. Me\n1.1 34 years old", ["family", "pets"]).endswith(
        "# Max\n\n## 1. Me\n1.1 34 years old\n\n"
        "Sheets that you have read so far: `family`, `pets`. Read one again when you need it."
    )


def test_a_reminder_of_nothing_says_only_that_something_is_gone() -> None:
    assert "\n" not in reminder("", [])
