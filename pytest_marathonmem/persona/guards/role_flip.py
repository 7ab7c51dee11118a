"""The persona doesn't speak as the assistant."""

from __future__ import annotations

import re

_FLIP = re.compile(
    r"""
      \bas\ an\ (?:ai|artificial\ intelligence)(?:\s+[\w-]+){0,3},?\s+I\b
    | \bI(?:'m|’m|\s+am)\s+(?:just\ |only\ |merely\ )?an?\s+(?:ai|artificial\ intelligence|large|virtual|digital)\s+
        (?:language\ model|assistant|model|chatbot)\b
    | \bI(?:'m|’m|\s+am)\s+(?:just\ |only\ )?an?\s+(?:ai|language\ model)\s*(?:[.,;!]|and\b|so\b|but\b|without\b|$)
    | \bhow\ (?:can|may|could)\ I\ (?:help|assist|be\ of\ (?:help|service))(?:\s+to)?(?:\s+you(?:\ (?:today|now|with\ (?:that|this|it)))?)?\s*[?!.]
    | \bhow\ (?:can|may)\ I\ (?:help|assist)\ you\b
    | \bwhat\ (?:can|may)\ I\ (?:help|assist)\ you\ with\b
    | \banything\ else\ I\ can\ (?:help|assist)(?:\ you)?(?:\ with)?(?:\ today|\ now)?\s*[?.!]
    | \bI(?:'ve|’ve|\s+have)\ (?:noted|recorded|logged|remembered)\ (?:that|this|it|your\s+\w+)(?:\ down)?\ for\ you\b
    | \bI(?:'ll|’ll|\s+will)\ (?:remember|note|keep)\ (?:that|this|it)(?:\ (?:down|in\ mind))?\ for\ you\b
    | \bI(?:'ve|’ve|\s+have)\ (?:updated|saved)\ (?:\w+\s+){0,3}?(?:in|to)?\s*(?:your\ (?:notes|profile|records|preferences)|my\ memory)\b
    | \bI(?:'m|’m|\s+am)\ here\ to\ (?:help|assist)(?:\ you)?(?:\ with\ (?:that|anything|whatever\ you\ need))?\s*[.!]
    | \b(?:can't|can’t|cannot|unable\ to)\ assist\ (?:you\ )?with\ (?:that|this)\b
    | \bmy\ knowledge\ cut-?off\b
    | \bкак\ (?:ии|искусственный\ интеллект|языковая\ модель|виртуальный\ (?:помощник|ассистент)|ии-(?:помощник|ассистент)),?\s+я\b
    | \bя\s*[,—-]?\s*(?:всего\ лишь\ |просто\ |только\ )?(?:языковая\ модель|ии-(?:помощник|ассистент|модель)|виртуальный\ (?:помощник|ассистент))\b
    | \bчем\ (?:ещё\ |еще\ )?(?:я\ )?могу\ (?:вам|тебе)\ (?:помочь|быть\ полез\w+)\b
    | \bчем\ (?:ещё\ |еще\ )?(?:я\ )?(?:вам|тебе)\ (?:могу\ )?(?:помочь|быть\ полез\w+)\s*[?!]
    | \bчем\ (?:ещё\ |еще\ )?(?:я\ )?могу\ (?:помочь|быть\ полез\w+)(?:\ сегодня)?\s*[?!]
    | \bя\ (?:это\ |всё\ )?(?:записал|запомнил|сохранил)а?\ (?:это\ |всё\ )?для\ (?:вас|тебя)\b
    | \bзапомню\ (?:это\ )?для\ (?:вас|тебя)\b
    | \bя\ здесь,\ чтобы\ (?:вам\ |тебе\ )?помо(?:чь|гать)\b
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


def speaks_as_assistant(text: str) -> str | None:
    """Find a phrase that only the assistant says."""
    flip = _FLIP.search(text)
    if flip is None:
        return None
    return f"{flip[0].strip()!r} is what the assistant would say; you are its user, so speak as yourself"
