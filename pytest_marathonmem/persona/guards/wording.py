"""A message as the guards of words read it, and the search for phrases in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Given = Callable[[str], bool]
    """Whether the scenario itself has a phrase, in a fact, a question or a message: then a person may say it."""

_QUOTED = re.compile(
    r"""  "[^"\n]*" | “[^“”\n]*” | „[^„“”\n]*[“”] | «[^«»\n]*»
      | (?<![\w'])'(?: [^'\n] | (?<=\w)'(?=\w) )*'(?!\w) """,
    re.VERBOSE,
)


def squeezed(text: str) -> str:
    """The lines of a text without blanks around, between and in them, and with one kind of apostrophe.

    A pattern that meets single blanks only doesn't try each way to part a thousand of them.
    """
    lines = (" ".join(line.split()) for line in text.replace("’", "'").splitlines())
    return "\n".join(line for line in lines if line)


def unquoted(text: str) -> str:
    """A squeezed text without what it quotes; one that is nothing but a quotation stays, as models wrap all they say."""
    rest = _QUOTED.sub("…", text)
    return rest if any(map(str.isalpha, rest)) else text


def phrase(pattern: re.Pattern[str], text: str, given: Given) -> str:
    """The first match of a pattern that isn't the scenario's own wording; empty if there is none."""
    found = (match[0].strip() for match in pattern.finditer(text))
    return next((words for words in found if not given(words)), "")


def not_given(_: str) -> bool:
    """Of a scenario that has nothing of the kind."""
    return False
