"""Which lines of a chapter open phases, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.scenario.model import Benchmark, Phase

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
NO_CHECK = "this ❓ opens no check; it must begin its line, at up to three spaces or after a bullet"
CHECK = "❓ 1.1 Q? Correct answer: A.\n"


@pytest.fixture
def phases(load: Load) -> Callable[[str], list[Phase]]:
    def read(text: str) -> list[Phase]:
        benchmark = load(
            {"chapter1.md": text, "last.md": "## Exam\n❓ 99 Q? Correct answer: A.\n"},
            chapters=["chapter1.md", "last.md"],
        )
        return [phase for phase in benchmark.phases if phase.chapter == "chapter1"]

    return read


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("# T\n## One\n## Two\n", ["One", "Two"]),
        ("## C#\n## F##\n## Trimmed ##\n", ["C#", "F##", "Trimmed"]),
        ("   ## Indented\n    ## code\n", ["Indented"]),
        ("##\n## \n", ["", ""]),
        ("## One\n##no\n### Deeper\n# Top\n", ["One"]),
        ("## One\n```\n## Two\n~~~\n## Three\n```\n## Four\n", ["One", "Four"]),
        ("## One\n~~~text\n```\n## Two\n~~~\n## Three\n", ["One", "Three"]),
        ("## One\nUnderlined\n---\n\nAgain\n===\n## Two\n", ["One", "Two"]),
        ("## One\n> ## Quoted\n## Two\n", ["One", "Two"]),
        ("## One\n- ## Listed\n## Two\n", ["One", "Two"]),
        ("## One\n<!--\n## Two\n-->\n## Three\n", ["One", "Three"]),
        ("## One\ttab\n", ["One\ttab"]),
    ],
)
def test_every_heading_of_the_second_level_opens_a_phase(
    phases: Callable[[str], list[Phase]], text: str, titles: list[str]
) -> None:
    assert titles == [phase.title for phase in phases(text)]


def test_phases_are_counted_from_one_and_know_their_line(phases: Callable[[str], list[Phase]]) -> None:
    assert [(phase.number, phase.place.line) for phase in phases("# T\n\n## A\nx\n\n## B\n")] == [
        (1, 3),
        (2, 6),
    ]


def test_prose_and_checks_keep_their_order(phases: Callable[[str], list[Phase]]) -> None:
    (phase,) = phases("## P\n\nFirst.\nSecond.\n\n" + CHECK + "\nThird.\n")
    assert [part if isinstance(part, str) else part.id for part in phase.body] == [
        "First.\nSecond.",
        "1.1",
        "Third.",
    ]
    assert phase.prose == "First.\nSecond.\n\nThird."


def test_fences_of_other_languages_and_deeper_headings_are_prose(
    phases: Callable[[str], list[Phase]],
) -> None:
    (phase,) = phases("## P\n### Mood\n```text\n❓ 5.5 no check\n08:00 — no anchor\n```\n")
    assert phase.body == ("### Mood\n```text\n❓ 5.5 no check\n08:00 — no anchor\n```",)
    assert phase.anchors == ()


def test_comments_and_our_blocks_are_not_prose(phases: Callable[[str], list[Phase]]) -> None:
    (phase,) = phases(
        "## P\n```js\nawait bench.newSession();\n```\nA\n<!-- for the author:\n❓ 7 Q? -->\n```script\n// x\n```\nB\n"
    )
    assert phase.body == ("A\nB",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# T\nNothing.\n", "chapter1.md:1: the chapter has no phase; open one with a '## ' heading"),
        ("## P\n```script\ntell x 1\n", "chapter1.md:2: the block opened by '```' is never closed"),
        ("## P\n~~~~\n~~~\n", "chapter1.md:2: the block opened by '~~~~' is never closed"),
        ("## P\n```text\n", "chapter1.md:2: the block opened by '```' is never closed"),
        ("## P\n```js\n## Q\n❓ 1\n", "chapter1.md:2: the block opened by '```' is never closed"),
        ("## P\n<!-- open\n## Q\n", "chapter1.md:2: the comment opened by '<!--' is never closed by '-->'"),
        (
            "## P\n- a\n\n  ```script\n  ask 1\n  ```\n",
            "chapter1.md:4: a 'script' block inside a list item or quotation isn't run",
        ),
        (
            "## P\n> ```js\n> x\n> ```\n",
            "chapter1.md:2: a 'js' block inside a list item or quotation isn't run",
        ),
        ("```script\n// x\n```\n## P\n", "chapter1.md:1: a block before the first '## ' belongs to no phase"),
        ("# T\n" + CHECK + "## P\n", "chapter1.md:2: a check before the first '## ' belongs to no phase"),
    ],
)
def test_what_cannot_be_meant_is_a_problem(problems_of: ProblemsOf, text: str, expected: str) -> None:
    assert problems_of({"chapter1.md": text, "chapter2.md": "## P\n❓ 9 Q? Correct answer: A.\n"})[
        0
    ].startswith(expected)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# T\n\nAbout it.\n## P\n", 3, "text before the first '## ' isn't given to the persona"),
        ("## P\n- ## Q\n", 2, "a heading inside a list item or quotation opens no phase"),
        ("## P\n    ❓ 3 Q?\n", 2, NO_CHECK),
        ("## P\n1. ❓ 3 Q?\n", 2, NO_CHECK),
        ("## P\nAsk her: ❓ 3 Q?\n", 2, NO_CHECK),
        ("## P\n8:00 — x\n", 2, "a time with a one-digit hour is text; write 08:00 for an anchor"),
    ],
)
def test_what_may_be_a_slip_is_a_warning(load: Load, text: str, line: int, message: str) -> None:
    benchmark = load({"chapter1.md": text, "chapter2.md": "## P\n" + CHECK})
    assert [(line, message)] == [(warning.place.line, warning.message) for warning in benchmark.warnings]
