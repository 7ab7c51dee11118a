"""The layout of an answer: sentences, the headings above them, clauses, and tables turned into sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from pytest_marathonmem.values import plain_text, read_values

_END = re.compile(
    r"(?<!\bapprox\.)(?<!\bca\.)(?<!\bincl\.)(?<!\bexcl\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)(?<!\bsq\.)(?<!\bno\.)"
    r"(?<=[.!?])[\"')\]]?\s+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r",\s|;\s?|\s[–—-]\s|—|[()\[\]|]|\s(?:and|but|while|whereas|plus|и|но|а)\s", re.IGNORECASE
)
_STAMP = re.compile(r"\W*(?:(?:on|as\sof|updated|noted|от|на)\s)?$", re.IGNORECASE)
_TOLD_ON = re.compile(
    r"\b(?:told|said|mentioned|noted|wrote|recorded|logged|updated|saved|added|entry|note|dated|message|сказал\w*|говорил\w*|записал\w*)\b"
    r"[^.;:,]{0,25}?(?:\bon|\bfrom|\bof|\bот)\s$|\bas\sof\s$",
    re.IGNORECASE,
)
_TOLD_BEFORE = 60
"""Characters before a date in which a word such as "told" makes it the date of the telling."""
_AFTER_STAMP = re.compile(r"\s*(?:[:\])|]|[–—-]\s|,\s(?=[A-ZА-Я]))")


@dataclass(frozen=True, slots=True)
class Sentence:
    start: int
    end: int
    heading: str
    """The short line or the line ending with a colon under which it stands in a list; empty outside of one."""


def answer_text(text: str) -> str:
    """Return the plain text of an answer, each row of a table as a line in which cells follow their column's title."""
    lines = plain_text(text).split("\n")
    return plain_text("\n".join(_without_tables(lines)))


def _without_tables(lines: list[str]) -> list[str]:
    result: list[str] = []
    titles: list[str] | None = None
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.count("|") < 2 and not (titles and len(cells) > 1):
            result.append(line)
            titles = None if line.strip() else titles
        elif titles is None and not read_values(line):
            titles = cells
        else:
            result.append(_row(cells, titles or []))
    return result


def _row(cells: list[str], titles: list[str]) -> str:
    first, *rest = cells
    named = [
        f"{titles[n]}: {cell}" if n < len(titles) and titles[n] else cell
        for n, cell in enumerate(rest, start=1)
    ]
    return " · ".join(part for part in (first, *named) if part)


def read_sentences(plain: str) -> list[Sentence]:
    """Return the sentences of a plain text in order."""
    sentences: list[Sentence] = []
    heading, in_list, line_start = "", False, 0
    for line in plain.split("\n"):
        if not line.strip():
            heading, in_list = ("" if in_list else heading), False
        elif _is_heading(line):
            heading, in_list = line, False
            sentences.append(Sentence(line_start, line_start + len(line), ""))
        else:
            in_list = True
            bounds = [0, *(match.end() for match in _END.finditer(line)), len(line)]
            sentences += [
                Sentence(line_start + a, line_start + b, heading) for a, b in pairwise(bounds) if a < b
            ]
        line_start += len(line) + 1
    return sentences


def _is_heading(line: str) -> bool:
    words = line.strip()
    return words.endswith(":") or (len(words.split()) <= 5 and not re.search(r"[0-9]|[.!?,;]$", words))


def clauses(text: str) -> list[str]:
    """Split a stretch of a sentence where another thing may begin."""
    return _CLAUSE.split(text)


def is_stamp(plain: str, line_start: int, start: int, end: int) -> bool:
    """Whether a date says when something was told: "2026-07-26: The vet wants …", "you told me on 26 July that …"."""
    if _TOLD_ON.search(plain, max(line_start, start - _TOLD_BEFORE), start):
        return True
    return bool(_STAMP.fullmatch(plain, line_start, start) and _AFTER_STAMP.match(plain, end))
