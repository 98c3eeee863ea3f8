"""Amounts told behind the name of one thing, and of others beside it.

"Fibre 100: 60 percent. Fibre 500: 75 percent." Of a claim on Fibre 500, 60 percent is wrong however
few of its words the evidence has.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.name_keys import keys_of
from groundgraph.text.quantities.written.agreement import agreement, comparable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.headed import Stretch
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_FIT = 0.75
_SHORT = 2
SEVERAL = frozenset(
    """than both all each every either together total average difference unlike instead rather
    between other others""".split()
)
"""Words by which a claim speaks of several things."""


def of_its_entry(claim: ReadClaim, check: Check) -> Check:
    """Hold an amount that is told of something else against the entry of what a claim names."""
    if check.kind != "amount" or check.at not in claim.numbers:
        return check
    if check.outcome not in {"elsewhere", "supported"} or not claim.lower.isdisjoint(SEVERAL):
        return check
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    asked = check.outcome == "supported"
    if asked and len(claim.sentence.amounts) > 1:
        return check
    for own, others in _told(claim, asked=asked):
        kin = [reading for reading in own if is_of_its_kind(amount, reading.amount)]
        elsewhere = [r for r in others if agreement(amount, r.amount) == "equal"]
        told = any(agreement(amount, reading.amount) == "equal" for reading in kin)
        if kin and not told and (any(r in check.held for r in elsewhere) if asked else elsewhere):
            return replace(check, outcome="contradicted", held=(kin[0],), fit=_FIT)
    return check


def is_of_its_kind(amount: Quantity, other: Quantity) -> bool:
    """Say whether two amounts measure the same, for one of the same."""
    return comparable(amount, other) and (amount.dimension == "share" or amount.per == other.per)


def _told(
    claim: ReadClaim, *, asked: bool
) -> Iterator[tuple[list[EvidenceQuantity], list[EvidenceQuantity]]]:
    """Yield the amounts of each entry that a claim alone names, and those of the ones beside it.

    With ``asked`` of the one that the question names, where the claim names none.
    """
    kinds: defaultdict[int, list[Stretch]] = defaultdict(list)
    for stretch in claim.index.stretches:
        kinds[stretch.kin].append(stretch)
    said, question = keys_of(claim.text), keys_of(claim.question.text)
    for entries in kinds.values():
        named = [entry for entry in entries if _names(said, entry)]
        if named and asked:
            continue
        named = named or [entry for entry in entries if _names(question, entry)]
        if len(named) == 1:
            others = [entry for entry in entries if entry is not named[0]]
            yield _amounts(claim, named), _amounts(claim, others)


def _names(said: frozenset[str], entry: Stretch) -> bool:
    return any(len(word) > _SHORT for word in entry.head & said)


def _amounts(claim: ReadClaim, entries: Sequence[Stretch]) -> list[EvidenceQuantity]:
    return [
        reading
        for entry in entries
        for reading in claim.index.passages[entry.passage].readings
        if entry.holds(reading.passage, reading.span.start)
    ]
