"""When something ends by the clock of which the evidence tells the start and how long it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.times.reckoning import ENDS
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity

_OVER = ENDS | frozenset(map(stem, "over empty done arrive arrives reach reaches out".split()))
_OVER_WORDS = frozenset("over out done".split())
_BEGINS = frozenset(
    """begin begins began begun start starts started starting leave leaves left depart departs
    departed open opens opened kick kicks from""".split()
)
_LASTS = frozenset(
    """lasts lasted lasting last takes took take taking runs run running for long length duration
    journey""".split()
)
_NOT_ALL = frozenset(
    """interval break pause late delay delayed delays early before after earlier later ago every per
    stop stops each""".split()
)
"""Words by which a time may be but a part, or the end another."""
_DAY, _MINUTE, _MIDNIGHT = 86400, 60, 1440


def check_end_by_the_clock(claim: ReadClaim, number: int) -> Check | None:
    """Return what supports "ends at 22:30" beside "starts at 20:15 and runs for 135 minutes".

    The evidence must tell one time of day and one length, in one sentence or two that follow on
    each other.
    """
    mention = claim.sentence.mentions[number]
    said = claim.sentence.words.keys() | claim.question.words.keys()
    over = not _OVER.isdisjoint(said) or not _OVER_WORDS.isdisjoint(claim.lower | claim.asked)
    if not mention.moment.minutes or not over:
        return None
    found = _one_start(claim, said)
    if found is None:
        return None
    start, lasting = found
    minutes = int(lasting.amount.base / _MINUTE)
    ends = {(minute + minutes) % _MIDNIGHT for minute in start.moment.minutes}
    if ends.isdisjoint(mention.moment.minutes):
        return None
    text = claim.index.passages[start.passage].text
    told = f"{start.span.of(text)} + {lasting.span.of(text)} = {mention.span.of(claim.text)}"
    return Check("supported", "derivation", mention.span, (lasting,), 1.0, told)


def _one_start(
    claim: ReadClaim, said: frozenset[str] | set[str]
) -> tuple[Event, EvidenceQuantity] | None:
    """Return the start and the length that a passage tells of what a claim speaks of."""
    found = []
    for passage in claim.index.passages:
        starts = [e for e in passage.events if e.moment.minutes and e.cell is None]
        times = [
            r
            for r in passage.readings
            if r.amount.dimension == "time" and r.amount.unit.factor < _DAY and not r.amount.weak
        ]
        if len(starts) != 1 or len(times) != 1:
            continue
        [start], [lasting] = starts, times
        line, lines = line_of(claim, lasting), passage.sentences
        if line is None or start.line >= len(lines) or abs(start.line - lasting.line) > 1:
            continue
        letters = line.letters | lines[start.line].letters
        plain = lasting.amount.bound in NO_LIMITS and not lasting.amount.per
        tells = not _BEGINS.isdisjoint(letters) and not _LASTS.isdisjoint(letters)
        named = not said.isdisjoint(line.stems | lines[start.line].stems)
        if plain and tells and named and _NOT_ALL.isdisjoint(letters):
            found.append((start, lasting))
    return found[0] if len(found) == 1 else None
