"""Values that follow from two or more amounts of the evidence, each tied to what it measures.

A derivation is tried only where the claim, the question or the evidence gives a cue for it, and its
operands are those whose words cover the claim's best. What fits by chance is the danger.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from groundgraph.text.quantities.agreement import agreement
from groundgraph.text.quantities.amounts import Amount
from groundgraph.text.quantities.numbers import written
from groundgraph.text.quantities.slots import ranked
from groundgraph.text.quantities.units import COUNT, PERCENT, Unit
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.quantities.evidence import Index
    from groundgraph.text.quantities.model import Event, Reading
    from groundgraph.text.quantities.tables import Cell

Operation = Literal[
    "sum", "difference", "product", "ratio", "share", "change", "average", "part", "count",
    "elapsed", "extra",
]  # fmt: skip
_POOL, _LEADERS = 12, 4
_PARALLEL = 0.1
_ONLY_TWO, _UNNAMED = 0.55, 0.5
_NUMBER_FITS, _NUMBER_DIFFERS = 0.15, 0.25
_MOST_IN_PROSE = 3
_MOST_IN_COLUMN = 40
_MONTH = 2629746
_TOTAL = frozenset({"total", "sum", "all", "overall", "subtotal", "average", "mean"})


@dataclass(frozen=True, eq=False)
class Derivation:
    """A value that follows from amounts of the evidence.

    Attributes:
        amount: The value, as an amount in the unit in which it is told.
        formula: How it is reckoned, such as "24 + 18 = 42".
        held: Its operands in the evidence.
        fit: Share of the claim's words that the operands cover, in [0, 1].
        operation: What was done.
        whole: Whether it takes in a whole list of as many things as the claim names.
    """

    amount: Amount
    formula: str
    held: tuple[Reading | Event, ...]
    fit: float
    operation: Operation
    whole: bool = False


def value_amount(
    value: Fraction, unit: Unit, step: Fraction = Fraction(1), *, scale: int = 1
) -> Amount:
    """Return a reckoned value as an amount; ``scale`` is that of a table "in millions"."""
    return Amount(Span(0, 0), value, step, unit, scale=scale)


def _scale(members: Sequence[Reading]) -> int:
    return max(member.amount.scale for member in members)


def pool(words: Mapping[str, float], readings: Sequence[Reading], index: Index) -> list[Reading]:
    """Return the readings that a claim's words fit best, at most twelve."""
    slots = ranked(words, readings, index)
    best = [slot.held for slot in slots[:_POOL] if any(w in words for w in slot.held.about)]
    lines = {(held.passage, held.line) for held in best[:_LEADERS] if held.cell is None}
    mates = [r for r in readings if (r.passage, r.line) in lines and r not in best]
    return [*best, *mates[:_POOL]]


def cover(words: Mapping[str, float], held: Sequence[Reading | Event], index: Index) -> float:
    """Return the share of some words that readings or events hold together, in [0, 1]."""
    weights = {w: weight * index.weight(w) for w, weight in words.items()}
    total = sum(weights.values())
    if total == 0:
        return 0.0
    found = sum(
        weight * max((item.words.get(word, 0.0) for item in held), default=0.0)
        for word, weight in weights.items()
    )
    return found / total


def pairs(
    words: Mapping[str, float], readings: Sequence[Reading], index: Index
) -> list[tuple[Reading, Reading, float]]:
    """Return pairs of readings of one kind that cover a claim's words together, the best first."""
    found = []
    for first, second in combinations(pool(words, readings, index), 2):
        if not _alike(first, second, words) or not _told_apart(first, second, words):
            continue
        bonus = _PARALLEL if is_parallel(first, second) else 0.0
        found.append((first, second, min(1.0, cover(words, (first, second), index) + bonus)))
    if not found:
        found = [(*two, _ONLY_TWO) for two in _only_two(readings, words)]
    return sorted(found, key=lambda pair: -pair[2])


def _only_two(
    readings: Sequence[Reading], words: Mapping[str, float]
) -> Iterator[tuple[Reading, Reading]]:
    """Yield the two readings of their kind, where the evidence holds just two."""
    kept = [r for r in readings if not r.amount.weak and r.amount.kind == "count"]
    if len(kept) == 2 and _alike(kept[0], kept[1], words) and kept[0].amount.dimension:
        yield kept[0], kept[1]


def _alike(first: Reading, second: Reading, words: Mapping[str, float]) -> bool:
    """Say whether two readings measure the same kind of thing."""
    one, other = first.amount, second.amount
    if one.dimension == "time" and is_long(one) != is_long(other):
        return False
    if one.dimension != other.dimension or one.kind != other.kind or one.weak or other.weak:
        return False
    if bool(one.per) != bool(other.per) and one.unit is not COUNT and "each" in {one.per, other.per}:
        return False
    if first.cell is not None and second.cell is not None:
        return is_parallel(first, second) or bool(_column(first) & _column(second))
    if one.unit is not COUNT or not one.noun or not other.noun:
        return True
    if set(one.noun) & ({*other.noun} | second.own) or set(other.noun) & first.own:
        return True
    return bool(set(one.noun) & words.keys()) and bool(set(other.noun) & words.keys())


def is_long(amount: Amount) -> bool:
    """Say whether a time is told in months or longer."""
    return amount.unit.factor >= _MONTH


def _column(reading: Reading) -> frozenset[str]:
    return frozenset(reading.cell.column.lower().split()) if reading.cell else frozenset()


def is_parallel(first: Reading, second: Reading) -> bool:
    """Say whether two readings stand side by side: in one sentence, column or row."""
    if first.passage != second.passage:
        same = first.cell is not None and second.cell is not None
        return same and first.cell.column == second.cell.column  # type: ignore[union-attr]
    if first.cell is not None and second.cell is not None:
        one, other = first.cell, second.cell
        if one.table != other.table:
            return False
        return one.column == other.column or one.at[0] == other.at[0]
    return first.line == second.line


def _told_apart(first: Reading, second: Reading, words: Mapping[str, float]) -> bool:
    """Say whether a claim's words speak of both, or both stand in one clause."""
    if first.own == second.own:
        return first.line == second.line and first.passage == second.passage
    one = (first.own - second.own) & words.keys()
    other = (second.own - first.own) & words.keys()
    return bool(one and other) or (bool(one or other) and is_parallel(first, second))


def groups(readings: Sequence[Reading]) -> Iterator[list[Reading]]:
    """Yield readings that are listed side by side: in one sentence, or down a column."""
    rows: defaultdict[tuple[object, ...], list[Reading]] = defaultdict(list)
    for reading in readings:
        if reading.amount.weak or reading.amount.kind != "count":
            continue
        if reading.cell is not None:
            if not _TOTAL & set(reading.cell.row.lower().split()):
                for key in keys_of(reading.cell, reading.passage):
                    rows[key].append(reading)
        else:
            kind = reading.amount.dimension, reading.amount.per
            rows["line", reading.passage, reading.line, *kind].append(reading)
    for key, members in rows.items():
        most = _MOST_IN_PROSE if key[0] == "line" else _MOST_IN_COLUMN
        dimensions = {member.amount.dimension for member in members}
        if 2 <= len(members) <= most and len(dimensions) == 1:
            yield members


def keys_of(cell: Cell, passage: int) -> list[tuple[object, ...]]:
    """Return the lists that a cell belongs to: its column, and its row where years head columns."""
    if cell.column[:1].isdigit() or cell.column[:1] == "Q":
        return [("row", passage, cell.table, cell.at[0])]
    if cell.alone:
        return [("column", passage, cell.table, cell.column), ("record", passage, cell.table)]
    return [("column", passage, cell.table, cell.column)]


def group_fit(
    words: Mapping[str, float], members: Sequence[Reading], numbers: set[int], index: Index
) -> float:
    """Return how well a list fits a claim, given the whole numbers that the claim names."""
    known = any(index.weight(word) for word in words)
    fit = min(1.0, cover(words, members, index) + _PARALLEL) if known else _UNNAMED
    if len(members) in numbers:
        return min(1.0, fit + _NUMBER_FITS)
    return fit - _NUMBER_DIFFERS if numbers else fit


def sums(
    words: Mapping[str, float], readings: Sequence[Reading], numbers: set[int], index: Index
) -> Iterator[Derivation]:
    """Yield sums of two readings, and of lists."""
    for first, second, fit in pairs(words, readings, index):
        yield _sum((first, second), fit)
    for members in groups(readings):
        if len(members) > 2 or len(members) in numbers:
            fit = group_fit(words, members, numbers, index)
            yield replace(_sum(members, fit), whole=len(members) in numbers)


def averages(
    words: Mapping[str, float], readings: Sequence[Reading], numbers: set[int], index: Index
) -> Iterator[Derivation]:
    """Yield the means of lists."""
    for members in groups(readings):
        values, unit = _in_one_unit(members)
        mean = sum(values, Fraction(0)) / len(values)
        text = f"({' + '.join(map(written, values))}) / {len(values)} = {written(mean, unit)}"
        fit = group_fit(words, members, numbers, index)
        amount = value_amount(mean, unit, Fraction(0), scale=_scale(members))
        whole = len(members) in numbers
        yield Derivation(amount, text, tuple(members), fit, "average", whole)


def _sum(members: Sequence[Reading], fit: float) -> Derivation:
    values, unit = _in_one_unit(members)
    total = sum(values, Fraction(0))
    text = f"{' + '.join(map(written, values))} = {written(total, unit)}"
    amount = value_amount(total, unit, _step(members), scale=_scale(members))
    return Derivation(amount, text, tuple(members), fit, "sum")


def differences(
    words: Mapping[str, float], readings: Sequence[Reading], index: Index
) -> Iterator[Derivation]:
    """Yield the larger of two readings less the smaller."""
    for first, second, fit in pairs(words, readings, index):
        (a, b), unit = _in_one_unit((first, second))
        value = abs(a - b)
        if value == 0:
            continue
        text = f"{written(max(a, b))} − {written(min(a, b))} = {written(value, unit)}"
        unit = _points(unit)
        both = (first, second)
        amount = value_amount(value, unit, _step(both), scale=_scale(both))
        yield Derivation(amount, text, both, fit, "difference")


def left(
    words: Mapping[str, float], own: Sequence[Amount], readings: Sequence[Reading], index: Index
) -> Iterator[Derivation]:
    """Yield what is left of a reading when a number of the claim itself is taken away."""
    for whole in pool(words, readings, index):
        for part in own:
            same = part.unit is whole.amount.unit and part.kind == "count" and not part.weak
            if same and 0 < part.value < whole.amount.value:
                value, unit = whole.amount.value - part.value, whole.amount.unit
                text = f"{written(whole.amount.value)} − {written(part.value)} = {written(value, unit)}"
                fit = cover(words, (whole,), index)
                yield Derivation(value_amount(value, unit), text, (whole,), fit, "difference")


def _points(unit: Unit) -> Unit:
    """Return the unit of a difference: of percentages, points; of temperatures, no zero point."""
    if unit is PERCENT or unit.dimension == "share":
        return Unit("percentage points", "points")
    return unit._replace(offset=Fraction(0))


def ratios(
    words: Mapping[str, float], readings: Sequence[Reading], index: Index
) -> Iterator[Derivation]:
    """Yield how many times one reading is another, both ways."""
    for first, second, fit in pairs(words, readings, index):
        (a, b), _ = _in_one_unit((first, second))
        for one, other in ((a, b), (b, a)):
            if other and one / other > 1:
                text = f"{written(one)} / {written(other)} = {written(one / other)}"
                amount = Amount(Span(0, 0), one / other, Fraction(0), COUNT, "times")
                yield Derivation(amount, text, (first, second), fit, "ratio")


def shares(
    words: Mapping[str, float], readings: Sequence[Reading], index: Index
) -> Iterator[Derivation]:
    """Yield the smaller of two readings as a share of the larger.

    What a number is a part of may also be the larger number told right before it.
    """
    found = pairs(words, readings, index)
    for part in pool(words, readings, index)[:_LEADERS]:
        whole = _whole_of(part, readings)
        if whole is not None:
            found.append((part, whole, cover(words, (part,), index)))
    for first, second, fit in found:
        (a, b), _ = _in_one_unit((first, second))
        small, large = sorted((a, b))
        if 0 < small < large:
            text = f"{written(small)} / {written(large)} = {written(100 * small / large)}%"
            amount = value_amount(100 * small / large, PERCENT, Fraction(0))
            yield Derivation(amount, text, (first, second), fit, "share")


def _whole_of(part: Reading, readings: Sequence[Reading]) -> Reading | None:
    """Return the larger number of the same kind that stands before a part of it."""
    before = [
        r
        for r in readings
        if r.passage == part.passage
        and 0 <= part.line - r.line <= 1
        and r.span.start < part.span.start
        and r.amount.kind == "count"
        and not r.amount.weak
        and r.cell is None
        and r.amount.dimension == part.amount.dimension
        and r.amount.base > part.amount.base
    ]
    return before[-1] if before and part.cell is None and part.amount.kind == "count" else None


def changes(
    words: Mapping[str, float], readings: Sequence[Reading], index: Index, *, down: bool
) -> Iterator[Derivation]:
    """Yield by how many percent one of two readings lies above (or below) the other."""
    for first, second, fit in pairs(words, readings, index):
        (a, b), _ = _in_one_unit((first, second))
        small, large = sorted((a, b))
        if not 0 < small < large:
            continue
        base = large if down else small
        value = 100 * (large - small) / base
        text = f"({written(large)} − {written(small)}) / {written(base)} = {written(value)}%"
        amount = value_amount(value, PERCENT, Fraction(0))
        yield Derivation(amount, text, (first, second), fit, "change")


def _in_one_unit(members: Sequence[Reading]) -> tuple[list[Fraction], Unit]:
    """Return the values of readings in the unit of the first, or without one."""
    unit = members[0].amount.unit
    if unit is COUNT or any(m.amount.unit is COUNT for m in members):
        shares_ = all(member.amount.kind == "share" for member in members)
        return [m.amount.value for m in members], COUNT if not shares_ else PERCENT
    offset = unit.offset
    return [(m.amount.base - offset) / unit.factor for m in members], unit


def _step(members: Sequence[Reading]) -> Fraction:
    return max(member.amount.step for member in members)


def matches(claim: Amount, derivation: Derivation) -> bool:
    """Say whether a claim's amount is a derived value, as far as the claim shows it."""
    derived = derivation.amount
    if claim.kind != derived.kind and "times" in {claim.kind, derived.kind}:
        return False
    if claim.dimension == "points" or derived.dimension == "points":
        value = claim.value * 100 if claim.kind == "share" else claim.value
        return abs(value - derived.value) <= max(claim.step / 2, Fraction(1, 1000))
    exact = claim if claim.bound in {"exact", "about", "under"} else replace(claim, bound="exact")
    return agreement(exact, derived) == "equal"
