"""The persona's own simple words: facts as its sheets have them, under an opening that changes from message to message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_marathonmem.scenario.model import RETIRED
from pytest_marathonmem.values import plain_text, read_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_marathonmem.scenario.model import FactRef
    from pytest_marathonmem.testing.double.duties import Say
    from pytest_marathonmem.testing.double.place import Place


@dataclass(frozen=True)
class Phrases:
    """Of one language."""

    tells: tuple[str, ...]
    """Opens a message about a ``{topic}``."""
    changes: tuple[str, ...]
    adds: tuple[str, ...]
    retires: str
    refers: str
    """Says of a ``{thing}`` that it is as with another."""
    asks_back: str
    """The answer to a counter-question."""
    guesses: str
    """Puts an answer into a question."""
    small_talk: str


ENGLISH = Phrases(
    tells=(
        "{topic}: ",
        "On to {topic}. ",
        "Then there is {topic}. ",
        "Something else, {topic}. ",
        "Back to {topic}. ",
        "While I think of it, {topic}: ",
        "A few words about {topic}. ",
    ),
    changes=(
        "It has changed: ",
        "That is different now: ",
        "Not as before any more: ",
        "I have to change this: ",
    ),
    adds=("One thing more: ", "This is new: ", "And one more: "),
    retires="That is off, cancelled: {thing}.",
    refers="{thing}: the same as elsewhere.",
    asks_back="I mean it just as I asked; more precisely I don't know.",
    guesses="{question} I think it is {value}.",
    small_talk="What a day.",
)
RUSSIAN = Phrases(
    tells=(
        "{topic}: ",
        "Теперь {topic}. ",
        "Дальше {topic}. ",
        "Ещё одно, {topic}. ",
        "Пара слов, {topic}. ",
    ),
    changes=("Изменилось: ", "Теперь иначе: ", "Уже не так, как было: "),
    adds=("Ещё одно: ", "Новое: "),
    retires="Это отменяется: {thing}.",
    refers="{thing}: то же, что и раньше.",
    asks_back="Именно то, что спросил; точнее не знаю.",
    guesses="{question} Кажется, {value}.",
    small_talk="Ну и день.",
)
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_QUOTED = re.compile(r"['\"`“«]([^'\"`”»]+)['\"`”»]")
_LACKING = re.compile(r"\blacks\b|\bno message\b")
"""What a refusal says that names values which a message should have."""


def language_of(text: str) -> str:
    """The language of a text, as far as the double knows any: ``ru`` or ``en``."""
    return "ru" if _CYRILLIC.search(text) else "en"


def phrases_for(text: str) -> Phrases:
    """What to say in the language of a text."""
    return RUSSIAN if language_of(text) == "ru" else ENGLISH


def message(place: Place, say: Say) -> str:
    """Write a message; one that was refused carries all its facts as they stand, and whatever the refusal quotes."""
    sentences = [*_told(place, say), *_changed(place, say)]
    if say.words and not any(refusal.startswith("Refused") for refusal in place.refusals):
        return say.words
    refusal = " ".join(place.refusals[-1:])
    quoted = _QUOTED.findall(refusal) if sentences and _LACKING.search(refusal) else []
    said = " ".join(sentences)
    lacking = [value for value in quoted if value not in said and read_values(value)]
    parts = [say.words, _opened(place, say, sentences), *map(sentence, lacking)]
    return " ".join(filter(None, parts)) or phrases_for("").small_talk


def without_values(text: str) -> str:
    """A text without its numbers: ``Wine fridge, $330`` is ``Wine fridge``."""
    plain = plain_text(text)
    for value in reversed(read_values(plain, language_of(plain), bare_words=True)):
        start, end = value.span
        plain = plain[:start] + plain[end:]
    return re.sub(r"\s+([,.;:])", r"\1", " ".join(plain.split())).strip(" ,;:.()")


def sentence(text: str) -> str:
    """A text that ends as sentences do."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _told(place: Place, say: Say) -> list[str]:
    pairs = ((_text(place, ref), told.by_reference) for told in say.told for ref in told.refs)
    return [_stated(text, by_reference=by_reference) for text, by_reference in pairs]


def _changed(place: Place, say: Say) -> list[str]:
    said = []
    for change in say.changed:
        if change.text == RETIRED:
            text = place.before.get(change.ref, _text(place, change.ref))
            said.append(phrases_for(text).retires.format(thing=without_values(text)))
        else:
            phrases = phrases_for(change.text)
            openings = phrases.adds if change.kind == "add" else phrases.changes
            stated = _stated(change.text, by_reference=change.by_reference)
            said.append(f"{_pick(openings, place)}{stated}")
    return said


def _stated(text: str, *, by_reference: bool) -> str:
    """A fact as a sentence, with its values or, where it is told by reference, without them."""
    if by_reference and read_values(text, language_of(text)):
        return phrases_for(text).refers.format(thing=without_values(text))
    return sentence(text)


def _opened(place: Place, say: Say, sentences: Sequence[str]) -> str:
    """Put what is talked about before facts; a change says by itself what it is about."""
    if not say.told or say.words:
        return " ".join(sentences)
    topic = _topic(place, say.refs)
    return _pick(phrases_for(topic).tells, place).format(topic=topic) + " ".join(sentences)


def _topic(place: Place, refs: Sequence[FactRef]) -> str:
    sheet = place.sheets.get(refs[0].sheet)
    if sheet is None:
        return refs[0].sheet
    titles = [sheet.title, sheet.categories.get(refs[0].id.partition(".")[0], "")]
    return ", ".join({title.casefold(): title for title in titles if title}.values())


def _text(place: Place, ref: FactRef) -> str:
    sheet = place.sheets.get(ref.sheet)
    return sheet.facts.get(ref.id, "") if sheet else ""


def _pick(openings: Sequence[str], place: Place) -> str:
    """Another opening in each message, the same again in the same place."""
    return openings[sum(map(ord, place.opportunity)) % len(openings)]
