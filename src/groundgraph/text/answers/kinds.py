"""What a sentence of an answer is: a claim, a greeting, an offer, a heading, a refusal.

Only claims are judged. The rules read one sentence and the user's question. Whom to ask instead
("Please contact HR.") is an offer, where that was not the question; code is known by its lines
(`groundgraph.text.program_code`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from groundgraph.text.answers.about_itself import (
    ASKS_SOURCE,
    disclaims,
    tells_its_source,
    tells_of_itself,
)
from groundgraph.text.answers.refusals import declines

Kind = Literal[
    "claim", "greeting", "offer", "opening", "heading", "question", "repeat", "refusal", "code"
]
KINDS: tuple[Kind, ...] = (
    "claim", "greeting", "offer", "opening", "heading", "question", "repeat", "refusal", "code",
)  # fmt: skip

HEADING_WORDS = 8
"""A line that ends in a colon and has more words is an opening or a claim."""

_HAPPY = r"(?:(?:more than|so|very|always) )?(?:happy|glad|delighted|pleased)"
_ME = r"(?:i|we)(?:['’]d be| would be|['’]m|['’]re| am| are)"
_CALL = r"(?:(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok)[,!.] )"
_NO_VERB = r"(?!.*\b(?:is|was|are|were|has|had|will|would|can)\b)"
_GREETINGS = (
    (
        rf"{_NO_VERB}(?:hi|hello|hey|greetings|dear|good (?:morning|afternoon|evening|day))\b"
        r"(?:[ ,]+(?:(?-i:[A-Z])[\w’'.-]{0,30}|there|again|all|everyone|team|sir|or|and|madam"
        r"|customer|friend|to|you)){0,4}"
    ),
    (
        rf"{_NO_VERB}(?:many )?(?:thanks|thank you)\b(?: (?:so|very) much| a lot| again)?"
        r"(?: for (?:asking|your|the|reaching|getting|contacting|sharing|waiting)\b[^.]{0,40})?"
    ),
    r"(?:that['’]?s|that is|what) an? (?:\w+ )?question",
    r"(?:great|good|excellent|nice|interesting) (?:question|point|choice)",
    (
        rf"{_NO_VERB}(?:sure(?: thing)?|certainly|of course|absolutely|definitely|gladly|okay|ok"
        r"|alright|yes, of course|got it|understood|no problem|no worries|my pleasure|cheers|wow"
        r"|oh|haha|lol|you(?:['’]re| are) (?:very |most )?welcome|congratulations|take care|bye"
        r"|goodbye|sincerely|regards|stay safe|spoiler alert|hooray)"
    ),
    (
        rf"{_NO_VERB}(?:good luck|best of luck|enjoy(?: your|!|\Z)|welcome(?: to our| back|!|\Z)"
        r"|have an? (?:great|good|nice|lovely|wonderful|safe|pleasant)\b|yours \w+"
        r"|(?:best|kind|warm)(?:est)? (?:regards|wishes))[^.:]{0,40}"
    ),
    rf"{_CALL}?(?:{_ME} )?{_HAPPY} (?:to (?:help|assist|be of)|you asked|i could)\b[^.:?]{{0,60}}",
    rf"{_CALL}?i(?:['’]ll| can| will) (?:help|assist|do)\b[^.:?]{{0,40}}",
    r"i understand (?:your|that this|how|the)\b[^.:]{0,40}",
    r"(?:i )?hope (?:you(?:['’]re| are)|this (?:message|email)|all is)\b[^.:]{0,50}",
)
_OFFERS = (
    (
        r"(?:please (?:just )?|just )?(?:let me know|feel free|do(?:n['’]t| not) hesitate)\b"
        r"(?! (?:is|was)\b)"
    ),
    r"(?:please |just )(?:ask|reach out|tell me|say the word|contact (?:me|us)|message me)\b",
    r"(?:i )?(?:really )?hope (?:this|that|it|these|the above)\b[^,]{0,60}\Z",
    (
        r"(?:if|should) you(?:['’]d| )[^,]{2,60}, (?:please )?(?:just )?(?:i\b|i['’]|we\b|we['’]"
        r"|let me|feel free|ask(?! (?:to|for|an?|the|your)\b)|do(?:n['’]t| not) hesitate|reach out)"
    ),
    r"(?:is there )?anything else\b",
    (
        r"(?:would|do) you (?:like|want|need) (?:me|more|to (?:know|see|hear)|help|any|further"
        r"|a \w+ (?:summary|list|version))\b"
    ),
    r"want me to\b",
    (
        r"i(?:['’]d| would)? (?:suggest|recommend|advise) (?:asking|checking|contacting|consulting"
        r"|reaching out|getting in touch|looking)\b"
    ),
    r"(?:how|what) (?:can|may|could|else can) i (?:help|assist|do for)\b",
    (
        r"(?:shall|should|can|may|could) i (?:help|go|also|explain|provide|assist|do|look|continue"
        r"|summarize)\b"
    ),
    (
        rf"(?:{_ME} )?{_HAPPY} to (?:provide|explain|share|answer|elaborate|go|clarify|discuss"
        r"|draft|look)\b"
    ),
    r"i can (?:also )?[^.]{3,60} if you(?:['’]d)? (?:like|want|wish|need)",
    r"(?:i['’]?m|i am|we['’]?re) (?:always )?here (?:if|to help|for you|whenever)\b",
)
_ADVICE = re.compile(
    r"(?:for (?:more|further|additional|any other) \w+(?: \w+)?, )?"
    r"(?:please|kindly|you (?:may|might|should) (?:want|wish|need) to|i (?:would )?(?:suggest"
    r"|recommend)(?: that)?(?: you)?)"
    r",? (?:contact|consult|ask|reach out to|check with|speak (?:to|with)|talk to|get in touch with"
    r"|refer to|call|e-?mail|see)\b(?P<whom>[^.,;:?!\d@]{1,50}?)"
    r"(?: (?:directly|instead|about (?:this|that|it)|for (?:this|that)"
    r"|(?:for|if you (?:need|want|have)) (?:any |some )?(?:more |further |additional |other )?"
    r"(?:details?|information|help|assistance|guidance|clarification|advice|support|questions?)))*"
    r"[\s.!]*\Z",
    re.IGNORECASE,
)
_WHOM = 4
"""Words of whom to ask; more of them tell of a case."""
_ASKS_WHOM = re.compile(
    r"\b(?:who|whom|contact\w*|consult|reach|call|e-?mail|ask|speak|talk|turn to|get in touch|do i"
    r" do|(?:should|can|must|could) (?:i|we|they|he|she|one) do|report|help|advice|recommend)\b",
    re.IGNORECASE,
)
"""Questions to which whom to ask is an answer."""
_FINE = re.compile(r"(?:okay|ok|alright)[.!]?", re.IGNORECASE)
_ASKS_STATE = re.compile(r"\b(?:status|state|result|outcome|condition|health)\b", re.IGNORECASE)
"""Questions to which "OK" is an answer."""
_ANSWER = r"(?:(?:the|my|a|short|final|brief|direct|simple|correct) )*answers?"
_OPENINGS = (
    r"here(?: (?:is|are|it is|you go|goes)|['’]s|['’]re)\b[^:]*:?",
    r"(?:below|following|above)\b[^.:]{0,20}\b(?:is|are|you(?:['’]ll| will| can)? find)\b[^:]*:?",
    (
        r"the following (?:is|are) (?:an?|the|my|some) (?:\w+ ){0,3}(?:summary|overview|list|answer"
        r"|explanation|breakdown|outline|comparison)\b[^:]*:?"
    ),
    (
        rf"{_ANSWER}(?: to (?:the|your|this) question)?(?: (?:[\"“][^\"”]*[\"”]|based on[^:]*))?"
        r" (?:is|are|would be)(?: as follows)?:"
    ),
    (
        r"(?:please )?(?:let me|let['’]?s|let us|allow me to) (?:first |quickly )?(?:explain|break"
        r"|summari[sz]e|go|look|check|search|see|find|walk|take|start|begin|dive|see|clarify|outline|answer|analy[sz]e)\b"
        r"[^:]{0,70}[:.!]?"
    ),
    (
        r"i(?:['’]ve| have) (?:carefully )?(?:reviewed|summari[sz]ed|read|looked|analy[sz]ed"
        r"|compiled|listed|outlined|gathered|checked|examined)\b[^:]{0,80}[:.]?"
    ),
    (
        r"i(?:['’]ll| will| can) (?:now )?(?:summari[sz]e|explain|provide (?:you with )?(?:an?|the)"
        r"|give (?:you )?(?:an?|the)|outline|break|answer|walk)\b[^:]{0,120}[:.]?"
    ),
    (
        r"after (?:reviewing|reading|analy[sz]ing|examining)\b[^:]{0,60}, (?:here|i|we)\b"
        r"[^:]{0,60}[:.]?"
    ),
    r"to answer (?:your|this|the|that)(?: question)?\b(?:, i [^:]{0,60})?[,:.]?",
    (
        r"(?:in (?:short|summary|conclusion|brief|other words|a nutshell)|to sum(?: up|mari[sz]e)"
        r"|to conclude|overall|note|as follows)[:.,]?"
    ),
    (
        r"(?:based (?:up)?on|according to|from|per|given|in) [^.]{0,50}\b(?:passages?|contexts?"
        r"|texts?|sources?|documents?|data|information|articles?|excerpts?)[:,.]?"
    ),
)
_SO = r"(?:(?:therefore|so|thus|hence|overall|also|finally|now),? )"
_GREETING = re.compile(rf"(?:{'|'.join(_GREETINGS)})[\s!.,]*\Z", re.IGNORECASE)
_OFFER = re.compile(rf"(?:{'|'.join(_OFFERS)})", re.IGNORECASE)
_OPENING = re.compile(rf"{_CALL}?{_SO}?(?:{'|'.join(_OPENINGS)})\s*\Z", re.IGNORECASE)
_FOLLOWS = re.compile(r"\b(?:as follows|(?:these|the following)(?: [\w-]+){0,4}):\Z", re.IGNORECASE)
_TITLES = re.compile(
    r"(?:references|sources|citations|summary|overview|conclusions?|introduction|background|notes?"
    r"|disclaimer|key (?:points|takeaways|findings|facts)|final answer|answer|explanation)\W*\Z",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(
    r"\b(?:is|are|was|were|be|include[sd]?|including|follows?|following|by|to|can|could|like|as|that"
    r"|says|states|mentions?|lists?|provides?|need|steps?|ways?|methods?|reasons?|tips|options"
    r"|guidelines|instructions)\W*:\Z|\bhere(?:['’]s| is| are)\b|\b(?:following|these)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:you(?:['’]re| are)? (?:asked|asking|want(?:ed)? to know|would like to know|wonder\w*)"
    r"|(?:the|your) question (?:is|asks|was)|regarding your question|question:|q:)",
    re.IGNORECASE,
)
_YOU_ASKED = re.compile(
    r"(?:you asked|you(?:['’]re| are) asking|regarding your question)\b", re.IGNORECASE
)
_INTERROGATIVE = re.compile(
    r"\W*(?:what|when|where|who|whom|whose|which|why|how|is|are|was|were|do|does|did|can|could)\b",
    re.IGNORECASE,
)
_CLOSERS = " \t\n\"'”’)*_!"
_QUOTE = re.compile(r"[\"“`‘]")
_TOKEN = re.compile(r"[^\W_]+")
_LENGTHS = 8
"""By how many characters a sentence may differ from the question that it repeats."""
_TITLE = 24
_FIRST_WORDS = frozenset(
    "how hi hello hey greetings dear good thanks thank many that what great excellent nice "
    "interesting sure certainly of absolutely definitely gladly okay ok alright yes got "
    "understood no my you cheers wow oh haha lol hooray congratulations take bye goodbye "
    "sincerely regards stay spoiler best enjoy have welcome kind warm yours i we happy glad hope "
    "please let just feel don do ask reach tell say contact message really if should is anything "
    "would want shall can may could here below following above the answer answers a short final "
    "brief direct simple correct after to in overall note as based according from per given "
    "therefore so thus hence also finally now allow your regarding question q kindest warmest "
    "more very always this all these information as source sources that it everything "
    "remember".split()
)
_ADDRESSES = ("http", "www.")
_ECHO = 0.6
"""The share of the question's words that a sentence about it holds."""
_PLAIN = frozenset(
    "a an the of to in on for is are was were do does did be been you your asked asking want know "
    "about question asks that it and or would like q".split()
)


def kind_of(sentence: str, question: str = "") -> Kind:
    """Say what a sentence is.

    Args:
        sentence: Without marks and framing (`groundgraph.text.answers.pieces`).
        question: The user's question, or "".

    >>> [kind_of(text) for text in ("Hope this helps!", "Side effects:", "The fee is $25.")]
    ['offer', 'heading', 'claim']
    """
    if question and _repeats(sentence, question):
        return "repeat"
    kind = _kind(sentence)
    if kind == "greeting" and _FINE.fullmatch(sentence.strip()) and _ASKS_STATE.search(question):
        return "claim"
    if kind == "heading" and ASKS_SOURCE.search(question) and tells_its_source(sentence.strip()):
        return "claim"
    if kind in {"claim", "offer"} and _advises(sentence.strip()):
        return "claim" if _ASKS_WHOM.search(question) else "offer"
    return kind


def _advises(text: str) -> bool:
    """Say whether a sentence only tells whom to ask, and nothing of when or what."""
    found = _ADVICE.match(text)
    whom = found["whom"].lower().split() if found else []
    return 0 < len(whom) <= _WHOM and whom[0] not in {"me", "us", "if"}


@lru_cache(maxsize=4096)
def _kind(sentence: str) -> Kind:
    text = sentence.strip()
    first = _TOKEN.search(text)
    if first is None:
        return "opening"
    may_begin = first[0].lower() in _FIRST_WORDS  # the patterns below are slower to ask
    if may_begin and _GREETING.match(text):
        return "greeting"
    if declines(text):
        return "refusal"
    if may_begin and (_OFFER.match(text) or disclaims(text)):
        return "offer"
    if may_begin and (_OPENING.match(text) or tells_of_itself(text)):
        return "opening"
    if text.rstrip(_CLOSERS).endswith("?") and _asks(text):
        return "repeat" if _YOU_ASKED.match(text) else "question"
    if may_begin and _YOU_ASKED.match(text):
        return "repeat"
    if text.endswith(":"):
        return _before_colon(text)
    if tells_its_source(text):
        return "heading"
    return "heading" if len(text) <= _TITLE and _TITLES.match(text) else "claim"


def _before_colon(text: str) -> Kind:
    if _FOLLOWS.search(text):
        return "opening"
    if len(text.split()) <= HEADING_WORDS:
        return "heading"
    return "opening" if _LEADS_IN.search(text) else "claim"


def is_title(text: str) -> bool:
    """Say whether a heading is none but of an answer: "Summary", "Key points:", "Source: a.pdf".

    An address alone may be all that an answer says.
    """
    named = text.rstrip().endswith(":") or _TITLES.match(text.strip()) is not None
    return named or (tells_its_source(text) and not text.lstrip(" (<[").startswith(_ADDRESSES))


def _asks(text: str) -> bool:
    """Say whether the question mark is the sentence's own, not that of a title in quotes."""
    before_last = text.rstrip(f"{_CLOSERS}?")
    quotes = [m.start() for m in _QUOTE.finditer(before_last)]
    return text[-1] == "?" or len(quotes) % 2 == 0 or not _TOKEN.search(before_last[: quotes[-1]])


def _repeats(sentence: str, question: str) -> bool:
    """Say whether a sentence only says the question again."""
    about = _ASKED.match(sentence) is not None
    alike = abs(len(sentence) - len(question)) <= _LENGTHS
    if not (about or alike or _INTERROGATIVE.match(sentence)):
        return False
    said, asked = _tokens(sentence), _tokens(question)
    if said == asked:
        return True
    own, wanted = _stems(said), _stems(asked)
    if not wanted:
        return False
    if about:
        return len(own & wanted) >= _ECHO * len(wanted)
    return bool(own) and own == wanted and _INTERROGATIVE.match(sentence) is not None


@lru_cache(maxsize=1024)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text.casefold()))


def _stems(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        word[:5] if len(word) > 5 else word.rstrip("s") for word in words if word not in _PLAIN
    )
