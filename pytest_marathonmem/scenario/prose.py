"""What code can read in the prose of a phase without a script: lines to say, facts to tell, times to wait for.

**Said word for word** are block quotes (lines that begin with ``>``; an empty one ends the message), and quotations («…»,
“…”, „…“, "…") of two words and more that are whole sentences: one that begins with a capital letter or a digit and ends
with ``.``, ``!``, ``?`` or ``…`` inside the marks, or one that stands behind a colon, or alone, and ends its sentence. Not
said is what the sentence before the quotation makes a condition (if, если), forbids (don't say, не говори) or gives to the
agent (the agent answers, агент ответит).

**Told** are the facts of what the prose names: a sheet in backticks or with ``.md``; a category, ``family:1`` or its title
in backticks or quotation marks (of the sheet that the same sentence names, if it names one); a fact, ``family:1.2``. The
bare word ``family`` names the sheet in a sentence that speaks of facts, sheets or files, and in one that is written in
another alphabet. What the sentence forbids isn't told.

A line that begins with a time anchor is to be waited for. What stands in fences is neither said nor told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.anchors import anchored_time
from pytest_marathonmem.scenario.sheets import BULLET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import time

    from pytest_marathonmem.scenario.model import Sheet


@dataclass(frozen=True, slots=True)
class Said:
    text: str


@dataclass(frozen=True, slots=True)
class Named:
    area: str
    """A sheet (``family``), a category (``family:1``) or a fact (``family:1.2``)."""


@dataclass(frozen=True, slots=True)
class Anchored:
    time: time


Found = Said | Named | Anchored

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_QUOTED_LINE = re.compile(r" {0,3}> ?(.*)")
_BEGINS_BLOCK = re.compile(rf" {{0,3}}#|[ \t]*(?:{BULLET}|[0-9]{{1,9}}[.)][ \t])")
_MARKER = re.compile(rf"[ \t]*(?:{BULLET}|[0-9]{{1,9}}[.)][ \t]+|#+[ \t]+)")

_QUOTATION = re.compile(
    r"«(?P<a>(?:[^«»]|«[^«»]*»)+)»|“(?P<b>[^“”]+)”|„(?P<c>[^„“”]+)[“”]|(?<!\w)\"(?P<d>[^\"]+)\"(?!\w)"
)
_TICKED = re.compile(r"`([^`]+)`")
_STOPS = ".!?…"
_LONGEST_LEAD = 300
"""Characters before a quotation or a name that can forbid it."""
_SENTENCE_END = re.compile(rf"(?<=[{_STOPS}])\s+")
_FORBIDDEN = re.compile(
    r"\b(?:never|not|\w*n['’]t|without)\s+(?:\w+\s+)?"
    r"(?:say|saying|tell|telling|mention|mentioning|name|naming|write|ask|asking|reveal|read)\b"
    r"|\bnothing (?:from|of|about)\b"
    r"|\b(?:не|никогда не|нельзя)\s+(?:\w+\s+)?(?:говор|сказ|скаж|рассказ|произн|назыв|называ|упомин|спраш|пиш|пис|чит)\w*",
    re.IGNORECASE,
)
_NOT_BY_US = re.compile(
    r"(?:^|[,;—–-]\s*)(?:if|unless|если)\b"
    r"|\b(?:the (?:agent|assistant)|agent|assistant|агент|ассистент|it|он|она)\s+(?:\w+\s+)?"
    r"(?:answers?|says?|asks?|replies|responds|ответ\w+|отвеч\w+|скажет|говорит|спросит|спрашивает)\b",
    re.IGNORECASE,
)
_SPEAKS_OF_SHEETS = re.compile(r"\b(?:facts?|sheets?|files?)\b|\b(?:факт|лист|файл)\w*", re.IGNORECASE)
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


class ProseReader:
    """Reads the prose of a benchmark.

    Args:
        sheets: By name.
    """

    def __init__(self, sheets: Mapping[str, Sheet]) -> None:
        names = "|".join(map(re.escape, sorted(sheets, key=len, reverse=True)))
        self._address = re.compile(
            rf"(?P<tick>`?)(?<![\w./-])(?P<sheet>{names})(?P<file>\.md)?"
            r"(?::(?P<rest>[0-9]{1,6}(?:\.[0-9]{1,6})?))?(?![\w-]|\.\w)"
        )
        self._named_any = bool(sheets)
        self._titles: dict[str, list[str]] = {}
        """The categories of each title, in small letters."""
        for sheet in sheets.values():
            for category in sheet.categories:
                self._titles.setdefault(category.title.casefold(), []).append(f"{sheet.name}:{category.id}")

    def read(self, prose: str) -> Iterator[Found]:
        """Everything that can be read, in order."""
        for block in _blocks(prose):
            if block.startswith(">"):
                yield Said(block[1:])
                continue
            if moment := anchored_time(block):
                yield Anchored(moment)
            yield from self._read_paragraph(_MARKER.sub("", block, count=1))

    def _read_paragraph(self, text: str) -> list[Found]:
        found: list[tuple[int, Found]] = []

        def take(quotation: re.Match[str]) -> str:
            said = _inside(quotation)
            if not _is_said(
                said, _lead(text, quotation.start()), text[quotation.end() : quotation.end() + 2]
            ):
                return quotation[0]
            found.append((quotation.start(), Said(said)))
            return "\0" * len(quotation[0])

        rest = _QUOTATION.sub(take, text)
        start = 0
        for sentence in _SENTENCE_END.split(rest):
            start = rest.index(sentence, start)
            found += [(start + at, Named(area)) for at, area in self._areas(sentence)]
            start += len(sentence)
        return [item for _, item in sorted(found, key=lambda pair: pair[0])]

    def _areas(self, sentence: str) -> list[tuple[int, str]]:
        """What a sentence names, each with its place; a title of a sheet that it names too stands for that sheet."""
        addressed = list(self._addressed(sentence))
        sheets = {area for _, area in addressed if ":" not in area}
        titled = list(self._titled(sentence))
        of_these = [(at, area) for at, area in titled if area.partition(":")[0] in sheets]
        meant = {area.partition(":")[0] for _, area in of_these}
        return [*(pair for pair in addressed if pair[1] not in meant), *(of_these or titled)]

    def _addressed(self, sentence: str) -> Iterator[tuple[int, str]]:
        for match in self._address.finditer(sentence) if self._named_any else ():
            is_plain = not (match["tick"] or match["file"] or match["rest"])
            if is_plain and not _is_name_here(match["sheet"], sentence):
                continue
            if not _FORBIDDEN.search(_lead(sentence, match.start())):
                yield match.start(), match["sheet"] + (f":{match['rest']}" if match["rest"] else "")

    def _titled(self, sentence: str) -> Iterator[tuple[int, str]]:
        marked = [(match.start(), match[1]) for match in _TICKED.finditer(sentence)]
        marked += [(match.start(), _inside(match)) for match in _QUOTATION.finditer(sentence)]
        for at, title in marked:
            if not _FORBIDDEN.search(_lead(sentence, at)):
                yield from ((at, area) for area in self._titles.get(title.strip().casefold(), ()))


def _is_name_here(name: str, sentence: str) -> bool:
    """Whether a bare word that is a sheet's name is meant as that."""
    foreign = name.isascii() and _CYRILLIC.search(sentence) is not None
    return foreign or _SPEAKS_OF_SHEETS.search(sentence) is not None


def _lead(text: str, at: int) -> str:
    """What the sentence has before a place; of a very long one, the end."""
    return _SENTENCE_END.split(text[max(0, at - _LONGEST_LEAD) : at])[-1]


def _is_said(quoted: str, lead: str, behind: str) -> bool:
    if len(quoted.split()) < 2 or _FORBIDDEN.search(lead) or _NOT_BY_US.search(lead):
        return False
    stops = quoted[-1] in _STOPS
    if stops and (quoted[0].isupper() or quoted[0].isdigit()):
        return True
    ends = stops or behind.lstrip()[:1] in ("", *_STOPS)
    return ends and (not lead.strip() or lead.rstrip().endswith(":"))


def _inside(quotation: re.Match[str]) -> str:
    return next(part for part in quotation.groups() if part is not None).strip()


def _blocks(prose: str) -> Iterator[str]:
    """Paragraphs as one line each, and block quotes behind a ``>``; without what stands in fences."""
    gathered: list[str] = []
    quote: list[str] = []
    for line in _outside_fences(prose.split("\n")):
        quoted = _QUOTED_LINE.match(line)
        ends = quoted or not line.strip() or _BEGINS_BLOCK.match(line) or anchored_time(line)
        if gathered and ends:
            yield " ".join(gathered)
            gathered = []
        if quote and not (quoted and quoted[1].strip()):
            yield ">" + "\n".join(quote)
            quote = []
        if quoted:
            quote += [quoted[1].strip()] if quoted[1].strip() else []
        elif line.strip():
            gathered.append(line.strip())
    if gathered:
        yield " ".join(gathered)
    if quote:
        yield ">" + "\n".join(quote)


def _outside_fences(lines: Iterable[str]) -> Iterator[str]:
    opened = ""
    for line in lines:
        fence = _FENCE.fullmatch(line)
        if opened:
            closes = fence and fence[1].startswith(opened) and not fence[2].strip()
            opened = "" if closes else opened
        elif fence:
            opened = fence[1]
            yield ""
        else:
            yield line
