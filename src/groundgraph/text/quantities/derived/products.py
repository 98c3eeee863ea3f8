"""Values reckoned from a rate, a part or an extra: "three of 20 seconds each", "half that time"."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import (
    PARALLEL,
    Derivation,
    is_long,
    is_of_each,
    pool,
    times,
    value_amount,
)
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.denominators import units_of
from groundgraph.text.quantities.written.numeral_words import SCALES
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT
from groundgraph.text.vocabulary.directions import FALLS, RISES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim, Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity

_PERIODS = {"month": "months", "annual": "years", "year": "years", "week": "weeks"}
_PERIODS |= {"day": "days", "hour": "hours", "minut": "minutes"}
_TIMES = frozenset("seconds minutes hours days nights weeks months years".split())
_MORE = frozenset("more higher extra increase premium dearer longer additional".split())
_LESS = frozenset(
    "reduced off less fewer cheaper discount down cut lower reduction shorter saves".split()
)
_ADDED = frozenset(
    "additional further extra added adds plus surcharge supplement shipping postage below".split()
)
_OPENING = 20
"""Characters before an amount that opens its sentence: "After that a further"."""
_FURTHER = frozenset({"further", "additional", "another", "extra"})
_FOLLOWS = 0.7
"""Fit of an amount with the further one that is told right behind it."""
_TAKEN = frozenset({"off", "discount", "deducted", "rebate", "voucher", "above"})
_FALLS = FALLS | {"cut", "down"}
_RISES = RISES | {"raised", "up"}
_PARTITIVE = frozenset({"of", "that", "its", "their", "as"})
_GENERIC = frozenset({"cost", "pay", "day", "month", "annual"})
_NAMED = 2
"""So many words must the clause of a part share with that of another amount to be a part of it."""
_REST = 0.5
"""Weight of a word, in [0, 1], from which it stands in an amount's sentence."""
_ONLY = 0.55
"""Fit of the only rate of its kind with the time that a claim names."""
_EARNED = frozenset(map(stem, "earn earns earned pay paid wage wages salary".split()))
_ON_TOP = re.compile(r"\b(?:plus|adds?|added|additional|extra|further|on top)\b")
_NEAREST = 3
"""Parts before an amount that are tried, the nearest."""


def products(
    claim: Quantity,
    wanted: Wanted,
    own_amounts: Sequence[Quantity],
    readings: Sequence[EvidenceQuantity],
    asked: Sequence[Quantity] = (),
) -> Iterator[Derivation]:
    """Yield so many of so much each: the number from evidence, question or the claim itself.

    Args:
        claim: The amount of the claim that is sought.
        wanted: The claim's words.
        own_amounts: The other amounts of the claim.
        readings: Every reading of the evidence.
        asked: The amounts of the question: of "a child of 20 kg".
    """
    rates = [r for r in readings if _may_be(claim, r.amount) and _is_rate(r)]
    fitting = pool(wanted, rates)
    for rate in rates:
        for number in readings:
            tied = rate in fitting or _is_owned(rate, number.amount)
            if tied and number is not rate and _is_number_of(rate, number.amount, number):
                yield _product(rate, number.amount, (number, rate), wanted)
    plain = [r for r in readings if _may_be(claim, r.amount)] if own_amounts or asked else []
    alone = rates if len(rates) == 1 else []
    for rate in pool(wanted, plain) or alone:
        for amount in own_amounts:
            if _is_number_of(rate, amount, None):
                found = _product(rate, amount, (rate,), wanted)
                fit = max(found.fit, _ONLY) if rate in alone else found.fit
                yield replace(found, fit=fit, supposed=(amount,))
        for amount in asked:
            if _is_rate(rate) and _is_number_of(rate, amount, None):
                yield _product(rate, amount, (rate,), wanted)


def baskets(
    claim: Quantity, own_amounts: Sequence[Quantity], readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what several things cost together that a claim counts: "two adults and a student".

    Each must have one price of its own in the evidence.
    """
    counted = [a for a in own_amounts if a.unit is COUNT and a.kind == "count" and a.noun]
    prices = [r for r in readings if _may_be(claim, r.amount) and r.amount.dimension]
    found = [(a, [r for r in prices if {*a.noun} & r.own]) for a in counted]
    if len(found) < _NAMED or any(len(priced) != 1 for _, priced in found):
        return
    held = tuple(priced for _, [priced] in found)
    if len({*map(id, held)}) < len(held) or len({r.amount.unit for r in held}) > 1:
        return
    terms: list[Fraction | str] = []
    for (number, _), price in zip(found, held, strict=True):
        terms += [number.value, " × ", price.amount.value, " + "]
    total = sum(
        (a.value * p.amount.value for (a, _), p in zip(found, held, strict=True)), Fraction(0)
    )
    amount = value_amount(total, held[0].amount.unit, min(r.amount.step for r in held))
    own = tuple(counted)
    yield Derivation(amount, tuple(terms[:-1]), held, 1.0, "sum", whole=True, supposed=own)


def _is_rate(reading: EvidenceQuantity) -> bool:
    return bool(reading.amount.per) or bool(period_of(reading))


def _may_be(claim: Quantity, rate: Quantity) -> bool:
    if rate.weak or rate.kind != "count":
        return False
    return rate.dimension == claim.dimension and not (_size_of(claim) & _size_of(rate))


def _size_of(amount: Quantity) -> set[str]:
    """Return what an amount is for one of first, of "mg/kg/day" the kilogram, if no time."""
    return {unit.dimension for unit in units_of(amount.per.partition("/")[0])} - {"time"}


def period_of(rate: EvidenceQuantity) -> str:
    """Return the time that a rate is for: "months" for a monthly rent; else ""."""
    if rate.amount.per in _TIMES:
        return rate.amount.per
    return next((period for word, period in _PERIODS.items() if word in rate.own), "")


def _is_number_of(
    rate: EvidenceQuantity, number: Quantity, reading: EvidenceQuantity | None
) -> bool:
    """Say whether a number counts what a rate is for each of."""
    if number.kind != "count" or (number.weak and number.dimension != "time"):
        return False
    if reading is not None and rate.amount.per == "each":
        of_each = {*number.noun} & (rate.own - {*rate.amount.noun})  # "each carton holds 24 tins"
        before = _beside(rate, reading) and number.span.start < rate.span.start
        return number.unit is COUNT and (before or bool(of_each))
    if number.dimension == "time":
        if not period_of(rate) or rate.amount.dimension == "time":
            return False
        return reading is None or _beside(rate, reading) or _is_owned(rate, number)
    if number.unit is not COUNT:
        return rate.amount.per.partition("/")[0] == number.unit.name  # 60 mg per kg
    named = {*number.noun}
    if rate.amount.per in SCALES:
        return number.scaled and bool(named & rate.own)
    if rate.amount.per and rate.amount.per != "each":
        return rate.amount.per in named
    return reading is None and bool(named & rate.own)


def _is_owned(rate: EvidenceQuantity, number: Quantity) -> bool:
    """Say whether a number is of what a rate is: "two months' rent", "pay" of who "earns"."""
    named = {*number.noun}
    return bool(named & rate.own) or bool(named & _EARNED and rate.own & _EARNED)


def _beside(rate: EvidenceQuantity, number: EvidenceQuantity) -> bool:
    return rate.passage == number.passage and rate.line == number.line


def _product(
    rate: EvidenceQuantity, number: Quantity, held: tuple[EvidenceQuantity, ...], wanted: Wanted
) -> Derivation:
    count = number.value
    if number.dimension == "time":
        count = number.base / BY_WORD[period_of(rate)].factor
    elif rate.amount.per in SCALES:
        count = number.value / SCALES[rate.amount.per]
    amount = value_amount(count * rate.amount.value, rate.amount.unit, rate.amount.step)
    terms = (count, " × ", rate.amount.value)
    return Derivation(amount, terms, held, wanted.share(*held), "product")


def with_flat(
    claim: ReadClaim, wanted: Wanted, found: Sequence[Derivation]
) -> Iterator[Derivation]:
    """Yield products with what their sentence says comes on top: "9% plus a fixed £0.35".

    Args:
        claim: The claim.
        wanted: Its words.
        found: Products and parts of what it or its question supposes.
    """
    for product in (one for one in found if len(one.held) == 1):
        [rate] = product.held
        own = tuple(a for a in claim.sentence.amounts if a.value == product.terms[-1])
        supposed = product.supposed or own
        for flat in _flats(claim, rate):
            if flat.amount.unit == product.amount.unit:
                value = product.amount.value + flat.amount.value
                yield replace(
                    product,
                    amount=value_amount(value, flat.amount.unit, flat.amount.step),
                    terms=(flat.amount.value, " + ", *product.terms),
                    held=(flat, *product.held),
                    fit=max(product.fit, min(1.0, wanted.share(flat, rate) + PARALLEL)),
                    supposed=supposed,
                )


def _flats(claim: ReadClaim, rate: EvidenceQuantity | Event) -> Iterator[EvidenceQuantity]:
    """Yield amounts of a rate's sentence that a word between them adds to it, or it to them."""
    text = claim.index.passages[rate.passage].text
    for flat in claim.index.readings:
        beside = (flat.passage, flat.line) == (rate.passage, rate.line) and flat is not rate
        if beside and flat.cell is None and not (flat.amount.per or flat.amount.weak):
            first, second = sorted((rate.span, flat.span))
            if _ON_TOP.search(text[first.end : second.start].lower()):
                yield flat


def parts(
    claim: Quantity,
    wanted: Wanted,
    own_amounts: Sequence[Quantity],
    readings: Sequence[EvidenceQuantity],
) -> Iterator[Derivation]:
    """Yield what a told part makes of another amount: "a third of them", "half that time".

    The other amount may be the claim's own: 0.8% a year "on $10,000".
    """
    told = [r for r in readings if _may_be_a_part(claim, r.amount)]
    if not told:
        return
    bases = [r for r in readings if is_base(claim, r.amount)]
    leader = pool(wanted, bases)[:1]
    for part in pool(wanted, told):
        if _is_of_something(part, wanted.words) or any(_is_before(part, b) for b in bases):
            for base in {id(b): b for b in (*_bases_of(part, bases), *leader)}.values():
                yield from _parts(part, base, wanted)
        for amount in own_amounts:
            if is_base(claim, amount) and amount.dimension:
                yield _of_own(part, amount, wanted)


def _may_be_a_part(claim: Quantity, amount: Quantity) -> bool:
    """Say whether an amount is a share or multiple; "twice a day" is one of what is for a day."""
    return amount.dimension == "share" or (amount.kind == "times" and amount.per in ("", claim.per))


def _is_of_something(part: EvidenceQuantity, words: Mapping[str, float]) -> bool:
    """Say whether a share is told to be one of something: "a third of", "half that", "off"."""
    if part.amount.kind == "times" or part.near & (_LESS | _MORE | _FALLS | _RISES):
        return True
    if _PARTITIVE & {*part.after}:
        return True
    return bool(part.amount.per) and bool((part.own - _GENERIC) & words.keys())


def _is_before(part: EvidenceQuantity, base: EvidenceQuantity) -> bool:
    """Say whether what a share is one of stands before it: "Of the 240 members, a third"."""
    if base.cell is not None or (part.passage, part.line) != (base.passage, base.line):
        return False
    return base.span.end <= part.span.start and "of" in base.near


def is_base(claim: Quantity, amount: Quantity) -> bool:
    """Say whether an amount is of the kind of the claim's, so that it may be a part of it."""
    if amount.dimension == "time" and is_long(claim) != is_long(amount):
        return False
    return amount.dimension == claim.dimension and amount.kind == "count" and not amount.weak


def _bases_of(part: EvidenceQuantity, bases: Sequence[EvidenceQuantity]) -> list[EvidenceQuantity]:
    """Return what a part is likely a part of: what its sentence names, else what stands before."""
    here = [b for b in bases if b.passage == part.passage and b.cell is None]
    near = [b for b in here if 0 <= part.line - b.line <= 1 and b.span.start < part.span.start]
    beside = [b for b in here if b.line == part.line and b.span.start > part.span.start]
    named = max(here, key=lambda b: len(part.about & b.about), default=None)
    if named is not None and len(part.about & named.about) >= _NAMED and named not in near:
        return [named, *beside[:1]]
    return [*near[-_NEAREST:], *beside[:1]]


def _parts(part: EvidenceQuantity, base: EvidenceQuantity, wanted: Wanted) -> Iterator[Derivation]:
    """Yield the part, or where the claim's words are rather of the others, what it leaves."""
    share, told = _share(part)
    fit = wanted.share(base, part)
    if (
        part.line == base.line
        and part.near & (_FALLS | _RISES)
        and base.span.start > part.span.start
    ):
        yield _before(part, base, fit)
        return
    if not told and _speaks_of_others(part, base, wanted.words):
        share = 1 - share
    amount = value_amount(base.amount.value * share, base.amount.unit, Fraction(0))
    terms = (times(share, part.amount.unit), base.amount.value)
    yield Derivation(amount, terms, (base, part), fit, "part")


def _before(part: EvidenceQuantity, base: EvidenceQuantity, fit: float) -> Derivation:
    """Return what something was before it "fell by a third to 180 million"."""
    share = part.amount.base
    left = 1 - share if part.near & _FALLS else 1 + share
    value = base.amount.value / left if left else base.amount.value
    amount = value_amount(value, base.amount.unit, Fraction(0), scale=base.amount.scale)
    return Derivation(amount, (base.amount.value, " / ", left), (base, part), fit, "part")


def _share(part: EvidenceQuantity) -> tuple[Fraction, bool]:
    """Return what an amount is multiplied with, and whether the words beside it say how."""
    share = part.amount.base
    if part.amount.kind != "times" and part.near & _LESS:
        return 1 - share, True
    if part.amount.kind != "times" and part.near & _MORE:
        return 1 + share, True
    return share, part.amount.kind == "times"


def _speaks_of_others(
    part: EvidenceQuantity, base: EvidenceQuantity, words: Mapping[str, float]
) -> bool:
    """Say whether a claim holds words of the rest of the part's sentence, and none of its own."""
    own = part.own - base.own
    others = {word for word, weight in part.words.items() if _REST <= weight < 1.0} - base.own
    return bool(others & words.keys()) and not own & words.keys()


def _of_own(part: EvidenceQuantity, base: Quantity, wanted: Wanted) -> Derivation:
    share, _ = _share(part)
    amount = value_amount(base.value * share, base.unit, Fraction(0))
    terms = (times(share, part.amount.unit), base.value)
    return Derivation(amount, terms, (part,), wanted.share(part), "part")


def extras(
    claim: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield an amount and what the evidence says comes on top of it, or is taken off."""
    same = [r for r in readings if is_base(claim, r.amount)]
    more = [r for r in same if r.near & (_ADDED | _TAKEN) and not _is_limit(r)]
    for extra in more:
        if not (extra.own - _GENERIC) & wanted.words.keys():
            yield from _further(extra, same, wanted)
    for extra in pool(wanted, more) if more else ():
        if not (extra.own - _GENERIC) & wanted.words.keys():
            continue
        bases = [r for r in same if r is not extra and _same_unit(r.amount, extra.amount)]
        bases = [r for r in bases if not is_of_each(r.amount, extra.amount)]
        beside = [b for b in bases if (b.passage, b.line) == (extra.passage, extra.line)]
        for base in {id(b): b for b in (*pool(wanted, bases), *beside)}.values():
            if _goes_on(base, extra) or (extra.own - base.own) & wanted.words.keys():
                yield _extra(base, extra, wanted)


def _further(
    extra: EvidenceQuantity, same: Sequence[EvidenceQuantity], wanted: Wanted
) -> Iterator[Derivation]:
    """Yield "30 days …, then a further 60" as 90, where a claim names what the first is of."""
    if extra.near.isdisjoint(_FURTHER) or extra.cell is not None:
        return
    before = [
        r
        for r in same
        if r.passage == extra.passage
        and r.amount.unit == extra.amount.unit
        and 0 <= extra.line - r.line <= 1
        and r.span.start < extra.span.start
    ]
    before = [r for r in before if _goes_on(r, extra)]
    if before and before[-1].own & wanted.words.keys():
        found = _extra(before[-1], extra, wanted)
        yield replace(found, fit=max(found.fit, _FOLLOWS))


def _goes_on(base: EvidenceQuantity, extra: EvidenceQuantity) -> bool:
    """Say whether an extra is of what another amount is of: "The sump holds 90 more" is not."""
    opens = extra.span.start - extra.around.start <= _OPENING
    return opens or extra.amount.dimension == "time" or base.line == extra.line


def _is_limit(reading: EvidenceQuantity) -> bool:
    """Say whether "below 50 euros" tells up to where something is so, and no extra."""
    return reading.amount.bound not in NO_LIMITS


def _same_unit(one: Quantity, other: Quantity) -> bool:
    return one.dimension != "time" or one.unit.factor == other.unit.factor


def _extra(base: EvidenceQuantity, extra: EvidenceQuantity, wanted: Wanted) -> Derivation:
    unit = base.amount.unit
    more = extra.amount.base / unit.factor if unit is not COUNT else extra.amount.value
    off = bool(extra.near & _TAKEN)
    value = base.amount.value - more if off else base.amount.value + more
    terms = (base.amount.value, " − " if off else " + ", more)
    amount = value_amount(value, unit, min(base.amount.step, extra.amount.step))
    return Derivation(amount, terms, (base, extra), wanted.share(base, extra), "extra")
