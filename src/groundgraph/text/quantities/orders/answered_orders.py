"""The order that a question asks for and a claim answers in a word: "After it: …", "No, …".

"Did he write it before or after the war?", and "Was it signed before they met?".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.orders.claim_orders import ClaimOrder
from groundgraph.text.quantities.times.course_leans import Side
from groundgraph.text.quantities.times.relations import BY_THEN
from groundgraph.text.quantities.written.segments import content_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim

_WAYS = {
    **dict.fromkeys(("before", "earlier", "beforehand", "prior", "previously"), 1),
    **dict.fromkeys(("after", "later", "afterwards", "afterward", "following"), -1),
}
_ASKED = frozenset({"before", "after", "earlier", "later"})
_BEHIND = frozenset(". : , ; – — it that this them those these then".split()) | {""}
"""What stands behind a "before" that answers by itself, and names nothing else."""
_HEDGES = frozenset("well just shortly long only definitely and so some quite right".split())
_SAYS = {"yes": 1, "no": -1}
_CLOSES = frozenset({"?", ",", ";"})
_INVERTED = frozenset(
    """did do does is are was were has have had can could may must should shall will would am need
    didn't wasn't isn't weren't hasn't hadn't""".split()
)


def answered_orders(claim: ReadClaim) -> list[ClaimOrder]:
    """Return what a claim's first word puts in order, by what its question asks."""
    words = [token.text for token in claim.sentence.tokens]
    while words and words[0] in _HEDGES:
        del words[0]
    if not words or not claim.question.tokens:
        return []
    way = _WAYS.get(words[0], 0)
    if way:
        behind = words[1] if len(words) > 1 else ""
        return [*_before_or_after(claim, way)] if behind in _BEHIND else []
    return [*_yes_or_no(claim, _SAYS[words[0]])] if words[0] in _SAYS else []


def _before_or_after(claim: ReadClaim, way: int) -> Iterator[ClaimOrder]:
    """Yield the order of the two things of "did A happen before or after B"."""
    words = [token.text for token in claim.question.tokens]
    at = next((i for i in range(1, len(words) - 2) if _offers(words[i : i + 3])), 0)
    if not at:
        return
    begin = at + 3 + (words[at + 3 : at + 4] == ["than"])
    stop = next((i for i in range(begin, len(words)) if words[i] in _CLOSES), len(words))
    first, second = _side(claim, 0, at), _side(claim, begin, stop)
    own = {word: kinds for word, kinds in first.items() if word not in second}
    other = {word: kinds for word, kinds in second.items() if word not in first}
    if own and other:
        yield _ordered(Side(own), Side(other), way)


def _ordered(one: Side, other: Side, way: int) -> ClaimOrder:
    return ClaimOrder(one, other) if way > 0 else ClaimOrder(other, one)


def _offers(words: list[str]) -> bool:
    return words[0] in _ASKED and words[1] == "or" and words[2] in _ASKED


def _side(claim: ReadClaim, start: int, stop: int) -> dict[str, frozenset[int]]:
    words = content_words(claim.question.tokens, claim.question.text, start, stop)
    return {word: claim.deeds.get(word, frozenset()) for word in words}


def _yes_or_no(claim: ReadClaim, says: int) -> Iterator[ClaimOrder]:
    """Yield the order that "yes" says, or "no" denies, of "was A done before B?"."""
    tokens = claim.question.tokens
    if tokens[0].text not in _INVERTED:
        return
    found = claim.happenings_asked
    for own in found:
        if not own.way or own.void or own.weak or own.host < 0 or own.said in BY_THEN:
            continue
        host = {w: k for w, k in found[own.host].words.items() if w not in own.words}
        late = {w: k for w, k in own.words.items() if w not in found[own.host].words}
        if host and late:
            yield _ordered(Side(late), Side(host), own.way * says)
