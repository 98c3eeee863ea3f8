"""What all amounts of one kind of a passage come to: a whole less all of its parts, or their sum.

"Required: 5,000. Handed in: 3,400. Struck out: 170", "awarded 25,000 EUR. Invoices: dams 9,800 EUR;
signs 1,150 EUR". Every amount of the kind must be taken in, so that it hardly fits by chance; those
that are said not to count are left out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import (
    Derivation,
    is_long,
    step_of,
    value_amount,
)
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.roles import says_average, says_rest, says_total
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim, Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_RESTS = frozenset(
    """left remaining remain remains rest still missing owed owe owes unspent unused outstanding
    short free open vacant available need needs needed lack lacks yet without neither nor balance
    remainder unsold uncommitted unassigned""".split()
)
_UNCOUNTED = re.compile(
    r"\b(?:sick|separate(?:ly)?|refund(?:able|ed)|optional(?:ly)?|(?:not|n't|never|without|nothing)\b"
    r"(?! yet)|would|will cost|expected|planned|minimum|at (?:least|most)|if)\b"
)
"""What says of an amount in its clause that it does not count, or is none of this kind."""
_NO_PART = re.compile(r"\b(?:targets?|goal|maximum|limit|capacity|required|budget)\b")
"""What leads to a whole, and is no part of a sum."""
_PLUS = re.compile(
    r"\b(?:carr(?:ied|y)|added|adds?|extra|reprint(?:ed)?|top-?up|topped|plus|bonus|delivered)\b"
)
_BESIDES = re.compile(r"\b(?:further|received|bought|came in|brought in|in addition)\b")
"""What says that an amount is added to a whole, and what says it of one that may be another's."""
_TAKEN = re.compile(
    r"\b(?:book(?:ed|ings?)|taken|reserved|sold|signed up|accepted|declined|registered|occupied"
    r"|enrolled|filled|answered|claimed|issued|used|returned|gone)\b"
)
"""What things of another name use up: "16 seats; 9 adults and 4 children have signed up"."""
_OF_THEM = frozenset({("of", "them"), ("of", "these"), ("of", "those")})
_OF_THOSE = re.compile(r"\b(?:of (?:which|whom|them|these|those)|including|among)\W*$")
_CLAUSE = re.compile(r"[;.\n]\s|[;\n]|[.;]$")
_FEWEST, _MOST = 2, 8
_BEFORE = 16
"""Characters before an amount among which it is told to be a part."""
_FIT = 0.57
"""Fit of what all of a kind come to: words do not tie it to the claim."""


def remainders(claim: ReadClaim, amount: Quantity, wanted: Wanted) -> Iterator[Derivation]:
    """Yield what the first amount of its kind in a passage leaves without all others.

    Args:
        claim: The claim.
        amount: Its amount.
        wanted: The claim's words.
    """
    if _RESTS.isdisjoint(claim.lower | claim.asked) or not _is_plain(amount):
        return
    for passage in claim.index.passages:
        members = _asked_for(claim, amount, passage.readings, passage.text)
        if _FEWEST < len(members) <= _MOST:
            yield from _rest(passage.text, members, max(_FIT, wanted.share(*members)))


def leaves_out_a_part(claim: ReadClaim, number: int) -> bool:
    """Say whether a claim has what a whole leaves without some of its parts, or some of a sum.

    "7 seats are free" beside "16 seats; 9 adults and 4 children have signed up".
    """
    amount = claim.sentence.amounts[number]
    asked = says_total(claim.question.tokens)
    rest = not _RESTS.isdisjoint(claim.lower | claim.asked)
    if not (rest or asked) or not _is_plain(amount):
        return False
    for passage in claim.index.passages:
        members = _asked_for(claim, amount, passage.readings, passage.text)
        if not _FEWEST < len(members) <= _MOST:
            continue
        values = [one.amount.base for one in members]
        if rest and _is_of_some(_signs(passage.text, members), values, amount.base):
            return True
        if asked and not rest and _is_of_some([1] * len(values), values, amount.base):
            return True
    return False


def takes_a_part_for_the_rest(claim: ReadClaim, number: int, held: object) -> bool:
    """Say whether a short answer to what is left gives what the evidence tells of a part.

    "Eleven." to how many of 29 are in neither club, where 11 are in the one and 9 in the other.
    """
    if not says_rest(claim.question.tokens) or claim.sentence.words.keys() - {*_nouns(claim)}:
        return False
    found = remainders(claim, claim.sentence.amounts[number], claim.wanted(number))
    return any(any(held is one for one in rest.held) for rest in found)


def _nouns(claim: ReadClaim) -> Iterator[str]:
    yield from claim.question.words
    for amount in claim.sentence.amounts:
        yield from amount.noun


def _signs(text: str, members: Sequence[EvidenceQuantity]) -> list[int]:
    """Return 1 for the first amount and for each that is added to it, else -1."""
    clauses = [_clause(text, one) for one in members]
    added = [_PLUS.search(clause) or _BESIDES.search(clause) for clause in clauses]
    return [1 if not at or more else -1 for at, more in enumerate(added)]


def _is_of_some(signs: Sequence[int], values: Sequence[Fraction], value: Fraction) -> bool:
    """Say whether a value leaves out some of what is taken off, but not all; or of a sum."""
    signed = [sign * each for sign, each in zip(signs, values, strict=True)]
    parts = [each for each in signed[1:] if -1 not in signs or each < 0]
    missing = value - sum(signed)
    return any(
        -sum(chosen) == missing
        for many in range(1, len(parts))
        for chosen in combinations(parts, many)
    )


def whole_sums(
    claim: ReadClaim,
    amount: Quantity,
    wanted: Wanted,
    kept: Sequence[EvidenceQuantity],
    numbers: set[int],
) -> Iterator[Derivation]:
    """Yield what all amounts of a kind in a passage come to.

    Args:
        claim: The claim, of which or of whose question a word asks for a total.
        amount: Its amount.
        wanted: The claim's words.
        kept: The readings that it does not leave out.
        numbers: The whole numbers that it names: a sum of times must be of so many.
    """
    averaged = says_average(claim.question.tokens) or says_average(claim.sentence.tokens)
    for passage in claim.index.passages if _is_plain(amount) and not averaged else ():
        told = [reading for reading in kept if reading.passage == passage.number]
        members = _members(passage.text, amount, claim.counted_by(amount), told)
        members = [one for one in members if not _NO_PART.search(_clause(passage.text, one))]
        counted = len(members) in numbers
        alike = not _are_some_named(members, wanted) and amount.dimension != "time"
        if _FEWEST < len(members) <= _MOST and (counted or alike):
            found = _sum(members, max(_FIT, wanted.share(*members)))
            yield replace(found, whole=counted)


def _are_some_named(members: Sequence[EvidenceQuantity], wanted: Wanted) -> bool:
    """Say whether a claim or its question names some of several things and not the others."""
    shared = frozenset.intersection(*(one.own for one in members)) if members else frozenset()
    return len({(one.own - shared).isdisjoint(wanted.words) for one in members}) > 1


def _is_plain(amount: Quantity) -> bool:
    return amount.kind == "count" and amount.dimension != "share"


def _asked_for(
    claim: ReadClaim, amount: Quantity, readings: Sequence[EvidenceQuantity], text: str
) -> list[EvidenceQuantity]:
    """Return a whole with its parts, which may be counted by other names."""
    members = _members(text, amount, claim.counted_by(amount), readings)
    if len(members) == 1 and amount.unit is COUNT:
        return _with_takers(text, members[0], readings)
    return members


def _members(
    text: str, amount: Quantity, own: tuple[str, ...], readings: Sequence[EvidenceQuantity]
) -> list[EvidenceQuantity]:
    """Return what measures or counts the same as an amount, and is not said to stand apart."""
    alike = [r for r in readings if _is_alike(amount, r.amount)]
    if amount.unit is COUNT:
        counted = [r for r in alike if r.amount.noun]
        nouns = {noun for r in counted for noun in r.amount.noun if noun in own}
        alike = [r for r in alike if nouns & {*r.amount.noun}] if nouns else alike
        if not nouns and any(r.amount.noun for r in alike):
            return []
    alike = [r for r in alike if not _stands_apart(text, r)]
    of_unit = [r for r in alike if r.amount.unit == amount.unit]
    return of_unit if len(of_unit) > _FEWEST else alike


def _with_takers(
    text: str, whole: EvidenceQuantity, readings: Sequence[EvidenceQuantity]
) -> list[EvidenceQuantity]:
    """Return a whole and what uses it up, which is counted by other names."""
    behind = [r for r in readings if r.span > whole.span and _is_alike(whole.amount, r.amount)]
    taking: list[EvidenceQuantity] = []
    for reading in behind:
        taken = reading.amount.noun and _TAKEN.search(_clause(text, reading))
        goes_on = bool(taking) and not reading.amount.noun and reading.line == taking[-1].line
        if taken or goes_on or reading.after in _OF_THEM:
            taking.append(reading)
    return [whole, *(r for r in taking if not _stands_apart(text, r))]


def _stands_apart(text: str, reading: EvidenceQuantity) -> bool:
    """Say whether an amount is said not to count, or is a part of the one before it."""
    before = text[max(reading.around.start, reading.span.start - _BEFORE) : reading.span.start]
    of_those = _OF_THOSE.search(before.lower()) is not None
    return of_those or _UNCOUNTED.search(_clause(text, reading)) is not None


def _is_alike(amount: Quantity, other: Quantity) -> bool:
    if other.weak or other.kind != "count" or other.part or other.per not in {"", "years"}:
        return False
    if other.bound not in NO_LIMITS or other.unit.dimension != amount.unit.dimension:
        return False
    return amount.dimension != "time" or is_long(amount) == is_long(other)


def _clause(text: str, reading: EvidenceQuantity) -> str:
    """Return the clause or field that an amount stands in, in lower case."""
    around, span = reading.around, reading.span
    before = _CLAUSE.split(text[around.start : span.start])[-1]
    behind = _CLAUSE.split(text[span.end : around.end])[0]
    cell = f" {reading.cell.row} {reading.cell.column}" if reading.cell is not None else ""
    return f"{before} {behind}{cell}".lower()


def _rest(text: str, members: Sequence[EvidenceQuantity], fit: float) -> Iterator[Derivation]:
    """Yield the first amount less all others, with what is added to it and without."""
    unit, signs = members[0].amount.unit, _signs(text, members)
    told = list(zip(signs, members, strict=True))
    besides = [one for one in members[1:] if _BESIDES.search(_clause(text, one))]
    alone = [(sign, one) for sign, one in told if one not in besides]
    for chosen in [told] if len(alone) == len(told) else [told, alone]:
        value = sum((sign * _value(one, unit) for sign, one in chosen), Fraction(0))
        if 0 < value < 2 * _value(members[0], unit) and signs.count(-1):
            terms: list[Fraction | str] = []
            for sign, one in chosen:
                terms += [" + " if sign > 0 else " − ", _value(one, unit)]
            made = value_amount(value, unit, step_of(members))
            held = tuple(one for _, one in chosen)
            yield Derivation(made, tuple(terms[1:]), held, fit, "ledger")


def _value(reading: EvidenceQuantity, unit: MeasureUnit) -> Fraction:
    return reading.amount.value if unit is COUNT else reading.amount.base / unit.factor


def _sum(members: Sequence[EvidenceQuantity], fit: float) -> Derivation:
    unit = members[0].amount.unit
    values = [_value(one, unit) for one in members]
    terms = tuple(term for value in values for term in (value, " + "))[:-1]
    made = value_amount(sum(values, Fraction(0)), unit, step_of(members))
    return Derivation(made, terms, tuple(members), fit, "ledger")
