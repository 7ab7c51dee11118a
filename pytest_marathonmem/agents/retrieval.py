"""The brain of the offline agents: sentences go into SQLite's full-text index (FTS5) and come back ranked by BM25.

It knows words and their frequencies, nothing of any benchmark; what is said to whom stands in `answering`.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

_FOUND_AT_MOST = 40
_CREATE = (
    "CREATE VIRTUAL TABLE notes USING fts5 (text, day, tokenize = 'porter unicode61 remove_diacritics 2')"
)
_SEARCH = (
    "SELECT rowid, -bm25(notes, 1.0, 0.7) FROM notes WHERE notes MATCH ?"
    " ORDER BY rowid = ? DESC, 2 DESC, rowid DESC LIMIT ?"
)
_QUESTION = -1
"""The number of a question's row; texts count from 0, padding downwards."""

# BM25's weight of a word turns to nothing when half of all rows hold it, so rows of a private-use character,
# which the tokenizer counts as a word, stand for the rest of the language while a memory is small.
_PADDING_ROWS = 30
_PADDING = " ".join("\ue000" * 12)

_FUNCTION_WORDS = """
    a about actually again all also altogether am amount an and any are as at be been before big both but
    by came can come comes cost costs could current currently d date dates did didn dimensions do does
    doesn doing don down each else ever every exactly far for from gave get gets give given go goes going
    got had has have he her here hers him his how i if in into is isn it its just know large latest let
    lets list ll m made make makes many may me measurements mention mentioned much my now number of off on
    once or our out over overall paid pay paying please price prices put puts re remember remind s said
    say shall she should size sizes so some still sum t take takes tell than that the their them then
    there these they this those to together told too took total up us ve was wasn we went were what when
    where which who whom whose why will with would you your
    а бы был была были было в вам вас ваш во все вы где да для до его ее если есть же за и из или им их к
    как какая какие какое какой когда кто ли мне мной мои мой моя моё мы на над нас не него нет неё ни но
    о об он она они от по под при про с сколько со так там те то того тоже только ты у уже что чтобы эта
    эти это этот я
"""
_MEANINGLESS = frozenset(_FUNCTION_WORDS.split())


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
    """Sentences by their words and by what stood around them, in RAM.

    Args:
        weights: How much the words of a sentence's message count beside its own, then those of the message before it,
            and so on.

    Raises:
        AgentError: if this Python's SQLite was built without FTS5.
    """

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = weights
        self._sentences: list[str] = []
        self._numbers: list[range] = []
        """The numbers of each message's sentences."""
        self._by_sentence = _Index()
        self._by_message = _Index()

    def remember(self, sentences: Sequence[str], message: str, when: datetime) -> None:
        """Keep sentences of a message; texts that SQLite can hold, without lone surrogates.

        Args:
            sentences: What can be recalled.
            message: Where they stood; its words find them too.
            when: The day is found by its words, ``Tuesday 10 March 2026``.
        """
        day = f"{when:%A} {when.day} {when:%B %Y}"
        first = len(self._sentences)
        self._sentences += sentences
        self._numbers.append(range(first, len(self._sentences)))
        for number, sentence in zip(self._numbers[-1], sentences, strict=True):
            self._by_sentence.add(number, sentence, day)
        self._by_message.add(len(self._numbers) - 1, message)

    def recall(self, question: str) -> list[Finding]:
        """Return the sentences that share meaningful words with a question, best first."""
        words = terms(question)
        if not words:
            return []
        scores = defaultdict(float, self._by_sentence.scores(words))
        for message, score in self._by_message.scores(words).items():
            for weight, numbers in zip(self._weights, self._numbers[message:], strict=False):
                for number in numbers:
                    scores[number] += weight * score
        best_first = sorted(scores.items(), key=lambda item: (item[1], item[0]), reverse=True)
        return [Finding(number, self._sentences[number], score) for number, score in best_first]

    def forget(self) -> None:
        """Forget everything."""
        self._sentences.clear()
        self._numbers.clear()
        self._by_sentence.clear()
        self._by_message.clear()

    def close(self) -> None:
        """Free the indexes; may be called twice."""
        self._by_sentence.close()
        self._by_message.close()


class _Index:
    """A full-text table whose scores compare across questions."""

    def __init__(self) -> None:
        self._database = sqlite3.connect(":memory:", isolation_level=None)
        try:
            self._database.execute(_CREATE)
        except sqlite3.OperationalError as error:
            self.close()
            raise AgentError(
                f"the offline agents need SQLite with FTS5, but SQLite {sqlite3.sqlite_version} of this Python "
                f"says {str(error)!r}; use a Python whose sqlite3 has FTS5, such as those of python.org"
            ) from error
        self.clear()

    def add(self, number: int, text: str, day: str = "") -> None:
        self._database.execute("INSERT INTO notes (rowid, text, day) VALUES (?, ?, ?)", (number, text, day))

    def scores(self, words: list[str]) -> dict[int, float]:
        """Return by number how well the best rows fit, as parts of what the words themselves would score."""
        # BM25 has no upper end, so the words are a row of their own for a moment.
        self.add(_QUESTION, " ".join(words))
        query = " OR ".join(f'"{word}"' for word in words)
        rows = self._database.execute(_SEARCH, (query, _QUESTION, _FOUND_AT_MOST + 1)).fetchall()
        self._database.execute("DELETE FROM notes WHERE rowid = ?", (_QUESTION,))
        return {number: score / rows[0][1] for number, score in rows[1:]}

    def clear(self) -> None:
        self._database.execute("DELETE FROM notes")
        for number in range(1, _PADDING_ROWS + 1):
            self.add(_QUESTION - number, _PADDING)

    def close(self) -> None:
        self._database.close()
