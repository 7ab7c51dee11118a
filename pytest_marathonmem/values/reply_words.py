"""The phrases by which a reply refuses, asks back or guesses, by language. Add a language by adding an entry."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class ReplyWords:
    """Patterns that are searched in one clause, in folded case without diacritics."""

    refuses: str
    """Says that the thing is not known."""
    looks: str
    """Says where was looked; a citation may follow."""
    polite: str
    """Excuses, offers and requests that answer nothing."""
    only: str
    """Says what is there instead."""
    guesses: str
    """Offers general knowledge or a guess in place of memory."""
    points_back: str
    """Begins a clause about the thing that was asked: "it is", "that would be"."""
    asks: str
    """A question to the asker."""
    notes: str
    """Subjects that are the record itself: "my notes", "our chat"."""
    splits: str
    """Where a clause begins that may say the contrary of the one before: "but", ", around"."""
    names: str
    """A verb by which a clause says something of its subject."""


_EN = ReplyWords(
    refuses=r"""
        \b(?:you|we|i)\s(?:haven't|have\snot|hadn't|had\snot|never|didn't|did\snot|don't|do\snot|have\snever)\s(?:\w+ly\s|yet\s|ever\s|even\s|seem\sto\s|appear\sto\s|have\s|to\shave\s){0,3}
            (?:tell|told|mention|mentioned|share|shared|say|said|give|given|gave|provide|provided|record|recorded|note|noted|discuss|discussed|talk|talked|specify|specified|state|stated|log|logged|cover|covered|save|saved|store|stored|bring|brought|write|written|find|found|recall|remember|know|see|seen|locate|located|got|get|come\sacross|capture|captured|track|tracked|keep|kept|set|hold|held|retain|retained|have)\b
        | \b(?:i|we)\s(?:can't|cannot|can\snot|couldn't|could\snot|am\sunable\sto|'m\sunable\sto|was\sunable\sto|wasn't\sable\sto|am\snot\sable\sto|'m\snot\sable\sto|failed\sto)\s(?:\w+ly\s|seem\sto\s){0,2}(?:find|recall|remember|locate|tell|see|say|know|retrieve|answer|confirm|recollect|access|determine|provide|give)\b
        | \bi'm\sunable\sto\b | \bi'm\snot\sable\sto\b
        | \b(?:i|we)\s(?:have|had|'ve|'ve\sgot|have\sgot|hold|see|found|find|got)\sno\s | \bi've\s(?:got\s)?no\s | \bi\sgot\snothing\b
        | \b(?:i|we)\s(?:have|had|found|find|see|'ve\sgot)\snothing\b | \bi've\s(?:got\s)?nothing\b
        | \b(?:i|we|you)(?:'ve|\shave)\snot\s(?:\w+ly\s|yet\s){0,2}(?:been\stold|told|mentioned|shared|recorded|noted|discussed|specified|seen|found|given|provided|logged|saved|stored|said|stated)\b
        | \b(?:i|we)\s(?:wasn't|was\snot|weren't|were\snot)\s(?:\w+ly\s)?(?:told|given|informed)\b
        | \bthere(?:'s|\sis|\swas|\sare|\swere)\s(?:no\b(?!\s(?:doubt|change|need))|nothing\b|not\b) | \bthere\s(?:isn't|wasn't|aren't|weren't)\b
        | \b(?:no|not\sa|without\sa|not\sany|without\sany)\s(?:\w+\s){0,2}(?:record|records|mention|note|notes|information|info|entry|entries|data|trace|memory|memories|details?|recollection|answer|value|figure|idea|clue|reference)\b(?=$|\s(?:of|about|on|for|found|available|in|regarding|was|were|is|that|there|here|stored|exists?|i|we|yet|at|with)\b|\W*$)
        | \b(?:nothing|none)\s(?:\w+\s){0,3}(?:about|on|regarding|recorded|noted|was|is|in|found|stored|there|comes?|that\smentions)\b | ^\W*nothing\W*$ | ^\W*none\W*$ | ^\W*unknown\W*$ | ^\W*n/a\W*$
        | \b(?:i|we)\s(?:don't|do\snot)\s(?:think|believe)\s(?:that\s)?(?:you|we|i|it|that|this|there)\b
        | (?:\bnot|\bnever|n't)\s(?:yet\s|been\s|actually\s|ever\s|explicitly\s|specifically\s|currently\s|something\s(?:that\s)?(?:you|we|i)(?:'ve|\shave)?\s)*(?:mentioned|recorded|noted|told|discussed|specified|provided|stated|shared|logged|stored|saved|on\srecord|on\sfile|in\s(?:my|our|the)\s(?:notes?|memory|records?|chats?|conversations?|files?|logs?|history)|come\sup|came\sup|recalled|listed|written\sdown|documented|available|established|known|disclosed|remembered|captured|covered)\b
        | (?<!i\s)\b(?:doesn't|does\snot|don't|do\snot|didn't|did\snot)\s(?:appear|seem\sto|come\sup|contain|mention|include|say|show|have|list|specify|cover|ring\sa\sbell)\b
        | \b(?:isn't|is\snot|wasn't|was\snot|aren't)\s(?:\w+\s){0,2}(?:in\s(?:my|our|the|any)|there|anywhere|among|part\sof|something|known)\b
        | \bi\s(?:lack|am\smissing|'m\smissing|forgot|forget|have\sforgotten|am\sunaware|'m\sunaware)\b | \bi'm\s(?:missing|unaware|not\saware|not\ssure(?!\s(?:what|which)\b)|not\scertain|drawing\sa\sblank)\b
        | \bi\sam\snot\s(?:aware|sure(?!\s(?:what|which)\b)|certain)\b
        | \b(?:came|come|comes|turned)\sup\s(?:empty|blank|nothing)\b | \bdr[ae]ws?\sa\sblank\b | \bno\sidea\b | \bno\sclue\b | \bbeats\sme\b
        | \b(?:missing|absent)\sfrom\s(?:my|our|the)\b | \b(?:deposit|it|that|this)?\s?not\s(?:recalled|remembered|recorded|found|known)\b | ^\W*(?:not\sfound|no\sresults?|no\smatch(?:es)?|idk|dunno)\b
        | \bno\s(?:such\s|relevant\s|matching\s|stored\s|saved\s|\w+\s){0,2}(?:was|were|has\sbeen|is|are)\s(?:ever\s)?(?:mentioned|recorded|noted|told|discussed|given|shared|provided|stated|set|specified|logged|saved|stored|found)\b
        | ^\W*no\s(?:\w+\s){1,3}(?:recorded|noted|mentioned|found|stored|on\srecord|on\sfile|given|yet)\b
        """,
    looks=r"\blet\sme\s(?:check|look|see|search|think)\b|^\W*(?:checking|looking|searching)\b|\b(?:i|i've|i\shave|we)\s(?:just\s|also\s|only\s)?(?:looked|checked|searched|went\sthrough|gone\sthrough|reviewed|scanned|browsed|read)\b|\b(?:looked\sat|searched\sin|sources?|checked)\s?:",
    polite=r"""
        ^\W*(?:sorry|apologies|i\sapologi[sz]e|unfortunately|i'm\s(?:so\s|very\s)?sorry|i'm\safraid|i\sam\safraid|no|nope|hmm+|well|ok|okay|thanks|thank\syou|hi|hello|hey|good\squestion|honestly|to\sbe\shonest|alas)\b[\w\s,'!]{0,30}$
        | \b(?:if|once|when|as\ssoon\sas|unless)\s(?:you|that's|it's)\b | \blet\sme\sknow\b | \b(?:please|just|simply)\s(?:tell|share|provide|remind|send|say|give|let|check|confirm)\b | ^\W*(?:could|can|would|will|shall|do|did|should|want|may|might)\s(?:you|i|we|me)\b
        | \bfeel\sfree\b | \b(?:i|we)(?:'ll|\swill|\scan|\scould|\swould|'d)\s(?:be\s(?:happy|glad|able)|gladly\s|happily\s|then\s|also\s)?(?:\s?to\s)?(?:note|add|record|remember|save|keep|log|help|look|update|put|write|store|use|track|make|try|set|check|search|calculate|work)\b | \b(?:happy|glad)\sto\b | \bwould\syou\slike\b | \btell\sme\b | \bremind\sme\b
        | \bas\sfar\sas\si\b | \bmy\s(?:mistake|bad)\b
        """,
    only=r"\b(?:i|we)\sonly\s(?:have|see|know|find|found|recall|remember|got|hold|noted|recorded)\b|\b(?:i|we)\s(?:just|do|did)\s(?:have|know|see|recall|remember|find|note|record)\b|\b(?:the\sonly|all|what)\s(?:\w+\s){0,3}(?:i|we|you)\s(?:do\s|did\s|have\s|'ve\s)?(?:have|see|know|find|found|recall|remember|told|mentioned|noted|recorded|stored|got)\b|\bonly\s(?:the|a|an|your)\b|\b(?:the\s)?(?:closest|nearest)\b|\byou\s(?:only|did|have|just)\s(?:\w+\s)?(?:tell|told|mention|mentioned|say|said|give|given|gave|share|shared|record|noted?)\b|\byou(?:'ve)?\s(?:told|mentioned|gave|said|shared)\b|\bthere(?:'s|\sis|\sare)\sonly\b|\bhere'?s?\s(?:is\s)?what\s(?:i|we)\b|\bhas\sonly\b|\bonly\s(?:has|shows?|mentions?|lists?)\b",
    guesses=r"\b(?:usually|typically|generally|normally|commonly|average|averages|on\saverage|probably|likely|presumably|perhaps|maybe|i\s(?:think|guess|believe|assume|suppose|estimate|suspect|imagine)|i'd\s(?:guess|say|estimate|assume|think|put|bet)|my\s(?:best\s)?guess|best\sguess|estimated?|ballpark|standard|market|tends?\sto|should\sbe|would\sbe|could\sbe|might\sbe|must\sbe|going\srate|rule\sof\sthumb|in\sgeneral|most\s(?:people|places|homes)|around\shere|locally|rates?\s(?:is|are|run))\b",
    points_back=r"^\W*(?:but\s|though\s|however\W\s?|and\s|so\s)*(?:it|it's|that|that's|this|they|they're|these)\b(?!\s(?:isn't|wasn't|is\snot|was\snot|doesn't|never))",
    asks=r"\b(?:which|what|who|whom|whose|when|where|how|why|do\syou|did\syou|are\syou|could\syou|can\syou|would\syou|you\smean|mean|is\sit|is\sthat|was\sit|or|specify|clarify)\b",
    notes=r"^\W*(?:my|our|the|your|this|these|those|all|both|other)?\s?(?:\w+\s)?(?:notes?|records?|memory|memories|logs?|files?|entries|conversations?|chats?|history|messages?|search(?:es)?|lists?|sections?|sheets?)\b",
    splits=r",?\s\(?(?:but|however|though|although|yet|still|except)\b,?|,\s(?=(?:around|about|approximately|roughly|maybe|perhaps|probably|usually|likely|i\sthink|i\sguess|i'd|it's|it\sis|it\swas|typically)\b)",
    names=r"\b(?:is|was|are|were|will\sbe|chose|chosen|picked|went|gets?|got|costs?|has|had|paid|decided|settled)\b|\w's\s",
)

_RU = ReplyWords(
    refuses=r"""
        \bне\s(?:\w+\s){0,2}?(?:говорил\w*|сказал\w*|упомина\w+|упомян\w+|сообща\w+|сообщил\w*|рассказыва\w+|рассказал\w*|записыва\w+|записал\w*|записан\w*|называ\w+|назвал\w*|указыва\w+|указал\w*|указан\w*|обсужда\w+|обсудил\w*|нашел|нашла|нашлось|нашлась|нашли|найден\w*|найти|наш[её]л|помню|припомн\w+|припомина\w+|знаю|известн\w+|вижу|сохранил\w*|сохранен\w*|отмеча\w+|отметил\w*|отмечен\w*|фиксирова\w+|зафиксирова\w+|упоминал\w*|звучал\w*|было|встреча\w+|делил\w+|давал\w*|дал|дали)
        | \b(?:нет|отсутству\w+)\b | \bни(?:чего|где|какой|какого|каких|разу)\b | \bбез\sпонятия\b | \bзабыл\w*\b | \bне\s(?:уверен\w*|в\sкурсе|удалось)\b | ^\W*неизвестно\b
        """,
    looks=r"\b(?:я\s)?(?:посмотрел\w*|проверил\w*|поискал\w*|искал\w*|просмотрел\w*)\b",
    polite=r"""
        ^\W*(?:извини\w*|прости\w*|к\sсожалению|сожалею|увы|нет|хм+|спасибо)\b[\w\s,!]{0,30}$ | \b(?:если|когда)\s(?:ты|вы|хочешь|хотите|скаж\w+|назов\w+|подскаж\w+|напомни\w*)\b | \b(?:подскажи|скажи|напомни|уточни|сообщи|дай|пришли)(?:те)?\b | \b(?:я\s)?(?:запишу|запомню|добавлю|сохраню|отмечу|внесу|помогу|поищу)\b | \bмогу\s(?:записать|добавить|поискать|помочь|запомнить)\b | \bхоч(?:ешь|ешь)\b | \bхотите\b
        """,
    only=r"\b(?:есть|знаю|помню|записан\w*|вижу|нашел|нашла|указан\w*)\sтолько\b|\bтолько\b|\bединственн\w+\b|\bближайш\w+\b|\b(?:ты|вы)\s(?:говорил\w*|сказал\w*|упоминал\w*|называл\w*)\b",
    guesses=r"\b(?:обычно|в\sсреднем|средн\w+|вероятно|наверное|наверно|возможно|скорее\sвсего|думаю|полагаю|предполагаю|как\sправило|примерно\sдолжн\w+|по\sидее|видимо|может\sбыть|должн\w+\sбыть)\b",
    points_back=r"^\W*(?:но\s|а\s|и\s|хотя\s|однако\s)*(?:это|он|она|оно|они|там)\b(?!\sне\b)",
    asks=r"\b(?:как\w*|что|кто|кого|когда|где|почему|зачем|сколько|о\sч[её]м|имеешь|имеете|в\sвиду|уточни\w*|или)\b",
    notes=r"^\W*(?:в\s|мои\s|моих\s|наш\w*\s|эти\s)?(?:замет\w+|запис\w+|памят\w+|переписк\w+|разговор\w*|чат\w*|журнал\w*|истори\w+)\b",
    splits=r",?\s(?:но|однако|хотя|зато|а)\b,?|,\s(?=(?:примерно|около|обычно|наверное|думаю|вероятно|это)\b)",
    names=r"\b(?:это|был\w*|стоит|выбрал\w*|решил\w*|составля\w+|получа\w+)\b",
)

REPLY_WORDS = {"en": _EN, "ru": _RU}
"""Open table; English is always understood besides the benchmark's own language."""


@dataclass(frozen=True)
class ReplyPatterns:
    """``ReplyWords`` of English and one more language, compiled."""

    refuses: re.Pattern[str]
    looks: re.Pattern[str]
    polite: re.Pattern[str]
    only: re.Pattern[str]
    guesses: re.Pattern[str]
    points_back: re.Pattern[str]
    asks: re.Pattern[str]
    notes: re.Pattern[str]
    splits: re.Pattern[str]
    names: re.Pattern[str]


@cache
def reply_patterns(language: str) -> ReplyPatterns:
    """Return the patterns for a benchmark's language, and English."""
    tables = [_EN] if language not in REPLY_WORDS or language == "en" else [_EN, REPLY_WORDS[language]]
    fields = ReplyWords.__dataclass_fields__
    return ReplyPatterns(**{
        name: re.compile("|".join(f"(?:{getattr(table, name)})" for table in tables), re.VERBOSE) for name in fields
    })  # fmt: skip
