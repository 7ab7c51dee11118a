"""Turn what somebody wrote, markup and all, into the plain text in which values are looked for."""

from __future__ import annotations

import html
import re
import unicodedata

STRUCK = "␡"
"""Stands around words that the writer has struck through."""

_ESCAPES = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[@-_]?")
_KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3|[\u2460-\u24ff\u2776-\u2793]")
_RAISED_AFTER_DIGIT = re.compile("(?<=[0-9])[⁰¹²³⁴-⁹]+")
_VULGAR = str.maketrans(
    {"½": ".5", "¼": ".25", "¾": ".75", "⅕": ".2", "⅖": ".4", "⅗": ".6", "⅘": ".8", "⅛": ".125", "⅜": ".375"}
    | {"\u2010": "-", "\u2011": "-", "’": "'", "‘": "'", "ʼ": "'", "´": "'", "“": '"', "”": '"', "„": '"'}
)
_STRUCK_THROUGH = re.compile(
    r"(?<!~)~~(?!~)([^\n]+?)(?<!~)~~(?!~)|<(?:s|del|strike)>(.*?)</(?:s|del|strike)>",
    re.IGNORECASE | re.DOTALL,
)
_THOUGHT_TAG = re.compile(r"<(/?)(think(?:ing)?|reasoning)>", re.IGNORECASE)
_BLOCK_TAG = re.compile(r"</?(?:br|p|div|li|tr|h[1-6]|ul|ol|table|td|th)\b[^<>]{0,300}>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]{0,300}>|<!--.{0,300}?-->", re.IGNORECASE)
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)")
_URL = re.compile(r"\b(?:https?://|www\.)[^\s<>()\"']+", re.IGNORECASE)
_LATEX = (
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf|boxed)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\{,\}|\\,(?=[0-9]{3})"), ","),
    (re.compile(r"\\times\b"), "×"),
    (re.compile(r"\\(?:approx|sim)\b|\\[()\[\],;!]"), " "),
    (re.compile(r"\\([$%#&_*~`|<>-])"), r"\1"),
    (re.compile(r"\$\s?([0-9][0-9.,]*)\s?\$(?![0-9])"), r" \1 "),
    (re.compile(r"\^\{?([23])\}?"), r"\1"),
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n`]*$", re.MULTILINE)
_LINE_MARK = re.compile(r"^[ \t]*(?:(?:#{1,6}|>+|[-*+•‣▪◦·–—])[ \t]+)+", re.MULTILINE)
_TABLE_RULE = re.compile(r"^(?=[ \t:|-]*--)[ \t:|-]+$", re.MULTILINE)
_TIMES_STAR = re.compile(r"(?<=[0-9]) ?(?<!\*)\*(?!\*) ?(?=[0-9])")
_EMPHASIS = re.compile(r"\*+|`+|(?<![^\W_])_+|_+(?![^\W_])|\\(?=\n)")
_LIST_NUMBER = re.compile(r"^[ \t]*([0-9]{1,3})[.)][ \t]+(?=\S)", re.MULTILINE)
_MARKUP = re.compile(r"[*_`~<\[\\{^]|://|www\.|\$.*\$|^[ \t]*(?:#|>|[-+•‣▪◦·–—] |\||-{2})", re.MULTILINE)
_BLANKS = re.compile(r"[ \t\f\v]+")


def plain_text(text: str) -> str:
    """Return the words of ``text``: NFKC, without zero-width characters, terminal escapes and markup.

    Lines stay lines. A model's leaked thoughts (``<think>``) are no part of what it says. What markup strikes through stays, between two ``STRUCK``. The result is its own plain text.
    """
    text = _clean_characters(text)
    if _MARKUP.search(text):
        text = _without_markup(text)
    return _BLANKS.sub(" ", _drop_list_numbers(text)).strip()


def _without_markup(text: str) -> str:
    text = _without_thoughts(text)
    text = _STRUCK_THROUGH.sub(lambda m: f"{STRUCK}{m[1] or m[2] or ''}{STRUCK}", text)
    text = _BLOCK_TAG.sub("\n", text)
    text = _TAG.sub("", text)
    text = _LINK.sub(r"\1", text)
    text = _URL.sub(" ", text)
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    text = _FENCE.sub("", text)
    text = _TABLE_RULE.sub("", text)
    text = _LINE_MARK.sub("", text)
    text = _TIMES_STAR.sub(" × ", text)
    return _EMPHASIS.sub("", text)


def _without_thoughts(text: str) -> str:
    """Cut out everything from an opening tag to the next that closes it. One pass, since a text may open thousands."""
    tags = list(_THOUGHT_TAG.finditer(text))
    last_closing = {tag[2].casefold(): tag.start() for tag in tags if tag[1]}
    kept, start, inside = [], 0, ""
    for tag in tags:
        name = tag[2].casefold()
        if not inside and not tag[1] and last_closing.get(name, 0) > tag.start():
            kept.append(text[start : tag.start()])
            inside = name
        elif tag[1] and name == inside:
            start, inside = tag.end(), ""
    return "".join([*kept, text[start:]])


def _clean_characters(text: str) -> str:
    if text.isascii() and "\x1b" not in text and "&" not in text and text.isprintable():
        return text
    text = _ESCAPES.sub("", text)
    text = _KEYCAP.sub(" ", html.unescape(text))
    text = _RAISED_AFTER_DIGIT.sub("", text).translate(_VULGAR)
    text = unicodedata.normalize(
        "NFKC", text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    )
    return "".join(map(_plain_character, text))


def _plain_character(character: str) -> str:
    if character.isascii() and (character.isprintable() or character in "\n\t"):
        return character
    category = unicodedata.category(character)
    if category == "Cf" or "\ufe00" <= character <= "\ufe0f":
        return ""
    if category == "Cc":
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(character))
    return character


def _drop_list_numbers(text: str) -> str:
    """Drop the numbers of a numbered list; "50. That is final" at a line's start is no list."""
    numbers = [int(match[1]) for match in _LIST_NUMBER.finditer(text)]
    neighbours = {n for n in numbers if n == 1 or n - 1 in numbers or n + 1 in numbers}
    return _LIST_NUMBER.sub(lambda m: "" if int(m[1]) in neighbours else m[0], text)
