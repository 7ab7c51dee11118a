"""English phrases of replies, and what each table is for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReplyWords:
    """Tables of phrases, one a line, that are searched in one clause in folded case without diacritics."""

    refuses: str
    """Says that the thing is not known."""
    lacks: str
    """Says that there is no such thing, which also is a refusal where nothing was ever told of it."""
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
    asks_which: str
    """Asks which of several things is meant."""
    confirms: str
    """Ends a statement by asking whether it is right."""
    notes: str
    """Subjects that are the record itself: "my notes", "our chat"."""
    of_now: str
    """Says of a value that it is the present one."""
    of_before: str
    """Asks for a former value."""
    splits: str
    """Where a clause begins that may say the contrary of the one before: "but", ", around"."""
    states: str
    """A verb by which a clause says something of its subject."""


ENGLISH = ReplyWords(
    refuses=r"""
        \b(?:you|we|i)(?: have|'ve| had|'d)?(?:n't| not| never) (?:\w+ly |yet |ever |even |really |just )*(?:been )?(?:told|tell|mention(?:ed)?|shared?|said|say|given?|gave|provided?|specif(?:y|ied)|stated?|disclosed?|set)\b
        \b(?:you|we|i) (?:haven't|hadn't|didn't|did not|don't|do not|never) (?:\w+ly |yet |ever |even |seem to |appear to |have |to have ){0,3}(?:told|tell|mention(?:ed)?|shared?|said|say|given?|gave|provided?|specif(?:y|ied)|stated?|disclosed?|discuss(?:ed)?|bring|brought|go over|gone over)\b
        \b(?:we|i) (?:haven't|have not|hadn't|didn't|did not|don't|do not|never|have never) (?:\w+ly |yet |ever |even |seem to |have |to have ){0,3}(?:record(?:ed)?|noted?|talk(?:ed)?|log(?:ged)?|cover(?:ed)?|saved?|stored?|written?|wrote|captured?|track(?:ed)?|set)\b
        \bi (?:haven't|have not|hadn't|didn't|did not|don't|do not|never|have never) (?:\w+ly |yet |ever |even |seem to |have |to have |currently ){0,3}(?:f[io]u?nd|recall|remember|know|seen?|locate|got|get|come across|have|hold|keep|retain(?:ed)?|think you|believe you|think we|believe we|think (?:it|that|this|there) |believe (?:it|that|this|there) )
        \bwe (?:don't|do not|didn't|did not) (?:have|keep|find) (?:that|this|it|any|a|an|the|one)\b
        \b(?:i|we) (?:can't|cannot|can not|couldn't|could not|am unable to|'m unable to|was unable to|wasn't able to|am not able to|'m not able to|failed to) (?:\w+ly |seem to ){0,2}(?:find|recall|remember|locate|tell|see|say|know|retrieve|answer|confirm|recollect|access|determine|provide|give)\b
        \bi'm (?:unable|not able) to\b
        \b(?:i|we)(?: have| had|'ve|'ve got| have got| hold| see| found| find| got) (?:no |nothing\b)
        \b(?:i|we) (?:wasn't|was not|weren't|were not|was never|were never) (?:\w+ly )?(?:told|given|informed)\b
        \bthere(?:'s| is| was| are| were) (?:no|nothing|not)\b.*\b(?:records?|mention|notes?|info|information|entry|entries|data|trace|reference|memory|memories|details?|history|conversations?|chats?|files?|logs?|logged|recorded|noted|mentioned|stored|saved|told|said|anywhere|about|on that|regarding)\b
        \bthere (?:isn't|wasn't|aren't|weren't) .*\b(?:records?|mention|notes?|info|information|entry|data|trace|reference|memory|details?|recorded|noted|mentioned|stored|anywhere|about|regarding)\b
        ^\W*there(?:'s| is| was) nothing\W*$
        \b(?:no|not a|without a|not any|without any) (?:\w+ ){0,2}(?:records?|mention|notes?|information|info|entry|entries|data|trace|memory|memories|details?|recollection|answer|idea|clue|reference)\b(?=\W*$| (?:of|about|on|for|found|available|in|regarding|was|were|is|that|there|here|stored|exists?|i|we|yet|at|with)\b)
        \b(?:nothing|none) (?:\w+ ){0,3}(?:about|on|regarding|recorded|noted|was|is|in|found|stored|there|comes?|that mentions)\b
        ^\W*(?:nothing|none|unknown|n/a|not found|no results?|no match(?:es)?|idk|dunno|not in (?:my|our|the) .*)\W*$
        (?:\bnot|\bnever|n't) (?:yet |been |actually |ever |explicitly |specifically |currently |something (?:that )?(?:you|we|i)(?:'ve| have)? )*(?:mentioned|recorded|noted|told|discussed|specified|provided|stated|shared|logged|stored|saved|on record|on file|in (?:my|our|the) (?:notes?|memory|records?|chats?|conversations?|files?|logs?|history)|come up|came up|recalled|listed|written down|documented|available|established|known|disclosed|remembered|captured|covered|something i have)\b
        \b(?:notes?|records?|memory|memories|logs?|files?|history|conversations?|chats?|lists?|sheets?) (?:\w+ ){0,2}(?:doesn't|does not|don't|do not|didn't|did not) (?:contain|mention|include|say|show|have|list|specify|cover)\b
        \b(?:doesn't|does not|didn't|did not) (?:appear|seem to|come up|ring a bell|say)\b
        \b(?:isn't|is not|wasn't|was not|aren't) (?:\w+ ){0,2}(?:in (?:my|our|any)|there\b|anywhere|among|part of (?:my|our|what)|something (?:i|we|you|that)|known)
        \bi (?:lack|am missing|forgot|forget|have forgotten|am unaware|am not aware)\b
        \bi(?:'m| am) (?:missing|unaware|not aware|drawing a blank|not certain|not sure(?! (?:what|which)\b))
        \b(?:came|come|comes|turned) up (?:empty|blank|nothing)\b
        \bdr[ae]ws? a blank\b
        \bno (?:idea|clue)\b
        ^\W*(?:no, )?(?:you|we) (?:haven't|have not|hadn't|didn't|did not|never did)(?:, no)?\W*$
        \bi'm not (?:seeing|finding)\b
        ^\W*not (?:that|as far as|to my knowledge)\b
        \bbeats me\b
        \b(?:have|need) to remind me\b
        \b(?:didn't|never|haven't) (?:got|get|gotten) around to\b
        \bmemory (?:doesn't|does not) go back\b
        \bonly (?:contains?|have|has|shows?|lists?|holds?)\b.*\bnot the (?:first|original|earlier|previous|initial)\b
        \b(?:missing|absent) from (?:my|our|the)\b
        \bno (?:such |relevant |matching |stored |saved |\w+ ){0,3}(?:was|were|has been|have been|has|have|is|are) (?:ever |yet )?(?:come up|mentioned|recorded|noted|told|discussed|given|shared|provided|stated|set|specified|logged|saved|stored|found)\b
        ^\W*no (?:\w+ ){1,3}(?:recorded|noted|mentioned|found|stored|on record|on file|given|yet)\b
        """,
    lacks=r"""
        \bthere(?:'s| is| was| are| were) no\b
        \bthere (?:isn't|wasn't|aren't|weren't)\b
        \b(?:we|you) (?:don't|do not|never|didn't|did not) (?:have|had|get|got|set|choose|chose|pick|decide)\b
        ^\W*no[,.]
        """,
    looks=r"""
        \blet me (?:check|look|see|search|think)\b
        ^\W*(?:checking|looking|searching)\b
        \b(?:i|i've|i have|we) (?:just |also |only |have )?(?:looked|checked|searched|went through|gone through|reviewed|scanned|browsed|read)\b
        \b(?:looked at|searched in|sources?|checked) ?:
        """,
    polite=r"""
        ^\W*(?:sorry|apologies|i apologi[sz]e|unfortunately|i'm (?:so |very )?sorry|i'm afraid|i am afraid|no|nope|hmm+|well|ok|okay|thanks|thank you|hi|hello|hey|good question|honestly|to be honest|alas)\b[\w\s,'!]{0,30}$
        \b(?:if|once|when|as soon as|unless) (?:you|that's|it's)\b
        \blet me know\b
        \b(?:please|just|simply) (?:tell|share|provide|remind|send|say|give|let|check|confirm)\b
        ^\W*(?:could|can|would|will|shall|do|did|should|want|may|might) (?:you|i|we|me)\b
        \bfeel free\b
        \b(?:i|we)(?:'ll| will| can| could| would|'d) (?:be (?:happy|glad|able) (?:to )?|gladly |happily |then |also )?(?:note|add|record|remember|save|keep|log|help|look|update|put|write|store|use|track|make|try|set|check|search|calculate|work)\b
        \b(?:happy|glad) to\b
        \bwould you like\b
        \b(?:tell|remind) me\b
        \bas far as i\b
        \bmy (?:mistake|bad)\b
        """,
    only=r"""
        \b(?:i|we) only (?:have|see|know|find|found|recall|remember|got|hold|noted|recorded)\b
        \b(?:i|we) (?:just|do|did) (?:have|know|see|recall|remember|find|note|record)\b
        \b(?:the only|all|what) (?:\w+ ){0,3}(?:i|we|you) (?:do |did |have |'ve )?(?:have|see|know|find|found|recall|remember|told|mentioned|noted|recorded|stored|got)\b
        \bonly (?:the|a|an|your|has|shows?|mentions?|lists?)\b
        \b(?:closest|nearest)\b
        \byou (?:only|did|have|just) (?:\w+ )?(?:tell|told|mention|mentioned|say|said|give|given|gave|share|shared|record|noted?)\b
        \byou(?:'ve)? (?:told|mentioned|gave|said|shared)\b
        \bthere(?:'s| is| are) only\b
        \bhere'?s?(?: is)? what (?:i|we)\b
        \bhas only\b
        """,
    guesses=r"""
        \b(?:usually|typically|generally|normally|commonly|averages?|on average|probably|likely|presumably|perhaps|maybe)\b
        \bi (?:think|guess|believe|assume|suppose|estimate|suspect|imagine)\b
        \bi'd (?:guess|say|estimate|assume|think|put|bet)\b
        \b(?:my (?:best )?guess|best guess|estimated?|ballpark|standard|market|tends? to|going rate|rule of thumb|in general)\b
        \b(?:should|would|could|might|must) be\b
        \b(?:most (?:people|places|homes)|around here|locally|rates? (?:is|are|run))\b
        """,
    points_back=r"""
        ^\W*(?:but |though |however\W ?|and |so )*(?:it|it's|that|that's|this|they|they're|these)\b(?! (?:isn't|wasn't|is not|was not|doesn't|never))
        """,
    asks=r"""
        \b(?:which|what|who|whom|whose|when|where|how|why|do you|did you|are you|could you|can you|would you|you mean|mean|is it|is that|was it|or|specify|clarify)\b
        """,
    asks_which=r"""
        \b(?:which one|which of|you (?:mean|asking|referring)|what do you mean)\b
        """,
    confirms=r"\b(?:is|was) (?:that|this|it) (?:\w+ )?(?:right|correct|ok|okay|so|true)\?$|^(?:is|was) (?:that|this|it)$|\bdid i get (?:that|it) right\?$",
    notes=r"""
        ^\W*(?:my|our|the|your|this|these|those|all|both|other)? ?(?:\w+ )?(?:notes?|records?|memory|memories|logs?|files?|entries|conversations?|chats?|history|messages?|search(?:es)?|lists?|sections?|sheets?)\b
        """,
    of_now=r"\b(?:final|current|latest|newest|new|updated|corrected|present)\b",
    of_before=r"\b(?:before|first|original(?:ly)?|initial(?:ly)?|earlier|previous(?:ly)?|old|used to|back then)\b",
    splits=r"""
        , (?=(?:but )?i (?:don't|do not|can't|cannot|couldn't|forget|forgot)\b|i'm not\b)
        ,? \(?(?:but|however|though|although|yet|still|except)\b,?
        , (?=(?:around|about|approximately|roughly|maybe|perhaps|probably|usually|likely|i think|i guess|i'd|it's|it is|it was|typically)\b)
        """,
    states=r"""
        \b(?:is|was|are|were|will be|chose|chosen|picked|went|gets?|got|costs?|has|had|paid|decided|settled)\b
        \w's\s
        """,
)
