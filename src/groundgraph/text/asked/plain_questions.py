"""A question without what leads in, what stands before it, and a second question behind it."""

from __future__ import annotations

import re

_LEAD = re.compile(
    r"(?:(?:and|but|so|ok|okay|also|then|hi|hello|please|well|now|thanks)\b[ ,]*"
    r"|according to (?:the|this|these) \w+[ ,]+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(r",? (?:according to [^,?]{1,60}|please|exactly)\Z", re.IGNORECASE)
_INDIRECT = re.compile(
    r"(?:(?:can|could|would|will) you (?:please )?|please |do you know "
    r"|i(?:['’]d like| want) to know )"
    r"(?:tell me |say |explain )?(?=(?:who|what|which|where|when|why|how|if|whether)\b)",
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
_FRONTED = re.compile(
    r"((?:in|on|at|during|by|after|before|for|of) [^,?]{1,50}), (?=\w)", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"((?:if|when|although|though|while|given|based|from|since|because|as|after|before)\b"
    r"[^?]{1,300}), (?:then )?(?=(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would"
    r"|should|may|might|must|who|what|which|where|when|why|how)\b)",
    re.IGNORECASE,
)
_LAST_QUESTION = re.compile(r"(?<=[a-z]{4}\.)\s+(?=[A-Z])|(?<=[!?])\s+(?=\S)")


def plain_question(question: str) -> tuple[str, str]:
    """Return a question without what leads in and its mark, and what stood before a comma.

    >>> plain_question("Hello. And in 2019, who won the cup?")
    ('who won the cup', 'in 2019')
    """
    text = " ".join(question.split())
    sentences = _LAST_QUESTION.split(text)
    asking = [each for each in sentences if each.endswith("?")]
    text = (asking or sentences)[-1].rstrip(" ?.!")
    text = _INDIRECT.sub("", text[_led(text) :], count=1)
    text = _ALSO_BEFORE.sub("", text, count=1)
    text = _SHORT_IS.sub(r"\1 is", _ALSO.split(_TAIL.sub("", text), maxsplit=1)[0])
    fronted = _CLAUSE.match(text) or _FRONTED.match(text)
    if fronted is None or text[: fronted.end()].lower().startswith(("in which", "in what")):
        return text, ""
    front = fronted[1]
    return text[fronted.end() :], front[:1].lower() + front[1:]


def _led(text: str) -> int:
    lead = _LEAD.match(text)
    return lead.end() if lead and lead.end() < len(text) else 0
