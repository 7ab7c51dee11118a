from __future__ import annotations

from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.terminal import summary
from tests.reports.story import Story, planned


def lines_of(story: Story, width: int = 80) -> list[str]:
    return [text for text, _ in summary(fold(story.events), width)]


def a_mixed_run() -> Story:
    story = Story().started(
        planned("20.1", traps=["CASCADE", "STALE"]),
        planned("20.2", type="VOID"),
        planned("20.3", type="VOID", traps=["STALE"]),
    )
    story.evaluated("20.1").evaluated("20.2", 0.0, got="About $0.10.", comment="a value was invented")
    return story.evaluated("20.3", None, comment="give the check a Key").finished(192.0)


def test_a_run_is_summed_up_in_full() -> None:
    assert lines_of(a_mixed_run()) == [
        "max-notebook: mean score 5.00 over 2 of 3 checks",
        "  persona   scripted",
        "  scores    1 x 10, 1 x 0",
        "  coverage  66.7%, 1 check unscored",
        "  exam      context never cleared",
        "  time      3 min 12 s",
        "",
        "  type    checks   mean",
        "  RECALL       1  10.00",
        "  VOID         2   0.00",
        "",
        "  trap     checks   mean",
        "  CASCADE       1  10.00",
        "  STALE         2  10.00",
        "",
        "  20.2, score 0, missed, attempt 1, owner agent (VOID)",
        "    question  How much food a day does Boss get?",
        "    expected  50 g",
        "    got       About $0.10.",
        "    comment   a value was invented",
        "",
        "  20.3, unscored, attempt 1, owner scenario (VOID STALE)",
        "    question  How much food a day does Boss get?",
        "    expected  50 g",
        "    got       It is 50 g.",
        "    comment   give the check a Key",
    ]


def test_a_context_that_was_never_cleared_is_red() -> None:
    marked = dict(summary(fold(a_mixed_run().events)))

    assert marked["  exam      context never cleared"] == {"red": True}


def test_a_context_that_was_cleared_is_not_marked() -> None:
    story = Story().started(planned("1")).then("conversation", cleared=True, reason="").evaluated("1")

    assert dict(summary(fold(story.events)))["  exam      context cleared by a new conversation"] == {}


def test_a_long_answer_is_wrapped_beside_its_label_and_nothing_is_cut() -> None:
    answer = "word " * 40 + "end"
    story = Story().started(planned("1")).evaluated("1", 0.0, got=answer)

    lines = lines_of(story, width=60)

    at = next(number for number, line in enumerate(lines) if line.startswith("    got"))
    shown = [
        lines[at].removeprefix("    got"),
        *(line for line in lines[at + 1 :] if line.startswith(" " * 14)),
    ]
    assert " ".join(" ".join(shown).split()) == answer
    assert max(map(len, lines)) <= 60


def test_the_line_breaks_of_an_answer_stay() -> None:
    story = Story().started(planned("1")).evaluated("1", 0.0, got="27 July: 126/82\n19 July: 128/84")

    lines = lines_of(story)

    assert "    got       27 July: 126/82\n              19 July: 128/84" in "\n".join(lines)


def test_an_empty_answer_is_shown_as_empty() -> None:
    assert "    got" in lines_of(Story().started(planned("1")).evaluated("1", 0.0, got=""))


def test_no_control_character_of_an_answer_reaches_the_terminal() -> None:
    hostile = "\x1b[31mred\x07 \x9b2J \u202eabc\r\x00\x1b]0;title\x07"
    story = Story().started(planned(hostile, question=hostile, type=hostile, traps=[hostile]))
    story.evaluated(hostile, 0.0, got=hostile, expected=hostile, comment=hostile)

    lines = lines_of(story.then("stopped", reason="agent", error=hostile, seconds=1.0))

    assert [line for line in lines if not line.isprintable()] == []


def test_a_stopped_run_says_so_in_red_and_names_what_it_never_reached() -> None:
    story = Story().started(planned("1"), planned("2"), planned("3")).evaluated("1")

    marked = dict(summary(fold(story.then("stopped", reason="agent", error="timed out", seconds=1.0).events)))

    assert marked["  state     stopped: agent: timed out"] == {"red": True}
    assert marked["  unreached 2, 3"] == {"yellow": True}
