"""What the ledger knows about a check at its asking."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.scenario.asked import AskedCheck, describe
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import Benchmark

Load = Callable[..., Benchmark]
SHEETS = {
    "pets.md": "# Pets\n## 1. Boss\n1.1 Boss is a grey cat\n1.2 Boss gets 70 g a day\n",
    "kitchen.md": "# K\n## 1. A\n1.1 Cabinets, $3,500\n1.2 Wine fridge, $330\n1.3 Estimate $3,830\n",
}
SCRIPT = """## One
```script
tell pets 1
tell kitchen 1 #XREF
| All of it.
edit pets 1.2: Boss gets 55 g a day #RECONSIDER
| 55 g.
```
## Two
```script
edit kitchen 1.1: Cabinets, $3,820 #CASCADE
derive kitchen 1.3: Estimate $4,150
| 3,820.
retire kitchen 1.2 #RETIRE
| No wine fridge.
ask 2.1
| By the way, nice weather.
ask 2.2
edit pets 1.2: Boss gets 50 g a day #SELF-FIX
| 50 g, my mistake.
```
❓ 2.1 How much food? Correct answer: 55 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "55 g"}
❓ 2.2 Which cat? Correct answer: grey.
   Key: {type: "RECALL", facts: ["pets:1.1"], value: "grey"}
## Exam
"""
CHECKS = {
    "recall": ("50 g.", '{type: "RECALL", facts: ["pets:1.2"], value: "50 g"}'),
    "hist": ("70 g.", '{type: "HIST", facts: ["pets:1.2"], value: "70 g"}'),
    "hist of the middle": ("55 g.", '{type: "HIST", facts: ["pets:1.2"], value: "55 g"}'),
    "untouched": ("A grey cat.", '{type: "RECALL", facts: ["pets:1.1"], value: "grey"}'),
    "neg": ("$3,820.", '{type: "NEG", facts: ["kitchen:1.1"], total: "$3,820", absent: ["wine fridge"]}'),
    "agg": ("$3,820.", '{type: "AGG", sum: {"kitchen:1.1": "$3,820"}, total: "$3,820"}'),
    "points": (
        "Grey, 50 g.",
        '{type: "RECALL", facts: ["pets:1.1", "pets:1.2"], points: [{value: "grey"}, {value: "50 g"}]}',
    ),
    "total alone": ("$3,820.", '{type: "AGG", facts: ["kitchen:1.1"], total: "$3,820"}'),
    "void": ("You never told me.", '{type: "VOID", topic: ["tariff"]}'),
    "no key": ("50 g.", ""),
}


@pytest.fixture
def asked(load: Load) -> Callable[[str], AskedCheck]:
    exam = "".join(
        f"❓ {number} The question? Correct answer: {answer}\n" + (f"   Key: {key}\n" if key else "")
        for number, (answer, key) in enumerate(CHECKS.values(), start=10)
    )
    benchmark = load({"chapter1.md": SCRIPT + exam, **SHEETS})
    ledger = Ledger.of(benchmark)
    ids = {name: str(number) for number, name in enumerate(CHECKS, start=10)}
    checks = {check.id: check for check in benchmark.checks}
    return lambda name: describe(checks[ids.get(name, name)], ledger)


@pytest.mark.parametrize(
    ("name", "traps"),
    [
        ("recall", ("RECONSIDER", "SELF-FIX")),
        ("untouched", ()),
        ("neg", ("XREF", "CASCADE", "RETIRE")),
        ("agg", ("XREF", "CASCADE")),
        ("void", ()),
        ("no key", ()),
    ],
)
def test_traps_are_the_marks_on_the_chains_up_to_the_asking(
    asked: Callable[[str], AskedCheck], name: str, traps: tuple[str, ...]
) -> None:
    assert asked(name).traps == traps


def test_a_question_right_before_the_correction_of_an_own_mistake_counts_as_self_fix(
    asked: Callable[[str], AskedCheck],
) -> None:
    assert asked("2.1").traps == ("RECONSIDER", "SELF-FIX")


def test_a_question_about_another_fact_before_it_does_not(asked: Callable[[str], AskedCheck]) -> None:
    assert asked("2.2").traps == ()


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("recall", True),
        ("hist", False),
        ("hist of the middle", True),
        ("untouched", False),
        ("neg", True),
        ("agg", True),
        ("points", True),
        ("total alone", True),
        ("void", False),
        ("no key", False),
    ],
)
def test_a_value_is_changed_if_it_is_not_in_the_first_texts(
    asked: Callable[[str], AskedCheck], name: str, changed: bool
) -> None:
    assert asked(name).changed is changed


@pytest.mark.parametrize(
    ("name", "earlier"),
    [
        ("recall", ("Boss gets 70 g a day", "Boss gets 55 g a day")),
        ("2.1", ("Boss gets 70 g a day",)),
        ("hist", ("Boss gets 55 g a day", "Boss gets 50 g a day")),
        ("hist of the middle", ("Boss gets 70 g a day", "Boss gets 50 g a day")),
        ("untouched", ()),
        ("agg", ("Cabinets, $3,500",)),
        ("void", ()),
    ],
)
def test_earlier_texts_are_those_whose_values_would_be_stale(
    asked: Callable[[str], AskedCheck], name: str, earlier: tuple[str, ...]
) -> None:
    assert asked(name).earlier == earlier


@pytest.mark.parametrize(
    ("name", "kind", "single"),
    [("recall", "RECALL", True), ("points", "RECALL", False), ("void", "VOID", True)],
)
def test_type_and_single_value_are_the_keys(
    asked: Callable[[str], AskedCheck], name: str, kind: str, single: bool
) -> None:
    assert (asked(name).type, asked(name).single_value) == (kind, single)


def test_question_and_expected_are_the_checks(asked: Callable[[str], AskedCheck]) -> None:
    assert (asked("recall").question, asked("recall").expected) == ("The question?", "50 g.")


def test_the_chain_of_a_retired_item_is_there(asked: Callable[[str], AskedCheck]) -> None:
    assert [str(ref) for ref in asked("neg").chains] == ["kitchen:1.1", "kitchen:1.2"]


@pytest.mark.parametrize(
    ("answer", "language", "kind", "single"),
    [
        ("50 g.", "en", "RECALL", True),
        ("Toyota RAV4 (2019), deposit $500.", "en", "RECALL", False),
        ("around Ashton Court.", "en", "RECALL", True),
        ("you never told me the tariff, there's no record.", "en", "VOID", True),
        ("ты не говорил", "ru", "VOID", True),
    ],
)
def test_without_a_key_the_answer_shows_the_kind(
    load: Load, answer: str, language: str, kind: str, single: bool
) -> None:
    benchmark = load({"chapter1.md": f"## P\n❓ 1 Q? Correct answer: {answer}\n"}, language=language)
    asked = describe(benchmark.checks[0], Ledger.of(benchmark))
    assert (asked.type, asked.single_value) == (kind, single)
