"""Find retired items that an answer still counts."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from pytest_marathonmem.grading.choice_words import choice_pattern
from pytest_marathonmem.grading.names import find_names
from pytest_marathonmem.grading.ranking import Rank
from pytest_marathonmem.grading.sentences import clauses
from pytest_marathonmem.values import among, contains_name, read_values
from pytest_marathonmem.values.plain import STRUCK

if TYPE_CHECKING:
    from pytest_marathonmem.grading.context import Span
    from pytest_marathonmem.grading.expectation import Expectation
    from pytest_marathonmem.grading.mentions import Answer
    from pytest_marathonmem.grading.rivals import Known

_ASIDE = re.compile(r"^\W*(?:\([^()]*\)\W*)?(?:\W*(?:at|for|of|about)?\s*[$€£]?[0-9][0-9.,]*\s?[$€£]?\W*)?")
_GOES_ON = re.compile(
    r"^(?:,\s*)?(?:\(|—|–|-|:|→|(?:which|that|it|this|has|have|is|are|was|were|got|been|we|you|later|then|now|already|since|again|as|because|but|by|so|"
    r"который|она|он|был[ао]?|мы|ты|потом|уже|так|как|но)\b)"
)
_WORDS_BEFORE = 4
"""A word of cancelling reaches over so many others: "without the new built-in wine fridge"."""


def counted_items(expectation: Expectation, answer: Answer, known: Known) -> list[str]:
    """Return the retired items that an answer has in its list, by name or, unnamed, by price.

    Naming an item as cancelled ("without the wine fridge", "wine fridge: removed") is no presence.
    """
    key = expectation.key
    found = []
    places = {name: find_names(answer.plain, name) for name in (key.absent if key else ())}
    for name, spans in places.items():
        # "horse" in "horse ride" is judged as the horse ride.
        own = [
            span for span in spans if not any(_is_inside(span, longer) for longer in chain(*places.values()))
        ]
        if any(not _is_cancelled(answer, span) for span in own) or (
            not spans and _has_price(name, expectation, answer, known)
        ):
            found.append(name)
    return found


def _is_inside(span: Span, other: Span) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


def _is_cancelled(answer: Answer, span: Span) -> bool:
    mention = answer.mention(span)
    sentence = answer.sentences[mention.sentence]
    before = answer.plain[sentence.start : span[0]]
    after = answer.plain[span[1] : sentence.end]
    if before.count(STRUCK) % 2 or answer.plain.count(STRUCK, 0, span[0]) % 2:
        return True
    cancelled_before = choice_pattern("cancelled_before", answer.language)
    if any(
        cancelled_before.search(words)
        for words in (sentence.heading, " ".join(clauses(before)[-1].split()[-_WORDS_BEFORE - 1 :]))
    ):
        return True
    return _cancelled_behind(after, answer) or (mention.rank is Rank.PAST and mention.of_the_past)


def _cancelled_behind(after: str, answer: Answer) -> bool:
    """Whether what follows, after an aside such as a price, says that the item is out."""
    pattern = choice_pattern("cancelled_after", answer.language)
    own, *later = clauses(after)
    if pattern.search(own):
        return True
    rest = after[_end_of_aside(after) :].lstrip(" )")
    reach = re.split(r"[;.]", rest)[0][:80]
    return (
        bool(later)
        and bool(_GOES_ON.match(rest) or pattern.match(rest.lstrip(" ,(–—-:")))
        and bool(pattern.search(reach))
    )


def _end_of_aside(after: str) -> int:
    match = _ASIDE.match(after)
    return match.end() if match else 0


def _has_price(name: str, expectation: Expectation, answer: Answer, known: Known) -> bool:
    texts = [text for text in expectation.earlier if contains_name(text, name)]
    prices = [
        v
        for text in texts
        for v in read_values(text, expectation.language)
        if v.kind == "money" and not v.per
    ]
    return any(
        mention.value is not None
        and mention.value.kind == "money"
        and mention.rank >= Rank.PLAIN
        and among(mention.value, prices)
        and not known.is_beside(mention)
        for mention in answer.values
    )
