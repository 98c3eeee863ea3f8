"""Values reckoned from a rate, a part or an extra: "three of 20 seconds each", "half that time"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derivations import (
    Derivation,
    cover,
    is_long,
    pool,
    value_amount,
)
from groundgraph.text.quantities.numbers import written
from groundgraph.text.quantities.numerals import SCALES
from groundgraph.text.quantities.units import BY_WORD, COUNT, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.quantities.amounts import Amount
    from groundgraph.text.quantities.evidence import Index
    from groundgraph.text.quantities.model import Reading

_PERIODS = {"month": "months", "annual": "years", "year": "years", "week": "weeks"}
_PERIODS |= {"day": "days", "hour": "hours", "minut": "minutes"}
_TIMES = frozenset({"seconds", "minutes", "hours", "days", "weeks", "months", "years"})
_MORE = frozenset("more higher extra increase premium dearer longer additional".split())
_LESS = frozenset(
    "reduced off less fewer cheaper discount down cut lower reduction shorter saves".split()
)
_ADDED = frozenset(
    "additional further extra added adds plus surcharge supplement shipping postage below".split()
)
_TAKEN = frozenset({"off", "discount", "deducted", "rebate", "voucher", "above"})
_PARTITIVE = frozenset({"of", "that", "its", "their", "as"})
_GENERIC = frozenset({"cost", "pay", "day", "month", "annual"})
_NAMED = 2
"""So many words must the clause of a part share with that of another amount to be a part of it."""
_REST = 0.5


def products(
    claim: Amount,
    words: Mapping[str, float],
    own_amounts: Sequence[Amount],
    readings: Sequence[Reading],
    index: Index,
) -> Iterator[Derivation]:
    """Yield so many of so much each: the number from the evidence, or from the claim itself.

    Args:
        claim: The amount of the claim that is sought.
        words: The claim's words.
        own_amounts: The other amounts of the claim.
        readings: Every reading of the evidence.
        index: The evidence.
    """
    rates = [r for r in readings if _may_be(claim, r.amount)]
    for rate in pool(words, rates, index):
        for number in readings:
            if number is not rate and _is_number_of(rate, number.amount, number):
                yield _product(rate, number.amount, (number, rate), words, index)
        for amount in own_amounts:
            if _is_number_of(rate, amount, None):
                yield _product(rate, amount, (rate,), words, index)


def _may_be(claim: Amount, rate: Amount) -> bool:
    if rate.weak or rate.kind != "count" or rate.unit is COUNT and claim.unit is not COUNT:
        return rate.unit is COUNT and claim.unit is COUNT and not rate.weak
    return rate.dimension == claim.dimension


def _period(rate: Reading) -> str:
    """Return the time that a rate is for: "month" for a monthly rent; else ""."""
    if rate.amount.per in _TIMES:
        return rate.amount.per
    return next((period for word, period in _PERIODS.items() if word in rate.own), "")


def _is_number_of(rate: Reading, number: Amount, reading: Reading | None) -> bool:
    """Say whether a number counts what a rate is for each of."""
    if number.kind != "count" or (number.weak and number.dimension != "time"):
        return False
    if reading is not None and rate.amount.per == "each":
        return number.unit is COUNT and _beside(rate, reading) and number.span.start < rate.span.start
    if number.dimension == "time":
        period = _period(rate)
        if not period or rate.amount.dimension == "time":
            return False
        return reading is None or _beside(rate, reading) or bool(set(number.noun) & rate.own)
    if number.unit is not COUNT:
        return False
    named = {*number.noun}
    if rate.amount.per in SCALES:
        return number.scaled and bool(named & rate.own)
    if rate.amount.per and rate.amount.per != "each":
        return rate.amount.per in named
    return reading is None and bool(named & rate.own)


def _beside(rate: Reading, number: Reading) -> bool:
    return rate.passage == number.passage and rate.line == number.line and rate is not number


def _product(
    rate: Reading,
    number: Amount,
    held: tuple[Reading, ...],
    words: Mapping[str, float],
    index: Index,
) -> Derivation:
    count = number.value
    if number.dimension == "time":
        per = BY_WORD[_period(rate)]
        count = number.base / per.factor
    elif rate.amount.per in SCALES:
        count = number.value / SCALES[rate.amount.per]
    value = count * rate.amount.value
    unit = rate.amount.unit
    text = f"{written(count)} × {written(rate.amount.value, unit)} = {written(value, unit)}"
    amount = value_amount(value, unit, rate.amount.step)
    return Derivation(amount, text, held, cover(words, held, index), "product")


def parts(
    claim: Amount,
    words: Mapping[str, float],
    own_amounts: Sequence[Amount],
    readings: Sequence[Reading],
    index: Index,
) -> Iterator[Derivation]:
    """Yield what a told part makes of another amount: "a third of them", "half that time".

    The other amount may be the claim's own: 0.8% a year "on $10,000".
    """
    shares = [r for r in readings if r.amount.kind == "times" or r.amount.dimension == "share"]
    told = [r for r in shares if _is_of_something(r)]
    bases = [r for r in readings if _is_base(claim, r.amount)]
    leader = pool(words, bases, index)[:1]
    for part in pool(words, told, index):
        for base in {id(b): b for b in (*_bases_of(part, bases), *leader)}.values():
            yield from _parts(part, base, words, index)
    for part in pool(words, shares, index):
        for amount in own_amounts:
            if _is_base(claim, amount) and amount.dimension:
                yield _of_own(part, amount, _share(part)[0], words, index)


def _is_of_something(part: Reading) -> bool:
    """Say whether a share is told to be one of something: "a third of", "half that", "off"."""
    if part.amount.kind == "times" or part.near & (_LESS | _MORE):
        return True
    return bool(_PARTITIVE & {*part.after})


def _is_base(claim: Amount, amount: Amount) -> bool:
    if amount.dimension == "time" and is_long(claim) != is_long(amount):
        return False
    return amount.dimension == claim.dimension and amount.kind == "count" and not amount.weak


def _bases_of(part: Reading, bases: Sequence[Reading]) -> list[Reading]:
    """Return what a part is likely a part of: what its sentence names, else what stands before."""
    here = [b for b in bases if b.passage == part.passage and b.cell is None]
    near = [b for b in here if 0 <= part.line - b.line <= 1 and b.span.start < part.span.start]
    named = sorted(here, key=lambda b: -len(part.about & b.about))
    if named and named[0] not in near and len(part.about & named[0].about) >= _NAMED:
        return [named[0]]
    return near[-1:]


def _share(part: Reading) -> tuple[Fraction, bool]:
    """Return what an amount is multiplied with, and whether the words beside it say how."""
    share = part.amount.base
    if part.amount.kind != "times" and part.near & _LESS:
        return 1 - share, True
    if part.amount.kind != "times" and part.near & _MORE:
        return 1 + share, True
    return share, part.amount.kind == "times"


def _parts(
    part: Reading, base: Reading, words: Mapping[str, float], index: Index
) -> Iterator[Derivation]:
    """Yield the part, or where the claim's words are rather of the others, what it leaves."""
    share, told = _share(part)
    value, unit = base.amount.value, base.amount.unit
    fit = cover(words, (base, part), index)
    if not told and _speaks_of_others(part, base, words):
        share = 1 - share
    text = f"{written(share)} × {written(value, unit)} = {written(value * share, unit)}"
    yield Derivation(value_amount(value * share, unit, Fraction(0)), text, (base, part), fit, "part")


def _speaks_of_others(part: Reading, base: Reading, words: Mapping[str, float]) -> bool:
    """Say whether a claim holds words of the rest of the part's sentence, and none of its own."""
    own = part.own - base.own
    others = {word for word, weight in part.words.items() if _REST <= weight < 1.0} - base.own
    return bool(others & words.keys()) and not own & words.keys()


def _of_own(
    part: Reading, base: Amount, share: Fraction, words: Mapping[str, float], index: Index
) -> Derivation:
    value, unit = base.value * share, base.unit
    text = f"{written(share)} × {written(base.value, unit)} = {written(value, unit)}"
    fit = cover(words, (part,), index)
    return Derivation(value_amount(value, unit, Fraction(0)), text, (part,), fit, "part")


def extras(
    claim: Amount, words: Mapping[str, float], readings: Sequence[Reading], index: Index
) -> Iterator[Derivation]:
    """Yield an amount and what the evidence says comes on top of it, or is taken off."""
    same = [r for r in readings if _is_base(claim, r.amount)]
    more = [r for r in same if r.near & (_ADDED | _TAKEN)]
    for extra in pool(words, more, index):
        if not (extra.own - _GENERIC) & words.keys():
            continue
        bases = [r for r in same if r is not extra and _same_unit(r.amount, extra.amount)]
        for base in pool(words, bases, index):
            yield _extra(base, extra, words, index, off=bool(extra.near & _TAKEN))


def _same_unit(one: Amount, other: Amount) -> bool:
    return one.dimension != "time" or one.unit.factor == other.unit.factor


def _extra(
    base: Reading, extra: Reading, words: Mapping[str, float], index: Index, *, off: bool
) -> Derivation:
    unit: Unit = base.amount.unit
    more = extra.amount.base / unit.factor if unit is not COUNT else extra.amount.value
    value = base.amount.value - more if off else base.amount.value + more
    sign = "−" if off else "+"
    text = f"{written(base.amount.value)} {sign} {written(more)} = {written(value, unit)}"
    amount = value_amount(value, unit, max(base.amount.step, extra.amount.step))
    return Derivation(amount, text, (base, extra), cover(words, (base, extra), index), "extra")
