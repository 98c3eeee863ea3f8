"""Why things are said to be so: a cause and its effect, off the words that join them."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.statements.nouns import of_stem
from groundgraph.text.words import words

# The cause stands behind the first words, and before the second.
_BEHIND = (
    r"because of|because|due to|owing to|as a result of|as a consequence of|on account of"
    r"|thanks to|(?:was|were|is|are) (?:caused|triggered|prompted|brought about) by"
    r"|resulted from|results from|result from|stemmed from|stems from|on the grounds? that"
    r"|caused by|in response to|by reason of|for the reason that|in view of|in light of|seeing that"
    r"|, (?:since|as)(?! (?:well|of|a|an|the case|if|though|long|soon|much|many|such|per|far|early"
    r"|late|part|one|[A-Z0-9])\b)|since(?= (?:the|it|its|he|she|they|we|there|no|an?) [a-z])"
    r"|since(?= [a-z]{2,20} (?:is|are|was|were|has|had|became|got|did|does|could|cannot) )"
    r"|as(?= (?:the|it|its|he|she|they|we) [\w ]{2,40} (?:was|were|had|did)\b)"
)
_BEFORE = (
    r"led to|leads to|lead to|resulted in|results in|result in|caused|causes|triggered|triggers"
    r"|brought about|gave rise to|which is why|that is why|, so that|prompted|explains? why"
    r"|explained why|, so(?! (?:as|far|long|much|many|to|on)\b)"
    r"|, which (?:forced|led|caused|prompted)"
    r"|(?:is|was|are|were) (?:the |one |a )?(?:main |only )?(?:reasons?|causes?)"
    r" (?:that|why|for|of|behind)|therefore|consequently|as a result,"
)
_JOINT = re.compile(
    rf"(?:(?<!\w)|(?=,))(?:(?P<behind>{_BEHIND})|(?P<before>{_BEFORE}))(?!\w)", re.IGNORECASE
)
_VERBAL = re.compile(
    r"(?:led|leads?|resulted|results?) (?:to|in)|caused|causes|triggered|triggers|brought about"
    r"|gave rise to|prompted",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r", (?:where|when|while|whereas|and|but) ")
"""What parts the subject of such a verb from what is told before it."""
_END = re.compile(r"[;]|, (?:and|but|while|whereas|which)\b|\. ")
_NOT = re.compile(r"\bnot\W{1,3}$", re.IGNORECASE)
_LONGEST = 1200
_IS = r"(?:is|are|was|were|remains?|remained)(?: still| as yet| so far| however| therefore)?"
_WHY = (
    r"(?:(?:the|a|any|its|their|what the) (?:exact |precise )?(?:cause|reason)s?|why|what caused)"
)
_KNOWN = r"(?:known|clear|established|determined|found|identified|settled|confirmed)"
_FIND = r"(?:know|determined?|establish(?:ed)?|found|find|identif(?:y|ied)|named?|discovered)"
_OPEN = re.compile(
    rf"\b(?:(?:causes?|reasons?|origins?)(?P<of> (?:of|for|behind) [^,.;]{{2,60}}?)?"
    rf"|what (?:has |had )?caused(?P<what> [^,.;]{{2,60}}?)) (?:{_IS} (?:unknown|unclear"
    rf"|uncertain|open|a mystery|under investigation|(?:being )?investigated|not(?: yet)? {_KNOWN})"
    rf"|(?:has|have|could)(?: not|n['’]t)(?: yet)?(?: been| be) {_KNOWN}"
    r"|(?:has|have) yet to be \w+)\b"
    rf"|(?:\b(?:not|cannot)|n['’]t)(?: yet| been able to| yet been able to)? {_FIND} {_WHY}\b"
    rf"|\b(?:nobody|no one) knows {_WHY}\b"
    rf"|\btoo early to (?:{_FIND}|say|speak of) {_WHY}\b"
    rf"|\b(?:unclear|unknown|not(?: yet)? {_KNOWN}) (?:why|what (?:has )?caused)\b"
    rf"|\b(?:investigating|examining|looking into) {_WHY}\b"
    rf"|\bwhether (?:that|this|it)(?: really)? (?:is|was|were) the (?:cause|reason) {_IS} (?:open"
    r"|unknown|unclear|(?:being )?investigated|under investigation)\b",
    re.IGNORECASE,
)
"""What says that a cause is not known."""
_ENDS_OPEN = re.compile(r"(?:why|caused|causes?|reasons?)$", re.IGNORECASE)
_BEHIND_CAUSE = re.compile(r"[^,.;]{2,80}")


class Cause(NamedTuple):
    """A cause, its effect, and the words that say so.

    Attributes:
        cause: Content words of the cause.
        effect: Content words of the effect.
        joint: The words between them.
        denied: Whether that is said not to be so: "not because".
    """

    cause: frozenset[str]
    effect: frozenset[str]
    joint: str
    denied: bool = False


def causes(sentence: str) -> list[Cause]:
    """Return the causes of a sentence, in order.

    >>> [found] = causes("The dam broke because of the rain.")
    >>> sorted(found.cause), sorted(found.effect)
    (['rain'], ['brok', 'dam'])
    """
    if len(sentence) > _LONGEST:
        return []
    return [found for match in _JOINT.finditer(sentence) if (found := _cause(sentence, match))]


def undecided(sentence: str) -> frozenset[str] | None:
    """Return what a sentence says that the cause is not known of; ``None`` where it says no such.

    It is empty where the sentence does not name that.

    >>> sorted(undecided("The cause of the cracks is still being investigated."))
    ['crack']
    >>> undecided("The cause was rain.") is None
    True
    """
    found = _OPEN.search(sentence) if len(sentence) <= _LONGEST else None
    if found is None:
        return None
    behind = _BEHIND_CAUSE.match(sentence, found.end()) if _ENDS_OPEN.search(found[0]) else None
    return _stems(found["of"] or found["what"] or (behind[0] if behind else ""))


def _cause(sentence: str, match: re.Match[str]) -> Cause | None:
    before, after = sentence[: match.start()], sentence[match.end() :]
    denied = _NOT.search(before) is not None
    end = _END.search(after)
    behind = after[: end.start()] if end else after
    if match["behind"] and not before.strip() and "," in after:  # "Because it rained, it broke."
        cause, _, effect = after.partition(",")
    elif match["behind"]:
        cause, effect = behind, _last_clause(before)
    else:
        own = _CLAUSE.split(before)[-1] if _VERBAL.fullmatch(match["before"]) else before
        cause, effect = _last_clause(own), behind
    found = Cause(_stems(cause), _stems(effect), match[0].strip(" ,"), denied)
    return found if found.cause and found.effect else None


def _last_clause(text: str) -> str:
    """Return what stands behind the last semicolon or colon."""
    return re.split(r"[;:]", text)[-1]


def _stems(text: str) -> frozenset[str]:
    return frozenset(
        of_stem(word.stem) for word in words(text) if word.content and not word.negation
    )
