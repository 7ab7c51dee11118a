from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_marathonmem.values import printable


def test_terminal_escapes_become_visible() -> None:
    assert printable("\x1b[31mred\x1b[0m") == r"\x1b[31mred\x1b[0m"


def test_lines_and_tabs_stay() -> None:
    assert printable("a\n\tb\r\nc") == "a\n\tb\nc"


def test_what_turns_the_direction_of_writing_becomes_visible() -> None:
    assert printable("a\u202eb") == r"a\u202eb"


def test_lone_surrogates_become_visible() -> None:
    assert printable("\ud800") == r"\ud800"


def test_emoji_stay() -> None:
    assert printable("👩‍💻 ❤️ é") == "👩‍💻 ❤️ é"


@given(st.text(alphabet=st.characters()))
def test_nothing_that_acts_on_a_terminal_is_left(text: str) -> None:
    shown = printable(text)
    assert all(c in "\n\t" or ord(c) >= 0x20 for c in shown)
    assert not any("\x7f" <= c <= "\x9f" for c in shown)
    shown.encode()
