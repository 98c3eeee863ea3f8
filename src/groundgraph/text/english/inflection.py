"""Finite forms of verbs, for sentences that are made of questions."""

from __future__ import annotations

import re

_PAST_LINES = """
be was;
become became;begin began;bind bound;bite bit;blow blew;break broke;bring brought;build built;
burn burned;buy bought;catch caught;choose chose;come came;cost cost;cut cut;deal dealt;dig dug;
do did;draw drew;drink drank;drive drove;eat ate;fall fell;feed fed;feel felt;fight fought;
find found;flee fled;fly flew;forget forgot;freeze froze;get got;give gave;go went;grow grew;
hang hung;have had;hear heard;hide hid;hit hit;hold held;hurt hurt;keep kept;know knew;lay laid;
lead led;leave left;lend lent;let let;lie lay;lose lost;make made;mean meant;meet met;pay paid;
put put;quit quit;read read;ride rode;ring rang;rise rose;run ran;say said;see saw;seek sought;
sell sold;send sent;set set;shake shook;shoot shot;show showed;shut shut;sing sang;sink sank;
sit sat;sleep slept;speak spoke;spend spent;spread spread;stand stood;steal stole;stick stuck;
strike struck;swear swore;swim swam;take took;teach taught;tell told;think thought;throw threw;
understand understood;upset upset;wear wore;win won;withdraw withdrew;write wrote;undergo underwent;
overtake overtook;overcome overcame;undertake undertook;broadcast broadcast;forbid forbade;bear bore
"""
_PAST = dict(pair.split() for pair in _PAST_LINES.replace("\n", "").split(";"))
_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_DOUBLED = frozenset(
    "stop plan ship drop ban star refer prefer occur admit submit permit commit".split()
)
_VOWELS = "aeiou"
_ONE_SYLLABLE = re.compile(r"(?:[^aeiou]|qu)+[aeiou][bdgmnprt]")
"""Verbs that double their last letter: "slip"."""


def past(verb: str) -> str:
    """Return the past tense of a verb's base form in lower case.

    >>> [past(verb) for verb in ("win", "open", "study", "close", "stop")]
    ['won', 'opened', 'studied', 'closed', 'stopped']
    """
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb[-1:] == "y" and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ied"
    doubled = verb in _DOUBLED or _ONE_SYLLABLE.fullmatch(verb)
    return f"{verb}{verb[-1]}ed" if doubled else f"{verb}ed"


def third_person(verb: str) -> str:
    """Return the present of "she", "he" and "it" of a verb's base form in lower case.

    >>> [third_person(verb) for verb in ("open", "study", "pass", "have")]
    ['opens', 'studies', 'passes', 'has']
    """
    if verb in _THIRD:
        return _THIRD[verb]
    if verb[-1:] == "y" and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh")) else f"{verb}s"
