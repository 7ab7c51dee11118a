"""The words around a mention, cut where another thing may begin."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.sentences import clauses
from pytest_marathonmem.values import content_words
from pytest_marathonmem.values.plain import STRUCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.grading.sentences import Sentence

Span = tuple[int, int]

_REACH = 400
"""Characters on either side that may say something of a mention."""
_LEADING = " ,(–—-:·"
_PREPOSITION = re.compile(
    r"\b(?:out\sof|(?<!instead\s)(?<!place\s)of|(?<!up\s)(?<!down\s)from|with|for|at|in|on|over|against|из|от|с|за|на|в|для)\b",
    re.IGNORECASE,
)
_IN_PARENTHESES = re.compile(r"\s*\(([^()]*)")
_LABEL_BEHIND = re.compile(r"^\s?\(([^()\W\d]+(?:\s[^()\W\d]+){0,3})\)")
_VERB = re.compile(r"\b(?:was|were|it|it's|had|is|are|been|you|we|I|было|был|была|это)\b", re.IGNORECASE)
_SMALL = re.compile(r"(?:\b(?:it|it's|was|is|at|about|around|the|a|to|be|only|just|это|было|стало)\b|\W)*")


@dataclass(frozen=True, slots=True)
class Context:
    near: str
    """The words right before it, back to where another thing may begin."""
    fronted: tuple[str, ...]
    """Stretches of its sentence before ``near`` that no other value uses."""
    after: str
    """What follows, up to the next value; empty where it belongs to that one."""
    own_after: str
    """``after`` up to where another thing may begin."""
    heading: str
    struck: bool
    """Whether it is struck through."""
    parenthesis: int
    """Where the parenthesis begins in which it stands; -1 outside of one."""

    @property
    def near_subject(self) -> frozenset[str]:
        """The same, of the words nearest to it alone."""
        near = content_words(f"{self.near} {self.own_after}")
        return near or next(
            (words for piece in reversed(self.fronted) if (words := content_words(piece))), frozenset()
        )

    @property
    def subject(self) -> frozenset[str]:
        """Stems of the words that say what it is about."""
        return content_words(" ".join((*self.fronted, self.near, self.own_after)))


def read_context(plain: str, sentence: Sentence, span: Span, others: Sequence[Span]) -> Context:
    """Read the words around ``span`` in its sentence, up to the nearest of ``others`` (in order)."""
    place = bisect_left(others, span)
    before_end = others[place - 1][1] if place else 0
    following = bisect_left(others, (span[1], 0))
    after_start = others[following][0] if following < len(others) else len(plain)
    follows = before_end > sentence.start
    before = plain[max(sentence.start, before_end, span[0] - _REACH) : span[0]]
    pieces = clauses(_LABEL_BEHIND.sub("", before) if follows else before)
    *fronted, near = pieces[1:] if follows and len(pieces) > 1 else pieces
    if follows and len(pieces) == 1:
        near = near[_shared_end(near) :]
    after = plain[span[1] : min(sentence.end, after_start, span[1] + _REACH)]
    label = _LABEL_BEHIND.match(after)
    own_after = label[1] if label else clauses(after)[0]
    if own_after == after and after_start < sentence.end:
        own_after = after[: _shared_end(after)]
    return Context(
        near,
        tuple(fronted),
        "" if _is_aside(after) else after.lstrip(_LEADING),
        own_after,
        sentence.heading,
        struck=STRUCK in plain and plain.count(STRUCK, 0, span[0]) % 2 == 1,
        parenthesis=_parenthesis(plain, sentence.start, span[0]),
    )


def belongs_to_next(rest: str, *, has_next: bool) -> bool:
    """Whether a word behind which only ``rest`` stands before the next value says something of that value."""
    return has_next and bool(_SMALL.fullmatch(rest)) and not re.search("[,;.)]", rest)


def _shared_end(between: str) -> int:
    """Return where, in words between two values that nothing divides, those end that belong to the first.

    In "$500 deposit out of the $21,500" it is before "out of"; in "cabinets $680 top $3,820" all belongs to the second.
    """
    starts = [match.start() for match in _PREPOSITION.finditer(between)]
    if not starts:
        return 0
    behind = [start for start in starts if between[:start].strip()]
    return behind[0] if behind else len(between)


def _is_aside(after: str) -> bool:
    """Whether a parenthesis with a sentence of its own follows: "(originally it was more)"."""
    match = _IN_PARENTHESES.match(after)
    return bool(match and _VERB.search(match[1]))


def _parenthesis(plain: str, start: int, position: int) -> int:
    opened = plain.rfind("(", start, position)
    return opened if opened > plain.rfind(")", start, position) else -1
