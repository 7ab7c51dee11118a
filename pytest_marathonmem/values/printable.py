"""Foreign text made safe for a terminal."""

from __future__ import annotations

import unicodedata

_KEPT = "\n\t"
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def printable(text: str) -> str:
    r"""Return ``text`` with everything that could act on a terminal made visible: ESC becomes ``\x1b``.

    Line breaks and tabs stay; control and format characters (also those that turn the direction of writing), lone
    surrogates and unassigned code points become Python escapes. The joiners that emoji are made of stay.
    """
    if text.isprintable():
        return text
    return "".join(_visible(c) for c in text.replace("\r\n", "\n"))


def _visible(character: str) -> str:
    if character in _KEPT or character == "\u200d" or unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode("ascii")
