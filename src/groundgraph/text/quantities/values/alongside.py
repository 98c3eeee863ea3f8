"""Amounts of a claim that stand in one sentence of the evidence, in the same order.

"Up to 20 days a year, if HR agrees 14 days ahead" beside "limited to 20 days a year and must be
approved two weeks ahead": by its words alone the second would be the first.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import is_parallel
from groundgraph.text.quantities.written.agreement import agreement, comparable
from groundgraph.text.quantities.written.model import EvidenceQuantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity


_OF_ANOTHER = frozenset(
    "vs|versus|against|instead of|rather than|compared to|compared with|as opposed to".split("|")
)
"""What leads from an amount to that of another thing."""
_AGAINST = _OF_ANOTHER | frozenset({"to", "from", "up from", "down from"})
_CERTAIN = 0.8
"""Fit from which a supported quantity is certain."""
_OF_CLAUSE = 1.0
"""What a word of an amount's own clause weighs."""


def alongside(claim: ReadClaim, checks: Sequence[Check]) -> list[Check]:
    """Return the checks of a claim's amounts; those told elsewhere may be told beside the others.

    Where each amount of the claim has its equal in the sentence that tells one of them, all in the
    claim's order, or each beside words of its own clause that stand there alone, that sentence
    tells them all.
    """
    reckoned = any(check.kind != "amount" for check in checks)
    if reckoned or all(check.outcome != "elsewhere" for check in checks):
        return list(checks)
    for anchor in _told(checks):
        found = _placed(claim, checks, anchor)
        if found is None or _is_of_others(claim, checks, found):
            found = _named(claim, checks, anchor)
        if found is not None:
            return [
                replace(check, outcome="supported", held=(held,))
                if check.outcome == "elsewhere"
                else check
                for check, held in zip(checks, found, strict=True)
            ]
    return list(checks)


def _told(checks: Iterable[Check]) -> list[EvidenceQuantity]:
    """Return what supports an amount in prose, as it is told."""
    return [
        held
        for check in checks
        if check.outcome == "supported"
        for held in check.held[:1]
        if isinstance(held, EvidenceQuantity) and held.cell is None
    ]


def _placed(
    claim: ReadClaim, checks: Sequence[Check], anchor: EvidenceQuantity
) -> list[EvidenceQuantity] | None:
    """Return the reading of each amount in the sentence of one, ``None`` where they are not all."""
    beside = _beside(claim, anchor)
    found: list[EvidenceQuantity] = []
    last = -1
    for check in checks:
        amount = claim.sentence.amounts[claim.numbers[check.at]]
        held = next(
            (
                reading
                for reading in beside
                if reading.span.start > last and agreement(amount, reading.amount) == "equal"
            ),
            None,
        )
        if held is None:
            return None
        found.append(held)
        last = held.span.start
    return found


def _is_of_others(
    claim: ReadClaim, checks: Sequence[Check], found: Sequence[EvidenceQuantity]
) -> bool:
    """Say whether a claim names what another amount of the sentence is of, and not that of its own.

    "A worldwide transfer costs 0.20 plus 0.1%" beside "SEPA 0.20; worldwide 15.00 plus 0.1%".
    """
    beside = _beside(claim, found[0])
    for check, held in zip(checks, found, strict=True):
        words = claim.words_for(claim.numbers[check.at])
        said = {word for word, weight in words.items() if weight >= _OF_CLAUSE}
        kin = [r for r in beside if comparable(held.amount, r.amount)]
        named = [r for r in kin if _alone(r, kin) & said]
        if any(agreement(a, r.amount) == "equal" for a in claim.sentence.amounts for r in named):
            continue
        if check.outcome == "elsewhere" and named and held not in named and _alone(held, kin):
            return True
    return False


def _named(
    claim: ReadClaim, checks: Sequence[Check], anchor: EvidenceQuantity
) -> list[EvidenceQuantity] | None:
    """Return the reading of each amount that has words of its own, ``None`` where one has none."""
    beside = _beside(claim, anchor)
    found: list[EvidenceQuantity] = []
    for check in checks:
        number = claim.numbers[check.at]
        amount, words = claim.sentence.amounts[number], claim.words_for(number)
        said = {word for word, weight in words.items() if weight >= _OF_CLAUSE}
        held = [
            reading
            for reading in beside
            if agreement(amount, reading.amount) == "equal" and _alone(reading, beside) & said
        ]
        others = [r for r in beside if r not in held and _alone(r, beside) & said]
        if len(held) != 1 or held[0] in found or others:
            return None
        found += held
    return found


def _alone(reading: EvidenceQuantity, beside: Sequence[EvidenceQuantity]) -> frozenset[str]:
    """Return the words of a reading's own clause that are of no other beside it."""
    return reading.own.difference(*(other.own for other in beside if other is not reading))


def _beside(claim: ReadClaim, anchor: EvidenceQuantity) -> list[EvidenceQuantity]:
    """Return what the sentence of one reading tells, in order."""
    found = [
        reading
        for reading in claim.index.readings
        if (reading.passage, reading.line) == (anchor.passage, anchor.line) and reading.cell is None
    ]
    return sorted(found, key=lambda reading: reading.span)


def set_against_others(claim: ReadClaim, checks: Sequence[Check]) -> list[Check]:
    """Return the checks of a claim's amounts, read as those of two that stand beside each other."""
    told = [check for check in checks if not _is_denied(claim, check, checks)]
    return [_set_against(claim, check, checks) for check in told]


def _set_against(claim: ReadClaim, check: Check, checks: Sequence[Check]) -> Check:
    """Take one of "5,000 vs 4,200 mAh" for told where it stands beside the other.

    The second is that of another thing, and not wrong because the first is of the one named.
    """
    if check.kind != "amount" or check.outcome not in {"absent", "elsewhere", "contradicted"}:
        return check
    goes_against = check.outcome == "contradicted"
    for between, amount, mate, own in _pairs(claim, checks):
        if amount.span != check.at or between not in (_OF_ANOTHER if goes_against else _AGAINST):
            continue
        if goes_against and mate.span.start > amount.span.start:
            continue
        for held in claim.index.readings:
            beside = is_parallel(own, held) or (goes_against and _is_of_its_kind(own, held))
            if beside and agreement(amount, held.amount) == "equal":
                return replace(check, outcome="supported", held=(held,), fit=_CERTAIN)
    return check


def _is_denied(claim: ReadClaim, check: Check, checks: Sequence[Check]) -> bool:
    """Say whether an amount stands in the place of a right one only to be denied: "39, not 55"."""
    return check.kind == "amount" and any(
        between == "not" and amount.span == check.at and mate.span.start < amount.span.start
        for between, amount, mate, _ in _pairs(claim, checks)
    )


def _pairs(
    claim: ReadClaim, checks: Sequence[Check]
) -> Iterator[tuple[str, Quantity, Quantity, EvidenceQuantity]]:
    """Yield what stands between two amounts, one of them, the other, and what that agrees with."""
    right = {c.at: c.held[0] for c in checks if c.outcome == "supported" and c.held}
    for one, other in pairwise(claim.sentence.amounts):
        between = claim.text[one.span.end : other.span.start].strip(" .,")
        for amount, mate in ((one, other), (other, one)):
            own = right.get(mate.span)
            if isinstance(own, EvidenceQuantity):
                yield between, amount, mate, own


def _is_of_its_kind(own: EvidenceQuantity, held: EvidenceQuantity) -> bool:
    """Say whether another sentence of prose tells an amount of the same kind."""
    prose = own.cell is None and held.cell is None
    return prose and comparable(own.amount, held.amount) and own.span != held.span
