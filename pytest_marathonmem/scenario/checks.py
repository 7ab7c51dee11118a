"""The checks of a phase: ❓, the correct answer and the key, read line by line.

A check begins with ❓, its id and its question. ``Correct answer:`` and ``Key:`` stand on a line of the check or begin one of
the next lines, with empty ones between or not. Question and answer go on over lines indented deeper than the check's first
line, up to an empty line; a key goes on until its braces balance. What follows is prose again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.answer_keys import read_key
from pytest_marathonmem.scenario.model import Check
from pytest_marathonmem.scenario.sheets import BULLET, LINE_START
from pytest_marathonmem.scenario.source import Line
from pytest_marathonmem.scenario.tokens import balanced_end

if TYPE_CHECKING:
    from collections import deque

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.keys import Key
    from pytest_marathonmem.scenario.source import Source

_BEGIN = re.compile(rf"{LINE_START}❓\ufe0f?[ \t]*(.*)")
_UNREAD = re.compile(r"[ \t]*❓|.*?❓\ufe0f?[ \t]*[0-9]")
_ID = re.compile(r"([0-9][\w.-]*?)[.:)]?")
_ANSWER = r"(?i:Correct answer|Правильный ответ)[ \t]*:"
# In the middle of a line only a brace shows that a key is meant.
_LABEL = re.compile(
    rf"(?P<answer>(?:^[ \t]*(?:{BULLET})?)?{_ANSWER})|(?:^[ \t]*(?:{BULLET})?(?i:Key)[ \t]*:)|(?:(?<=[ \t])(?i:Key)[ \t]*:(?=[ \t]*(?:\{{|$)))"
)
_LABEL_FIRST = re.compile(rf"[ \t]*(?:{BULLET})?(?:{_ANSWER}|(?i:Key)[ \t]*:)")
_STRAY = re.compile(rf"[ \t]*(?:{BULLET})?(?:{_ANSWER}|(?i:Key)[ \t]*:[ \t]*\{{)")
_MAX_KEY_LINES = 500
_EXAMPLE = "write '❓ 20.10 The question? Correct answer: 50 g.'"


def begins_check(text: str) -> bool:
    """Whether the line opens a check."""
    return _BEGIN.match(text) is not None


def belongs_to_a_check(text: str) -> bool:
    """Whether a line looks like an answer or a key; in prose it is an orphan."""
    return _STRAY.match(text) is not None


def is_no_check(text: str) -> bool:
    """Whether the line has a ❓ that seems to be meant as a check, but stands where it opens none."""
    return _UNREAD.match(text) is not None and not begins_check(text)


def read_check(lines: deque[Line], source: Source, problems: list[Problem]) -> Check | None:
    """Take one check from the front of the lines; None, with the reasons reported, if it can't be asked."""
    first = lines.popleft()
    reader = _Reader(lines, source, first.number)
    check = reader.check(first)
    problems += reader.problems
    return None if reader.problems else check


@dataclass
class _Reader:
    lines: deque[Line]
    source: Source
    first: int
    problems: list[Problem] = field(default_factory=list)
    part: str = "question"
    """What the next text continues: ``question``, ``answer`` or, behind a key, ``key``."""
    texts: dict[str, list[str]] = field(default_factory=lambda: {"question": [], "answer": []})
    begun: set[str] = field(default_factory=set)
    """Which of ``answer`` and ``key`` were met."""
    key: Key | None = None

    def complain(self, line: int, message: str) -> None:
        self.problems.append(self.source.problem(line, message))

    def check(self, first: Line) -> Check:
        begin = _BEGIN.match(first.text)
        word, rest = [*(begin[1] if begin else "").split(None, 1), "", ""][:2]
        name = _ID.fullmatch(word)
        if name is None:
            self.complain(
                self.first, f"a check needs an id that begins with a digit, not {word[:40]!r}; {_EXAMPLE}"
            )
        check_id = name[1] if name else ""
        self._feed(Line(self.first, rest))
        self._take_following(_indent(first.text))
        question, answer = (" ".join(filter(None, self.texts[part])) for part in ("question", "answer"))
        if not question:
            self.complain(self.first, f"check {check_id!r} has no question; {_EXAMPLE}")
        if not answer:
            self.complain(
                self.first, f"check {check_id!r} has no answer; put 'Correct answer:' below its question"
            )
        return Check(check_id, question, answer, self.key, self.source.place(self.first))

    def _take_following(self, indent: int) -> None:
        paragraph_ended = False
        while self.lines and not begins_check(self.lines[0].text):
            text = self.lines[0].text
            goes_on = self.part != "key" and not paragraph_ended and _indent(text) > indent
            if not text.strip():
                paragraph_ended = True
                self.lines.popleft()
            elif goes_on or _LABEL_FIRST.match(text):
                paragraph_ended = False
                self._feed(self.lines.popleft())
            else:
                return

    def _feed(self, line: Line) -> None:
        """Add a line's text to the part that it continues, changing the part at each label."""
        text = line.text
        while label := _LABEL.search(text):
            self._add(Line(line.number, text[: label.start()]))
            text = text[label.end() :]
            name = "answer" if label["answer"] else "key"
            if name in self.begun:
                self.complain(line.number, f"the check of line {self.first} has its {name} twice; leave one")
                return
            self.begun.add(name)
            self.part = name
            if name == "key":
                line, text = self._take_key(Line(line.number, text))
        self._add(Line(line.number, text))

    def _add(self, line: Line) -> None:
        text = line.text.strip()
        if text and self.part == "key":
            self.complain(line.number, f"text behind the key: {text[:40]!r}; put it on a line of its own")
        elif self.part != "key":
            self.texts[self.part].append(text)

    def _take_key(self, line: Line) -> tuple[Line, str]:
        """Read the key that begins the text; returns its last line and what stands behind it there."""
        ahead = islice(takewhile(lambda later: not begins_check(later.text), self.lines), _MAX_KEY_LINES)
        window = "\n".join([line.text, *(later.text for later in ahead)])
        if not window.lstrip().startswith("{"):
            self.complain(
                line.number, 'a key is JSON5 in braces; write \'Key: {type: "RECALL", value: "50 g"}\''
            )
            return line, ""
        end = balanced_end(window)
        if end is None:
            self.complain(line.number, "the key's braces never close")
            self._skip(window.count("\n"))
            return line, ""
        self.key = read_key(window[:end], line.number, self.source, self.problems)
        taken = self._skip(window.count("\n", 0, end))
        return taken or line, window[end:].partition("\n")[0]

    def _skip(self, count: int) -> Line | None:
        """Take lines off the front; returns the last one."""
        taken = None
        for _ in range(count):
            taken = self.lines.popleft()
        return taken


def _indent(text: str) -> int:
    expanded = text.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())
