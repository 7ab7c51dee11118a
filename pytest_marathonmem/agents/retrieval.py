"""The brain of the offline agents: sentences go into SQLite's full-text index (FTS5) and come back ranked by BM25.

It knows words and their frequencies; what is said to whom stands in `answering`.
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

_CREATE = (
    "CREATE VIRTUAL TABLE notes USING fts5"
    " (sentence, message, day, tokenize = 'porter unicode61 remove_diacritics 2')"
)
# How much a word of the sentence's message counts, and one of its day. These numbers and those in `answering` were chosen
# on tests/agents/conversation.md alone, as round ones inside the ranges where they make little difference: 0.6 to 1.2
# for the message, anything above 0 for the day.
_SEARCH = (
    "SELECT rowid, -bm25(notes, 1.0, 0.8, 0.5) FROM notes WHERE notes MATCH ?"
    " ORDER BY rowid = ? DESC, 2 DESC, rowid DESC"
)
_QUESTION = -1
"""The number of a question's row; sentences count from 0."""

_FUNCTION_WORDS = """
    a about above after again against all also am an and any are as at be because been before being below between
    both but by can could d did didn do does doesn doing don down during each few for from further had has hasn
    have haven having he her here hers him his how i if in into is isn it its just ll m me mine more most my no
    nor not of off on once only or other our ours out over own re s same shall she should so some such t than
    that the their theirs them then there these they this those through to too under until up us ve very was
    wasn we were what when where which while who whom whose why will with would you your yours
    а без бы был была были было быть в вам вас ваш во вот вы где да даже для до его ее её ей ему если есть ещё
    еще же за здесь и из или им их к как какая какие какое какой каким каких когда кто ли между меня мне мной
    мои мой моя моё моего моей мою мы на над нам нас не него нет неё ни но о об он она они от перед по под при
    про с со свой себя сколько так там те тебя то того тоже только тот ты у уже чего чей чем что чтобы эта эти
    это этот я
"""
_TALK = """
    please tell told say said mention mentioned remember remind
    пожалуйста скажи напомни помнишь говорил говорила
"""
"""Words of a question that are about the talk itself."""
_MEANINGLESS = frozenset(f"{_FUNCTION_WORDS} {_TALK}".split())


@dataclass(frozen=True, slots=True)
class Finding:
    """A remembered sentence that shares words with a question."""

    number: int
    """Rises with the order of remembering."""
    sentence: str
    match: float
    """0 to about 1: its BM25 score as a part of what the question itself would score."""


def terms(text: str) -> list[str]:
    """Return the words of a text that carry meaning, each once, in order."""
    words = re.findall(r"\w+", text.casefold())
    return list(dict.fromkeys(word for word in words if word not in _MEANINGLESS))


class Memory:
    """Sentences by their words, those of the message around them and their day, in RAM.

    Raises:
        AgentError: if this Python's SQLite was built without FTS5.
    """

    def __init__(self) -> None:
        self._sentences: list[str] = []
        self._database = sqlite3.connect(":memory:", isolation_level=None)
        try:
            self._database.execute(_CREATE)
        except sqlite3.OperationalError as error:
            self.close()
            raise AgentError(
                f"the offline agents need SQLite with FTS5, but SQLite {sqlite3.sqlite_version} of this Python "
                f"says {str(error)!r}; use a Python whose sqlite3 has FTS5, such as those of python.org"
            ) from error

    def remember(self, sentences: Sequence[str], message: str, when: datetime) -> None:
        """Keep sentences of a message; texts that SQLite can hold, without lone surrogates.

        Args:
            sentences: What can be recalled.
            message: Where they stood; its words find them too.
            when: The day is found by its words, ``Tuesday 10 March 2026``.
        """
        day = f"{when:%A} {when.day} {when:%B %Y}"
        for sentence in sentences:
            self._add(len(self._sentences), sentence, message, day)
            self._sentences.append(sentence)

    def recall(self, question: str) -> list[Finding]:
        """Return the sentences that share meaningful words with a question, best first."""
        words = terms(question)
        if not words:
            return []
        # BM25 has no upper end, so the question is a row of its own for a moment: what scores like it fits wholly.
        self._add(_QUESTION, *[" ".join(words)] * 2)
        query = " OR ".join(f'"{word}"' for word in words)
        (_, whole), *rows = self._database.execute(_SEARCH, (query, _QUESTION)).fetchall()
        self._database.execute("DELETE FROM notes WHERE rowid = ?", (_QUESTION,))
        return [Finding(number, self._sentences[number], score / whole) for number, score in rows]

    def forget(self) -> None:
        """Forget everything."""
        self._sentences.clear()
        self._database.execute("DELETE FROM notes")

    def close(self) -> None:
        """Free the index; may be called twice."""
        self._database.close()

    def _add(self, number: int, sentence: str, message: str = "", day: str = "") -> None:
        self._database.execute(
            "INSERT INTO notes (rowid, sentence, message, day) VALUES (?, ?, ?, ?)",
            (number, sentence, message, day),
        )
