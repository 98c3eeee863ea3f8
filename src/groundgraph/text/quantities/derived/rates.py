"""What something is per unit, period or head: a rate of another unit, or of what is beside it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, pool, value_amount
from groundgraph.text.quantities.derived.products import period_of
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.slots import Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.unit_table import MeasureUnit


_PERIODS = {
    ("seconds", "minutes"): 60, ("minutes", "hours"): 60, ("seconds", "hours"): 3600,
    ("hours", "days"): 24, ("days", "weeks"): 7, ("days", "years"): 365, ("weeks", "years"): 52,
    ("months", "quarters"): 3, ("months", "years"): 12, ("quarters", "years"): 4,
}  # fmt: skip
"""How often the shorter of two periods is reckoned into the longer: a year has 52 weeks."""

_EQUAL = frozenset(map(stem, "equally evenly".split()))
_LARGE = frozenset("large larger largest big bigger biggest".split())
_SMALL = frozenset("small smaller smallest little".split())
_NEXT = 1
"""Tokens between a pack and its price at most, where others are told beside."""
_SPLIT = frozenset(map(stem, "split splits share shared divide divided".split()))
_REST = frozenset(map(stem, "left rest remainder remaining residue balance".split()))
_LINES = 1
_FIRM = 0.8
"""Fit of a part of the one amount that is told right before how many split it."""
_FIT = 0.55
"""Fit of what is told to be split in equal parts, and of the one way with its time."""


def rates(
    claim: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield rates in the unit of the claim's: "€6.50 for 250 g" is €26 a kilogram.

    Args:
        claim: The claim's amount, with what it is for one of.
        wanted: The claim's words.
        readings: Every reading of the evidence.
    """
    unit = BY_WORD.get(claim.per)
    if unit is None or not unit.dimension:
        return
    alike = [r for r in readings if _may_be(claim, r.amount)]
    for reading in pool(wanted, alike):
        own = BY_WORD.get(reading.amount.per or period_of(reading))
        times = _times(own, unit) if own is not None else None
        if times is not None:
            yield _other_period(reading, times, wanted)
        elif not reading.amount.per:
            yield from _packs(reading, unit, readings, wanted)


def periods_in(one: str, other: str) -> Fraction | None:
    """Return how many of one period another has: 4 quarters of a year; ``None`` where unknown."""
    return Fraction(1) if one == other else _times(BY_WORD[one], BY_WORD[other])


def _times(one: MeasureUnit, other: MeasureUnit) -> Fraction | None:
    """Return how often one period goes into another, ``None`` where a rate is not so reckoned."""
    if (one.name, other.name) in _PERIODS:
        return Fraction(_PERIODS[one.name, other.name])
    back = _PERIODS.get((other.name, one.name))
    return Fraction(1, back) if back else None


def _may_be(claim: Quantity, other: Quantity) -> bool:
    if other.weak or other.kind != "count" or other.dimension != claim.dimension:
        return False
    return claim.unit is not COUNT or bool({*claim.noun} & {*other.noun})


def _other_period(reading: EvidenceQuantity, times: Fraction, wanted: Wanted) -> Derivation:
    amount = reading.amount
    value = value_amount(amount.value * times, amount.unit, amount.step * times)
    terms = (amount.value, " × ", times)
    return Derivation(value, terms, (reading,), wanted.share(reading), "product")


def quotients(
    claim: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what one of several is: "24 servers, 18,000 requests" are 750 requests each.

    What is "shared equally" needs no word of the claim's.
    """
    totals = [r for r in readings if _is_total(claim, r.amount)]
    yield from of_the_rest(claim, readings)
    yield from _split(totals, readings)
    shared = [r for r in totals if r.own & _EQUAL]
    for total in {id(r): r for r in (*pool(wanted, totals), *shared)}.values():
        for number in readings:
            count = number.amount
            plain = count.unit is COUNT and count.kind == "count" and not count.weak
            plain = plain and not number.own & _REST
            beside = (total.passage, total.line) == (number.passage, number.line)
            if plain and number is not total and beside and count.value > 1:
                value = total.amount.value / count.value
                amount = value_amount(value, total.amount.unit, Fraction(0))
                terms = (total.amount.value, " / ", count.value)
                fit = max(wanted.share(total, number), _FIT if total in shared else 0.0)
                yield Derivation(amount, terms, (total, number), fit, "product")


def of_its_size(found: Iterable[Derivation], said: AbstractSet[str]) -> Iterator[Derivation]:
    """Yield rates, of packs of one thing only "the larger" or "the small" one that is spoken of.

    Args:
        found: Rates, those of a pack with its price and its size.
        said: The words of claim and question.
    """
    every = [(one, _price_and_size(one)) for one in found]
    large, small = (not words.isdisjoint(said) for words in (_LARGE, _SMALL))
    for one, own in every:
        sizes = [told[1] for _, told in every if told and own and _are_of_one_thing(own, told)]
        wanted = max(sizes, default=0) if large else min(sizes, default=0)
        if large == small or own is None or own[1] == wanted:
            yield one


def _price_and_size(one: Derivation) -> tuple[EvidenceQuantity, Fraction] | None:
    """Return the price of a pack, and its size."""
    held = [each.amount for each in one.held if isinstance(each, EvidenceQuantity)]
    price = one.held[0]
    return (price, held[1].base) if len(held) == 2 and isinstance(price, EvidenceQuantity) else None


def _are_of_one_thing(
    one: tuple[EvidenceQuantity, Fraction], other: tuple[EvidenceQuantity, Fraction]
) -> bool:
    """Say whether two prices are of packs of one thing, told in one sentence."""
    first, second = one[0], other[0]
    beside = (first.passage, first.line) == (second.passage, second.line)
    return beside and first.words == second.words


def of_the_rest(claim: Quantity, readings: Sequence[EvidenceQuantity]) -> Iterator[Derivation]:
    """Yield a part of what is left: of 90,000 "sales gets half, the remainder the three others"."""
    for number in (r for r in readings if r.words.keys() & _REST):
        count, here = number.amount, [r for r in readings if r.passage == number.passage]
        if count.unit is not COUNT or count.kind != "count" or not number.words.keys() & _SPLIT:
            continue
        before = [r for r in here if r.span < number.span and 0 <= number.line - r.line <= _LINES]
        totals = [r for r in before if _is_total(claim, r.amount) and r.amount.dimension]
        taken = [r for r in before if r.amount.dimension == "share" or r in totals[1:]]
        if totals and len(taken) == 1 and count.value > 1:
            total, part = totals[0].amount, taken[0].amount
            gone = part.base * total.value if part.dimension == "share" else part.value
            value = (total.value - gone) / count.value
            terms = ("(", total.value, " − ", gone, ") / ", count.value)
            held = (totals[0], taken[0], number)
            made = value_amount(value, total.unit, Fraction(0))
            yield Derivation(made, terms, held, _FIRM, "product", whole=True, sole=True)


def _split(
    totals: Sequence[EvidenceQuantity], readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield a part of "The bill came to €186. The three flatmates split it evenly"."""
    for number in (r for r in readings if r.own & _EQUAL and r.own & _SPLIT and not r.own & _REST):
        count = number.amount
        if count.unit is not COUNT or count.kind != "count" or count.value <= 1:
            continue
        before = [
            r
            for r in totals
            if r.passage == number.passage and r is not number and 0 <= number.line - r.line <= 1
        ]
        if len(before) == 1 and before[0].amount.dimension:
            [total] = before
            amount = value_amount(total.amount.value / count.value, total.amount.unit, Fraction(0))
            terms = (total.amount.value, " / ", count.value)
            whole = len(totals) == 1
            yield Derivation(amount, terms, (total, number), _FIRM, "product", whole, sole=True)


def _is_total(claim: Quantity, other: Quantity) -> bool:
    plain = not other.weak and other.kind == "count" and other.per != "each"
    return plain and other.dimension == claim.dimension


def speeds(
    claim: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield a way over the one time that is told beside it: "300 km in two hours"."""
    for way in (r for r in readings if r.amount.dimension == "length" and r.cell is None):
        times = _beside(way, "time", readings)
        if len(times) == 1 and not way.amount.per and "in" in times[0].near | way.near:
            [time] = times
            value = way.amount.base / time.amount.base / claim.unit.factor
            amount = value_amount(value, claim.unit, Fraction(0))
            hours = time.amount.base / (1 if claim.unit.name == "m/s" else BY_WORD["hours"].factor)
            terms = (value * hours, " / ", hours)
            fit = max(wanted.share(way, time), _FIT)
            yield Derivation(amount, terms, (way, time), fit, "product")


def _beside(
    one: EvidenceQuantity, dimension: str, readings: Sequence[EvidenceQuantity]
) -> list[EvidenceQuantity]:
    """Return what measures something else in the sentence of an amount."""
    return [
        r
        for r in readings
        if (r.passage, r.line) == (one.passage, one.line)
        and r.amount.dimension == dimension
        and not r.amount.weak
        and r.amount.value > 0
    ]


def _packs(
    price: EvidenceQuantity,
    unit: MeasureUnit,
    readings: Sequence[EvidenceQuantity],
    wanted: Wanted,
) -> Iterator[Derivation]:
    """Yield a price divided by the amount of the claim's kind that stands beside it.

    Of several it is the one right before it: "500 g €7.50, 250 g €4.20".
    """
    beside = _beside(price, unit.dimension, readings)
    if len(beside) > 1:
        beside = [pack for pack in beside if 0 <= price.amount.first - pack.amount.after <= _NEXT]
    if len(beside) != 1 or (unit.dimension == "time" and "in" not in beside[0].near):
        return  # but "300 words in five minutes"
    [pack] = beside
    size = pack.amount.base / unit.factor
    value = value_amount(price.amount.value / size, price.amount.unit, Fraction(0))
    terms = (price.amount.value, " / ", size)
    yield Derivation(value, terms, (price, pack), wanted.share(price, pack), "product")
