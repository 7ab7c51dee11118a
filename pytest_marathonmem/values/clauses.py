"""Split a reply into clauses and say what each one does: refuse, cite, offer help, ask, state."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pytest_marathonmem.values.names import normalise
from pytest_marathonmem.values.plain import plain_text
from pytest_marathonmem.values.reply_words import ReplyPatterns, reply_patterns

if TYPE_CHECKING:
    from collections.abc import Iterator

Role = Literal["refusal", "looked", "cited", "only", "polite", "question", "label", "statement"]

_SENTENCE_END = re.compile(r"(?<=[.!?…;])\s+|(?<=[.!?;])(?=[A-ZА-Я])")
_COLON_OR_DASH = re.compile(r"(?<=:)\s+|\s+[–—-]\s+|\s*—\s*")
_QUOTED = re.compile(r"(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))+'(?!\w)|\"[^\"\n]+\"|«[^»\n]+»")
_WITHOUT_APOSTROPHE = re.compile(r"\b(do|did|does|have|has|had|is|was|are|were|ca|could|wo|would)nt\b")


@dataclass(frozen=True, slots=True)
class Clause:
    role: Role
    """``cited`` repeats a record that was looked at; ``only`` says what is there instead; ``label`` heads what follows."""
    text: str
    """Plain text as written."""
    folded: str
    """The same, normalised."""
    after_but: bool = False
    """Whether a word such as "but" sets it against the clause before."""


def read_clauses(text: str, language: str = "en") -> tuple[Clause, ...]:
    """Return the clauses of a reply in order, without empty ones."""
    patterns = reply_patterns(language)
    clauses: list[Clause] = []
    citing = looked = False
    for line in plain_text(text).split("\n"):
        if not line.strip():
            citing = False
        elif citing:
            clauses.append(Clause("cited", line, normalise(line)))
        else:
            found = list(_clauses_of_line(line, patterns, looked=looked))
            clauses += found
            looked = looked or any(clause.role == "looked" for clause in found)
            citing = (
                bool(found)
                and line.rstrip().endswith(":")
                and found[-1].role in {"looked", "only", "refusal"}
            )
    return tuple(clauses)


def _clauses_of_line(line: str, patterns: ReplyPatterns, *, looked: bool) -> Iterator[Clause]:
    citing = False
    for sentence in _SENTENCE_END.split(line):
        for text, after_but in _parts(sentence, patterns):
            if citing:
                yield Clause("cited", text, normalise(text))
                continue
            role = _role(text, sentence, patterns)
            looked = looked or role in {"looked", "refusal"}
            kept = _QUOTED.sub(" ", text) if looked and role != "statement" else text
            if looked and role == "statement" and not _QUOTED.sub("", text).strip(" .,;"):
                role = "cited"
            yield Clause(role, kept, _fold(kept), after_but)
            citing = role in {"looked", "only"} and text.rstrip().endswith(":")


def _parts(sentence: str, patterns: ReplyPatterns) -> Iterator[tuple[str, bool]]:
    for piece in _COLON_OR_DASH.split(sentence):
        start, after_but = 0, False
        for match in (
            patterns.splits.finditer(piece.casefold()) if len(piece) == len(piece.casefold()) else ()
        ):
            if piece[start : match.start()].strip():
                yield piece[start : match.start()].strip(), after_but
            start, after_but = match.end(), True
        if piece[start:].strip():
            yield piece[start:].strip(), after_but


def _fold(text: str) -> str:
    return _WITHOUT_APOSTROPHE.sub(r"\1n't", normalise(text))


def _role(text: str, sentence: str, patterns: ReplyPatterns) -> Role:
    folded = _fold(text)
    if sentence.rstrip(" )\"'").endswith("?") and not patterns.refuses.search(folded):
        return "question"
    for role, pattern in (("refusal", patterns.refuses), ("looked", patterns.looks), ("only", patterns.only)):
        if pattern.search(folded):
            return role  # type: ignore[return-value]
    if patterns.polite.search(folded):
        return "polite"
    is_heading = text.endswith(":") or (
        text != sentence and sentence.startswith(text) and not patterns.states.search(folded)
    )
    return "label" if is_heading and len(folded.split()) <= 6 else "statement"
