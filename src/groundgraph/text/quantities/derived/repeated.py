"""How much several of one size are together: "three 400 mg tablets", "250 mg every eight hours"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_DAY = BY_WORD["days"]
_BETWEEN = 5
"""Tokens between a size and how many there are of it at most: "$30,000 to each of the four"."""
_NAMED = 3
"""Tokens between how many there are and their size at most: "two film-coated tablets of 250 mg"."""

Repeats = tuple[Fraction, "EvidenceQuantity"]
"""How often, and where it stands."""


def repeated(
    claim: Quantity, per: str, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield how much so many of one size are, or so much so often a day, or so many so often.

    Args:
        claim: The claim's amount.
        per: The unit of time that it is for one of, or "".
        wanted: The claim's words.
        readings: Every reading of the evidence.
    """
    lines: dict[tuple[int, int], list[EvidenceQuantity]] = {}
    for reading in readings:
        if reading.cell is None:
            lines.setdefault((reading.passage, reading.line), []).append(reading)
    for size in readings:
        if size.cell is not None or not _is_size(claim, size.amount):
            continue
        beside = [r for r in lines[size.passage, size.line] if r is not size]
        if not size.amount.dimension:
            yield from (_product(size, [n], wanted) for r in beside for n in _times(r, per))
            continue
        number = next((n for r in beside if (n := _number(size, r)) is not None), None)
        often = next((n for r in beside if (n := _often(r)) is not None), None)
        if number is not None:
            yield _product(size, [number], wanted)
        if often is not None and per == _DAY.name:
            yield _product(size, [n for n in (number, often) if n is not None], wanted)


def often_behind(amount: Quantity, own: Sequence[Quantity]) -> str:
    """Return the time in which an amount is told to be taken so often: "300 mg twice daily"."""
    behind = (a for a in own if 0 <= a.first - amount.after <= 1)
    return next((a.per for a in behind if a.unit is COUNT and not a.noun and a.per in BY_WORD), "")


def _is_size(claim: Quantity, amount: Quantity) -> bool:
    if amount.weak or amount.kind != "count" or amount.dimension != claim.dimension:
        return False
    if not amount.dimension:
        return not amount.per and not {*amount.noun}.isdisjoint(claim.noun)
    return amount.dimension != "time"


def _times(other: EvidenceQuantity, per: str) -> Iterator[Repeats]:
    """Yield how often in a time two tablets are taken: "three times a day"."""
    amount = other.amount
    if per and amount.unit is COUNT and amount.per == per and not amount.noun:
        yield amount.value, other


def _number(size: EvidenceQuantity, other: EvidenceQuantity) -> Repeats | None:
    """Return how many there are: right before the size, "two tablets of", or "each of the four"."""
    number = other.amount
    if number.unit is not COUNT or number.kind != "count" or number.value <= 1:
        return None
    behind = number.first - size.amount.after
    shared = number.per == "each" and "of" in other.near and 0 < behind <= _BETWEEN
    between = size.amount.first - number.after
    of_size = "of" in size.near and bool(number.noun) and 0 < between <= _NAMED
    if number.after == size.amount.first or shared or of_size:
        return number.value, other
    return None


def _often(other: EvidenceQuantity) -> Repeats | None:
    """Return how often a day: "three times a day", "every eight hours"."""
    amount = other.amount
    if amount.unit is COUNT and amount.per == _DAY.name and amount.value != 1:
        return amount.value, other
    if amount.dimension == "time" and "every" in other.near and 0 < amount.base <= _DAY.factor:
        return _DAY.factor / amount.base, other
    return None


def _product(size: EvidenceQuantity, repeats: Sequence[Repeats], wanted: Wanted) -> Derivation:
    value = size.amount.value
    terms: list[Fraction | str] = []
    for number, _ in repeats:
        value *= number
        terms += [number, " × "]
    held = (size, *(other for _, other in repeats))
    amount = value_amount(value, size.amount.unit, size.amount.step)
    return Derivation(amount, (*terms, size.amount.value), held, wanted.share(*held), "product")
