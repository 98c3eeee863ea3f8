"""Slips: what a claim misreads, or converts so that the digits are right and the size is not.

"42 million" beside "£0.42bn", "26 months" beside "26 weeks", "9 km" beside "900 m"; "84,000" beside
"48k", "forty" beside "14". Such a value is hardly reckoned from others by chance, so it needs no
further look at what stands around.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.derived.operands import is_case_of_a_limit, may_be_reckoned
from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.evidence.slots import ranked
from groundgraph.text.quantities.values.candidates import is_hedged
from groundgraph.text.quantities.values.same_things import is_of_same_names, is_same_thing
from groundgraph.text.quantities.written.agreement import agreement, comparable, is_converted
from groundgraph.text.quantities.written.numeral_words import SCALES, SHORT, SHORT_MONEY
from groundgraph.text.quantities.written.roles import (
    AVERAGES,
    OF_DIFFERENCES,
    RESTS,
    TOTALS,
    role_of,
)
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_FIRM, _FIRM_SHORT, _BAND = 0.55, 0.75, 0.1
"""Fits from which a reading is what the claim speaks of: where two digits agree, and where one
does or the claim says little; and how much worse than the best it may fit."""
_LIKELY, _SURELY = 0.4, 0.9
"""The first where a number is the same in another unit, and how surely that is wrong."""
_NEVER_EXCHANGED = frozenset({"", "share", "points", "degrees", "data"})
"""What has no other units, or such as are written alike: "5 MB" and "5 Mb"."""
_FEW_WORDS = 3
"""Content words below which a claim says little."""
_POWERS = (1, 2, 3, 6, 9)
"""Powers of ten by which a conversion goes wrong."""
_TENS = frozenset(Fraction(10) ** power for power in _POWERS)
"""Numbers beside which a power of ten is reckoned: "ten boxes", "per 100 g", "a tenth"."""
_NO_POWERS = frozenset({"time", "temperature", "degrees", "share", "points"})
"""What is not counted in steps of ten from unit to unit."""
_SCALES = frozenset({*SCALES, *SHORT, *SHORT_MONEY})
_MANY = re.compile(r"\b(?:per|in|of)\s+(?:an? )?(?:hundred|thousand|10{2,5}|10{0,2},000)\b")
_LETTERS = re.compile(r"[a-z]+")
_DENIED = frozenset({"not", "than", "instead", "never"})
_RECKONED = RESTS | TOTALS | AVERAGES
"""Words of what is reckoned, which may have a told number's digits in another order by chance."""
_TEENS, _PAIR = range(13, 20), 2
_BACK, _HOUR, _SHIFT = 3, 60, 10**6
_WITHIN, _ROOM = 2, 0.01
"""Sentences around a reading in which a number may multiply it, and how exactly, as a share."""


def check_slip(claim: ReadClaim, number: int) -> Check | None:
    """Hold an amount against what fits the claim and has its digits in another unit or scale."""
    amount = claim.sentence.amounts[number]
    of_many = amount.kind == "share" and _MANY.search(amount.span.of(claim.text)) is not None
    if (
        amount.weak
        or (amount.kind != "count" and not of_many)
        or claim.strange_names
        or (is_hedged(claim, 1) and len(claim.question.words) < _FEW_WORDS)
    ):
        return None
    if _is_denied(claim, amount) or _is_told(claim, amount):
        return None
    if (exchanged := _of_another_unit(claim, number)) is not None:
        return exchanged
    readings = [r for r in claim.index.readings if comparable(amount, r.amount)]
    slots = ranked(claim.wanted(number), readings)
    for slot in slots:
        if slot.score < max(_FIRM, slots[0].score - _BAND):
            break
        if _is_slip(claim, amount, slot.held, slot.score):
            return Check("contradicted", "amount", amount.span, held=(slot.held,), fit=slot.score)
    return _of_another_period(claim, number)


def _of_another_unit(claim: ReadClaim, number: int) -> Check | None:
    """Hold "36 bar" against "36 psi": the same number in another unit of what it measures.

    Where more is told in that unit, or the number is short, the words must fit too.
    """
    amount = claim.sentence.amounts[number]
    if amount.dimension in _NEVER_EXCHANGED or (amount.per and amount.per in BY_WORD):
        return None
    same = [
        r
        for r in claim.index.readings
        if r.amount.dimension == amount.dimension
        and r.amount.value == amount.value
        and r.amount.unit.name != amount.unit.name
        and not r.amount.weak
        and r.amount.kind == amount.kind
        and r.amount.unit.factor != amount.unit.factor
    ]
    if not same or _is_converted_too(claim, amount, same[0]):
        return None
    fits = {id(slot.held): slot.score for slot in ranked(claim.wanted(number), same)}
    best = max(same, key=lambda reading: fits.get(id(reading), 0.0))
    fit = fits.get(id(best), 0.0)
    long = len(str(abs(amount.value.numerator))) > 1 or amount.dimension == "temperature"
    alone = len(same) == 1 and long
    if fit < (0.0 if alone and amount.dimension != "time" else _LIKELY if long else _FIRM):
        return None
    return Check("contradicted", "amount", amount.span, held=(best,), fit=max(fit, _SURELY))


def _is_converted_too(claim: ReadClaim, amount: Quantity, told: EvidenceQuantity) -> bool:
    """Say whether a claim tells the amount of the evidence too: "60 mph, or 60 in km/h terms"."""
    return any(
        other is not amount and agreement(other, told.amount) == "equal"
        for other in claim.sentence.amounts
    )


def _of_another_period(claim: ReadClaim, number: int) -> Check | None:
    """Hold "£3 a day" against "£3 per hour", where all that the claim says is told of that."""
    amount = claim.sentence.amounts[number]
    for reading in claim.index.readings if amount.per in BY_WORD else ():
        told = reading.amount
        if told.per == amount.per or not _are_periods(amount.per, told.per):
            continue
        whole = claim.sentence.words.keys() - {*amount.noun} <= reading.words.keys()
        if whole and agreement(replace(amount, per=told.per), told) == "equal":
            return Check("contradicted", "amount", amount.span, held=(reading,), fit=_FIRM_SHORT)
    return None


def _are_periods(*units: str) -> bool:
    """Say whether units are of time and of different length: no night and day."""
    known = [BY_WORD[unit] for unit in units if unit in BY_WORD]
    lengths = {unit.factor for unit in known if unit.dimension == "time"}
    return len(lengths) == len(units)


def _is_denied(claim: ReadClaim, amount: Quantity) -> bool:
    before = claim.sentence.tokens[max(0, amount.first - _BACK) : amount.first]
    return any(token.text in _DENIED or token.text.endswith("n't") for token in before)


def _is_told(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether the evidence or the question tells the amount, in whatever unit."""
    told = [reading.amount for reading in claim.index.readings] + claim.question.amounts
    return any(
        agreement(amount, other) == "equal"
        and (amount.unit.name == other.unit.name or is_converted(amount, other))
        for other in told
    )


def _is_slip(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity, score: float) -> bool:
    told = held.amount
    if amount.kind == told.kind == "share":
        return score >= _FIRM_SHORT and _are_of_other_many(claim, amount, held)
    if told.weak or told.kind != "count" or told.dimension != amount.dimension:
        return False
    told_per = told.per or (amount.per if _is_beside(claim, amount.per, held) else "")
    apart = amount.per != told_per and bool(amount.per or told.per in BY_WORD)
    if apart:
        return False
    misread = is_misread(amount, told) and claim.lower.isdisjoint(_RECKONED)
    misread = misread and not may_be_reckoned(claim, amount, held)
    if not misread and not _are_written_apart(claim, amount, held):
        return False
    if not _plays_its_part(claim, amount, held):
        return False
    plain = replace(amount, bound="exact") if amount.bound in {"least", "most"} else amount
    if agreement(plain, told) in {"equal", "near"} or is_case_of_a_limit(claim, amount, held):
        return False
    digits = _digits(amount) & _digits(told)
    if not (misread or digits or is_power_of_ten(amount, told)):
        return False
    if _is_multiple(claim, amount, held):
        return False
    short = misread or max(map(len, digits), default=1) == 1 or is_hedged(claim, _FEW_WORDS)
    if score < (_FIRM_SHORT if short else _FIRM):
        return False
    alike = replace(amount, unit=told.unit) if amount.dimension == "time" else amount
    return is_same_thing(claim, alike, held) and is_of_same_names(claim, held)


def _is_beside(claim: ReadClaim, period: str, held: EvidenceQuantity) -> bool:
    """Say whether the line of a reading is told for a period: "per day: fridge 0.8 kWh"."""
    line = line_of(claim, held)
    return bool(period) and line is not None and stem(period) in {stem(w) for w in line.letters}


def is_misread(one: Quantity, other: Quantity) -> bool:
    """Say whether one number is the other with two digits exchanged, or forty for fourteen."""
    values = [abs(each.value) for each in (one, other)]
    low, high = sorted(values)
    if low in _TEENS and high == 10 * (low - 10):
        return True
    digits = [_of(value) for value in values]
    size = len(digits[0])
    if size < _PAIR or len(digits[1]) != size or high >= 10 * low:
        return False
    off = [at for at in range(size) if digits[0][at] != digits[1][at]]
    if len(off) != _PAIR or off[1] != off[0] + 1:
        return False
    first, last = off
    return digits[0][first] == digits[1][last] and digits[0][last] == digits[1][first]


def _are_of_other_many(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a number is told of a hundred, and the same one of a thousand."""
    theirs = held.span.of(claim.index.passages[held.passage].text)
    many = _MANY.search(theirs), _MANY.search(amount.span.of(claim.text))
    ratio = amount.value / held.amount.value if held.amount.value else Fraction(0)
    return all(many) and (ratio in _TENS or (ratio > 0 and 1 / ratio in _TENS))


def _plays_its_part(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a difference, total or average of a claim is told as one in the evidence."""
    role = role_of(claim.sentence, amount)
    if role in {"level", "share"}:
        return True
    words = {"average": AVERAGES, "total": TOTALS}.get(role, OF_DIFFERENCES)
    line = line_of(claim, held)
    return line is not None and bool(line.letters & words)


def _are_written_apart(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether two amounts are written in other units or scales: "m" and "km", "bn" and "m"."""
    if amount.unit.name != held.amount.unit.name:
        return True
    if held.cell is not None:
        return False  # its column may tell the scale
    theirs = held.span.of(claim.index.passages[held.passage].text)
    return _scales(amount.span.of(claim.text)) != _scales(theirs)


def _scales(said: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(said.lower())) & _SCALES


def _digits(amount: Quantity) -> frozenset[str]:
    """Return the digits that an amount may be written with, zeros at both ends left out."""
    found = {_of(amount.value)}
    minutes = amount.value * _HOUR
    if amount.unit.name == "hours" and amount.value > 1 and minutes.denominator == 1:
        hours, rest = divmod(int(minutes), _HOUR)
        found.add(f"{hours}{rest:02}".strip("0"))
    return frozenset(found - {""})


def _of(value: Fraction) -> str:
    shifted = abs(value) * _SHIFT
    return str(int(shifted)).strip("0") if shifted.denominator == 1 else ""


def is_power_of_ten(amount: Quantity, told: Quantity) -> bool:
    """Say whether an amount is another's, but for a power of ten."""
    if amount.dimension in _NO_POWERS:
        return False
    factors = [Fraction(10) ** (sign * power) for power in _POWERS for sign in (1, -1)]
    return any(agreement(_times(amount, factor), told) == "equal" for factor in factors)


def _is_multiple(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a number beside them makes the one of the other: ten jars, 6 times 15 minutes."""
    numbers = [a for a in (*claim.sentence.amounts, *claim.question.amounts) if a is not amount]
    numbers += [
        r.amount
        for r in claim.index.readings
        if r is not held and r.passage == held.passage and _may_multiply(r, held)
    ]
    if is_power_of_ten(amount, held.amount) and any(is_ten(other) for other in numbers):
        return True
    ratio = abs(amount.approx / held.amount.approx) if held.amount.approx else 0.0
    plain = [other for other in numbers if other.dimension in {"", "share"}]
    parts = [abs(other.approx if other.dimension else other.number) for other in plain]
    return any(_near(ratio, part) or _near(ratio * part, 1.0) for part in parts if part)


def _may_multiply(reading: EvidenceQuantity, held: EvidenceQuantity) -> bool:
    """Say whether a number may count what a reading tells: it stands near, a measure beside it."""
    near = _WITHIN if reading.amount.dimension == "" else 0
    return abs(reading.line - held.line) <= near


def is_ten(amount: Quantity) -> bool:
    """Say whether an amount is a power of ten, or such a part, which moves the digits of others."""
    part = amount.base if amount.dimension == "share" else amount.value
    return part in _TENS or (part > 0 and 1 / part in _TENS)


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= _ROOM * other


def _times(amount: Quantity, factor: Fraction) -> Quantity:
    return replace(amount, value=amount.value * factor, step=amount.step * factor)
