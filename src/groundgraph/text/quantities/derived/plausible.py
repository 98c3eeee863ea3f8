"""Whether a value of a claim that stands nowhere could follow from the evidence in some way.

This is no derivation: nothing ties the operands to the claim but a shared word, so it may fit by
chance. It only moves the score of what stays open.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_POOL = 9
"""Amounts that are tried as operands."""
_SAME = 1e-6
"""Share by which equal values may differ in floating point."""
_LEAST = 3
"""Smaller bare counts follow from anything."""


def plausibility(
    claim: Quantity, wanted: Wanted, own: Sequence[Quantity], readings: Sequence[EvidenceQuantity]
) -> float:
    """Return how well the operands of the best-fitting reckoning that gives a value fit a claim.

    Tried are sums, differences, products and quotients of two amounts, of three for sums.

    Returns:
        The share of the claim's words that the operands hold, in [0, 1]; 0 where nothing fits.
    """
    if abs(claim.number) < _LEAST and claim.unit.dimension == "":
        return 0.0
    pool = _pool(wanted, readings)
    best = 0.0
    for held in _fitting(claim, pool, own):
        best = max(best, wanted.share(*held) if held else 0.0)
    return best


def _pool(wanted: Wanted, readings: Sequence[EvidenceQuantity]) -> list[EvidenceQuantity]:
    plain = [r for r in readings if not r.amount.weak or r.amount.kind != "count"]
    scored = sorted(plain, key=lambda r: -wanted.share(r))[:_POOL]
    return [r for r in scored if not r.about.isdisjoint(wanted.words)]


def _fitting(
    claim: Quantity, pool: Sequence[EvidenceQuantity], own: Sequence[Quantity]
) -> Iterator[tuple[EvidenceQuantity, ...]]:
    for one, other in combinations(pool, 2):
        if any(_is(claim, value) for value in _values(claim, one.amount, other.amount)):
            yield one, other
    for reading in pool:
        for amount in own:
            if any(_is(claim, value) for value in _values(claim, reading.amount, amount)):
                yield (reading,)
    same = [r for r in pool if r.amount.dimension == claim.dimension and r.amount.kind == "count"]
    for three in combinations(same[: _POOL - 2], 3):
        if _is(claim, sum(r.amount.approx for r in three)):
            yield three


def follows(claim: Quantity, one: Quantity, other: Quantity) -> bool:
    """Say whether an amount is one of two others, or their sum, difference, product or quotient."""
    plain = any(_is(claim, each.approx) for each in (one, other) if _alike(claim, each))
    return plain or any(_is(claim, value) for value in _values(claim, one, other))


def _alike(claim: Quantity, other: Quantity) -> bool:
    return claim.dimension == other.dimension and claim.kind == other.kind


def _values(claim: Quantity, one: Quantity, other: Quantity) -> Iterator[float]:
    """Yield what two amounts may make, in the claim's base unit."""
    a, b = one.approx, other.approx
    if one.dimension == other.dimension:
        if one.dimension == claim.dimension and claim.kind == "count":
            yield from (a + b, abs(a - b))
        if claim.dimension in {"share", "points"} or claim.kind == "times":
            yield from _parts(claim, a, b)
    elif claim.kind == "count" and claim.dimension in {one.dimension, other.dimension}:
        measured, factor = (a, other) if one.dimension == claim.dimension else (b, one)
        yield from _scaled(measured, factor)


def _parts(claim: Quantity, a: float, b: float) -> Iterator[float]:
    small, large = sorted((abs(a), abs(b)))
    if claim.dimension == "points":
        yield large - small
    elif small > 0 and claim.kind == "times":
        yield large / small
    elif small > 0:
        yield from (small / large, (large - small) / small, (large - small) / large)


def _scaled(measured: float, factor: Quantity) -> Iterator[float]:
    """Yield an amount times a number, part or time, and its quotient by a number."""
    number = factor.approx if factor.dimension == "share" else factor.number
    yield measured * number
    if factor.dimension == "share":
        yield from (measured * (1 - number), measured * (1 + number))
    if number:
        yield measured / number
    if factor.dimension == "share" and abs(number) < 1:
        yield measured / (1 - number)


def _is(claim: Quantity, value: float) -> bool:
    """Say whether a value is the claim's, as far as that is shown."""
    own = claim.approx - float(claim.unit.offset)
    room = float(claim.step) * float(claim.unit.factor) / 2
    rounded = (
        claim.bound not in {"exact", "exactly"}
        or claim.step < 1
        or claim.scaled
        or claim.dimension == "share"
    )
    return abs(own - value) <= max(room if rounded else 0.0, abs(own) * _SAME)
