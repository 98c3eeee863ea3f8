"""Whether two amounts say the same, across units and wordings, within the rounding shown."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from groundgraph.text.quantities.units import BINARY_ROOM, CALENDAR_ROOM, COUNT, DEGREES

if TYPE_CHECKING:
    from groundgraph.text.quantities.amounts import Amount

Agreement = Literal["equal", "near", "differs", "apart"]
"""How two amounts lie to each other: "near" is neither a match nor a contradiction; "apart" is of
amounts that cannot be compared, such as metres and euros."""

_ABOUT = Fraction(6, 100)
_CLOSE = Fraction(25, 100)
_JUST_UNDER = Fraction(12, 100)
_NEAR = Fraction(6, 100)
_MOST_ROUND = Fraction(12, 100)
_MONTH = 2629746
_SHARE_ROOM = Fraction(1, 100)


def agreement(claim: Amount, evidence: Amount) -> Agreement:
    """Say how an amount of a claim lies to one of the evidence.

    The claim's own rounding counts: "1.2 million" is anything that rounds to it, and "about 5 km"
    is 3.1 miles. An amount in other units than the evidence's may be rounded as far as it shows.
    """
    if not comparable(claim, evidence):
        return "apart"
    if claim.unit is COUNT or evidence.unit is COUNT:
        mixed = claim.unit is not evidence.unit and claim.dimension != evidence.dimension
        if mixed:
            theirs = evidence.value * _scale(claim, evidence)
            return _compare(claim, claim.value, theirs, evidence, Fraction(1), same=True)
    if DEGREES in {claim.unit, evidence.unit}:
        return _compare(claim, claim.value, evidence.value, evidence, Fraction(1), same=True)
    same = claim.unit.factor == evidence.unit.factor
    offset = claim.unit.offset
    theirs = (evidence.base - offset) * _scale(claim, evidence)
    return _compare(claim, claim.base - offset, theirs, evidence, claim.unit.factor, same=same)


def _scale(claim: Amount, evidence: Amount) -> int:
    """Return what a cell of a table "in millions" is multiplied with, unless the claim is bare."""
    money = claim.dimension.startswith("money") or evidence.dimension.startswith("money")
    return evidence.scale if money and claim.scaled else 1


def comparable(claim: Amount, evidence: Amount) -> bool:
    """Say whether two amounts measure the same kind of thing."""
    if claim.per and evidence.per and claim.per != evidence.per and evidence.per != "each":
        return False
    kinds = {claim.kind, evidence.kind} - {"count", "share"}
    if kinds and claim.kind != evidence.kind:
        return False
    one, other = claim.dimension, evidence.dimension
    if one == other:
        return True
    pair = {one, other}
    if pair <= {"degrees", "temperature", "angle"}:
        return True
    if pair == {"mass", "money GBP"}:
        return "pounds" in {claim.unit.name, evidence.unit.name}
    if "" not in pair or not claim.kind == evidence.kind == "count":
        return False
    bare = claim if one == "" else evidence
    kinds = any(d.startswith("money") or d in {"temperature", "points"} for d in pair)
    return kinds and not bare.noun


def _compare(
    claim: Amount,
    own: Fraction,
    theirs: Fraction,
    evidence: Amount,
    factor: Fraction,
    *,
    same: bool,
) -> Agreement:
    """Compare two values in base units, given the claim's bound and rounding."""
    if claim.bound == evidence.bound and claim.bound not in {"exact", "about"} and own == theirs:
        return "equal"
    if claim.bound in {"over", "least", "below", "most"}:
        return _bounded(claim.bound, own, theirs, evidence)
    if own == theirs:
        return "equal"
    size = max(abs(own), abs(theirs))
    difference = abs(own - theirs)
    if difference <= _room(claim, own, factor, evidence, same=same):
        return "equal"
    if claim.bound == "under" and own * (1 - _JUST_UNDER) <= theirs <= own:
        return "equal"
    if claim.bound == "about" and difference <= size * _ABOUT:
        return "equal"
    near = _NEAR if _is_loose(claim) or _is_loose(evidence) or not same else Fraction(1, 200)
    return "near" if difference <= size * near else "differs"


def _is_loose(amount: Amount) -> bool:
    return amount.bound != "exact" or amount.scaled


def _bounded(bound: str, own: Fraction, theirs: Fraction, evidence: Amount) -> Agreement:
    """Judge "more than 40": a value far beyond is true but not what is meant.

    "At most 40" states a limit, which is the evidence's when it is the same.
    """
    above = bound in {"over", "least"}
    fits = theirs > own if above else theirs < own
    limit = bound in {"least", "most"}
    if theirs == own:
        return "equal" if limit else "near"
    if not fits:
        return "differs"
    size = max(abs(own), abs(theirs))
    return "near" if limit or abs(own - theirs) > size * _CLOSE else "equal"


def _room(
    claim: Amount, own: Fraction, factor: Fraction, evidence: Amount, *, same: bool
) -> Fraction:
    """Return how far the evidence's value may lie from the claim's, in base units."""
    half = claim.step * factor / 2
    size = abs(own)
    room = Fraction(0)
    if not same or claim.scaled or claim.step < 1 or _shows_more(evidence, claim):
        room = min(half, size * _MOST_ROUND)
    if claim.bound == "about":
        room = max(room, min(_round_step(claim.value) * factor / 2, size * _MOST_ROUND))
    if not same and claim.dimension == "time" and _crosses_calendar(claim, evidence):
        room = max(room, size * CALENDAR_ROOM)
    if not same and claim.dimension == "data":
        room = max(room, size * BINARY_ROOM)
    if claim.dimension == "share" and claim.step == 0:
        room = max(room, _SHARE_ROOM if evidence.unit.name == "%" else evidence.step / 2)
    return room


def _shows_more(evidence: Amount, claim: Amount) -> bool:
    """Say whether the evidence is more precise, so that the claim may be it rounded: 52.7 → 53."""
    return evidence.step * evidence.unit.factor < claim.step * claim.unit.factor and claim.step > 0 and (
        evidence.step < 1
    )


def _round_step(value: Fraction) -> Fraction:
    """Return the size of the last digit of a whole number that is not zero: 100 for 2,400."""
    if value.denominator != 1 or value == 0:
        return Fraction(0)
    whole, size = abs(int(value)), 1
    while whole % 10 == 0:
        whole //= 10
        size *= 10
    return Fraction(size)


def _crosses_calendar(claim: Amount, evidence: Amount) -> bool:
    """Say whether one time is told in months or longer and the other in days or shorter."""
    return (claim.unit.factor >= _MONTH) != (evidence.unit.factor >= _MONTH)
