"""Fact sheets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.scenario.model import Benchmark

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
CHAPTER = {"chapter1.md": "## P\n❓ 1.1 Q? Correct answer: A.\n"}


def test_a_sheet_has_a_title_categories_and_facts(load: Load) -> None:
    text = "# Семья\n\n## 1. Жена Лена\n1.1 Лене 31 год\n\n## 2. Кот\n2.1 —\n"
    sheet = load({**CHAPTER, "family.md": text}).sheets["family"]
    assert (sheet.name, sheet.title) == ("family", "Семья")
    assert [(category.id, category.title) for category in sheet.categories] == [
        ("1", "Жена Лена"),
        ("2", "Кот"),
    ]
    assert [(str(fact.ref), fact.text, fact.place.line) for fact in sheet.facts] == [
        ("family:1.1", "Лене 31 год", 4),
        ("family:2.1", "—", 7),
    ]


def test_facts_stand_at_up_to_three_spaces_or_after_a_bullet(load: Load) -> None:
    text = "# F\n## 1. A\n1.1 a\n   1.2 b\n    - 1.3 c\n* 1.4 d\n+ 1.5 e\n• 1.6 f\n1.10 g\n1.07 h\n"
    sheet = load({**CHAPTER, "family.md": text}).sheets["family"]
    assert [fact.ref.id for fact in sheet.facts] == ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.10", "1.07"]


def test_a_category_may_be_empty(load: Load) -> None:
    assert load({**CHAPTER, "family.md": "# F\n## 1. A\n"}).sheets["family"].categories[0].facts == ()


def test_a_sheet_without_a_title_has_its_name(load: Load) -> None:
    assert load({**CHAPTER, "family.md": "## 1. A\n1.1 a\n"}).sheets["family"].title == "family"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# F\n1.1 a\n", "family.md:2: fact '1.1' stands before any category; put '## 1. Name' above it"),
        ("## 1. A\n2.1 a\n", "family.md:2: fact '2.1' stands in category '1'; its id must begin with '1.'"),
        (
            "## 1. A\n1.1 a\n1.1 b\n",
            "family.md:3: fact '1.1' stands twice, first on line 2; ids are used once",
        ),
        (
            "## 1. A\n1.1 a\n## 1. B\n",
            "family.md:3: category '1' stands twice, first on line 1; renumber one",
        ),
        ("## 1. A\n## Others\n", "family.md:2: heading 'Others' can't be read; a sheet holds"),
        ("# F\n# G\n## 1. A\n", "family.md:2: heading 'G' can't be read; a sheet holds"),
        ("## 1. A\n### B\n", "family.md:2: heading 'B' can't be read; a sheet holds"),
        ("## 1. A\n1.1 a\nand more\n", "family.md:3: line 'and more' can't be read; a sheet holds"),
        ("## 1. A\n    1.1 a\n", "family.md:2: line '1.1 a' can't be read; a sheet holds"),
        ("## 1. A\n1.1\n", "family.md:2: line '1.1' can't be read; a sheet holds"),
        ("## 1. A\n1.1.1 a\n", "family.md:2: line '1.1.1 a' can't be read; a sheet holds"),
        ("## 1. A\n```\n1.1 a\n```\n", "family.md:2: a sheet has no blocks; a sheet holds"),
        ("## 1. A\n1.1 {{PAST:1:eon}}\n", "family.md:2: date template '{{PAST:1:eon}}' can't be filled in"),
    ],
)
def test_a_fault_is_named_with_its_line(problems_of: ProblemsOf, text: str, expected: str) -> None:
    (problem,) = problems_of({**CHAPTER, "family.md": text})
    assert problem.startswith(expected)
