from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.commands.conftest import Mmb

PETS = "# Pets\n\n## 1. Boss\n1.1 Boss gets 70 g of food a day\n1.2 Boss has a brush for $9\n1.3 A month of food, $21\n"
FOOD = """# Food

## The vet

You are a little embarrassed.

❓ 1.1 How much does Boss get?
   Correct answer: 55 g.
   Key: {type: "RECALL", facts: ["pets:1.1"], value: "55 g"}

```script
tell pets 1.1-1.3
| Boss gets 70 g, his brush cost $9, and a month of food is $21.

| Nice weather.

edit pets 1.1: Boss gets 55 g of food a day #STALE
derive pets 1.3: A month of food, $17
| The vet wants him lighter: 55 g.
ask 1.1
add pets 1.4: Boss is chipped since {{PAST:3:weeks}} #LATE-ADD
retire pets 1.2 #RETIRE
| He got his chip on {{PAST:3:weeks}}, and the brush is gone.
```
"""
EXAM = """# Exam

## A new conversation

```js
await bench.newSession();
```

2026-07-28, Tue

09:00 - the exam begins

❓ 2.1 How many teeth does Boss have?
   Correct answer: you never said.
"""


@pytest.fixture
def demo(write_benchmark: Callable[..., Path]) -> Path:
    """A benchmark in the folder ``demo``, where ``mmb`` is run."""
    return write_benchmark(
        {
            "chapter1.md": FOOD,
            "chapter2.md": EXAM,
            "pets.md": PETS,
            "profile.md": "# Max\n\n## 1. Me\n1.1 Max, 34\n",
            "instructions.md": "You write short messages.",
        },
        title="The cat",
        start_time="2026-07-28 08:00",
        timezone="Asia/Tbilisi",
    )


def shown(mmb: Mmb, *arguments: str) -> str:
    printed = mmb("show", *arguments)
    assert (0, "") == (printed.code, printed.err)
    return printed.out


@pytest.fixture
def show_demo(mmb: Mmb, demo: Path) -> Callable[..., str]:
    """Show ``demo``, or a chapter of it."""
    return partial(shown, mmb, demo.name)


def test_the_head_tells_what_it_is_and_of_which_day_its_dates_are(show_demo: Callable[..., str]) -> None:
    lines = show_demo().splitlines()
    assert lines[0] == "The cat (demo), chapters 2, phases 2, checks 2"
    assert lines[1] == "dates as of 2026-07-28 08:00, Asia/Tbilisi"


def test_the_persona_gets_a_phase_in_slices_that_end_with_a_check(show_demo: Callable[..., str]) -> None:
    expected = """
the persona gets:
    You are a little embarrassed.

    Your checklist, in this order:
    1. tell pets 1.1, 1.2, 1.3
    2. edit pets 1.1: Boss gets 55 g of food a day
    3. ask, with check_id "1.1": How much does Boss get?

after the answer to 1.1 it gets:
    Your checklist, in this order:
    1. add pets 1.4: Boss is chipped since 7 July 2026
    2. retire pets 1.2
    3. convey in your own words: He got his chip on 7 July 2026, and the brush is gone.

    When all this is done, call `next_phase`.
"""
    assert expected in show_demo("chapter1")


def test_each_message_shows_what_it_does_to_the_ledger(show_demo: Callable[..., str]) -> None:
    expected = """
what happens:

    | Boss gets 70 g, his brush cost $9, and a month of food is $21.
      tell   pets:1.1          Boss gets 70 g of food a day
      tell   pets:1.2          Boss has a brush for $9
      tell   pets:1.3          A month of food, $21

    | Nice weather.

    | The vet wants him lighter: 55 g.
      edit   pets:1.1          Boss gets 70 g of food a day
                            -> Boss gets 55 g of food a day #STALE
      derive pets:1.3          A month of food, $21
                            -> A month of food, $17 #STALE
"""
    assert expected in show_demo("chapter1")


def test_additions_and_retirements_are_shown(show_demo: Callable[..., str]) -> None:
    expected = """
    | He got his chip on 7 July 2026, and the brush is gone.
      add    pets:1.4          Boss is chipped since 7 July 2026 #LATE-ADD
      retire pets:1.2          Boss has a brush for $9
                            -> retired #RETIRE
"""
    assert expected in show_demo("chapter1")


def test_a_check_shows_its_answer_its_key_and_the_chain_of_its_facts(show_demo: Callable[..., str]) -> None:
    expected = """
    ❓ 1.1    How much does Boss get?
      answer     55 g.
      key        RECALL {"value": "55 g"}
      traps      STALE
      rests on   pets:1.1
          sheet  Boss gets 70 g of food a day (pets.md:4, known since chapter1, phase 1)
          edit   Boss gets 55 g of food a day #STALE (chapter1.md:17, known since chapter1, phase 1)
      stands in  demo/chapter1.md:7
"""
    assert expected in show_demo("chapter1")


def test_a_check_without_a_key_shows_the_type_of_its_answer(show_demo: Callable[..., str]) -> None:
    assert "      key        none; VOID by its answer\n" in show_demo("chapter2")


def test_a_chapter_begins_and_ends_with_its_ledger(show_demo: Callable[..., str]) -> None:
    text = show_demo("chapter1")
    assert "before it  0 of 4 facts told, 0 changed, 0 of them retired\n" in text
    expected = """
-------- what chapter1 does to the ledger --------
  pets:1.1         unknown  Boss gets 70 g of food a day
               ->  known    Boss gets 55 g of food a day
  pets:1.2         unknown  Boss has a brush for $9
               ->  known    retired
  pets:1.3         unknown  A month of food, $21
               ->  known    A month of food, $17
  pets:1.4         (not yet there)
               ->  known    Boss is chipped since 7 July 2026
after it   4 of 5 facts told, 3 changed, 1 of them retired
"""
    assert text.endswith(expected)


def test_a_phase_shows_its_settings_its_day_and_its_anchors(show_demo: Callable[..., str]) -> None:
    expected = """
---- chapter2, phase 1: A new conversation ---- demo/chapter2.md:3
begins with a new conversation of the agent
plays on 2026-07-28, Tue
  09:00 the exam begins
"""
    assert expected in show_demo("chapter2")


def test_one_chapter_is_shown_alone(show_demo: Callable[..., str]) -> None:
    text = show_demo("chapter2.md")
    assert "======== Exam ========" in text
    assert "======== Food ========" not in text
    assert "You write short messages." not in text


def test_a_whole_benchmark_begins_with_what_the_persona_always_has_in_mind(mmb: Mmb, demo: Path) -> None:
    text = shown(mmb, str(demo / "benchmark.json"))
    assert (
        text.index("You write short messages.")
        < text.index("1.1  Max, 34")
        < text.index("======== Food ========")
    )
    assert "======== Exam ========" in text


def test_a_shipped_benchmark_is_shown_by_its_name(mmb: Mmb) -> None:
    text = shown(mmb, "max", "chapter10")
    assert text.startswith("Max (")
    assert "chapter10.md:3" in text


def test_a_folder_of_that_name_that_is_no_benchmark_does_not_hide_a_shipped_one(
    mmb: Mmb, tmp_path: Path
) -> None:
    (tmp_path / "max").mkdir()
    assert shown(mmb, "max", "chapter1").startswith("Max (")


def test_a_benchmark_here_goes_before_a_shipped_one(mmb: Mmb, demo: Path) -> None:
    demo.rename(demo.with_name("max"))
    assert shown(mmb, "max").startswith("The cat (max)")


def test_the_largest_benchmark_shows_every_message_and_every_check(mmb: Mmb) -> None:
    text = shown(mmb, "max")
    assert 36 == len(re.findall(r"^    ❓ ", text, re.MULTILINE))
    assert max(map(len, text.splitlines())) < 180


def test_an_unknown_chapter_is_an_error_that_lists_the_chapters(mmb: Mmb, demo: Path) -> None:
    expected = "mmb: demo has no chapter 'chapter3'; its chapters are chapter1, chapter2\n"
    assert (2, "", expected) == mmb("show", demo.name, "chapter3")


def test_an_unknown_benchmark_is_an_error_that_lists_the_shipped_ones(mmb: Mmb) -> None:
    expected = "mmb: 'nothing' is neither a folder nor a shipped benchmark; shipped are max\n"
    assert (2, "", expected) == mmb("show", "nothing")


def test_a_folder_without_a_manifest_is_an_error(mmb: Mmb, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    printed = mmb("show", "empty")
    assert (2, "") == (printed.code, printed.out)
    assert "empty/benchmark.json:1: there is no file 'benchmark.json'" in printed.err


def test_all_faults_of_a_folder_are_shown_each_on_a_line_with_its_place(mmb: Mmb, demo: Path) -> None:
    (demo / "chapter1.md").write_text(FOOD.replace("ask 1.1", "ask 1.7").replace("weeks", "wekks"))
    printed = mmb("show", "demo")
    assert (2, "") == (printed.code, printed.out)
    head, *faults = printed.err.splitlines()
    assert head == f"mmb: the benchmark can't be played; faults: {len(faults)}"
    assert len(faults) >= 3
    assert all(re.match(r"demo/chapter1\.md:\d+: ", fault) for fault in faults)


def test_a_phase_of_prose_is_shown_with_what_is_read_out(
    write_benchmark: Callable[..., Path], mmb: Mmb
) -> None:
    write_benchmark({"pets.md": PETS, "chapter1.md": "## Cat\nTell the facts of `pets`.\n" + EXAM})
    assert "Please note (Pets, Boss): Boss gets 70 g of food a day." in " ".join(
        mmb("show", "demo").out.split()
    )
