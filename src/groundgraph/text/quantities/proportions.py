"""Values that follow from few numbers in a plain way, whatever the claim's own words.

What is left of "312 participants, 148 and 139 of whom …", a speed, a price for each, a part of the
whole that is asked about, twice a recipe. Each only supports: that it fits may be by chance.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

from groundgraph.text.quantities.agreement import agreement
from groundgraph.text.quantities.derivations import Derivation, matches, value_amount
from groundgraph.text.quantities.roles import says_rest
from groundgraph.text.quantities.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.model import EvidenceQuantity
    from groundgraph.text.quantities.slots import ReadClaim

_FIT = 0.6
_MOST = 3
"""Readings of one kind that a part may be of, at most."""
_PARTS = 4
_OF_THEM = frozenset({"them", "these", "those", "whom", "which"})
_LEFT = frozenset("dropped withdrew withdrawn quit missed missing failed absent".split())
_TWICE: dict[str, int | Fraction] = {
    "twice": 2,
    "double": 2,
    "doubled": 2,
    "triple": 3,
    "thrice": 3,
    "half": Fraction(1, 2),
}
_OF_RECIPES = frozenset(
    """recipe amount amounts quantity quantities portion portions batch batches serving servings
    many much size number""".split()
)
_SPEED = {"km/h": ("km", "hours"), "mph": ("miles", "hours"), "m/s": ("m", "seconds")}


def made_of(claim: ReadClaim, number: int) -> Derivation | None:
    """Return a plain derivation that gives an amount of a claim, ``None`` where none does."""
    amount = claim.sentence.amounts[number]
    if amount.weak or amount.bound in {"least", "most"}:
        return None
    found = chain(
        _remainders(claim, amount),
        _speeds(claim, amount),
        _for_each(claim, amount),
        _parts_asked(claim, amount),
        _scaled(claim, amount),
    )
    return next((each for each in found if matches(amount, each)), None)


def _lines(readings: Sequence[EvidenceQuantity]) -> list[list[EvidenceQuantity]]:
    """Return what each sentence tells, in order."""
    lines: defaultdict[tuple[int, int], list[EvidenceQuantity]] = defaultdict(list)
    for reading in readings:
        if reading.cell is None and not reading.amount.weak:
            lines[reading.passage, reading.line].append(reading)
    return [sorted(line, key=lambda reading: reading.span) for line in lines.values()]


def _remainders(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield what is left of the whole of a sentence: "Of 312 randomised, 148 and 139 completed"."""
    words = claim.lower | claim.asked
    asked = says_rest(claim.sentence.tokens) or says_rest(claim.question.tokens)
    if amount.unit is not COUNT or amount.kind != "count" or not (asked or words & _LEFT):
        return
    for line in _lines(claim.index.readings):
        plain = [r for r in line if r.amount.unit is COUNT and r.amount.kind == "count"]
        parts = [r for r in plain[1:] if not ("of" in r.near and _OF_THEM & {*r.after})]
        if not plain or "of" not in plain[0].near or not 0 < len(parts) <= _PARTS:
            continue
        whole, left = plain[0].amount.value, sum(r.amount.value for r in parts)
        if whole > left > 0:
            terms: list[Fraction | str] = [whole]
            for part in parts:
                terms += [" − ", part.amount.value]
            value = value_amount(whole - left, COUNT)
            yield Derivation(value, tuple(terms), (plain[0], *parts), _FIT, "difference")


def _speeds(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield the speed of a sentence that tells one distance and one time."""
    names = _SPEED.get(amount.unit.name)
    if names is None:
        return
    far, time = (BY_WORD[name] for name in names)
    for line in _lines(claim.index.readings):
        lengths = [r for r in line if r.amount.dimension == "length"]
        times = [r for r in line if r.amount.dimension == "time" and r.amount.value > 0]
        if len(lengths) == len(times) == 1:
            one, other = lengths[0].amount.base / far.factor, times[0].amount.base / time.factor
            value = value_amount(one / other, amount.unit, Fraction(0))
            yield Derivation(value, (one, " / ", other), (lengths[0], times[0]), _FIT, "ratio")


def _for_each(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield "30 euros per evening" of "6 evenings … fee 180 euros"."""
    if not amount.per or amount.per in BY_WORD or amount.unit is COUNT:
        return
    readings = [r for r in claim.index.readings if not r.amount.weak and not r.amount.per]
    counts = [r for r in readings if r.amount.unit is COUNT and amount.per in r.amount.noun]
    totals = [r for r in readings if r.amount.dimension == amount.dimension]
    if len({r.amount.value for r in counts}) != 1 or not 0 < len(totals) <= _MOST:
        return
    for total in totals:
        if counts[0].amount.value > 0:
            terms = (total.amount.value, " / ", counts[0].amount.value)
            value = total.amount.value / counts[0].amount.value
            made = value_amount(value, total.amount.unit, Fraction(0))
            yield Derivation(made, terms, (total, counts[0]), _FIT, "product")


def _parts_asked(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield "24 hours" of "At 60%" and "40 hours a week"."""
    if amount.dimension in {"", "share", "points"}:
        return
    shares = {
        a.base
        for sentence in (claim.sentence, claim.question)
        for a in sentence.amounts
        if a is not amount and a.dimension == "share" and a.kind != "times" and 0 < a.base < 1
    }
    alike = [
        r
        for r in claim.index.readings
        if r.amount.dimension == amount.dimension
        and r.amount.per == amount.per
        and not r.amount.weak
    ]
    if len(shares) != 1 or not 0 < len(alike) <= _MOST:
        return
    [share] = shares
    for whole in alike:
        value = value_amount(whole.amount.value * share, whole.amount.unit, Fraction(0))
        yield Derivation(value, (share, " × ", whole.amount.value), (whole,), _FIT, "part")


def _scaled(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield what of a list is for twice as much, or for as much as is asked about."""
    factors = {Fraction(_TWICE[w]) for w in (claim.lower | claim.asked) if w in _TWICE}
    if not (claim.lower | claim.asked) & _OF_RECIPES:
        factors = set()
    for asked in claim.question.amounts:
        alike = [r for r in claim.index.readings if _are_of_one(asked, r.amount)]
        if len(alike) == 1 and alike[0].amount.value > 0 and asked.dimension:
            factors.add(asked.base / alike[0].amount.base)
    if len(factors) != 1 or factors == {Fraction(1)}:
        return
    [factor] = factors
    for reading in claim.index.readings:
        if reading.amount.weak or reading.amount.kind != "count":
            continue
        if _are_of_one(amount, reading.amount) or _is_of_what_is_asked(claim, amount, reading):
            value = value_amount(
                reading.amount.value * factor, reading.amount.unit, reading.amount.step
            )
            terms = (factor, " × ", reading.amount.value)
            own = next((a for a in claim.sentence.amounts if a.kind == "times"), None)
            yield Derivation(value, terms, (reading,), _FIT, "product", supposed=own)


def _are_of_one(one: Quantity, other: Quantity) -> bool:
    """Say whether two amounts measure the same, and both say of what: "200 g flour"."""
    same = one.dimension == other.dimension and one.kind == other.kind == "count"
    return same and bool({*one.noun} & {*other.noun}) and agreement(one, other) != "apart"


def _is_of_what_is_asked(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a bare number answers what is asked of a reading's noun: "How many pancakes?"."""
    bare = amount.unit is COUNT and not amount.noun and reading.amount.unit is COUNT
    return bare and bool({*reading.amount.noun} & claim.question.words.keys())
