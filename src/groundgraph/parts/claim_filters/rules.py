"""Which sentences of an answer state a fact: f(c) of "Logic Matters" (section 3.2.1).

The paper does not say what its classifier is. Ours are rules: what a sentence is when it states
nothing is a short list, and a rule can be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_OPENING = r"^[\W\d_]*"  # marks of a list, quotes
_SOURCE = (
    r"(?:provided |given |above |following |retrieved )*"
    r"(?:passages?|contexts?|texts?|sources?|documents?|information|articles?|data|content)"
)
_GREETING = (
    r"(?:hi|hello|hey|sure|certainly|of course|absolutely|great question|thanks?|thank you|"
    r"you(?:'|’)?re welcome|no problem|good luck|enjoy|cheers|okay|ok|yeah|wow|oh|haha|lol)\b"
    r"(?! (?:is|was|are|were|has|had)\b)[^.]{0,25}[.!,]*$"  # "Cheers is a bar."
)
_OFFER = (
    r"(?:i hope|hope (?:this|that)|let me know|feel free|please (?:let|note that i|provide|ask)|"
    r"if you (?:have|need) (?:any|more|further))\b"
)
_FEELING = (
    r"(?:i(?:'|’)?m|i am|we(?:'|’)?re) (?:sorry|afraid|glad|happy|not sure|unsure)\b(?!.*\bbut\b)"
)
_REFUSAL = (
    r"(?:i|we) (?:apologi[sz]e|(?:do not|don(?:'|’)t) know|(?:can ?not|can(?:'|’)t|could not) "
    r"(?:answer|find|help|provide|determine))|(?:i )?(?:unable|not able) to answer\b"
)
_ANNOUNCEMENT = (
    rf"(?:based on|according to) (?:the )?{_SOURCE}[^.]{{0,60}}\W*$|"
    r"here(?: is|(?:'|’)s| are)\b[^.]*(?:\.\W*)?$|"
    r"(?:in )?(?:short|summary|conclusion|answer|note|overall)\W*$|"
    r"(?:the )?(?:answer|summary|overview|following|steps?)\b[^.!?]*:$"
)
# What the passages do not say is about them, not about the world.
_SILENCE = (
    rf"(?:unfortunately,? )?(?:the |these |those )?{_SOURCE} (?:do|does|did)(?: not|n(?:'|’)t) "
    r"(?:mention|contain|provide|specify|say|state|include|give|discuss|explicitly)\b|"
    r"(?:there is|there(?:'|’)s) (?:no|not enough) (?:mention|information)\b"
)
_NOTHING = (_GREETING, _OFFER, _FEELING, _REFUSAL, _ANNOUNCEMENT, _SILENCE)
_NO_FACT = re.compile(_OPENING + "(?:" + "|".join(_NOTHING) + ")", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class FactualRules:
    """Leaves out questions, greetings, offers, announcements, refusals and bare marks.

    How often it is right is the table ``claim_filter`` of ``groundgraph bench logic``.
    """

    def factual(self, texts: Sequence[str], /) -> NDArray[np.bool_]:
        """Return whether each text states a fact, shape ``(n_texts,)``."""
        return np.array([_states(text) for text in texts], bool)


def _states(text: str) -> bool:
    stripped = text.strip()
    if not _WORD.search(stripped) or stripped.endswith(("?", '?"', "?”")):
        return False
    return not _NO_FACT.match(stripped)
