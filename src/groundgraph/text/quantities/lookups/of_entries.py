"""Amounts told behind the name of one thing, and of others beside it.

"Fibre 100: 60 percent. Fibre 500: 75 percent." Of a claim on Fibre 500, 60 percent is wrong however
few of its words the evidence has, and 75 percent is right.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.named_entries import named_entries
from groundgraph.text.quantities.evidence.headed import keys_of
from groundgraph.text.quantities.written.agreement import agreement, comparable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.named_entries import Entries
    from groundgraph.text.quantities.evidence.findings import Check
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
        equal = [reading for reading in kin if agreement(amount, reading.amount) == "equal"]
        elsewhere = [r for r in others if agreement(amount, r.amount) == "equal"]
        if kin and not equal and (any(r in check.held for r in elsewhere) if asked else elsewhere):
            return replace(check, outcome="contradicted", held=(kin[0],), fit=_FIT)
        if equal and len(kin) == 1:
            return replace(check, outcome="supported", held=(equal[0],), fit=_FIT)
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
    said, question = keys_of(claim.text), keys_of(claim.question.text)
    for passage in claim.index.passages:
        for run in named_entries(passage.text):
            at = _named(passage.text, run, said)
            if at and asked:
                continue
            at = at or _named(passage.text, run, question)
            if len(at) != 1:
                continue
            body, first, last = run.members[at[0]].body, run.members[0].body, run.members[-1].body
            inside = [r for r in passage.readings if first.start <= r.span.start < last.end]
            own = [r for r in inside if body.start <= r.span.start < body.end]
            yield own, [reading for reading in inside if reading not in own]


def _named(text: str, run: Entries, said: frozenset[str]) -> list[int]:
    """Return the numbers of the entries that words name."""
    names = [keys_of(entry.name.of(text)) for entry in run.members]
    held = Counter(word for own in names for word in own)
    return [
        number
        for number, own in enumerate(names)
        if any(held[word] == 1 and len(word) > _SHORT for word in own & said)
    ]
