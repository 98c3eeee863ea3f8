"""The votes of both sides, told in turned places: "48 votes to 52" for "52 to 48"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.tallies import tally_in
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_SURE = 0.9


def check_votes(claim: ReadClaim) -> list[Check]:
    """Hold "approved by 48 votes to 52" against the same two numbers of the evidence.

    Of what was rejected both orders are usual.
    """
    said = tally_in(claim.text)
    if said is None or not said.adopted:
        return []
    turned = said.values[::-1]
    wrong = None
    for passage in claim.index.passages:
        for line, sentence in enumerate(passage.sentences):
            told = tally_in(sentence.span.of(passage.text)) if sentence.has_digit else None
            if told is None or told.values not in {said.values, turned}:
                continue
            if told.values == said.values or told.adopted is not said.adopted:
                return []
            at = Span(sentence.span.start + told.span.start, sentence.span.start + told.span.end)
            wrong = wrong or Event(Moment(), {}, passage.number, at, sentence.span, line)
    return [Check("contradicted", "amount", said.span, (wrong,), _SURE)] if wrong else []
