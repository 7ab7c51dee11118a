"""Comparing words: folded case, no diacritics, one kind of apostrophe."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pytest_marathonmem.values.plain import plain_text

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_TOKEN = re.compile(r"[^\W_]+")
_MARK = re.compile("(?<!и)[\u0300-\u036f]|(?<=и)[\u0300-\u0305\u0307-\u036f]")
"""Diacritics; but й is a letter of its own, not и with a mark."""
_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_SEPARATOR = r"[\s\-–—'_]*"


def normalise(text: str) -> str:
    """Return ``text`` as it is compared: plain text, folded case, no diacritics, single spaces."""
    return " ".join(_folded(plain_text(text)).split())


def words(text: str) -> tuple[str, ...]:
    """Return the words of ``text``, normalised, in order."""
    return tuple(_WORD.findall(normalise(text)))


def contains_name(text: str, name: str) -> bool:
    """Whether ``name`` stands in ``text`` as whole words, whatever its case, diacritics and hyphens."""
    return bool(find_name(plain_text(text), name))


def find_name(plain: str, name: str) -> list[tuple[int, int]]:
    """Return every place in a plain text where ``name`` stands as whole words."""
    pattern = _name_pattern(name)
    if pattern is None:
        return []
    folded, places = _fold_with_places(plain)
    return [(places[match.start()], places[match.end()]) for match in pattern.finditer(folded)]


def word_places(plain: str) -> list[tuple[str, int, int]]:
    """Return every word of a plain text, normalised, with its place."""
    return [(_folded(match[0]), *match.span()) for match in _TOKEN.finditer(plain)]


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    if folded.isascii():
        return folded
    return unicodedata.normalize("NFC", _MARK.sub("", folded)).translate(_LETTERS)


def _fold_with_places(plain: str) -> tuple[str, list[int]]:
    """Fold a text and say for each folded character, and for the end, where it comes from."""
    if plain.isascii():
        return plain.casefold(), list(range(len(plain) + 1))
    folded, places = [], []
    for index, character in enumerate(plain):
        piece = character.casefold() if character.isascii() else _folded(character)
        folded.append(piece)
        places += [index] * len(piece)
    return "".join(folded), [*places, len(plain)]


@lru_cache(maxsize=1024)
def _name_pattern(name: str) -> re.Pattern[str] | None:
    parts = re.findall(r"[^\W\d_]+|[0-9]+|[^\w\s]+", normalise(name))
    parts = [part for part in parts if not re.fullmatch(r"[-–—']+", part)]
    if not parts:
        return None
    inner = _SEPARATOR.join(map(re.escape, parts))
    return re.compile(rf"(?<![^\W_]){inner}(?:'s)?(?![^\W_])")
