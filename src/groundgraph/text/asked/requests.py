"""A question without what a prompt or a politeness puts around it.

"Question: …", "Answer the question using only the context: …", "Hi, quick question: …",
"… Please keep it short." say how to answer, and nothing of what is asked.
"""

from __future__ import annotations

import re

from groundgraph.text.evidence_phrases import SOURCE

LONGEST = 4_000
"""Characters of a question; a longer one is a text to work on, and kept as it is."""
_INTERROGATIVE = (
    r"(?:who|whom|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|has|have|had|can"
    r"|could|will|would|should|may|might|must)(?:['’]s|n['’]t)?\b"
)
_ONLY = r"(?:(?:only|solely|just)[ ])?"
_USING = (
    rf"(?:{_ONLY}(?:using|based[ ](?:up)?on|according[ ]to|given|from|with|in)[ ]{_ONLY}{SOURCE})"
)
_BEFORE = re.compile(
    rf"""(?: \#{{0,4}}[ ]?(?:\*\*)?(?:user[ ])?(?:question|query|q|user|human)(?:[ ]\d{{1,3}})?
            (?:\*\*)?[ ]?:(?:\*\*)?\s+
      | (?:\#{{1,4}}[ ])(?:question|query)\s*\n\s*
      | (?:hi|hello|hey|good[ ](?:morning|afternoon|evening|day))(?:[ ](?:there|all|team))?
            [,!.]\s+
      | (?:(?:can|could)[ ]you[ ](?:please[ ])?tell[ ]me
            |i(?:[’']d|[ ]would)[ ]like[ ]to[ ](?:know|ask)):\s+
      | (?:i[ ]have[ ]a[ ]|just[ ]a[ ]|a[ ])?(?:quick[ ]|short[ ]|simple[ ])?question[:,–—-]\s+
      | (?:{_USING}(?:[ ](?:above|below))?,[ ])?
        (?:please[ ]|briefly[ ])?(?:answer|respond[ ]to|reply[ ]to)
        (?:[ ](?:briefly|concisely|only|shortly))?
        (?:[ ](?:the|this|my)(?:[ ]following)?[ ](?:question|query))?
        (?:[ ]{_ONLY}{_USING})?(?:[ ](?:above|below))?(?:[ ]only)?[:.]\s+
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_AFTER = re.compile(
    rf"""(?<=[.?!])\s+ (?:
        (?:helpful[ ]|final[ ]|short[ ])?answer:
      | (?:please[ ]|kindly[ ])?(?:keep[ ](?:it|your[ ]answer|the[ ]answer)[ ](?:short|brief|simple)
          |be[ ](?:brief|concise|short|specific|precise)
          |answer[ ](?:briefly|concisely|shortly|{_ONLY}{_USING}
            |(?:in|with)[ ](?:one|a|two|three|1|2|3|no[ ]more[ ]than[ ]\w+)
              [ ](?:short[ ]|single[ ])?(?:words?|sentences?|phrase|lines?))
          |use[ ]only[ ]{SOURCE}
          |cite[ ](?:your[ ]|the[ ])?sources?)
      | (?:many[ ])?(?:thanks|thank[ ]you|thx|cheers)
          (?:[ ](?:in[ ]advance|so[ ]much|a[ ]lot|very[ ]much))?
    )[.!]*\s*\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_PROMPT = re.compile(
    r"(?:use|you are|answer|given|based on|context|please|below|read|your task|instructions?)\b",
    re.IGNORECASE,
)
_IN_PROMPT = re.compile(
    r"\n[ \t#*]{0,6}(?:user )?(?:question|query)\*{0,2}:\*{0,2} ?\n?(?P<asked>[^\n]+)",
    re.IGNORECASE,
)
"""How a prompt begins that a question was filled in, and the line that is called one."""
_QUOTED = re.compile(r"[\"“](?P<inside>[^\"“”]+\?)[\"”]")
_ASKS = re.compile(_INTERROGATIVE, re.IGNORECASE)
_ENDS = frozenset(".?!:;,…\"'”’)]}>|")
_MANY_MARKS = re.compile(r"\?[?!]{1,9}\Z")
_MOST = 4


def alone(question: str) -> str:
    r"""Return a question without what stands around it; one without that as it is.

    >>> alone("Question: Who won?")
    'Who won?'
    >>> alone("Please answer using only the context: Who won? Keep it short. Thanks!")
    'Who won?'
    >>> alone("Use the following context to answer.\n\nQuestion: Who won?\nHelpful answer:")
    'Who won?'
    >>> alone("Answer the phone?")
    'Answer the phone?'
    """
    if len(question) > LONGEST:
        return question
    said = question.strip()
    if "\n" in said and _PROMPT.match(said):
        said = [said, *(line["asked"].strip() for line in _IN_PROMPT.finditer(said))][-1]
    quoted = _QUOTED.fullmatch(said)
    said = quoted["inside"] if quoted else said
    for _ in range(_MOST):
        found = _BEFORE.match(said)
        rest = said[found.end() :] if found else said
        last = _AFTER.search(rest, max(0, len(rest) - 120))
        rest = _MANY_MARKS.sub("?", rest[: last.start()] if last else rest)
        if rest == said or not rest.strip():
            break
        said = rest
    return question if said == question.strip() else said


def with_mark(question: str) -> str:
    """Return a question with its mark, where it begins as one, with a capital, and ends in a word.

    What is typed in small letters stays: readers are shown many such questions without a mark.

    >>> with_mark("When does it open"), with_mark("when does it open")
    ('When does it open?', 'when does it open')
    """
    said = question.strip()
    if not said[:1].isupper() or said[-1] in _ENDS or _ASKS.match(said) is None:
        return question
    return f"{said}?"
