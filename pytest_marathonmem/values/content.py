"""The words of a text that say what it is about."""

from __future__ import annotations

from pytest_marathonmem.values.names import words

_EMPTY_WORDS = """
    a an the this that these those it its it's that's there there's he she they them his her their him
    i i'm i've i'll i'd me my mine we we're we've our ours us you you're you've you'd you'll he'd he'll she'd she'll we'd we'll they'd they'll your yours
    is are was were be been being am isn't aren't wasn't weren't do does did doing done don't doesn't didn't
    have has had having haven't hasn't hadn't will would shall should can could may might must won't
    and or but nor so then than as if when while where which who whom whose what why how
    of in on at by for from to into onto with without about over under up down out off per between
    not no yes only also too just even still already again now currently finally final end ends last latest
    before after earlier later previously originally initially first until since ever never always
    much many more most some any all both each every other another one two
    get gets got give gives gave given go goes went come comes came make makes made take takes took put puts say says said
    tell tells told know knows let lets set sets need needs want wants think thinks
    total altogether overall sum about approximately roughly around nearly ca approx
    set aside quite very really well okay ok right sure here please thanks
        current new old actual updated changed change corrected correct
    и или но а что это как так то же ли бы не ни нет да в во на с со к ко по за из от до у о об для при без
    я мы ты вы он она оно они мне нас нам тебе вам его её ее их мой моя наш ваш твой
    был была было были есть будет сколько какой какая какое какие где когда кто чей
    сейчас теперь потом сначала раньше уже ещё еще всего итого примерно около
"""
_STOP_WORDS = frozenset(_EMPTY_WORDS.split())


def content_words(text: str) -> frozenset[str]:
    """Return the stems of the words of ``text`` that carry a subject: no pronouns, no numbers, no words of change."""
    return frozenset(
        stem(word)
        for word in words(text)
        if word not in _STOP_WORDS and not word[0].isdigit() and len(word) > 1
    )


def stem(word: str) -> str:
    """Cut a normalised word's ending, so that "gets" and "get", "плитка" and "плитку" are the same."""
    word = word.removesuffix("'s")
    if not word.isascii():
        return word[: max(4, len(word) - 2)]
    for ending in ("ings", "ing", "ied", "ies", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
