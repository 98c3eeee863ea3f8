"""When something ends of which the evidence tells the beginning, and how long it lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.times.reckoning import ENDS
from groundgraph.text.quantities.times.timeline import filled
from groundgraph.text.quantities.written.moments import ends, states

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.moments import Moment


def check_ending(claim: ReadClaim, number: int, words: Iterable[str]) -> Check | None:
    """Return what supports that something "ends in May", which began and lasts so long.

    Args:
        claim: The claim.
        number: Of its date.
        words: The stems that the date is told of.
    """
    mention = claim.sentence.mentions[number]
    said = {word for word in words if word in claim.index.vocabulary} - ENDS
    if not claim.date_words.issuperset(claim.strange_names):
        return None
    for event in (each for passage in claim.index.passages for each in passage.endings):
        if said <= event.words.keys() and _ends_then(event.moment, mention.moment):
            lasting = event.span.of(claim.index.passages[event.passage].text)
            told = f"the beginning + {lasting} = {mention.span.of(claim.text)}"
            return Check("supported", "derivation", mention.span, (event,), 1.0, told)
    return None


def _ends_then(reckoned: Moment, told: Moment) -> bool:
    """Say whether a day is the one reckoned, or the last before it: 28 February for 1 March."""
    if reckoned.day is None or told.day is None:
        return bool(states(reckoned, told))
    return borders_then(reckoned, told)


def borders_then(evidence: Moment, claim: Moment) -> bool:
    """Say whether both borders are one, or follow on each other: 31 August and 1 September."""
    if states(evidence, claim):
        return True
    one, other = ends(evidence), ends(filled(claim, evidence))
    return one is not None and other is not None and 0 < one[0] - other[1] <= 1
