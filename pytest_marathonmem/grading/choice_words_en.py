"""English words by which an answer says which of several values counts, and what each table is for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ChoiceWords:
    """Tables of phrases, one a line. ``…_before`` is searched in the words before a value, ``…_after`` stands right behind."""

    past_before: str
    """Marks a value that no longer counts."""
    past_after: str
    weakly_past: str
    """Past tense: tells nothing unless another value is told in the present."""
    first: str
    """Marks the first of several past values."""
    step_before: str
    """A change to the value."""
    step_after: str
    final_before: str
    """The value that counts."""
    final_after: str
    denied_before: str
    """Denies the very value."""
    denied_after: str
    between: str
    """Before the first of two values that bound the right one."""
    alternative: str
    """Between two values of which one counts, but not said which."""
    or_before: str
    """Before a name that is one of two alternatives."""
    or_after: str
    """Behind such a name."""
    undecided: str
    """In the sentence of a name: nothing is chosen yet."""
    passing: str
    """Between two values: from the first to the second."""
    passing_back: str
    """Between two values: to the first from the second."""
    change: str
    """A verb of change, which makes "from … to …" a change and no range."""
    moved_on: str
    """Behind a name that is told in the past tense: something else holds now."""
    more_before: str
    """Before a difference between two values."""
    more_after: str
    total: str
    """Marks a sum of other values."""
    part_of_total: str
    """Before a total's word: only a part is summed."""
    cancelled_before: str
    """Takes the thing that follows out of a plan."""
    cancelled_after: str
    """Takes the thing before out of a plan."""


_BEFORE_SOMETHING = r"before(?! (?:tax|vat|delivery|shipping|discount|breakfast|noon|lunch|dinner))"

ENGLISH = ChoiceWords(
    past_before=rf"""
        \b(?:originally|initially|original|initial|at first|first(?! floor)|previous(?:ly)?|former(?:ly)?|earlier|prior)\b
        \b(?:used to|old|older|outdated|superseded|back then|in the past|once was|had been|no longer)\b
        \b{_BEFORE_SOMETHING}\b
        \b(?:start(?:ed|ing) (?:out )?(?:at|with|from|on)|began (?:at|with|on))\b
        \b(?:up|down|went|changed|moved|shifted|rescheduled|postponed|took over) from\b
        \bfrom (?:about |around )?$
        \bafter (?:the )?$
        (?:\bhad|'d) (?:\w+ly )?(?:had|been|said|told|thought|given|put|set|got|taken|read|written|\w+ed)\b
        \b(?:cancell?ed|dropped|scrapped) (?:the |your |our )?$
        \b(?:instead of|rather than|in place of|replac(?:es|ed|ing))\b
        \bnot [\w\s]{{0,20}}any ?more\b
        """,
    past_after=rf"""
        {_BEFORE_SOMETHING}\b
        (?:at first|originally|initially|previously|earlier|at the time|back then|until|to (?:begin|start) with)\b
        in the (?:very )?(?:first|original|initial|old)\b
        (?:old|original|previous|before|initial|outdated|superseded)\b
        (?:was|is) (?:the )?(?:old|original|first|previous|initial|earlier|outdated)\b
        (?:→|->|=>|⇒)
        """,
    weakly_past=r"\b(?:was|were|had|gave|stood|came)\b",
    first=r"\b(?:originally|initially|at first|first|very first|original|initial|start(?:ed|ing)|began|to (?:begin|start) with)\b",
    step_before=r"""
        \b(?:went|gone|goes|going) (?:up|down)\b
        \b(?:rose|risen|raised|increased|jumped|climbed|dropped|fell|lowered|reduced|cut|became|turned into)\b
        \b(?:changed|corrected|updated|revised|adjusted|switched|moved|bumped|amended|edited|rebooked|replaced (?:by|with))\b
        \b(?:then|later|afterwards|subsequently|after (?:the|that|a|we|you|it|my|your|i))\b
        (?:→|->|=>|⇒)\s*$
        """,
    step_after=r"after (?:the|that|a|it|we|you|i)\b",
    final_before=r"""
        \b(?:now|currently|current|at present|at the moment|in the end|final|finally|latest|most recent|newest|as of|today|these days)\b
        \b(?:ended up|end(?:s|ing) up|settled (?:on|at|for)|went with|chose|chosen|decided (?:on|for))\b
        \b(?:the (?:correct|right|updated|corrected|revised)|actually|actual|new|up[- ]to[- ]date|still|to date)\b
        """,
    final_after=r"""
        (?:now|from now on|in the end|finally|currently|at present|these days|at the moment|today|going forward|as of)\b
        is (?:the )?(?:current|final|latest|new|newest|correct|right)\b
        (?:current|final|latest|new|newest|updated|corrected)\b
        """,
    denied_before=r"""
        \b(?:not|isn't|wasn't|aren't|never|nor|neither|excluding) (?!(?:only|just|more|less|over|under|exactly|quite|until|before|sure|certain)\b)(?:(?:the|about|around|at|a|be|been|even) ){0,2}$
        """,
    denied_after=r"""
        (?:is|was) (?:wrong|incorrect|a mistake|(?:a )?misremembered|mistaken|out of (?:date|use|service)|not (?:right|correct|valid|current|true)|no longer \w+)\b
        (?:no longer (?:applies|counts|valid)|was withdrawn)\b
        """,
    between=r"\b(?:between|either|somewhere from) (?:about |around )?$",
    alternative=r"""
        ^\W*(?:(?:or|maybe|perhaps|possibly|alternatively|vs|versus|could be|might be|it's|it|is|was|else|even|also)\b\W*)*(?:\b(?:or|maybe|perhaps|possibly|alternatively|vs|versus|could be|might be)\b|/)\W*(?:\b(?:it|it's|is|was|even|maybe|perhaps|about|around|possibly|the|a|at)\b\W*){0,3}$
        """,
    or_before=r"""
        \b(?:either|or|torn between) (?:(?:the|a|an|maybe|perhaps|possibly|in|at|on|around|near|it|is|was|be|even) ){0,3}(?:\w+ )?$
        \bbetween [\w\s-]{1,40} and (?:the |an? )?$
        """,
    or_after=r"""
        ^[\s,]*(?:maybe|perhaps|possibly) \w
        ^[\s,]*(?:\([^()]*\)[\s,]*)?or (?!(?:so|thereabouts|more|less|do|does|should|shall|would|is|if|anything|something)\b)\w
        """,
    undecided=r"\b(?:no (?:final )?decision|undecided|(?:hadn't|haven't|not|never) (?:yet )?(?:decided|chosen|picked|settled))\b",
    passing=r"^\s*(?:up |down |all the way )?to (?:about |around |roughly |only |a )?$",
    passing_back=r"^,? (?:up |down )?from (?:about |around |roughly )?$",
    change=r"""
        \b(?:went|gone|goes|rose|rise|risen|raised|increased?|jumped|climbed|dropped|drop|fell|lowered|reduced|cut|grew|up|down)\b
        \b(?:changed?|moved|bumped|updated|corrected|revised|adjusted|switched)\b
        """,
    moved_on=r"\b(?:now|switched to|changed to|replaced (?:by|with)|in the end|instead|finally|went with|moved to)\b",
    more_before=r"\b(?:by|up|down|difference of|an? (?:additional|extra)|saves?|saving) (?:about |around )?$",
    more_after=r"(?:(?:more|less|higher|lower|extra|cheaper|dearer|off|without)\b|(?:is|was) (?:part of|included in)\b)",
    total=r"""
        \b(?:grand total|totals?|totall?ing|in all|altogether|overall|all together|sums?|all in|everything|combined)\b
        \b(?:comes? to|adds? up to|adding up|amounts? to)\b
        =\s*$
        """,
    part_of_total=r"\b(?:sub|partial|running|previous|old|earlier)[- ]?(?:total|sum)?s?\b",
    cancelled_before=r"""
        \b(?:without|no|no longer|not|never|excluding|except|minus|less|isn't|instead of)\b
        \b(?:cancell?ed|dropped|removed|scrapped|skipp(?:ed|ing)|struck|retired|excluded|exclud(?:es|ing)|ditched|returned|omitt(?:ed|ing)|axed|abandoned)\b
        \b(?:took|taken|crossed|leaving|leaves?|left) out\b
        [✗✘❌🚫]
        \b(?:not includ(?:ed|ing)|n't include|gave up on|decided against|called off|ruled out|rejected)\b
        """,
    cancelled_after=r"""
        \b(?:cancell?ed|dropped|removed|scrapped|skipped|struck|retired|excluded|ditched|omitted|axed|abandoned|returned|withdrawn|rejected)\b
        \b(?:taken out|crossed (?:out|off)|left out|called off|ruled out|out of the|any ?more|no longer|won't be)\b
        \b(?:not|isn't) (?:included|counted|part|in|any)\b
        \b(?:is|was|stays|remains) (?:out|off|gone)\b
        ^\W*(?:out|gone)\b(?! of)
        \b(?:doesn't|didn't|did not|does not|won't) fit\b
        ^\W*(?:has |had )?(?:left|quit|stepped down|resigned|retired)\b
        [✗✘❌🚫]
        """,
)
