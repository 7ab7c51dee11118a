from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.terminal import session, summary
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


def a_paid_run() -> Story:
    story = Story().started(planned("1"), planned("2", type="VOID"), judge="strict")
    story.called(
        input_tokens=1_204_332, cached_tokens=900_121, output_tokens=20_331, cost_usd=0.2, seconds=2.0
    )
    story.called("judge", "strict", cost_usd=0.013, cached_tokens=0).failed_call("rate limited")
    story.then("guard", name="role_flip", mode="refuse", reason="…")
    story.then("guard", name="near_duplicate", mode="observe", reason="…")
    story.evaluated(
        "1", comment="disputed: code 10 (correct), judge 0 (wrong)", flags=["1.2 was only marked"]
    )
    return story.evaluated("2", flags=["1.3 was only marked"]).finished()


def test_models_money_guards_faults_and_doubts_are_shown() -> None:
    assert lines_of(a_paid_run()) == [
        "max-notebook: mean score 10.00 over 2 of 2 checks",
        "  persona   scripted",
        "  judge     strict",
        "  scores    2 x 10",
        "  coverage  100.0%",
        "  exam      context never cleared",
        "  guards    near duplicate x 1 (observed), role flip x 1",
        "  faults    infrastructure: rate limited x 1 (persona)",
        "  disputed  1",
        "  flagged   1, 2",
        "  cost      $0.213 (persona $0.200, judge $0.013)",
        "  time      3.0 s",
        "",
        "  role     model     calls         in   cached     out    cost  median s",
        "  persona  deepseek      1  1,204,332  900,121  20,331  $0.200       2.0",
        "  judge    strict        1      1,000        0      50  $0.013       1.5",
        "  all                    2  1,205,332  900,121  20,381  $0.213",
        "",
        "  type    checks   mean",
        "  RECALL       1  10.00",
        "  VOID         1  10.00",
    ]


def test_what_is_not_known_of_a_cost_is_never_shown_as_nothing() -> None:
    story = Story().started().called().failed_call("timeout", cost_usd=None)
    story.then("status", compactions=None, context_tokens=None, usage={"calls": 7})

    lines = lines_of(story)

    assert "  cost      at least $0.0020 (persona at least $0.0020, agent unknown)" in lines
    assert lines[
        lines.index("  role     model         calls      in  cached  out      cost  median s") :
    ] == [
        "  role     model         calls      in  cached  out      cost  median s",
        "  persona  deepseek          1  1,000+    600+  50+  $0.0020+       1.5",
        "  agent    (own models)      7       ?       ?    ?         ?         ?",
        "  all                        8  1,000+    600+  50+  $0.0020+",
        "  +: at least; of some attempts it isn't known",
    ]


def test_the_flags_of_an_answer_stand_below_it() -> None:
    story = Story().started(planned("1")).evaluated("1", 0.0, flags=["1.2 was only marked", "1.3 too"])

    assert lines_of(story)[-2:] == ["    flag      1.2 was only marked", "    flag      1.3 too"]


def test_no_control_character_of_a_model_or_a_fault_reaches_the_terminal() -> None:
    hostile = "\x1b[31mred\x07\n \x9b2J \u202eabc"
    story = Story().started(planned("1"), judge=hostile).called(model=hostile).failed_call(hostile)
    story.then("guard", name=hostile, mode="refuse", reason="").evaluated("1", 0.0, flags=[hostile])
    report = fold(story.finished().events)

    lines = [text for block in session([report] * 4, hostile) for text, _ in block]

    assert [line for line in lines if not line.isprintable()] == []


def blocks_of(*stories: Story, verbose: bool = False) -> list[list[str]]:
    reports = [replace(fold(story.events), run=f"max-{number}") for number, story in enumerate(stories)]
    return [[text for text, _ in block] for block in session(reports, "results/report.md", verbose=verbose)]


def test_one_run_needs_no_overview() -> None:
    assert len(blocks_of(a_mixed_run())) == 1


def test_several_runs_are_compared_at_the_end_with_what_they_cost_together() -> None:
    stopped = Story().started(planned("1"), planned("2")).evaluated("1", 0.0).called()
    stopped.then("stopped", reason="budget", error="", seconds=3725.0)

    assert blocks_of(a_paid_run(), a_mixed_run(), stopped)[-1] == [
        "run     mean  coverage  imperfect     cost        time",
        "max-0  10.00    100.0%          0   $0.213       3.0 s",
        "max-1   5.00     66.7%          1        -  3 min 12 s",
        "max-2   0.00     50.0%          1  $0.0020  1 h 02 min  stopped",
        "all 3 runs: $0.215, 3 calls, 1,206,332 tokens in (900,721 cached), 20,431 out",
    ]


def test_offline_runs_are_compared_without_a_sum() -> None:
    assert blocks_of(a_mixed_run(), a_mixed_run())[-1][-1].startswith("max-1 ")


def test_of_many_runs_an_answer_has_one_line_and_the_journal_is_named() -> None:
    blocks = blocks_of(*[a_mixed_run()] * 4)

    assert blocks[0] == [
        "max-0: mean score 5.00 over 2 of 3 checks",
        "  persona   scripted",
        "  scores    1 x 10, 1 x 0",
        "  coverage  66.7%, 1 check unscored",
        "  exam      context never cleared",
        "  time      3 min 12 s",
        "  20.2, score 0, missed, attempt 1, owner agent (VOID): expected 50 g, got Ab...",
        "  20.3, unscored, attempt 1, owner scenario (VOID STALE): give the check a Key",
    ]
    assert blocks[4] == ["All answers in full: results/report.md, or here with -v"]


@pytest.mark.parametrize(("runs", "verbose"), [(3, False), (4, True)])
def test_a_few_runs_and_those_that_are_wanted_in_full_are_shown_in_full(runs: int, verbose: bool) -> None:
    blocks = blocks_of(*[a_mixed_run()] * runs, verbose=verbose)

    assert len(blocks) == runs + 1
    assert all("    got       About $0.10." in block for block in blocks[:runs])
