"""A question without what leads in, what stands before it, and a second question behind it."""

from __future__ import annotations

import re

_LEAD = re.compile(
    r"(?:(?:and|but|so|ok|okay|also|then|hi|hello|please|well|now|thanks)\b[ ,]*"
    r"|according to (?:the|this|these) \w+[ ,]+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(r",? (?:according to [^,?]{1,60}|please|exactly)\Z", re.IGNORECASE)
_ASKS = r"(?:who|whom|whose|what|which|where|when|why|how|if|whether)"
_VERBS = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)"
_TELL = (
    r"(?:tell me|let me know|say|explain|confirm|check|(?:help me )?(?:find out|understand)"
    r"|help me)"
)
_YOU = r"(?:(?:can|could|would|will) you|please|kindly|possibly)"
_I = (
    r"(?:i(?:['’]d| would) (?:like|love) to (?:know|ask)|i want(?:ed)? to (?:know|ask)"
    r"|i(?:['’]m| am| was)?(?: just)? wonder(?:ing)?|(?:may|can|could) i ask(?: you)?"
    r"|do you (?:happen to )?know|(?:i have a |a |just a )?(?:quick |short )question|excuse me)"
)
_INDIRECT = re.compile(
    rf"(?:(?:(?:{_YOU} ){{0,3}}{_TELL}|{_I})[,:]? (?:please[,:]? )?){{1,3}}"
    rf"(?=(?:{_ASKS}|{_VERBS})\b)|(?:{_YOU} ){{1,3}}(?={_ASKS}\b)",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    rf"(?:if|whether) (?P<who>(?:[^\s,]+ ){{1,6}}?)(?P<verb>{_VERBS})\b(?P<rest>[^,]*?)"
    r"(?: or not)?\Z",
    re.IGNORECASE,
)
_SHORT_IS = re.compile(r"\A(who|what|where|when|how)['’]s\b", re.IGNORECASE)
_ALSO = re.compile(
    r"(?<=[\w)])(?<!\bwhen)(?<!\bwhere)(?<!\bwhy)(?<!\bhow)(?<!\bwho)(?<!\bwhat)(?<!\bwhich)"
    r",? and (?:(?:for|to|by|from|with|at|in|on|of|since|until) )?"
    r"(?:when|where|why|how|who|whom|what|which)\b",
    re.IGNORECASE,
)
"""What begins a second question."""
_ALSO_BEFORE = re.compile(
    r"\A(?:when|where|why|how) and (?=(?:when|where|why|how)\b)", re.IGNORECASE
)
_BESIDE = r"(?:besides|apart from|aside from|other than|in addition to)"
_FRONTED = re.compile(
    r"((?:in|on|at|during|by|after|before|for|of) [^,?]{1,50}), (?=\w)", re.IGNORECASE
)
_ELSE = re.compile(r"(\A|, )(who|what|where) else\b", re.IGNORECASE)
_INSERTED = re.compile(
    rf"\A(?P<who>who|what|where|when),? (?P<beside>{_BESIDE} [^,?]{{1,50}}), ", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"((?:if|when|although|though|while|given|based|from|since|because|as|after|before"
    rf"|{_BESIDE})\b"
    rf"[^?]{{1,300}}), (?:then )?(?=(?:{_VERBS}|who|what|which|where|when|why|how)\b)",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"(?P<case>(?:I|We|My|Our)\b(?=[^.?!;,]{1,60}(?<![A-Za-z])\d)(?![^.?!;,]{0,60}\b(?:number|code|id|no)\b)"
    r"[^.?!;,]{1,60}(?:\.\d[^.?!;,]{0,20})?)[.;,]\s+(?:so |and |but )?"
    rf"(?P<asked>(?i:{_VERBS}|am)\b[^.?!]{{1,200}}\?)"
)
"""What the writer says of himself before a question for yes or no, with a number."""
_LAST_QUESTION = re.compile(r"(?<=[a-z]{4}\.)\s+(?=[A-Z])|(?<=[!?])\s+(?=\S)")


def plain_question(question: str) -> tuple[str, str]:
    """Return a question without what leads in and its mark, and what stood before a comma.

    >>> plain_question("Hello. And in 2019, who won the cup?")
    ('who won the cup', 'in 2019')
    >>> plain_question("Hi, could you please tell me whether the pool is open today?")
    ('is the pool open today', '')
    """
    text = " ".join(question.split())
    sentences = _LAST_QUESTION.split(text)
    asking = [each for each in sentences if each.endswith("?")]
    text = (asking or sentences)[-1].rstrip(" ?.!")
    text = _direct(text[_led(text) :])
    text = _ALSO_BEFORE.sub("", text, count=1)
    text = _SHORT_IS.sub(r"\1 is", _ALSO.split(_TAIL.sub("", text), maxsplit=1)[0])
    text = _INSERTED.sub(r"\g<beside>, \g<who> ", _ELSE.sub(r"\1\2", text))
    fronted = _CLAUSE.match(text) or _FRONTED.match(text)
    if fronted is None or text[: fronted.end()].lower().startswith(("in which", "in what")):
        return text, ""
    front = fronted[1]
    return text[fronted.end() :], front[:1].lower() + front[1:]


def case_before(question: str) -> tuple[str, str]:
    """Return what its writer says of himself before a question for yes or no, and the question.

    >>> case_before("I'm 22. Can I rent a car?")
    ("I'm 22", 'Can I rent a car?')
    >>> case_before("Can I rent a car?")
    ('', 'Can I rent a car?')
    """
    found = _CASE.fullmatch(" ".join(question.split()))
    return (found["case"], found["asked"]) if found else ("", question)


def _direct(text: str) -> str:
    """Return what is asked in a request to tell it: "Could you tell me if it is open"."""
    request = _INDIRECT.match(text)
    if request is None:
        return text
    text = text[request.end() :]
    asked = _WHETHER.match(text)
    return f"{asked['verb']} {asked['who']}{asked['rest'].lstrip()}" if asked else text


def _led(text: str) -> int:
    lead = _LEAD.match(text)
    return lead.end() if lead and lead.end() < len(text) else 0
