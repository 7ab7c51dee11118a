"""Folding the scripts' operations: what is so, and what is known, at every moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import RETIRED, Benchmark, FactRef

Load = Callable[..., Benchmark]
FOOD = FactRef("pets", "1.2")
SHEETS = {
    "pets.md": "# Pets\n## 1. Boss\n1.1 Boss is a cat\n1.2 Boss gets 70 g a day\n1.3 —\n",
    "home.md": "# Home\n## 1. Wall\n1.1 Tile, $42\n1.4 Tiles in total, $1,050\n",
}
FIRST = """## One
```script
tell pets 1.1-1.2
| Boss is a cat, 70 g a day.
ask 1.1
edit pets 1.2: Boss gets 55 g a day #RECONSIDER
| No, 55 g.
```
❓ 1.1 How much? Correct answer: 70 g.

## Two
```script
edit home 1.1: Tile, $55 #CASCADE
derive home 1.4: Tiles in total, $1,375
| The tile is 55 now.
add pets 1.4: The cushion costs $30 #LATE-ADD
| A cushion for 30.
retire pets 1.1 #RETIRE
| No cat any more.
ask 2.1
edit pets 1.2: Boss gets 50 g a day #SELF-FIX
| My mistake, 50 g.
```
❓ 2.1 And now? Correct answer: 55 g.

## Three
❓ 3.1 In the end? Correct answer: 50 g.
"""


@pytest.fixture
def ledger(load: Load) -> Ledger:
    return Ledger.of(load({"chapter1.md": FIRST, **SHEETS}))


@pytest.mark.parametrize(
    ("check", "text"),
    [("1.1", "Boss gets 70 g a day"), ("2.1", "Boss gets 55 g a day"), ("3.1", "Boss gets 50 g a day")],
)
def test_a_state_holds_the_text_at_the_asking(ledger: Ledger, check: str, text: str) -> None:
    assert text == ledger.at_ask(check).text(FOOD)


def test_a_chain_goes_from_the_oldest_text_to_the_newest(ledger: Ledger) -> None:
    chain = ledger.at_ask("3.1").chain(FOOD)
    assert [(version.kind, version.marks) for version in chain] == [
        ("sheet", ()),
        ("edit", ("RECONSIDER",)),
        ("edit", ("SELF-FIX",)),
    ]


def test_a_later_change_is_not_in_an_earlier_chain(ledger: Ledger) -> None:
    assert [version.text for version in ledger.at_ask("1.1").chain(FOOD)] == ["Boss gets 70 g a day"]


def test_a_sheets_fact_is_known_from_the_message_that_tells_it(ledger: Ledger) -> None:
    assert not ledger.start.known(FOOD)
    (version,) = ledger.at_ask("1.1").chain(FOOD)
    assert version.known_since == ledger.timeline[0]


def test_a_fact_that_was_changed_but_never_told_is_known_in_its_new_text_only(ledger: Ledger) -> None:
    first, second = ledger.end.chain(FactRef("home", "1.1"))
    assert first.known_since is None
    assert second.known_since == second.moment


def test_a_derived_text_is_known_but_not_counted_as_told(ledger: Ledger) -> None:
    total = FactRef("home", "1.4")
    assert ledger.end.known(total)
    assert total not in ledger.end.told
    assert ledger.end.chain(total)[-1].marks == ("CASCADE",)


def test_told_facts_are_those_that_a_message_said(ledger: Ledger) -> None:
    told = ["pets:1.1", "pets:1.2", "home:1.1", "pets:1.4"]
    assert sorted(told) == sorted(map(str, ledger.end.told))
    assert sorted(map(str, ledger.at_ask("1.1").told)) == ["pets:1.1", "pets:1.2"]


def test_a_retired_fact_has_the_text_of_a_retired_one_and_keeps_its_chain(ledger: Ledger) -> None:
    cat = FactRef("pets", "1.1")
    assert ledger.end.text(cat) == RETIRED
    assert [version.text for version in ledger.end.chain(cat)] == ["Boss is a cat", RETIRED]


def test_an_added_fact_does_not_exist_before_its_message(ledger: Ledger) -> None:
    cushion = FactRef("pets", "1.4")
    assert ledger.at_ask("1.1").text(cushion) is None
    assert cushion not in set(ledger.at_ask("1.1").refs)
    assert ledger.at_ask("2.1").known(cushion)
    assert cushion in set(ledger.at_ask("2.1").refs)


def test_an_unknown_fact_has_no_text_and_no_chain(ledger: Ledger) -> None:
    nobody = FactRef("pets", "9.9")
    assert (ledger.end.text(nobody), ledger.end.chain(nobody)) == (None, ())
    assert not ledger.end.known(nobody)


def test_the_timeline_holds_messages_and_askings_with_their_phase(ledger: Ledger) -> None:
    steps = [(moment.phase.number, type(moment.step).__name__) for moment in ledger.timeline]
    said, asked = "Utterance", "Ask"
    one = [(1, said), (1, asked), (1, said)]
    two = [(2, said), (2, said), (2, said), (2, asked), (2, said)]
    assert [*one, *two, (3, asked)] == steps


def test_the_messages_of_a_state_are_those_before_it(ledger: Ledger) -> None:
    assert len(list(ledger.at_ask("2.1").messages)) == 5


def test_a_phase_has_a_state_before_and_after_it(load: Load) -> None:
    benchmark = load({"chapter1.md": FIRST, **SHEETS})
    ledger = Ledger.of(benchmark)
    two = list(benchmark.phases)[1]
    tile = FactRef("home", "1.1")
    assert (ledger.before_phase(two).text(tile), ledger.after_phase(two).text(tile)) == (
        "Tile, $42",
        "Tile, $55",
    )


def test_telling_again_adds_a_mark_but_no_version(load: Load) -> None:
    script = "## One\n```script\ntell pets 1.2\n| 70 g.\ntell pets 1.2 #XREF\n| As much as before.\n```\n❓ 1 Q? Correct answer: A."
    chain = Ledger.of(load({"chapter1.md": script, **SHEETS})).end.chain(FOOD)
    assert [version.marks for version in chain] == [("XREF",)]
    assert [version.known_since.index for version in chain if version.known_since] == [0]


def test_asking_for_an_unknown_check_is_a_key_error(ledger: Ledger) -> None:
    with pytest.raises(KeyError, match="9"):
        ledger.at_ask("9")


def test_a_long_script_folds_in_linear_time(load: Load) -> None:
    """Five thousand changes of one fact, and a state in the middle of them, take well under a second."""
    edits = "".join(
        f"edit pets 1.2: Boss gets {number} g a day\n| Now {number} g.\n" for number in range(5_000)
    )
    benchmark = load({"chapter1.md": f"## One\n```script\n{edits}```\n❓ 1 Q? Correct answer: A.", **SHEETS})
    ledger = Ledger.of(benchmark)
    assert ledger.after(ledger.timeline[2_499]).text(FOOD) == "Boss gets 2499 g a day"
