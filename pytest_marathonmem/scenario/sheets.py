"""Fact sheets: ``# Title``, ``## 1. Category``, then one fact a line, ``1.1 text``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.markdown import Fence, Heading, outline
from pytest_marathonmem.scenario.model import Category, Fact, FactRef, Sheet

if TYPE_CHECKING:
    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.source import Line, Source

FACT_ID = r"[0-9]{1,6}\.[0-9]{1,6}"
BULLET = r"[-*+•][ \t]+"
LINE_START = rf"(?: {{0,3}}|[ \t]*{BULLET})"
"""Where a fact, a ❓ or an anchor may begin: at up to three spaces, or after a bullet however deep."""
_FACT = re.compile(rf"{LINE_START}({FACT_ID})[ \t]+(\S.*)")
_CATEGORY = re.compile(r"([0-9]{1,6})\.(?:[ \t]+(.*))?")
_NUMBERED = re.compile(r" {0,3}##[ \t]+[0-9]{1,6}\.(?:[ \t]|$)")
_QUESTION = re.compile(rf"{LINE_START}❓")
_SHAPE = "a sheet holds '# Title', '## 1. Category' and facts such as '1.1 text', one a line"


def has_sheet_shape(source: Source) -> bool:
    """Whether the text holds a numbered category or a fact, and no ❓."""
    texts = [line.text for line in source.lines]
    if any(_QUESTION.match(text) for text in texts):
        return False
    return any(_NUMBERED.match(text) or _FACT.fullmatch(text) for text in texts)


def read_sheet(source: Source, name: str, problems: list[Problem], warnings: list[Problem]) -> Sheet:
    """Read a sheet; what can't be read is reported and left out."""
    reader = _Reader(source, name, problems)
    for part in outline(source, problems, warnings):
        if isinstance(part, Heading):
            reader.heading(part)
        elif isinstance(part, Fence):
            reader.complain(part.lines[0], f"a sheet has no blocks; {_SHAPE}")
        elif part.text.strip():
            reader.line(part)
    return reader.sheet()


@dataclass
class _Heading:
    title: str
    line: int
    facts: list[Fact] = field(default_factory=list)


@dataclass
class _Reader:
    source: Source
    name: str
    problems: list[Problem]
    title: str = ""
    categories: dict[str, _Heading] = field(default_factory=dict)
    current: str = ""
    """The category whose facts are being read."""
    first_lines: dict[str, int] = field(default_factory=dict)

    def sheet(self) -> Sheet:
        categories = tuple(
            Category(number, heading.title, tuple(heading.facts), self.source.place(heading.line))
            for number, heading in self.categories.items()
        )
        return Sheet(self.name, self.title or self.name, categories, self.source.place(1))

    def complain(self, line: Line, message: str) -> None:
        self.problems.append(self.source.problem(line.number, message))

    def heading(self, heading: Heading) -> None:
        category = _CATEGORY.fullmatch(heading.title)
        if heading.level == 1 and not self.title:
            self.title = heading.title
        elif heading.level != 2 or category is None:
            self.complain(heading.line, f"heading {heading.title!r} can't be read; {_SHAPE}")
        elif category[1] in self.categories:
            first = self.categories[category[1]].line
            self.complain(
                heading.line, f"category {category[1]!r} stands twice, first on line {first}; renumber one"
            )
            self.current = category[1]
        else:
            self.current = category[1]
            self.categories[self.current] = _Heading(category[2] or "", heading.line.number)

    def line(self, line: Line) -> None:
        fact = _FACT.fullmatch(line.text.expandtabs(4))
        if fact is None:
            hint = "begin the file's name with '_' if it is none"
            self.complain(line, f"line {line.text.strip()[:60]!r} can't be read; {_SHAPE}; {hint}")
            return
        fact_id, text = fact[1], fact[2].strip()
        category = fact_id.partition(".")[0]
        if not self.current:
            self.complain(
                line, f"fact {fact_id!r} stands before any category; put '## {category}. Name' above it"
            )
        elif self.current != category:
            rule = f"its id must begin with '{self.current}.'"
            self.complain(line, f"fact {fact_id!r} stands in category {self.current!r}; {rule}")
        elif fact_id in self.first_lines:
            first = self.first_lines[fact_id]
            self.complain(line, f"fact {fact_id!r} stands twice, first on line {first}; ids are used once")
        else:
            self.first_lines[fact_id] = line.number
            fact_place = self.source.place(line.number)
            self.categories[category].facts.append(Fact(FactRef(self.name, fact_id), text, fact_place))
