"""Taking a message apart as a note-taker does: what it states, and what it asks."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST = 400
"""Characters of one sentence; what is longer goes into several."""

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+")
_BULLET = re.compile(r"^(?:[-*•>#]+|\d{1,2}[.)])\s+")
_ABBREVIATION = (
    r"(?<!\b[A-Z]\.)(?<!\b(?:Dr|Mr|Ms|St|No|vs|ca|им|ул)\.)(?<!\b(?:Mrs|e\.g|i\.e|руб|тыс)\.)(?<!\bapprox\.)"
)
_STOP = r"[.!?…？؟。]"
# After a closing quote a small letter goes on with the sentence: He said "no." and left.
_SENTENCE_END = re.compile(rf"{_ABBREVIATION}(?:(?<={_STOP})\s+|(?<={_STOP}[\"'”’»)])\s+(?![a-zа-яё]))")
_PIECE = re.compile(rf".{{1,{_LONGEST}}}(?:\s+|$)|\S{{1,{_LONGEST}}}")

_OPENING = r"^(?:\W*(?:and|so|now|ok|okay|well|please|then|first|next|hey|hi|а|и|так|пожалуйста)\b)*\W*"
_ASKS = re.compile(
    _OPENING
    + r"(?:tell me|remind me(?! to\b)|give me|show me|(?:list|name|recall|repeat) (?:all|every|each|the|my|what)"
    r"|summari[sz]e|recap|calculate|(?:sum|add) up"
    r"|(?:напомни|перечисли|назови|скажи|подскажи|покажи|посчитай)(?:те)?)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    _OPENING + r"(?:can|could|would|will) (?:you|we) (?:please |just |also |kindly )*"
    r"(?:note|write|jot|put|add|change|update|correct|fix|log|record|remember|save|set|make|keep|cancel|remove|delete)\b",
    re.IGNORECASE,
)
_QUESTION_MARK = re.compile(r"[?？؟⁇⁈⁉]")


@dataclass(frozen=True, slots=True)
class Heard:
    """A message, taken apart."""

    statements: tuple[str, ...]
    questions: tuple[str, ...]


def clean(text: str) -> str:
    """Return the text as one line that files, SQLite and terminals can hold."""
    return " ".join(_UNSAFE.sub(" ", text).split())


def listen(message: str) -> Heard:
    """Split a message into sentences, and these into what is stated and what is asked.

    A polite request to note something (``Could you write down that …?``) is a statement. No statement holds a
    question mark, so that quoting one never looks like asking back.
    """
    statements: list[str] = []
    questions: list[str] = []
    for sentence in _sentences(message):
        if _REQUEST.match(sentence):
            statements.append(_QUESTION_MARK.sub("", sentence).rstrip(" .") + ".")
        elif _QUESTION_MARK.search(sentence) or _ASKS.match(sentence):
            questions.append(sentence)
        elif any(map(str.isalnum, sentence)):
            statements.append(sentence)
    return Heard(tuple(statements), tuple(questions))


def _sentences(message: str) -> list[str]:
    lines = (_BULLET.sub("", clean(line)) for line in message.splitlines())
    sentences = (sentence for line in lines for sentence in _SENTENCE_END.split(line))
    return [piece.strip() for sentence in sentences for piece in _PIECE.findall(sentence) if piece.strip()]
