"""What a reply is: an answer, a refusal of the whole, or a question back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from pytest_marathonmem.values.clauses import Clause, read_clauses
from pytest_marathonmem.values.content import content_words, stem
from pytest_marathonmem.values.matching import among
from pytest_marathonmem.values.names import normalise, words
from pytest_marathonmem.values.reading import read_values
from pytest_marathonmem.values.reply_words import reply_patterns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_marathonmem.values.value import Value

ReplyKind = Literal["answer", "refusal", "counter-question"]

_NAME = re.compile(r"(?<=[\w,;:)'\"] )(?!I\b|I')[A-ZА-ЯЁ][\w-]+|\b[A-Za-z]+-?[0-9]+\w*\b")
_OF_ANY_PRICE = content_words(
    "price cost amount value figure rate number estimate record recorded note noted log logged цена стоит стоимость сумма запись"
)
"""Words that name no other thing: "the price is $0.10" is about whatever was asked."""
_LONGEST_QUESTION = 60
"""Words; a longer reply that ends with a question says something before."""


def read_reply(text: str, language: str = "en", question: str = "") -> ReplyKind:
    """Say what kind of reply ``text`` is.

    A refusal refuses the whole: besides the refusing it holds only excuses, offers, what was looked at, and what is there
    about other things ("I only have the final figure, $1,100"); where a former value is asked for, that alone refuses. An answer to a part makes it an answer. A
    counter-question only asks. An empty reply is an answer: nobody asked back and nobody refused.

    Args:
        text: the reply.
        language: the benchmark's language, two letters; English is understood besides.
        question: what was asked, if known; helps to tell whether "I only have …" answers a part of it.
    """
    clauses = read_clauses(text, language)
    roles = {clause.role for clause in clauses}
    if "refusal" in roles:
        return "answer" if _answers_a_part(clauses, language, question) else "refusal"
    if _has_only_the_present(clauses, language, question):
        return "refusal"
    if "question" in roles and _only_asks(clauses, language):
        return "counter-question"
    return "answer"


def offered_despite_refusal(text: str, topic: Iterable[str], language: str = "en") -> str:
    """Return the clause by which a refusing reply offers a value for the asked thing after all; empty if none does.

    The rule, clause by clause. Refusals, citations of what was looked at, questions and offers of help offer nothing. A
    statement with a value offers it if it points back to the asked thing ("it is …"), names a word of its topic, guesses or
    speaks of what is usual, or consists of the value alone. A value whose clause names another thing ("the customs duty,
    $1,100") is attributed to that. A guess without a value counts if it points back and gives a name.

    Args:
        text: the reply.
        topic: words of the asked thing.
        language: the benchmark's language.
    """
    stems = {stem(word) for phrase in topic for word in words(phrase)}
    for clause in read_clauses(text, language):
        if clause.role in {"statement", "only"} and _offers(clause, stems, language):
            return clause.text
    return ""


def says_untold(text: str, language: str = "en") -> bool:
    """Whether any clause says that the thing is not known or that there is no such thing.

    "There's no electricity tariff" answers a question about something else ("is there a wine fridge?"), but refuses one
    about a thing that was never told.
    """
    lacks = reply_patterns(language).lacks
    return any(
        clause.role == "refusal" or lacks.search(clause.folded) for clause in read_clauses(text, language)
    )


def _offers(clause: Clause, topic: set[str], language: str) -> bool:
    patterns = reply_patterns(language)
    points_back = bool(patterns.points_back.search(clause.folded))
    guesses = bool(patterns.guesses.search(clause.folded)) and clause.role == "statement"
    values = [
        v
        for v in read_values(clause.text, language)
        if v.kind not in {"date", "time"} or v.text == clause.text.strip(" .")
    ]
    if not values:
        return guesses and points_back and bool(_NAME.search(clause.text))
    content = content_words(clause.text) - _OF_ANY_PRICE
    units = frozenset().union(*(content_words(value.text) for value in values))
    about = content & topic or (points_back and clause.role == "statement") or guesses
    return bool(about) or not content - units


def _has_only_the_present(clauses: tuple[Clause, ...], language: str, question: str) -> bool:
    """Whether a question for a former value is met with "I only have the current price"."""
    patterns = reply_patterns(language)
    if not patterns.of_before.search(normalise(question)) or any(c.role == "statement" for c in clauses):
        return False
    return any(c.role == "only" and patterns.of_now.search(c.folded) for c in clauses)


def _answers_a_part(clauses: tuple[Clause, ...], language: str, question: str) -> bool:
    first_refusal = next(index for index, clause in enumerate(clauses) if clause.role == "refusal")
    asked = content_words(question)
    refused = frozenset().union(*(content_words(c.text) for c in clauses if c.role == "refusal")) & asked
    given = read_values(question, language)
    return any(
        _is_answer(clause, asked, refused, language, before=index < first_refusal)
        or _is_labelled_value(clause, given, language)
        for index, clause in enumerate(clauses)
    )


def _is_labelled_value(clause: Clause, given: tuple[Value, ...], language: str) -> bool:
    """Whether a clause before "but I don't know …" holds a value that the question didn't give."""
    if clause.role != "label" or clause.text.endswith(":"):
        return False
    return any(not value.bare and not among(value, given) for value in read_values(clause.text, language))


def _is_answer(
    clause: Clause, asked: frozenset[str], refused: frozenset[str], language: str, *, before: bool
) -> bool:
    content = content_words(clause.text)
    if clause.role == "only":
        return bool(refused and (asked - refused) & content)
    if clause.role != "statement":
        return False
    if read_values(clause.text, language):
        return True
    if not content or reply_patterns(language).notes.search(clause.folded):
        return False
    if before or content & (asked - refused):
        return True
    names = {name.casefold() for name in _NAME.findall(clause.text)} - set(words(" ".join(asked)))
    return bool(names) or (clause.after_but and not asked and len(content) >= 2)


def _only_asks(clauses: tuple[Clause, ...], language: str) -> bool:
    if sum(len(clause.folded.split()) for clause in clauses) > _LONGEST_QUESTION:
        return False
    patterns = reply_patterns(language)
    questions = [clause for clause in clauses if clause.role == "question"]
    has_value = any(read_values(clause.text, language) for clause in clauses)
    if has_value and any(patterns.confirms.search(clause.folded) for clause in questions):
        return False
    if all(clause.role in {"question", "polite", "label"} for clause in clauses):
        return any(patterns.asks.search(clause.folded) for clause in questions)
    return not has_value and any(patterns.asks_which.search(clause.folded) for clause in clauses)
