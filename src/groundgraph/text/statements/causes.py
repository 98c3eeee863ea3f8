"""Why things are said to be so: a cause and its effect, off the words that join them."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.statements.lemmas import of_stem
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
_END = re.compile(r"[;]|, (?:and|but|while|whereas|which)\b|\. ")
_NOT = re.compile(r"\bnot\W{1,3}$", re.IGNORECASE)
_LONGEST = 1200


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
        cause, effect = _last_clause(before), behind
    found = Cause(_stems(cause), _stems(effect), match[0].strip(" ,"), denied)
    return found if found.cause and found.effect else None


def _last_clause(text: str) -> str:
    """Return what stands behind the last semicolon or colon."""
    return re.split(r"[;:]", text)[-1]


def _stems(text: str) -> frozenset[str]:
    return frozenset(
        of_stem(word.stem) for word in words(text) if word.content and not word.negation
    )
