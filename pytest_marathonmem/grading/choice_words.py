"""The words by which an answer says which of several values counts, by language. Add a language by adding an entry."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class ChoiceWords:
    """Patterns, read verbosely; ``…_before`` are searched in the words before a value, ``…_after`` right behind it."""

    past_before: str
    """Marks a value that no longer counts."""
    weakly_past: str
    """Past tense: tells nothing unless another value is told in the present."""
    first: str
    """Marks the first of several past values."""
    step_before: str
    """A change to the value."""
    final_before: str
    """The value that counts."""
    past_after: str
    step_after: str
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
    moved_on: str
    """Behind a name that is told in the past tense: something else holds now."""
    passing: str
    """Between two values: from the first to the second."""
    change: str
    """A verb of change, which makes "from … to …" a change and no range."""
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


_EN = ChoiceWords(
    past_before=r"""
        \b(?:originally|initially|at\sfirst|first(?!\sfloor)|previous(?:ly)?|former(?:ly)?|earlier|prior|used\sto|original|initial|old|older|outdated|superseded
        |before(?!\s(?:tax|vat|delivery|shipping|discount|breakfast|noon|lunch|dinner))|start(?:ed|ing)\s(?:out\s)?(?:at|with|from)|began\s(?:at|with)|up\sfrom|down\sfrom|back\sthen
        |in\sthe\spast|once\swas|had\sbeen|instead\sof|rather\sthan|in\splace\sof|replac(?:es|ed|ing)|no\slonger|not\s[\w\s]{0,20}any\s?more|went\sfrom|changed\sfrom)\b | \bfrom\s(?:about\s|around\s)?$
        """,
    weakly_past=r"\b(?:was|were|had|gave|stood|came)\b",
    first=r"\b(?:originally|initially|at\sfirst|first|very\sfirst|original|initial|start(?:ed|ing)|began|to\s(?:begin|start)\swith)\b",
    step_before=r"""
        \b(?:went|gone|goes|going)\s(?:up|down)\b | \b(?:rose|risen|raised|increased|jumped|climbed|dropped|fell|lowered|reduced|cut|changed|corrected|updated|revised|adjusted|switched
        |moved|bumped|became|turned\sinto|then|later|afterwards|subsequently|amended|edited|rebooked|replaced\s(?:by|with)|after\s(?:the|that|a|we|you|it|my|your|i)|afterwards)\b | (?:→|->|=>|⇒)\s*$
        """,
    final_before=r"""
        \b(?:now|currently|current|at\spresent|in\sthe\send|final|finally|latest|most\srecent|newest|as\sof|today|these\sdays|ended\sup|end(?:s|ing)\sup|settled\s(?:on|at|for)|the\scorrect|the\sright
        |actually|actual|new|up[-\s]to[-\s]date|at\sthe\smoment|still|to\sdate|the\supdated|the\scorrected|the\srevised|went\swith|chose|chosen|decided\s(?:on|for))\b
        """,
    past_after=r"""
        (?:before(?!\s(?:tax|vat|delivery|shipping|discount|breakfast|noon|lunch|dinner))|at\sfirst|originally|initially|previously|earlier|at\sthe\stime|back\sthen|until|to\s(?:begin|start)\swith|in\sthe\s(?:first|original|initial|old|very\sfirst)
        |\(?(?:old|original|previous|before|initial|outdated|superseded)\)?|was\sthe\s(?:old|original|first|previous|initial|earlier)|is\sthe\s(?:old|original|first|previous|initial|earlier|outdated)|is\s(?:the\s)?outdated)\b | (?:→|->|=>|⇒)
        """,
    step_after=r"after\s(?:the|that|a|it|we|you|i)\b",
    final_after=r"""
        (?:now|from\snow\son|in\sthe\send|finally|currently|at\spresent|these\sdays|at\sthe\smoment|today|going\sforward|as\sof|is\s(?:the\s)?(?:current|final|latest|new|newest|correct|right)|\(?(?:current|final|latest|new|newest|updated|corrected|now)\b\)?)\b
        """,
    denied_before=r"\b(?:not|isn't|wasn't|aren't|never|nor|neither|excluding)\s(?!(?:only|just|more|less|over|under|exactly|quite|until|before|sure|certain)\b)(?:(?:the|about|around|at|a|be|been|even)\s){0,2}$",
    denied_after=r"(?:is|was)\s(?:wrong|outdated|incorrect|not\s(?:right|correct|valid|current|true)|no\slonger\s\w+|out\sof\sdate|a\smistake)\b|(?:no\slonger\s(?:applies|counts|valid)|was\swithdrawn)\b",
    alternative=r"^\W*(?:(?:or|maybe|perhaps|possibly|alternatively|vs|versus|could\sbe|might\sbe|it's|it|is|was|else|even|also)\b\W*)*(?:\b(?:or|maybe|perhaps|possibly|alternatively|vs|versus|could\sbe|might\sbe)\b|/)\W*(?:\b(?:it|it's|is|was|even|maybe|perhaps|about|around|possibly|the|a|at)\b\W*){0,3}$",
    between=r"\b(?:between|either|somewhere\sfrom)\s(?:about\s|around\s)?$",
    or_before=r"\b(?:either|or)\s(?:(?:the|a|an|maybe|perhaps|possibly|in|at|on|around|near|it|is|was|be|even)\s){0,3}(?:\w+\s)?$",
    or_after=r"^[\s,]*(?:\([^()]*\)[\s,]*)?or\s(?!(?:so|thereabouts|more|less|do|does|should|shall|would|is|if|anything|something)\b)\w",
    moved_on=r"\b(?:now|switched\sto|changed\sto|replaced\s(?:by|with)|in\sthe\send|instead|finally|went\swith|moved\sto)\b",
    passing=r"^\s*(?:up\s|down\s|all\sthe\sway\s)?to\s(?:about\s|around\s|roughly\s|only\s|a\s)?$",
    change=r"\b(?:went|gone|goes|rose|risen|raised|increased?|jumped|climbed|dropped|fell|lowered|reduced|cut|changed?|moved|bumped|updated|corrected|revised|adjusted|switched|up|down|grew|rise|drop)\b",
    more_before=r"\b(?:by|difference\sof|an?\s(?:additional|extra)|saves?|saving)\s(?:about\s|around\s)?$",
    more_after=r"(?:more|less|higher|lower|extra|cheaper|dearer|off)\b",
    total=r"\b(?:total|totals|totalling|totaling|in\sall|altogether|overall|all\stogether|sum|sums|grand\stotal|comes\sto|adds\sup\sto|adding\sup|amounts?\sto|all\sin|everything|combined)\b|=\s*$",
    part_of_total=r"\b(?:sub|partial|running|previous|old|earlier)[-\s]?(?:total|sum)?s?\b",
    cancelled_before=r"\b(?:without|no|no\slonger|not|excluding|except|minus|less|cancell?ed|dropped|removed|scrapped|skipp(?:ed|ing)|took\sout|taken\sout|struck|crossed\sout|retired|leaving\sout|left\sout|excluded|ditched|returned|never|omitt(?:ed|ing)|axed|abandoned|not\sinclud(?:ed|ing)|n't\sinclude|doesn't\sinclude|isn't|instead\sof|gave\sup\son|decided\sagainst|called\soff|exclud(?:es|ed|ing))\b",
    cancelled_after=r"\b(?:cancell?ed|dropped|removed|scrapped|skipped|taken\sout|struck|crossed\s(?:out|off)|retired|left\sout|excluded|ditched|out\sof\sthe|no\slonger|not\s(?:included|counted|part|in|any)|isn't\s(?:included|counted|part|in)|is\s(?:out|off|gone)|was\s(?:out|off)|(?:doesn't|didn't|did\snot|does\snot|won't)\sfit|omitted|axed|abandoned|called\soff|returned|withdrawn|any\s?more|won't\sbe)\b|[✗✘❌🚫]",
)

_RU = ChoiceWords(
    past_before=r"\b(?:раньше|прежде|сначала|изначально|первоначально|ранее|прежн\w+|стар\w+|до\s(?:подорожания|правки|исправления|изменения|этого|того)|было\sраньше|вместо|начинал\w*\sс|не\s\w+\sбольше)\b|\bс\s*$",
    weakly_past=r"\b(?:был|была|было|были|стоил\w*)\b",
    first=r"\b(?:сначала|изначально|первоначально|перв\w+)\b",
    step_before=r"\b(?:подорожал\w*|вырос\w*|поднял\w*|увеличил\w*|снизил\w*|уменьшил\w*|изменил\w*|исправил\w*|обновил\w*|стал\w*|затем|потом|позже|после)\b",
    final_before=r"\b(?:теперь|сейчас|в\sитоге|окончательн\w+|на\sсегодня|текущ\w+|актуальн\w+|последн\w+|нов\w+|в\sконце\sконцов|остановил\w*\sна|итогов\w+)\b",
    past_after=r"(?:раньше|сначала|изначально|первоначально|до\s(?:подорожания|правки|исправления|изменения|этого|того)|прежде)\b",
    step_after=r"после\b",
    final_after=r"(?:теперь|сейчас|в\sитоге|на\sсегодня)\b",
    denied_before=r"\bне\s(?!(?:только|более|менее|уверен\w*|раньше)\b)(?:(?:около|примерно)\s)?$",
    denied_after=r"(?:неверно|устарел\w*|ошибка)\b",
    alternative=r"^\W*(?:или|либо|может\sбыть|возможно|то\sли)\b\W*(?:\w+\W+){0,2}$",
    between=r"\b(?:между|либо)\s$",
    or_before=r"\b(?:или|либо)\s(?:\w+\s)?$",
    or_after=r"^[\s,]*(?:или|либо)\s\w",
    moved_on=r"\b(?:теперь|сейчас|в\sитоге|заменил\w*|вместо\sэтого)\b",
    passing=r"^\s*до\s(?:примерно\s|около\s)?$",
    change=r"\b(?:подорожал\w*|вырос\w*|подня\w+|увелич\w+|сни[зж]\w+|уменьш\w+|измени\w+|исправ\w+|обнов\w+)\b",
    more_before=r"\bна\s$",
    more_after=r"(?:больше|меньше|дороже|дешевле)\b",
    total=r"\b(?:итого|всего|в\sсумме|общ\w+|суммарно|сумма)\b",
    part_of_total=r"\b(?:промежуточн\w+|прежн\w+)\b",
    cancelled_before=r"\b(?:без|кроме|не\s(?:считая|включая)|отменил\w*|убрал\w*|вычеркнул\w*|исключил\w*|отказал\w*\sот|вместо)\b",
    cancelled_after=r"\b(?:отмен\w+|убра\w+|вычеркн\w+|исключ\w+|не\s(?:входит|нужен|влез\w*|вош\w+|считается)|больше\sне)\b",
)

CHOICE_WORDS = {"en": _EN, "ru": _RU}
"""Open table; English is always understood besides the benchmark's own language."""


@cache
def choice_pattern(name: str, language: str) -> re.Pattern[str]:
    """Return the compiled pattern of one field of ``ChoiceWords`` for a language and English."""
    tables = [_EN] if language not in CHOICE_WORDS or language == "en" else [_EN, CHOICE_WORDS[language]]
    joined = "|".join(f"(?:{getattr(table, name)})" for table in tables)
    return re.compile(joined, re.VERBOSE | re.IGNORECASE)
