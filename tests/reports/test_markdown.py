from __future__ import annotations

from markdown_it import MarkdownIt

from pytest_marathonmem.reports.fold import fold
from pytest_marathonmem.reports.markdown import entry
from tests.reports.story import Story, planned

HOSTILE = "sure\n## 2026-01-01 09:00 max-other\n```\n- mean score: `10.00`\r# x\x0b## y\u2028## z\n<script>alert(1)</script>\x1b[2J\ud800"


def hostile_entry() -> str:
    story = Story().started(planned(HOSTILE, question=HOSTILE, expected=HOSTILE), judge=HOSTILE)
    story.evaluated(HOSTILE, 0.0, expected=HOSTILE, got=HOSTILE, comment=HOSTILE, flags=[HOSTILE])
    story.called(model=HOSTILE).failed_call(HOSTILE)
    story.then("guard", name=HOSTILE, mode="refuse", reason=HOSTILE).then(
        "conversation", cleared=False, reason=HOSTILE
    )
    return entry(fold(story.then("stopped", reason="agent", error=HOSTILE, seconds=1.0).events))


def test_an_entry_tells_the_run_and_every_imperfect_answer_in_full() -> None:
    story = Story().started(planned("20.1"), planned("20.2", type="AGG", traps=["CASCADE"]), planned("20.3"))
    story.evaluated("20.1").evaluated("20.2", 0.0, got="I think\n70 g", comment="70 g was told earlier")

    text = entry(fold(story.evaluated("20.3", None, comment="give the check a Key").finished().events))

    assert text == (
        "## 2026-07-20 09:30 max-notebook\n"
        "\n"
        "- benchmark @ agent: `max @ notebook`\n"
        "- persona: `scripted`\n"
        "- mean score: `5.00 over 2 of 3 checks`\n"
        "- scores: `1 x 10, 1 x 0`\n"
        "- coverage: `66.7%, 1 check unscored`\n"
        "- exam: `context never cleared`\n"
        "- guards: `none`\n"
        "- faults: `none`\n"
        "- time: `3.0 s`\n"
        "- state: `finished`\n"
        "\n"
        "Imperfect answers:\n"
        "\n"
        "    20.2, score 0, missed, attempt 1, owner agent (AGG CASCADE)\n"
        "    question  How much food a day does Boss get?\n"
        "    expected  50 g\n"
        "    got       I think\n"
        "              70 g\n"
        "    comment   70 g was told earlier\n"
        "\n"
        "Unscored:\n"
        "\n"
        "    20.3, unscored, attempt 1, owner scenario (RECALL)\n"
        "    question  How much food a day does Boss get?\n"
        "    expected  50 g\n"
        "    got       It is 50 g.\n"
        "    comment   give the check a Key\n"
        "\n"
    )


def test_an_entry_tells_what_models_cost_and_what_is_in_doubt() -> None:
    story = (
        Story().started(planned("20.1"), planned("20.2"), judge="strict").called().called("judge", "strict")
    )
    story.then("guard", name="role_flip", mode="refuse", reason="…").failed_call("rate limited")
    story.evaluated(
        "20.1", comment="disputed: code 10 (correct), judge 0 (wrong)", flags=["1.2 was only marked"]
    )

    text = entry(fold(story.evaluated("20.2").finished().events))

    assert text.split("- exam")[1] == (
        ": `context never cleared`\n"
        "- guards: `role flip x 1`\n"
        "- faults: `infrastructure: rate limited x 1 (persona)`\n"
        "- disputed: `20.1`\n"
        "- flagged: `20.1`\n"
        "- cost: `$0.0040 (persona $0.0020, judge $0.0020)`\n"
        "- calls: `persona deepseek: 1 call, 1,000 tokens in (600 cached), 50 out, median 1.5 s, longest 1.5 s`\n"
        "- calls: `judge strict: 1 call, 1,000 tokens in (600 cached), 50 out, median 1.5 s, longest 1.5 s`\n"
        "- time: `3.0 s`\n"
        "- state: `finished`\n"
        "\n"
        "Right, but disputed or flagged:\n"
        "\n"
        "    20.1, score 10, correct, attempt 1 (RECALL)\n"
        "    question  How much food a day does Boss get?\n"
        "    expected  50 g\n"
        "    got       It is 50 g.\n"
        "    comment   disputed: code 10 (correct), judge 0 (wrong)\n"
        "    flag      1.2 was only marked\n"
        "\n"
    )


def test_foreign_text_can_not_fake_an_entry() -> None:
    text = hostile_entry()

    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "## 2026-07-20 09:30 max-notebook"
    ]


def test_foreign_text_is_neither_markup_nor_html_for_a_markdown_reader() -> None:
    tokens = MarkdownIt("commonmark").parse(hostile_entry())

    kinds = {token.type for token in tokens} | {
        child.type for token in tokens for child in token.children or ()
    }
    headings = [token for token in tokens if token.type == "heading_open"]
    assert len(headings) == 1
    assert {"html_block", "html_inline", "fence", "link_open"}.isdisjoint(kinds)


def test_control_characters_and_surrogates_do_not_reach_the_file() -> None:
    text = hostile_entry()

    assert text.replace("\n", "").isprintable()
    text.encode()


def test_checks_that_were_never_reached_are_named_once() -> None:
    story = Story().started(planned("1"), planned("2"), planned("3")).evaluated("1")

    text = entry(fold(story.then("stopped", reason="interrupted", error="", seconds=1.0).events))

    assert "Never reached:\n\n    2\n    3\n" in text
