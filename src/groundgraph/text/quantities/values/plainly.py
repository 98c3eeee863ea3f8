"""Where a claim's own words say how its value is reckoned, so that another value is wrong.

"Six did not survive" beside "three of the ten survived"; "Team costs $290 a year" beside "$29 a
month" and no price for a year.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.complements import denies_alone
from groundgraph.text.quantities.derived.derivations import is_part_of
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.nouns import PERIODIC
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from groundgraph.text.quantities.derived.derivations import Derivation
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity

_PERIODS = frozenset(map(stem, (*PERIODIC, "annual", "annually", "day", "week", "month", "year")))
_OF_OTHER_PRICES = frozenset(
    """year years yearly annual annually annum week weeks weekly discount discounted discounts save
    saves saving free first promotional introductory plus extra additional deposit setup fee fees
    tax vat off only minimum maximum term contract upfront advance""".split()
)
"""Words beside a price by which so many of it may come to more or less."""
_TAKEN_OVER, _IN_SENTENCE = 0.75, 0.5
"""Weights of a word, in [0, 1], from which another clause surely tells it too, and from which it
may."""
_LONGER = frozenset("year yearly annual annually annum month monthly".split())
_NOT_ALONE = frozenset("first with without plus including discount save saves after about".split())


def is_plainly_asked(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim can mean nothing but what is derived, and is told nowhere."""
    if any(agreement(amount, r.amount) == "equal" for r in claim.index.readings):
        return False
    return _is_rest_of_all(claim, amount, best) or _is_for_longer(claim, amount, best)


def _is_rest_of_all(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim counts those of a whole of which its part is denied, in its words."""
    held = [one for one in best.held if isinstance(one, EvidenceQuantity)]
    if best.operation != "difference" or amount.unit is not COUNT or len(held) != 2:
        return False
    if not is_part_of(*held):
        return False
    part = min(held, key=lambda reading: reading.amount.approx)
    told = part.own.union(*({*one.words, *one.amount.noun} for one in held))
    return {*claim.sentence.words, *amount.noun} <= told and denies_alone(claim, part, rest=False)


def _is_for_longer(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim tells for a year what is told for a month alone."""
    if best.operation != "product" or len(best.held) != 1 or not claim.lower.isdisjoint(_NOT_ALONE):
        return False
    if (claim.lower | claim.asked).isdisjoint(_LONGER) or _counts_more(claim, amount):
        return False
    [held] = best.held
    if not isinstance(held, EvidenceQuantity) or held.cell is not None:
        return False
    period = BY_WORD.get(held.amount.per)
    if not amount.dimension.startswith("money") or period is None or period.dimension != "time":
        return False
    if not _is_named_alone(claim, held):
        return False
    passage = claim.index.passages[held.passage]
    letters = frozenset().union(*(sentence.letters for sentence in passage.sentences))
    words = claim.sentence.words.keys() - _PERIODS
    return (
        letters.isdisjoint(_OF_OTHER_PRICES)
        and "%" not in passage.text
        and words <= (held.words.keys() | claim.question.words.keys())
    )


def _counts_more(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a claim or question counts what is paid for: "for 3 users"."""
    others = (*claim.sentence.amounts, *claim.question.amounts)
    return any(a is not amount and a.dimension != "time" and a.value != 1 for a in others)


def _is_named_alone(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a claim or question names what a price is of, and no thing of another price."""
    said = claim.sentence.words.keys() | claim.question.words.keys()
    alike = [r for r in claim.index.readings if r.amount.dimension == held.amount.dimension]
    return all(
        _own(held, other, _TAKEN_OVER) & said and not _own(other, held, _IN_SENTENCE) & said
        for other in alike
        if other is not held
    )


def _own(one: EvidenceQuantity, other: EvidenceQuantity, least: float) -> frozenset[str]:
    """Return what one price is told of and the other is not, nor takes over: "cost" of both."""
    return frozenset(word for word in one.own if other.words.get(word, 0.0) < least)
