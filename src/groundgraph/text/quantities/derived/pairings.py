"""Differences, ratios, shares and changes between two readings."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import (
    Derivation,
    in_one_unit,
    pairs,
    pool,
    scale_of,
    step_of,
    value_amount,
)
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT, PERCENT, POINTS, MeasureUnit
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import Wanted
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_LEADERS = 4
_MOST_PARTS = 3
_REST_STEMS = frozenset(map(stem, ("rest", "remaining", "remainder", "others")))


def differences(wanted: Wanted, readings: Sequence[EvidenceQuantity]) -> Iterator[Derivation]:
    """Yield the larger of two readings less the smaller."""
    for first, second, fit in pairs(wanted, readings):
        both = (first, second)
        (a, b), unit = in_one_unit(both)
        cases = {first.amount.bound, second.amount.bound} == {"exact", "below"}
        if a != b and not cases:  # of 4.90 "for orders below 50"
            value, unit = abs(a - b), _of_difference(unit)
            amount = value_amount(value, unit, step_of(both), scale=scale_of(both))
            yield Derivation(amount, (max(a, b), " − ", min(a, b)), both, fit, "difference")


def left(
    wanted: Wanted, own: Sequence[Quantity], readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what is left of a reading when a number of the claim itself is taken away."""
    for whole in pool(wanted, readings):
        for part in own:
            same = part.unit is whole.amount.unit and part.kind == "count" and not part.weak
            if same and 0 < part.value < whole.amount.value:
                value = whole.amount.value - part.value
                terms = (whole.amount.value, " − ", part.value)
                amount = value_amount(value, whole.amount.unit)
                yield Derivation(amount, terms, (whole,), wanted.share(whole), "difference")


def rests(wanted: Wanted, readings: Sequence[EvidenceQuantity]) -> Iterator[Derivation]:
    """Yield what is left for "the rest", "the others" of a sentence: the whole less its parts."""
    lines: dict[tuple[int, int], list[EvidenceQuantity]] = {}
    for reading in readings:
        if reading.cell is None and reading.words.keys() & _REST_STEMS:
            lines.setdefault((reading.passage, reading.line), []).append(reading)
    for members in lines.values():
        whole = max(members, key=lambda reading: reading.amount.approx)
        parts = [member for member in members if member is not whole]
        value = whole.amount.value - sum(part.amount.value for part in parts)
        limited = whole.amount.bound not in NO_LIMITS  # "below 50 euros"
        if 1 <= len(parts) <= _MOST_PARTS and value > 0 and not limited:
            terms: list[Fraction | str] = [whole.amount.value]
            for part in parts:
                terms += [" − ", part.amount.value]
            amount = value_amount(value, whole.amount.unit)
            fit = wanted.share(*members)
            yield Derivation(amount, tuple(terms), tuple(members), fit, "difference", whole=True)


def _of_difference(unit: MeasureUnit) -> MeasureUnit:
    """Return the unit of a difference: of percentages, points; of temperatures, no zero point."""
    if unit.dimension == "share":
        return POINTS
    return unit._replace(offset=Fraction(0))


def ratios(wanted: Wanted, readings: Sequence[EvidenceQuantity]) -> Iterator[Derivation]:
    """Yield how many times one reading is another."""
    for first, second, fit in pairs(wanted, readings):
        (a, b), _ = in_one_unit((first, second))
        small, large = sorted((a, b))
        if 0 < small < large:
            amount = Quantity(Span(0, 0), large / small, Fraction(0), COUNT, "times")
            yield Derivation(amount, (large, " / ", small), (first, second), fit, "ratio")


def shares(
    wanted: Wanted, readings: Sequence[EvidenceQuantity], of: Sequence[str]
) -> Iterator[Derivation]:
    """Yield the smaller of two readings as a share of the larger.

    What a number is a part of may also be the larger number told right before it.

    Args:
        wanted: The claim's words.
        readings: Readings that are no shares themselves.
        of: Stems of what the claim's share is a share of, as far as it says.
    """
    found = pairs(wanted, readings)
    for part in pool(wanted, readings)[:_LEADERS]:
        whole = _whole_of(part, readings)
        if whole is not None:
            found.append((part, whole, wanted.share(part)))
    named = [pair for pair in found if _whole_is(pair[0], pair[1], of)]
    for first, second, fit in named or found:
        (a, b), _ = in_one_unit((first, second))
        small, large = sorted((a, b))
        if 0 < small < large:
            amount = value_amount(100 * small / large, PERCENT, Fraction(0))
            yield Derivation(amount, (small, " / ", large), (first, second), fit, "share")


def _whole_is(first: EvidenceQuantity, second: EvidenceQuantity, of: Sequence[str]) -> bool:
    """Say whether the larger of two readings counts what a share is told to be of."""
    whole = max(first, second, key=lambda reading: reading.amount.approx)
    return bool({*of} & {*whole.amount.noun})


def _whole_of(
    part: EvidenceQuantity, readings: Sequence[EvidenceQuantity]
) -> EvidenceQuantity | None:
    """Return the larger number of the same kind that stands before a part of it."""
    if part.cell is not None or part.amount.kind != "count":
        return None
    before = [
        r
        for r in readings
        if r.passage == part.passage
        and r.cell is None
        and 0 <= part.line - r.line <= 1
        and r.span.start < part.span.start
        and r.amount.kind == "count"
        and not r.amount.weak
        and r.amount.dimension == part.amount.dimension
        and r.amount.approx > part.amount.approx
    ]
    return before[-1] if before else None


def changes(
    wanted: Wanted, readings: Sequence[EvidenceQuantity], *, down: bool
) -> Iterator[Derivation]:
    """Yield by how many percent one of two readings lies above (or below) the other."""
    for first, second, fit in pairs(wanted, readings, counts=True):
        (a, b), _ = in_one_unit((first, second))
        small, large = sorted((a, b))
        if 0 < small < large:
            base = large if down else small
            amount = value_amount(100 * (large - small) / base, PERCENT, Fraction(0))
            terms = ("(", large, " − ", small, ") / ", base)
            yield Derivation(amount, terms, (first, second), fit, "change")
