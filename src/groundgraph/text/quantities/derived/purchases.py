"""What several things cost together that a claim names, each with one price in the evidence.

"An adult and two children pay 24 euros" beside "Tickets cost 12 euros, children pay half"; "coffee
and a croissant come to 3.70 euros" beside the price of each.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_TICKETS = frozenset(map(stem, "ticket tickets admission entry entrance fare fares seat".split()))
_PERSONS = frozenset(map(stem, "adult adults grown-up people persons visitors guests".split()))
"""Who needs one ticket each at its full price."""
_LESS = frozenset("off less discount reduction reduced rebate".split())
_PAID = frozenset(
    "pay pays paid cost costs price come comes spend spends spent total together".split()
)
_OTHERWISE = frozenset(
    """discount voucher coupon off each per more less cheaper dearer than save saves
    difference""".split()
)
"""Words by which a sum is another than that of the single prices, or none."""
_TOGETHER = frozenset(map(stem, "family group bundle set combination".split()))
"""What may have a price of its own, where the evidence tells of it."""
_FIT, _MOST_NAMED = 0.9, 6


class Priced(NamedTuple):
    """A thing with its price.

    Attributes:
        words: Stems that only it is told with.
        price: In the unit of the others.
        told: How it is reckoned.
        held: What the evidence tells of it.
    """

    words: frozenset[str]
    price: Fraction
    told: tuple[Fraction | str, ...]
    held: tuple[EvidenceQuantity, ...]


def purchases(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield the sum of what a claim names, where a sum of money is told of it."""
    if not amount.dimension.startswith("money") or _PAID.isdisjoint(claim.lower):
        return
    if not claim.lower.isdisjoint(_OTHERWISE) or claim.index.vocabulary & _TOGETHER:
        return
    prices = [
        r
        for r in claim.index.readings
        if r.amount.unit == amount.unit and not r.amount.weak and r.amount.per in {"", "each"}
    ]
    named = [(n, p) for p in _things(claim, prices) for n in _counted(claim, p.words)]
    several = len(named) > 1 or any(number > 1 or len(p.held) > 1 for number, p in named)
    if not several or len(named) > _MOST_NAMED:
        return
    total = sum((number * thing.price for number, thing in named), Fraction(0))
    terms: list[Fraction | str] = []
    for number, thing in named:
        if number != 1:
            terms += [number, " × "]
        terms += [*thing.told, " + "]
    held = {id(each): each for _, thing in named for each in thing.held}
    step = min(each.amount.step for each in held.values())
    value = value_amount(total, amount.unit, step)
    found = tuple(held.values())
    own = tuple(a for a in claim.sentence.amounts if a.noun and not a.dimension)
    yield Derivation(value, tuple(terms[:-1]), found, _FIT, "sum", whole=True, supposed=own)


def _things(claim: ReadClaim, prices: Sequence[EvidenceQuantity]) -> list[Priced]:
    """Return what has a price of its own, and what has a part of the only price."""
    shares = [
        r for r in claim.index.readings if r.amount.kind == "share" or r.amount.dimension == "share"
    ]
    everything = [*prices, *shares]
    found = [_priced(_alone(r, everything), r) for r in prices]
    if len(prices) != 1:
        return found
    [full] = prices
    if full.own & _TICKETS:
        others = frozenset[str]().union(*(r.own for r in shares))
        found = [_priced(full.own & _TICKETS | (_PERSONS - others), full)]
    for share in shares:
        if (share.passage, share.line) == (full.passage, full.line):
            part = 1 - share.amount.base if share.near & _LESS else share.amount.base
            told = (part, " × ", full.amount.value)
            price = part * full.amount.value
            found.append(Priced(_alone(share, everything), price, told, (full, share)))
    return found


def _priced(words: frozenset[str], reading: EvidenceQuantity) -> Priced:
    price = reading.amount.value
    return Priced(words, price, (price,), (reading,))


def _alone(one: EvidenceQuantity, readings: Sequence[EvidenceQuantity]) -> frozenset[str]:
    """Return the words that a reading is told with and no other."""
    others = frozenset[str]().union(*(r.own for r in readings if r is not one))
    return one.own - others - {stem(word) for word in _PAID}


def _counted(claim: ReadClaim, words: frozenset[str]) -> list[Fraction]:
    """Return how many of a thing a claim names: the number before it, else one; none if unnamed."""
    if words.isdisjoint(claim.sentence.stems):
        return []
    numbers = [
        other.value
        for other in claim.sentence.amounts
        if other.kind == "count" and words & {*other.noun} and not other.dimension
    ]
    return numbers or [Fraction(1)]
