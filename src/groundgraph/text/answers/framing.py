"""What stands before or after a statement and is no part of it.

"Based on the provided context, …", "According to passage 2, …", "Sure! …", "Answer: …",
"The document states that …", "…, according to the passages", "Unfortunately, …". Anything else
stays: who says so in the world ("According to the coroner, …") is part of what is said.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.answers.citations import NAMED, named
from groundgraph.text.asked.reply_openings import CALL
from groundgraph.text.evidence_phrases import SOURCE
from groundgraph.types import Span

PLACE = rf"(?:(?:the[ ]information[ ](?:provided[ ])?in[ ])?{NAMED}|{SOURCE})"
SAID = r"(?:stated|mentioned|described|noted|indicated|outlined|explained|shown|reported|specified)"
"""What a passage has done that says something."""
_BY = (
    rf"(?:based[ ](?:up)?on|according[ ]to|as[ ]per|per|going[ ]by|judging[ ](?:by|from)"
    rf"|as[ ]{SAID}[ ](?:in|by)|as)"
)
_THAT = (
    r"(?:it[ ](?:is|was|can[ ]be|could[ ]be|appears|seems)[ ]?(?:indicated|stated|mentioned"
    r"|concluded|inferred|noted|seen|said|true|clear|evident|reported|explained|described)?[ ]that"
    r"|(?:we|you)[ ](?:can[ ])?(?:see|learn|know|conclude|infer)[ ]that"
    r"|i[ ](?:can|could)[ ](?:say|tell[ ]you|see|conclude)[ ]that)[ ]"
)
_STATES = (
    r"(?:states?|says?|mentions?|notes?|indicates?|reports?|explains?|specif(?:y|ies)|tells?[ ]us"
    r"|confirms?)"
)
_SO = (
    r"(?:(?:therefore|so|thus|hence|overall|however|finally|additionally|also|and|but|yes|no"
    r"|in[ ](?:summary|conclusion|short)|to[ ]summarize),?[ ])"
)
_FRAME = re.compile(
    rf"""
      (?P<call> {CALL} )
    | (?P<here> here(?:[’']s|[ ]is|[ ]are)[ ] (?:
            what[ ](?:i|we|{SOURCE})[ ](?:have[ ]|could[ ]|can[ ])?
                (?:found|find|know|say|says|gathered|learned|see)
          | (?:the|my|your|an?)[ ](?:\w+[ ]){{0,2}}(?:answer|summary|overview|information|response
                |explanation)
        ) [^.:!?\n]{{0,40}}:\s+ )
    | (?P<label> (?:(?:the|short|final|brief|direct|my)[ ]){{0,2}}(?:answer|response|reply|summary)
          (?:[ ]to[ ](?:the|your|this)[ ]question)?
          (?:[ ]?[:–-]|[ ](?:is|would[ ]be)(?:[:,]|[ ]that)?)\s+ | a:\s+
          | (?:(?:ai[ ])?assistant|(?:chat)?bot|ai|agent|explanation|reasoning|rationale
            |justification|conclusion|as[ ](?:requested|you[ ]asked))(?:[ ]?:|(?<=ed),)\s+
          | (?:supporting[ ])?(?:evidence|quote|excerpt)[ ]?:\s+(?=["“])
          | tl;?dr[ ]?[:–—-]?\s+ | note:\s+ )
    | (?P<remark> (?:unfortunately|regrettably|sadly|fortunately|luckily|thankfully|interestingly
          |importantly|notably),\s+ | (?:please[ ])?(?:note|keep[ ]in[ ]mind)[ ]that\s+
          | (?:in[ ](?:short|brief|summary|conclusion|essence|a[ ]nutshell)
            |to[ ](?:sum[ ]up|summari[sz]e|conclude|be[ ](?:clear|brief)
              |answer[ ](?:your|the|this|that)[ ]question(?:[ ](?:directly|briefly|simply))?)
            |(?:simply|briefly|shortly)[ ]put|(?:to[ ])?put[ ](?:it[ ])?simply|long[ ]story[ ]short)
            [,:]\s+
          | (?:from[ ]what[ ](?:i|we)[ ](?:can[ ])?(?:see|tell|find|gather|read|found)
            |as[ ]far[ ]as[ ](?:i|we)[ ]can[ ](?:see|tell)),\s+
          | (?:i|we)(?:[’']ve|[ ]have)?[ ](?:found(?:[ ]out)?|can[ ](?:confirm|see|tell[ ]you)
            |checked[ ]and(?:[ ]found)?|see|confirm)[ ]that\s+
          | i[ ](?:think|believe)[ ]that\s+
          | (?:basically|essentially),\s+ )
    | (?P<summing> overall,\s+ )
    | {_SO}? (?P<by> (?: {_BY}[ ]{PLACE} | (?:from|in|given|with|using)[ ]{PLACE}
          | (?:from|in|given)[ ]what[ ]{SOURCE}[ ]{_STATES} ) [,:][ ](?:{_THAT})? )
    | {_SO}? (?P<states> (?:{NAMED}|{SOURCE})[ ](?:also[ ]|clearly[ ]|explicitly[ ])?
          (?:{_STATES}(?:[ ]that[ ]|:\s+)
            |(?:says?|states?)[ ](?=(?:it|they|he|she|there|you|we)\b)) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_AFTERWARDS = re.compile(
    rf"(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bwere)(?<!\bbe)(?<!only)(?P<after>,?[ ]{_BY}[ ]{PLACE}"
    rf"(?:[ ](?:says?|states?|notes?|shows?|explains?|mentions?))?)"
    r"(?=[\s.!]*\Z)"
    rf"|(?P<aside>[ ]?[(\[](?:sources?|from|see|per|ref(?:erence)?s?|according[ ]to"
    rf"|based[ ](?:up)?on|as[ ]{SAID}[ ]in):?[ ]{PLACE}[.]?[)\]])(?=[\s.!]*\Z)",
    re.VERBOSE | re.IGNORECASE,
)
_BEGINNINGS = tuple(
    "based according as per going judging from in given with using passage source document doc "
    "context chunk excerpt snippet reference ref citation result search the these this those all "
    "both your its their provided above following retrieved supplied available attached relevant "
    "structured limited cited quoted input background contextual review customer two three four "
    "five json therefore so thus hence overall however finally additionally also and but yes no to "
    "sure certainly of absolutely definitely great good excellent okay ok alright hi hello thanks "
    "thank here i’m i'm happy short final brief direct my answer response reply summary a: a tl; "
    "tldr note: unfortunately regrettably sadly fortunately luckily thankfully interestingly "
    "importantly notably please note keep simply briefly shortly put long i we ai assistant "
    "chatbot bot agent explanation reasoning overall basically essentially rationale justification "
    "conclusion supporting evidence quote excerpt".split()
)
_FIRST = re.compile(rf"(?:{'|'.join(map(re.escape, _BEGINNINGS))})s?\b|(?:a|note):", re.IGNORECASE)
"""How a frame begins; below, how a sentence with one after it ends: quick to ask."""
_END = re.compile(
    r"\b(?:passages?|contexts?|texts?|sources?|doc\w*|info\w*|articles?|data|content"
    r"|excerpts?|snippets?|evidence|materials?|results?|provided|given|above|\d+|says?|states?|notes?"
    r"|shows?|explains?|mentions?)[\s.!)\]]*\Z",
    re.IGNORECASE,
)
_MOST = 4
"""Frames before one statement: "Sure! Answer: Based on the passages, …"."""


class Framing(NamedTuple):
    """What was taken off a sentence.

    Attributes:
        spans: The pieces, in order, within the sentence.
        names: Numbers of the passages that they name.
        called: Whether one of them only answers the reader, as "Sure!" does.
    """

    spans: tuple[Span, ...] = ()
    names: tuple[str, ...] = ()
    called: bool = False


def framing(sentence: str, *, opens: bool = False) -> Framing:
    """Return the framing of a sentence, which may be all of it.

    Args:
        sentence: It.
        opens: Whether it is the first of its answer; "Overall, …" sums up what stands before it.

    >>> text = "Sure! Based on passage 2, the fee is $25."
    >>> [span.of(text) for span in framing(text).spans]
    ['Sure! ', 'Based on passage 2, ']
    """
    spans: list[Span] = []
    names: list[str] = []
    called, at = False, 0
    while len(spans) < _MOST and _FIRST.match(sentence, at):
        match = _FRAME.match(sentence, at)
        if match is None:
            break
        kind = str(match.lastgroup)
        if kind == "summing" and not opens:
            break
        called |= kind == "call"
        spans.append(Span(*match.span(kind)))
        names += named(match[kind]) if kind in {"by", "states"} else ()
        if match.start(kind) > at:
            break  # a word such as "Therefore" stays before it
        at = match.end()
    if _END.search(sentence) and (match := _AFTERWARDS.search(sentence, at)):
        kind = str(match.lastgroup)
        spans.append(Span(*match.span(kind)))
        names += named(match[kind])
    return Framing(tuple(spans), tuple(dict.fromkeys(names)), called)
