"""What an answer says of itself: where it comes from, how sure it is, who or what wrote it.

None of that can be held against the evidence: "Source: https://…", "Confidence: high", "This is
stated in passage 2.", "As an AI assistant, I …", "This is not legal advice."
"""

from __future__ import annotations

import re

from groundgraph.text.answers.citations import FILE, NAMED, URL
from groundgraph.text.answers.framing import SAID
from groundgraph.text.evidence_phrases import SOURCE

_NOTE = r"(?:(?:please[ ])?(?:note|keep[ ]in[ ]mind|be[ ]aware|remember)[ ]that[ ])?"
_ONLY = r"(?:[ ](?:solely|only|entirely|directly|strictly|exclusively))"
_ITSELF = re.compile(
    rf"""{_NOTE} (?:
        i(?:['’]ve|[ ]have)?[ ](?:\w+ly[ ]|just[ ])?(?:reviewed|read|checked|searched|consulted
            |examined|analy[sz]ed|looked|went|gone)[ ]
            (?:(?:through|at|into|in|over|up|all|of)[ ]){{0,3}} {SOURCE}(?:[ ]for[ ]you)?
      | (?:(?:all[ ](?:of[ ])?)?(?:(?:this|the|these|my)[ ])?(?:answer|response|summary|information
            |facts|details|explanation|overview|above)(?:[ ](?:above|here|given|provided))?
            |this|everything|all[ ](?:of[ ])?this)
        [ ](?:is|are|was|were|comes?|has[ ]been|have[ ]been)
        (?:{_ONLY}|[ ](?:drawn|taken|based|derived|sourced|compiled)){{0,3}}
        [ ](?:(?:up)?on|from){_ONLY}?[ ]{SOURCE}(?:[ ](?:alone|only))?
      | [(\[]?sources?:[ ]{SOURCE}[.]?[)\]]?
    )[.!]?\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_WHERE = rf"(?:{NAMED}|{SOURCE}|{FILE}|{URL}|pp?\.[ ]?\d{{1,4}}|pages?[ ]\d{{1,4}})"
_SOURCED = re.compile(
    rf"""(?: (?:sources?|references?|citations?|links?|urls?|(?:read|learn|see)[ ]more
            |more[ ]info(?:rmation)?)(?:[ ]used)?[ ]?:\s* {_WHERE}
            (?:(?:[,;]|[,;]?[ ]and)[ ]?{_WHERE}){{0,19}}
        | {URL}
        | (?:this|that|the[ ](?:answer|information|fact|figure))(?:[ ]information)?
            [ ](?:is|was|comes?|can[ ]be)
            (?:[ ](?:{SAID}|found|given|taken))?(?:[ ](?:directly|explicitly|clearly))?
            [ ](?:in|from|by)[ ](?:{NAMED}|{SOURCE})
        | (?:confidence|certainty)(?:[ ](?:score|level))?[ ]?[:=][ ]?
            (?:(?:very[ ])?(?:high|medium|moderate|low)
              |\d{{1,3}}(?:\.\d{{1,4}})?(?:[ ]?%|[ ]?/[ ]?\d{{1,3}})?)
        | (?:this|the)[ ](?:answer|response|reply|text|summary|content|message)
            [ ](?:was|is|has[ ]been)(?:[ ]automatically)?[ ](?:generated|written|created|produced)
            [ ](?:by|with|using)[ ](?:an?[ ])?(?:ai|artificial|large|language|llm|chatbot|virtual)\b
            [^.\n]{{0,40}}
    )""",
    re.VERBOSE | re.IGNORECASE,
)
ASKS_SOURCE = re.compile(
    r"\b(?:links?|urls?|web ?(?:site|page)s?|web address|online|sources?|(?:read|find|learn) more"
    r"|how (?:confident|certain|sure))\b",
    re.IGNORECASE,
)
"""Questions to which a source is an answer."""
_AROUND = " \t\r\n.:;,*_-–—|()[]!"
_ADVISE = r"(?:recommend|suggest|advise)[ ](?:that[ ]you[ ]|you[ ])?"
_CHECK = r"(?:always[ ])?(?:double[- ]check(?:ing)?|verify(?:ing)?|cross[- ]check(?:ing)?)"
_GOES_ON = re.compile(r"\b(?:but|however|though|although|still|that)\b|[;:]", re.IGNORECASE)
"""What may lead to a claim: "I am not a lawyer, but you can sue.", "I may add that it is free."."""
_ABOUT_WRITER = re.compile(
    rf"""{_NOTE} (?:
        as[ ]an?[ ](?:ai|large|language|virtual|artificial)\b[^,.]{{0,50}},[ ]i[ ]
        (?:can(?:not|['’]t)|do(?:n['’]t|[ ]not)|am[ ](?:not|unable)|may|might|{_ADVISE}{_CHECK})
      | i(?:['’]m|[ ]am)[ ](?:just[ ]|only[ ])?an?[ ](?:ai|large[ ]language|language|virtual)\b
      | i(?:['’]m|[ ]am)[ ]not[ ]an?[ ]
        (?:doctor|lawyer|physician|attorney|medical|legal|financial)\b
      | (?:this|that|the[ ]above|it|my[ ]answer)[ ]
        (?:is[ ]not|does[ ]not[ ]constitute|isn['’]t|should[ ]not[ ]be[ ](?:taken|considered)[ ]as
          |is[ ]not[ ]intended[ ]as)[ ](?:any[ ])?(?:a[ ]substitute[ ]for[ ])?(?:professional[ ])?
        (?:medical|legal|financial|tax|investment|professional)[ ]advice\b
      | (?:please[ ]|i(?:['’]d|[ ]would)?[ ]{_ADVISE}){_CHECK}
        [ ](?:this|these|that|the|all|any|important|my|everything)\b
        (?:[ ](?:above|important|key|critical|information|details?|facts?|answer|response|figures?
          |numbers?)){{0,3}}(?:[ ](?:with|against|in)\b[^.]{{0,60}})?[.!]*\Z
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def tells_of_itself(sentence: str) -> bool:
    """Say whether a sentence tells what the answer was made from.

    >>> tells_of_itself("Please note that this is based only on the documents provided.")
    True
    >>> tells_of_itself("The dose is based on the weight of the patient.")
    False
    """
    return _ITSELF.match(sentence) is not None


def tells_its_source(sentence: str) -> bool:
    """Say whether a sentence names a source, or says how sure the answer is, and nothing else.

    >>> tells_its_source("Source: https://orle.example/fees"), tells_its_source("Sources: the sun")
    (True, False)
    """
    return _SOURCED.fullmatch(sentence.strip(_AROUND)) is not None


def disclaims(sentence: str) -> bool:
    """Say whether a sentence is about who wrote the answer, or asks to check it.

    >>> disclaims("This is not medical advice."), disclaims("This is not a medical device.")
    (True, False)
    >>> disclaims("I am not a lawyer, but you have two years to sue.")
    False
    """
    found = _ABOUT_WRITER.match(sentence)
    return found is not None and _GOES_ON.search(sentence, found.end()) is None
