"""A day by which a claim says something is due, reckoned from a time limit and its first day."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.times.timeline import filled
from groundgraph.text.quantities.written.moments import shown, states
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_BY = frozenset({"by", "until", "till"})
_DUE = frozenset(map(stem, "deadline latest due".split()))
_NEAR = timedelta(days=1)
"""What the two ways of counting, with the first day and without it, lie apart."""


def check_deadline(claim: ReadClaim, number: int) -> Check | None:
    """Hold a day of a claim against the one deadline of the evidence; ``None`` for another.

    Claim or question speaks of what is due then: "What is the deadline for objections?", "They
    have to arrive by 31 March".
    """
    mention = claim.sentence.mentions[number]
    told = [deadline for passage in claim.index.passages for deadline in passage.deadlines]
    if len(told) != 1:
        return None
    [(begins, due)] = told
    words = claim.sentence.words.keys() | claim.question.words.keys()
    before = claim.sentence.tokens[mention.first - 1].text if mention.first else ""
    is_due = before in _BY or not _DUE.isdisjoint(claim.sentence.words)
    if not is_due or words.isdisjoint(due.words):
        return None
    day, last = filled(mention.moment, due.moment).date(), due.moment.date()
    if day is None or last is None:
        return None
    known = any(states(event.moment, mention.moment) for event in claim.index.events)
    if day != last and (known or abs(day - last) <= _NEAR):
        return None
    text = claim.index.passages[due.passage].text
    how = f"{begins.span.of(text)} + {due.span.of(text)} = {shown(due.moment)}"
    right = decided(right=day == last)
    return Check(right, "derivation", mention.span, (due, begins), 1.0, how)
