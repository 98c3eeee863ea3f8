"""Whether two amounts say the same, across units and wordings, within the rounding shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from groundgraph.text.quantities.written.denominators import times_in
from groundgraph.text.quantities.written.unit_table import (
    ANY_MONEY,
    BINARY_ROOM,
    CALENDAR_ROOM,
    DEGREES,
    OTHER_SIZES,
    SCALES_OF_HEAT,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.written.amounts import Quantity

Agreement = Literal["equal", "near", "differs", "apart"]
"""How two amounts lie to each other: "near" is neither a match nor a contradiction; "apart" is of
amounts that cannot be compared, such as metres and euros."""

_CLOSENESS: tuple[Agreement, ...] = ("equal", "near")
_SAME = 1e-9
"""Share by which equal values may differ in floating point."""
_ABOUT, _JUST_UNDER, _CLOSE = 0.06, 0.12, 0.25
"""How far, as a share, a value may lie from "about", below "nearly" and above "more than" it."""
_JUST_UNDER_EXACT, _CLOSE_EXACT = 0.03, 0.06
"""The latter two where three digits are told: "nearly two hours and seventeen minutes"."""
_ABOUT_EXACT = 0.02
"""The first of another unit, where three digits are told."""
_ABOUT_STEP = 0.75
"""How far, in units of the last digit shown, "about 1.6" may lie from a value."""
_NEAR, _NEAR_EXACT = 0.06, 0.005
"""How far, as a share, values are still near each other: rounded or converted, and exact ones."""
_MOST_ROUND, _SHARE_ROOM = 0.12, 0.01
"""How far, as a share, rounding may lead; and a fraction such as "a third" from a percentage, in
shares of the whole."""
_CONVERTED = 0.02
"""How far, as a share, an amount told in another unit may lie from it."""
_MANY_DIGITS = 4
"""Digits from which on a number is told too exactly for "about" to leave much room."""
_MONTH = 2629746
"""Seconds."""
_UPWARD = {"over": True, "least": True, "below": False, "most": False}
"""Bounds by whether the amount lies above them."""
LIMITS = frozenset(_UPWARD)
"""Bounds that leave one side open."""
NO_LIMITS = frozenset({"exact", "exactly", "about"})
"""Bounds of an amount that is told itself, and may be reckoned with."""
_PLAIN = frozenset({"count", "share"})
_NEVER_BARE = frozenset({"time", "share"})
_HEAT = frozenset({"degrees", "temperature", "angle"})
_ABOUT_HEAT, _NEAR_HEAT = 0.75, 1.5
"""How far a temperature may lie from "about" it, and another scale's from one that is near it, in
degrees Celsius: a share of it says nothing, as 0 is no absence of heat."""


def agreement(claim: Quantity, evidence: Quantity) -> Agreement:
    """Say how an amount of a claim lies to one of the evidence.

    The claim's own rounding counts: "1.2 million" is anything that rounds to it, and "about 5 km"
    is 3.1 miles. An amount in other units than the evidence's may be rounded as far as it shows. A
    unit of several sizes, such as a gallon, is of the one that fits best.
    """
    if not comparable(claim, evidence):
        return "apart"
    evidence = _for_as_much(claim, evidence)
    found = _in_scale(claim, evidence)
    if found == "equal" or claim.unit.name == evidence.unit.name:
        return found
    others = [_in_scale(one, other) for one, other in _sized_otherwise(claim, evidence)]
    return next((told for told in _CLOSENESS if told in others), found)


def _for_as_much(claim: Quantity, evidence: Quantity) -> Quantity:
    """Return an amount of the evidence for one of what a claim's is: "13.8 g/dL" is 138 g/L."""
    if not claim.per or not evidence.per or claim.per == evidence.per:
        return evidence
    times = times_in(claim.per, evidence.per) or 1
    return replace(evidence, value=evidence.value * times, step=evidence.step * times)


def _sized_otherwise(claim: Quantity, evidence: Quantity) -> Iterator[tuple[Quantity, Quantity]]:
    """Yield both amounts with the other sizes that the unit of one may have."""
    yield from ((one, evidence) for one in _other_sizes(claim, evidence))
    yield from ((claim, other) for other in _other_sizes(evidence, claim))


def _other_sizes(amount: Quantity, beside: Quantity) -> Iterator[Quantity]:
    unit = amount.unit
    if unit is DEGREES and beside.dimension == "temperature":
        yield from (replace(amount, unit=SCALES_OF_HEAT[scale]) for scale in ("c", "f"))
    for size in OTHER_SIZES.get(unit.name, ()):
        yield replace(amount, unit=unit._replace(factor=size))


def _in_scale(claim: Quantity, evidence: Quantity) -> Agreement:
    """Compare two amounts, that of a table "in thousands" as it stands or in full."""
    if evidence.scale == 1:
        return _in_units(claim, evidence, 1)
    whole = _in_units(claim, evidence, evidence.scale)
    return whole if claim.scaled or whole == "equal" else _in_units(claim, evidence, 1)


def _in_units(claim: Quantity, evidence: Quantity, scale: int) -> Agreement:
    """Compare two amounts that measure the same, each in the unit that it is written in."""
    one, other = claim.unit, evidence.unit
    money = one.dimension.startswith("money") and other.dimension.startswith("money")
    shares = {one.dimension, other.dimension} == {"points", "share"}
    apart = claim.dimension != evidence.dimension and not (money or shares)
    if apart or one is other or one is DEGREES or other is DEGREES or one == other:
        return _compare(claim, evidence, claim.number, evidence.number * scale, 1.0, same=True)
    offset = float(one.offset)
    own, theirs = claim.approx - offset, evidence.approx - offset
    return _compare(claim, evidence, own, theirs * scale, float(one.factor), same=False)


def is_converted(claim: Quantity, evidence: Quantity) -> bool:
    """Say whether an amount is another's told in another unit, and rounded hardly or not at all."""
    if claim.unit.name == evidence.unit.name or claim.dimension != evidence.dimension:
        return False
    return abs(claim.approx - evidence.approx) <= abs(evidence.approx) * _CONVERTED


def faces(claim: Quantity, evidence: Quantity) -> bool:
    """Say whether two amounts bound from opposite sides: "at least 3" and "fewer than 3"."""
    if not {claim.bound, evidence.bound} <= _UPWARD.keys():
        return False
    return _UPWARD[claim.bound] != _UPWARD[evidence.bound]


def comparable(claim: Quantity, evidence: Quantity) -> bool:
    """Say whether two amounts measure the same kind of thing."""
    per = claim.per and evidence.per and evidence.per != "each"
    if per and times_in(claim.per, evidence.per) is None:
        return False
    ages = "age" in {claim.per, evidence.per} and claim.dimension == evidence.dimension == "time"
    if ages and claim.per != evidence.per:
        return False
    if claim.kind != evidence.kind and not (claim.kind in _PLAIN and evidence.kind in _PLAIN):
        return False
    one, other = claim.dimension, evidence.dimension
    if one == other:
        return True
    if one.startswith("money") and other.startswith("money"):
        return ANY_MONEY in {one, other}
    if one in _HEAT and other in _HEAT:
        return True
    if "" in {one, other}:
        return _one_is_bare(claim, evidence)
    if {one, other} == {"points", "share"}:
        return "basis points" in {claim.unit.name, evidence.unit.name}
    pounds = "pounds" in {claim.unit.name, evidence.unit.name}
    return pounds and {one, other} == {"mass", "money GBP"}


def _one_is_bare(claim: Quantity, evidence: Quantity) -> bool:
    """Say whether a number without unit or noun may stand for money, heat, points or a measure."""
    if not claim.kind == evidence.kind == "count":
        return False
    bare, other = (claim, evidence) if claim.dimension == "" else (evidence, claim)
    kinds = other.dimension.startswith("money") or other.dimension in {"temperature", "points"}
    left_out = bare is claim and other.dimension not in _NEVER_BARE  # "CRP was 21"
    return (kinds or left_out) and not bare.noun


def _compare(
    claim: Quantity, evidence: Quantity, own: float, theirs: float, factor: float, *, same: bool
) -> Agreement:
    """Compare two values in one unit, given the claim's bound and rounding.

    Args:
        claim: The claim's amount.
        evidence: The evidence's.
        own: The claim's value.
        theirs: The evidence's.
        factor: Those units in one of the claim's.
        same: Whether both are written in one unit.
    """
    size = max(abs(own), abs(theirs))
    difference = abs(own - theirs)
    equal = difference <= size * _SAME
    if equal and claim.bound == evidence.bound:
        return "equal"
    if claim.bound in _UPWARD and not _are_one_limit(claim, evidence, difference / factor):
        if faces(claim, evidence):
            return _facing(claim.bound, own, theirs, equal=equal)
        close = _CLOSE_EXACT if _is_exact(claim) else _CLOSE
        return _bounded(claim.bound, own, theirs, close, equal=equal)
    if equal:
        bounded = claim.bound == "exactly" and evidence.bound in _UPWARD
        return "near" if bounded else "equal"
    if difference > size * _CLOSE:  # no rounding goes so far
        return "differs"
    if difference <= _room(claim, evidence, own, factor, same=same) * (1 + _SAME):
        return "equal"
    under = _JUST_UNDER_EXACT if _is_exact(claim) else _JUST_UNDER
    if claim.bound == "under" and own * (1 - under) <= theirs <= own:
        return "equal"
    if claim.bound == "about" and difference <= _about(claim, size, same=same):
        return "equal"
    return "near" if difference <= _nearness(claim, evidence, size, same=same) else "differs"


def _about(claim: Quantity, size: float, *, same: bool) -> float:
    """Return how far a value may lie from "about" a claim's."""
    if claim.dimension == "temperature":
        return _ABOUT_HEAT
    if same and _digits(claim) >= _MANY_DIGITS:
        return size * _NEAR_EXACT  # "about 40,167"
    if not same and _digits(claim) >= _MANY_DIGITS - 1:
        return size * _ABOUT_EXACT  # "about 178 cm"
    return size * _ABOUT if claim.step >= 1 or not same else float(claim.step) * _ABOUT_STEP


def _nearness(claim: Quantity, evidence: Quantity, size: float, *, same: bool) -> float:
    """Return how far two values may lie apart and still be near each other."""
    if not same and claim.dimension == "temperature":
        return _NEAR_HEAT
    loose = not same or _is_loose(claim) or _is_loose(evidence)
    whole = claim.value.denominator == evidence.value.denominator == 1
    if not loose and whole and _digits(claim) >= _digits(evidence):
        return 0.0  # the claim rounds nothing: "port 6379" beside 6380
    if not loose and claim.step == evidence.step < 1 and claim.step > 0:
        return 0.0  # nor does "9,098.52 euros" beside 9,089.52
    return size * (_NEAR if loose else _NEAR_EXACT)


def _are_one_limit(claim: Quantity, evidence: Quantity, difference: float) -> bool:
    """Say whether both tell the same kind of limit, so that another value is another limit.

    "Over 2 million" may be "over 2.1 million" told in fewer digits.

    Args:
        claim: The claim's amount.
        evidence: The evidence's.
        difference: By how much their values differ, in units of the claim's.
    """
    if claim.bound != evidence.bound or claim.bound not in _UPWARD:
        return False
    rounded = _digits(claim) < _digits(evidence) or evidence.step < claim.step
    last = max(float(claim.step), _round_step(claim))
    return claim.bound in {"least", "most"} or not (rounded and difference < last / 2)


def _is_loose(amount: Quantity) -> bool:
    return amount.bound not in {"exact", "exactly"} or amount.scaled


def _bounded(bound: str, own: float, theirs: float, close: float, *, equal: bool) -> Agreement:
    """Judge "more than 40": a value far beyond is true but not what is meant.

    "At most 40" states a limit, which is the evidence's when it is the same.
    """
    limit = bound in {"least", "most"}
    if equal:
        return "equal" if limit else "near"
    if (theirs < own) == (bound in {"over", "least"}):
        return "differs"
    far = abs(own - theirs) > max(abs(own), abs(theirs)) * close
    return "near" if limit or far else "equal"


def _facing(bound: str, own: float, theirs: float, *, equal: bool) -> Agreement:
    """Judge "more than 40" beside a limit from the other side: wrong from "at most 40" down."""
    outside = own > theirs if _UPWARD[bound] else own < theirs
    return "differs" if equal or outside else "near"


def _room(claim: Quantity, evidence: Quantity, own: float, factor: float, *, same: bool) -> float:
    """Return how far the evidence's value may lie from the claim's."""
    step, size = float(claim.step) * factor, abs(own)
    room = 0.0
    if not same or claim.scaled or claim.step < 1 or _shows_more(evidence, claim):
        room = min(step / 2, size * _MOST_ROUND)
    if not same and not step:  # "three quarters of a mile" of what is told as 1.2 km
        room = min(float(evidence.step * evidence.unit.factor) / 2, size * _MOST_ROUND)
    if not same and claim.dimension == "temperature":  # both are rounded
        theirs = _round_step(evidence) if claim.bound == "about" else float(evidence.step)
        room = (step + theirs * float(evidence.unit.factor)) / 2
    if claim.bound == "about":
        room = max(room, min(_round_step(claim) * factor / 2, size * _MOST_ROUND))
    if not same and claim.dimension == "time" and _crosses_calendar(claim, evidence):
        room = max(room, size * float(CALENDAR_ROOM))
    if not same and claim.dimension == "data":
        room = max(room, size * float(BINARY_ROOM))
    if claim.dimension == "share" and claim.step == 0:
        percent = _SHARE_ROOM if evidence.unit.name == "%" else float(evidence.step) / 2
        room = max(room, percent if not same or factor == 1.0 else percent * factor)
    return room


def _shows_more(evidence: Quantity, claim: Quantity) -> bool:
    """Say whether the evidence is more precise, so that the claim may be it rounded: 52.7 → 53."""
    if not claim.step > 0 or evidence.step >= 1:
        return False
    return evidence.step * evidence.unit.factor < claim.step * claim.unit.factor


def _round_step(amount: Quantity) -> float:
    """Return the size of the last digit of a whole number that is not zero: 100 for 2,400."""
    if amount.value.denominator != 1 or amount.value == 0:
        return 0.0
    whole, size = abs(amount.value.numerator), 1
    while whole % 10 == 0:
        whole //= 10
        size *= 10
    return float(size)


def _digits(amount: Quantity) -> int:
    """Return how many digits of a whole number are told, zeros at its end left out."""
    if amount.value.denominator != 1:
        return 0
    return len(str(abs(amount.value.numerator)).rstrip("0"))


def _is_exact(amount: Quantity) -> bool:
    """Say whether three digits are told: "2 hours and 17 minutes", but not "2 hours and a half"."""
    shown = amount.value / amount.step if amount.step else amount.value
    told = str(abs(round(shown))).rstrip("0")
    return len(told) >= _MANY_DIGITS - 1


def _crosses_calendar(claim: Quantity, evidence: Quantity) -> bool:
    """Say whether one time is told in months or longer and the other in days or shorter."""
    return (claim.unit.factor >= _MONTH) != (evidence.unit.factor >= _MONTH)
