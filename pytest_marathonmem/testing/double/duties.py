"""What a persona is told to do, read off the texts that its tools give it: parts of phases, refusals, fact sheets."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pytest_marathonmem.errors import Place
from pytest_marathonmem.scenario.model import RETIRED, Category, Fact, FactRef, Sheet
from pytest_marathonmem.scenario.prose import Named, ProseReader, Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

FACTS_IN_A_MESSAGE = 4

_HEAD = re.compile(r"^\[.+, phase .+?: .*\]$", re.MULTILINE)
_CHECKLIST = re.compile(r"^Your checklist.*:$", re.MULTILINE)
_CLOSING = "When all this is done"
_TELL = re.compile(r"tell (\S+) ([0-9.]+(?:, *[0-9.]+)*)(.*)", re.DOTALL)
_CHANGE = re.compile(r"(add|edit) (\S+) ([0-9.]+)( \([^()]*\))?: (.+)", re.DOTALL)
_RETIRE = re.compile(r"retire (\S+) ([0-9.]+)")
_ASK = re.compile(r'ask, with check_id "([^"]+)": (.+)', re.DOTALL)
_WAIT = re.compile(r"wait until (\d\d:\d\d)")
_CONVEY = re.compile(r"convey in your own words[^:]*: (.+)", re.DOTALL)
_MISSING = re.compile(r"(?:; |: )(?=(?:tell|add|edit|retire|check) \S)")
_NOT_YET = re.compile(r"it isn't (\d{4}-\d\d-\d\d \d\d:\d\d) yet")
_UNEVALUATED = re.compile(r"check (\S+) isn't evaluated")
_FACT_LINE = re.compile(r"([0-9]+\.[0-9]+) (.+?)( \(told\))?")
_CATEGORY_LINE = re.compile(r"## ([0-9]+)\. ?(.*)")


@dataclass(frozen=True)
class Told:
    """Facts to tell."""

    refs: tuple[FactRef, ...]
    by_reference: bool = False
    """Whether their values are not to be said."""


@dataclass(frozen=True)
class Changed:
    """A change to make in the sheets, and to tell."""

    kind: Literal["add", "edit", "retire"]
    ref: FactRef
    text: str
    by_reference: bool = False


@dataclass
class Say:
    """One message, with what it carries."""

    told: list[Told] = field(default_factory=list)
    changed: list[Changed] = field(default_factory=list)
    words: str = ""
    """What to say, if that is given."""

    @property
    def refs(self) -> list[FactRef]:
        """The facts to tell."""
        return [ref for told in self.told for ref in told.refs]


@dataclass(frozen=True)
class Question:
    """A check to ask."""

    check_id: str
    text: str


@dataclass(frozen=True)
class Pause:
    """Waiting for a moment."""

    until: str


Step = Say | Question | Pause
Item = Told | Changed | Question | Pause | str
"""A line of a checklist; a string is what to convey."""


@dataclass(frozen=True)
class Part:
    """One part of a phase."""

    prose: str
    steps: tuple[Step, ...]

    @property
    def is_prose_alone(self) -> bool:
        """Whether nothing but the prose says what to tell."""
        return bool(self.prose) and not any(isinstance(step, Say) for step in self.steps)


def opens_phase(text: str) -> bool:
    """Whether a text is the opening of a phase, or holds one."""
    return _HEAD.search(text) is not None


def read_part(text: str) -> Part:
    """Read a part of a phase: what stands behind the phase's head, or behind the verdict on a check."""
    head = _HEAD.search(text)
    body = text[head.end() :] if head else text.partition("\n\n")[2]
    body = body.rpartition(_CLOSING)[0] if _CLOSING in body else body
    checklist = _CHECKLIST.search(body)
    prose = body[: checklist.start()] if checklist else body
    items = [_item(line) for line in _numbered(body[checklist.end() :] if checklist else "")]
    return Part(prose.strip(), tuple(steps_of(item for item in items if item is not None)))


def read_missing(refusal: str, questions: Mapping[str, str]) -> tuple[Step, ...]:
    """Read what a refusal says is missing.

    Args:
        refusal: The tool's answer.
        questions: Of the checks seen so far, by id.
    """
    items: list[Item] = []
    for entry in _MISSING.split(refusal)[1:]:
        line = _NOT_YET.split(entry)[0].removesuffix("; ")
        if check := _UNEVALUATED.match(line):
            items += [Question(check[1], questions[check[1]])] if check[1] in questions else []
        elif item := _item(line):
            items.append(item)
    if moment := _NOT_YET.search(refusal):
        items.append(Pause(moment[1]))
    return tuple(steps_of(items))


def steps_of(items: Iterable[Item]) -> Iterator[Step]:
    """Put lines of a checklist together to messages: those up to what is to be conveyed, else a few facts in each."""
    gathered: list[Told | Changed] = []
    for item in items:
        if isinstance(item, Told | Changed):
            gathered.append(item)
            continue
        if isinstance(item, str):
            yield Say(
                [each for each in gathered if isinstance(each, Told)],
                [each for each in gathered if isinstance(each, Changed)],
                item,
            )
        else:
            yield from _messages(gathered)
            yield item
        gathered = []
    yield from _messages(gathered)


def _messages(items: Iterable[Told | Changed]) -> Iterator[Say]:
    """A message for each change, and one for every few facts of a sheet."""
    say = Say()
    for item in items:
        if isinstance(item, Changed):
            yield from [say] if say.told else []
            say = Say()
            yield Say(changed=[item])
            continue
        for ref in item.refs:
            if len(say.refs) == FACTS_IN_A_MESSAGE or (say.refs and say.refs[-1].sheet != ref.sheet):
                yield say
                say = Say()
            say.told.append(Told((ref,), item.by_reference))
    yield from [say] if say.told else []


def _numbered(text: str) -> Iterator[str]:
    """The entries of a numbered list; one may have several lines."""
    entry, number = "", 0
    for line in text.strip("\n").split("\n"):
        begins = f"{number + 1}. "
        if line.startswith(begins):
            if number:
                yield entry
            entry, number = line.removeprefix(begins), number + 1
        else:
            entry += f"\n{line}"
    if number:
        yield entry.strip()


def _item(line: str) -> Item | None:
    line = line.strip()
    if match := _TELL.fullmatch(line):
        refs = tuple(FactRef(match[1], fact_id.strip(". ")) for fact_id in match[2].split(","))
        return Told(refs, _is_by_reference(match[3]))
    if match := _CHANGE.fullmatch(line):
        kind: Literal["add", "edit"] = "add" if match[1] == "add" else "edit"
        return Changed(kind, FactRef(match[2], match[3]), match[5], _is_by_reference(match[4]))
    if match := _RETIRE.match(line):
        return Changed("retire", FactRef(match[1], match[2]), RETIRED)
    if match := _ASK.fullmatch(line):
        return Question(match[1], match[2])
    if match := _WAIT.match(line):
        return Pause(match[1])
    match = _CONVEY.fullmatch(line)
    return match[1] if match else None


def _is_by_reference(manner: str | None) -> bool:
    return "by reference" in (manner or "")


# -- sheets and prose ------------------------------------------------------------------------------------


@dataclass
class SheetRead:
    """A fact sheet as a tool has shown it."""

    title: str = ""
    categories: dict[str, str] = field(default_factory=dict)
    """Titles by number."""
    facts: dict[str, str] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)


def read_sheet(text: str) -> SheetRead:
    """Read what ``facts_read`` has answered."""
    sheet = SheetRead()
    for line in text.split("\n"):
        if line.startswith("# "):
            sheet.title = line[2:]
        elif match := _CATEGORY_LINE.fullmatch(line):
            sheet.categories[match[1]] = match[2]
        elif match := _FACT_LINE.fullmatch(line):
            sheet.facts[match[1]] = match[2]
            sheet.told |= {match[1]} if match[3] else set()
    return sheet


def read_prose(prose: str, sheets: Mapping[str, SheetRead]) -> tuple[Step, ...]:
    """Read what prose without a checklist says is to be told and said; facts that are told stay out.

    Time anchors are left to `next_phase`, which says for which of them it waits.
    """
    reader = ProseReader({name: _as_sheet(name, sheet) for name, sheet in sheets.items()})
    items: list[Item] = []
    seen: set[FactRef] = set()
    for found in reader.read(prose):
        if isinstance(found, Said):
            items.append(found.text)
        elif isinstance(found, Named):
            refs = [ref for ref in _untold(found.area, sheets) if ref not in seen]
            seen |= set(refs)
            items += [Told(tuple(refs))] if refs else []
    return tuple(_apart(items))


def _apart(items: Iterable[Item]) -> Iterator[Step]:
    """What is quoted is a message by itself: it doesn't carry the facts that are named before it."""
    gathered: list[Item] = []
    for item in items:
        if isinstance(item, str):
            yield from steps_of(gathered)
            yield Say(words=item)
            gathered = []
        else:
            gathered.append(item)
    yield from steps_of(gathered)


def _untold(area: str, sheets: Mapping[str, SheetRead]) -> Iterator[FactRef]:
    name, _, rest = area.partition(":")
    sheet = sheets.get(name, SheetRead())
    for fact_id, text in sheet.facts.items():
        is_meant = rest in ("", fact_id, fact_id.partition(".")[0])
        if is_meant and text != RETIRED and fact_id not in sheet.told:
            yield FactRef(name, fact_id)


def _as_sheet(name: str, sheet: SheetRead) -> Sheet:
    place = Place(name, 1)
    categories = (
        Category(
            number,
            title,
            tuple(
                Fact(FactRef(name, fact_id), text, place)
                for fact_id, text in sheet.facts.items()
                if fact_id.partition(".")[0] == number
            ),
            place,
        )
        for number, title in sheet.categories.items()
    )
    return Sheet(name, sheet.title, tuple(categories), place)
