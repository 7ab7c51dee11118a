"""What surrounds a right answer without saying anything never changes its grade."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_marathonmem.grading.outcome import Grade

RIGHT = [
    ("boss", "Boss gets 50 g of food a day"),
    ("tile", "$55 per m²"),
    ("car", "Toyota RAV4 (2019), $500 deposit"),
    ("kitchen", "The total is $7,670"),
    ("wine fridge", "Total $7,670, without the wine fridge"),
    ("birthday", "14 March"),
    ("tariff", "You haven't told me that."),
    ("wall", "Microcement"),
    ("old tile", "It was $42 before it went up to $55"),
    ("room", "5.2 × 4.0 m"),
]
WRAPPERS = [
    "**{}**",
    "__{}__",
    "`{}`",
    "```\n{}\n```",
    "~~~text\n{}\n~~~",
    "# {}",
    "## Answer\n{}",
    "> {}",
    "- {}",
    "* {}",
    "1. {}",
    "<b>{}</b>",
    "<p>{}</p>",
    "<div class='a1'>{}</div>",
    "\x1b[31m{}\x1b[0m",
    "\x1b]0;title 42\x07{}",
    "\u200b{}\u200b",
    "\ufeff{}",
    "  {}  ",
    "\r\n{}\r\n",
    "\x00{}\x07",
    "🙂 {} 👍",
    "({})",
    "Sure! {}",
    "Answer: {}",
    "{} 🎉",
    "{}\n\nShall I note anything else?",
    "{}\n\n---",
    "<think>Is it 12 or 13 $? No idea, 99 kg.</think>{}",
    "{} https://example.com/42/55?x=7670",
]


@pytest.mark.parametrize(("check", "answer"), RIGHT)
@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_markup_and_manners_do_not_change_a_grade(
    graded: Callable[[str, str], Grade], check: str, answer: str, wrapper: str
) -> None:
    assert graded(check, wrapper.format(answer)).score == 10


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(
    case=st.sampled_from(RIGHT),
    noise=st.text(alphabet="\u200b\u200d\ufe0f\u00ad\x00\x07\x1b🙂✨ \t\r\n", max_size=10),
    outer=st.sampled_from(WRAPPERS),
    inner=st.sampled_from(WRAPPERS[:3]),
)
def test_no_mixture_of_noise_changes_a_grade(
    graded: Callable[[str, str], Grade], case: tuple[str, str], noise: str, outer: str, inner: str
) -> None:
    check, answer = case
    wrapped = outer.format(inner.format(answer))
    assert graded(check, f"{noise}\n{wrapped}\n{noise}").score == 10


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(
    st.text(max_size=60),
    st.sampled_from(["boss", "car", "kitchen", "wine fridge", "readings", "tariff", "wall"]),
)
def test_any_answer_gets_a_grade_between_the_ends(
    graded: Callable[[str, str], Grade], answer: str, check: str
) -> None:
    grade = graded(check, answer)
    assert 0 <= grade.score <= 10
    assert grade.certain
