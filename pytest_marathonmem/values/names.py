"""Comparing words: folded case, no diacritics, one kind of apostrophe."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pytest_marathonmem.values.plain import plain_text

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_MARK = re.compile("(?<!и)[\u0300-\u036f]|(?<=и)[\u0300-\u0305\u0307-\u036f]")
"""Diacritics; but й is a letter of its own, not и with a mark."""
_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_SEPARATOR = r"[\s\-–—'_]*"


def normalise(text: str) -> str:
    """Return ``text`` as it is compared: plain text, folded case, no diacritics, single spaces."""
    folded = unicodedata.normalize("NFKD", plain_text(text).casefold())
    if not folded.isascii():
        folded = unicodedata.normalize("NFC", _MARK.sub("", folded)).translate(_LETTERS)
    return " ".join(folded.split())


def words(text: str) -> tuple[str, ...]:
    """Return the words of ``text``, normalised, in order."""
    return tuple(_WORD.findall(normalise(text)))


def contains_name(text: str, name: str) -> bool:
    """Whether ``name`` stands in ``text`` as whole words, whatever its case, diacritics and hyphens."""
    return find_name(normalise(text), name) is not None


def find_name(normalised: str, name: str, start: int = 0) -> tuple[int, int] | None:
    """Return where ``name`` stands in an already normalised text, or None."""
    pattern = _name_pattern(name)
    match = pattern.search(normalised, start) if pattern else None
    return match.span() if match else None


@lru_cache(maxsize=1024)
def _name_pattern(name: str) -> re.Pattern[str] | None:
    parts = re.findall(r"[^\W_]+|[^\w\s]+", normalise(name))
    parts = [part for part in parts if not re.fullmatch(r"[-–—']+", part)]
    if not parts:
        return None
    inner = _SEPARATOR.join(map(re.escape, parts))
    return re.compile(rf"(?<![^\W_]){inner}(?:'s)?(?![^\W_])")
