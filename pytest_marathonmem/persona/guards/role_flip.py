"""The persona doesn't speak as the assistant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_marathonmem.persona.guards.doubt import Doubt
from pytest_marathonmem.persona.guards.wording import not_given, phrase, squeezed, unquoted

if TYPE_CHECKING:
    from pytest_marathonmem.persona.guards.wording import Given

_FLIP = re.compile(
    r"""
      \bas\ an\ (?:ai|artificial\ intelligence)(?:\ (?:language|model|assistant|chatbot|bot|system|program|agent)){0,2}
        (?:\ (?:developed|created|made|trained|built)\ by\ \w+)?,?\ I\b
    | \bI(?:'m|\ am)\ (?:just\ |only\ |merely\ )?an?\ (?:(?:ai|artificial\ intelligence)\ (?:language\ model|assistant|model|chatbot)
        |large\ language\ model)\b
    | \bI(?:'m|\ am)\ (?:just|only|merely)\ an?\ (?:virtual|digital)\ assistant\b
    | \bI(?:'m|\ am)\ (?:just\ |only\ )?an?\ (?:ai|language\ model)(?:[.,;!]|$|\ (?:and|so|but)\ (?:I|can|can't|cannot|don't)\b|\ without\b)
    | \bhow\ (?:can|may|could)\ I\ (?:help|assist|be\ of\ (?:help|service)\ to)\ you(?:\ out)?(?:\ (?:today|now|further|with\ (?:that|this|it)))?(?:\ ?[?!.]|$)
    | \bhow\ (?:can|may|could)\ I\ (?:assist|be\ of\ service)(?:\ (?:today|now))?\ ?[?!.]
    | \bwhat\ (?:can|may)\ I\ (?:help|assist)\ you\ with\b
    | \banything\ else\ I\ can\ (?:help|assist)\ you(?:\ with)?(?:\ (?:today|now))?\ ?[?.!]
    | \bI(?:'ve|\ have)\ (?:noted|recorded|logged|remembered)\ (?:that|this|it|your\ \w+)(?:\ down)?\ for\ you(?:\ ?[.,;!]|$)
    | \bI(?:'ll|\ will)\ (?:remember|note|keep)\ (?:that|this|it)(?:\ (?:down|in\ mind))?\ for\ you(?:\ ?[.,;!]|$)
    | \bI(?:'ve|\ have)\ (?:updated|saved)\ (?:\w+\ ){0,3}?(?:(?:in|to)\ )?(?:your\ (?:notes|profile|records|preferences)|my\ memory)\b
    | (?:^|[.!?,]\ )I(?:'m|\ am)\ here\ to\ (?:help|assist)(?:\ you)?(?:\ with\ (?:that|anything|whatever\ you\ need))?\ ?[.!]
    | \bI(?:\ can't|\ cannot|'m\ unable\ to|\ am\ unable\ to)\ assist\ (?:you\ )?with\ (?:that|this)\b
    | \bmy\ knowledge\ cut-?off\b
    | \bкак\ (?:ии|искусственный\ интеллект|языковая\ модель|ии-(?:помощник|ассистент)),?\ я\b
    | \bя\b(?:\ ?[,—-])?\ ?(?:всего\ лишь\ |просто\ |только\ )?(?:языковая\ модель|ии-(?:помощник|ассистент|модель))\b
    | \bя\b(?:\ ?[,—-])?\ ?(?:всего\ лишь|просто|только)\ виртуальный\ (?:помощник|ассистент)\b
    | \bчем\ (?:ещё\ |еще\ )?(?:я\ )?могу\ (?:вам|тебе)\ (?:помочь|быть\ полез\w+)(?:\ сегодня)?(?:\ ?[?!.]|$)
    | \bчем\ (?:ещё\ |еще\ )?(?:я\ )?(?:вам|тебе)\ (?:могу\ )?(?:помочь|быть\ полез\w+)\ ?[?!]
    | \bчем\ (?:ещё\ |еще\ )?(?:я\ )?могу\ быть\ полез\w+(?:\ сегодня)?\ ?[?!]
    | \bя\ (?:это\ |всё\ )?(?:записал|запомнил|сохранил)а?\ (?:это\ |всё\ )?для\ (?:вас|тебя)(?:\ ?[.,;!]|$)
    | \bзапомню\ (?:это\ )?для\ (?:вас|тебя)(?:\ ?[.,;!]|$)
    | \bя\ здесь,\ чтобы\ (?:вам\ |тебе\ )?помо(?:чь|гать)\b
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_MAYBE = re.compile(
    r"""
      \bI(?:'m|\ am)\ an?\ (?:virtual|digital)\ assistant\b
    | \bhow\ (?:can|may|could)\ I\ (?:help|be\ of\ help)(?:\ (?:today|now|with\ (?:that|this|it)))?\ ?[?!.]
    | \banything\ else\ I\ can\ (?:help|assist)(?:\ with)?(?:\ (?:today|now))?\ ?[?.!]
    | \bчем\ (?:ещё\ |еще\ )?(?:я\ )?могу\ помочь(?:\ сегодня)?\ ?[?!]
    | \bкак\ виртуальный\ (?:помощник|ассистент),?\ я\b
    | \bя\ ?[,—-]?\ ?виртуальный\ (?:помощник|ассистент)\b
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""A person can be a virtual assistant by trade, and ask how to help a neighbour."""


def speaks_as_assistant(text: str, given: Given = not_given) -> str | None:
    """Find a phrase that only the assistant says; what is quoted doesn't count.

    Args:
        text: The message.
        given: Whether the scenario has a phrase.
    """
    read = unquoted(squeezed(text))
    if flip := phrase(_FLIP, read, given):
        return _reason(flip)
    maybe = phrase(_MAYBE, read, given)
    return Doubt(_reason(maybe)) if maybe else None


def _reason(found: str) -> str:
    return f"{found!r} is what the assistant would say; you are its user, so speak as yourself"
