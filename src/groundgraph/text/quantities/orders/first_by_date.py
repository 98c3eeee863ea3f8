"""What a claim says came first or last, held against the dates of what did the same.

"Maria joined first" beside "Maria joined in 2015, Tom in 2018".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.moments import order

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event

_PLACES = {"first": 1, "last": -1}
_OWN, _TOLD = 1.0, 0.5
"""Weights of a word, in [0, 1], of a date's own clause, and of what its sentence goes on with."""
_MOST = 12
"""Dates that are compared at most."""


def first_by_date(claim: ReadClaim) -> float:
    """Return 1 where dates have it that what answers "which first" is so, -1 where not, else 0.

    What a claim has of the question must be told of it, and of each that it is held against.
    """
    sign = _sign(claim)
    events = claim.index.events if sign else []
    if not 1 < len(events) <= _MOST or claim.sentence.mentions:
        return 0.0
    said = claim.sentence.words.keys() - _PLACES.keys()
    does = said & claim.question.words.keys()
    name = said - does
    alike = [event for event in events if _tells(event, does, _TOLD)]
    meant = [event for event in alike if _tells(event, name, _OWN)]
    if not does or not name or len(meant) != 1:
        return 0.0
    found = {order(meant[0].moment, one.moment) for one in alike if one is not meant[0]}
    if found == {"before"}:
        return float(sign)
    return float(-sign) if found == {"after"} else 0.0


def _sign(claim: ReadClaim) -> int:
    """Return 1 of "joined first", -1 of "joined last", 0 of "the first patients"."""
    if claim.sentence.letters.isdisjoint(_PLACES):
        return 0
    words = [token.text for token in claim.sentence.tokens if token.kind == "word"]
    return _PLACES.get(words[-1], 0) if words and words[-2:-1] != ["the"] else 0


def _tells(event: Event, words: AbstractSet[str], least: float) -> bool:
    return all(event.words.get(word, 0.0) >= least for word in words)
