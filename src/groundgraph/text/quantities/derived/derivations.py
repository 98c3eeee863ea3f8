"""Values that follow from amounts of the evidence, each tied to what it measures.

A derivation is tried only where the claim, the question or the evidence gives a cue for it, and its
operands are those whose words cover the claim's best. What fits by chance is the danger.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.slots import ranked
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.numbers import is_to_the_second, timed_as, written
from groundgraph.text.quantities.written.unit_table import (
    BY_WORD,
    COUNT,
    PERCENT,
    POINTS,
    MeasureUnit,
)
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.quantities.evidence.findings import Operation
    from groundgraph.text.quantities.evidence.slots import Wanted
    from groundgraph.text.quantities.written.model import Event

_POOL, _LEADERS = 12, 4
"""Operands that are tried, and the best of them, whose line is tried whole."""
PARALLEL = 0.1
"""What it adds to the fit of two readings that they stand side by side."""
_BETWEEN_PARTS = 2
"""Tokens between a part and its whole at most: "18 of the 30"."""
_ONLY_TWO = 0.55
"""Fit of the only two amounts of their kind in the evidence."""
_MONTH = 2629746
"""Seconds."""
_OF_TIMES = frozenset({"sum", "difference"})
"""Operations whose terms are all of one unit."""


_NAMES = {unit.name for unit in BY_WORD.values()}
Pair = tuple["EvidenceQuantity", "EvidenceQuantity", float]
"""Two readings, and how well they fit a claim together."""


@dataclass(frozen=True, eq=False)
class Derivation:
    """A value that follows from amounts of the evidence.

    Attributes:
        amount: The value, as an amount in the unit in which it is told.
        terms: How it is reckoned, in numbers and the words between them.
        held: Its operands in the evidence.
        fit: Share of the claim's words that the operands cover, in [0, 1].
        operation: What was done.
        whole: Whether it takes in a whole list of as many things as the claim names.
        supposed: The amounts of the claim that it is reckoned from too: "ten days" at 20 a day.
        sole: Whether it is what is asked, by how its operands are told: another is by chance.
    """

    amount: Quantity
    terms: tuple[Fraction | str, ...]
    held: tuple[EvidenceQuantity | Event, ...]
    fit: float
    operation: Operation
    whole: bool = False
    supposed: tuple[Quantity, ...] = ()
    sole: bool = False

    @property
    def formula(self) -> str:
        """How it is reckoned, such as "24 + 18 = 42"."""
        unit = self.amount.unit
        times = [term for term in self.terms if not isinstance(term, str)]
        timed = unit.name == "hours" and self.operation in _OF_TIMES
        timed = timed and any(map(is_to_the_second, times))
        told = [
            term if isinstance(term, str) else timed_as(times)(term) if timed else written(term)
            for term in self.terms
        ]
        return f"{''.join(told)} = {written(self.amount.value, unit)}"


def times(share: Fraction, unit: MeasureUnit) -> str:
    """Write a share before what it is of: "1% of", "2 ×"."""
    return f"{written(100 * share, PERCENT)} of " if unit == PERCENT else f"{written(share)} × "


def value_amount(
    value: Fraction, unit: MeasureUnit, step: Fraction = Fraction(1), *, scale: int = 1
) -> Quantity:
    """Return a reckoned value as an amount; ``scale`` is that of a table "in millions"."""
    return Quantity(Span(0, 0), value, step, unit, scale=scale)


def matches(claim: Quantity, derivation: Derivation) -> bool:
    """Say whether a claim's amount is a derived value, as far as the claim shows it."""
    derived = derivation.amount
    if claim.kind != derived.kind and "times" in {claim.kind, derived.kind}:
        return False
    if claim.dimension == "points" or derived.dimension == "points":
        value = claim.value * 100 if claim.kind == "share" else claim.value
        size = claim.unit.factor / POINTS.factor if claim.dimension == "points" else Fraction(1)
        return abs(value * size - derived.value) <= max(claim.step * size / 2, Fraction(1, 1000))
    exact = (
        claim
        if claim.bound in {"exact", "exactly", "about", "under"}
        else replace(claim, bound="exact")
    )
    if derivation.operation == "share" and is_beyond(claim, derived):
        return True
    return "equal" in {agreement(exact, derived), agreement(claim, derived)}


def is_beyond(claim: Quantity, share: Quantity) -> bool:
    """Say whether a share lies on that side of a part which a claim tells: "fewer than half"."""
    if claim.kind != "share" or claim.step or claim.bound not in {"over", "below"}:
        return False
    return share.base > claim.base if claim.bound == "over" else share.base < claim.base


def pool(wanted: Wanted, readings: Sequence[EvidenceQuantity]) -> list[EvidenceQuantity]:
    """Return the readings that a claim's words fit best, and those beside the very best."""
    slots = ranked(wanted, readings)[:_POOL]
    best = [slot.held for slot in slots if not slot.held.about.isdisjoint(wanted.words)]
    lines = {(held.passage, held.line) for held in best[:_LEADERS] if held.cell is None}
    known = set(map(id, best))
    mates = [r for r in readings if (r.passage, r.line) in lines and id(r) not in known]
    return [*best, *mates[:_POOL]]


def pairs(
    wanted: Wanted, readings: Sequence[EvidenceQuantity], *, counts: bool = False
) -> list[Pair]:
    """Return pairs of readings of one kind that cover a claim's words together, the best first.

    Args:
        wanted: The claim's words.
        readings: What is paired.
        counts: Whether the only two of their kind may be counts of the same.
    """
    found = []
    for first, second in combinations(pool(wanted, readings), 2):
        if alike(first, second, wanted.words) and _told_apart(first, second, wanted.words):
            bonus = PARALLEL if is_parallel(first, second) else 0.0
            found.append((first, second, min(1.0, wanted.share(first, second) + bonus)))
    found = [pair for pair in found if not any(_is_named_better(o, pair, wanted) for o in found)]
    if not found:
        found = [(*two, _ONLY_TWO) for two in _only_two(readings, wanted.words, counts=counts)]
    return sorted(found, key=lambda pair: -pair[2])


def _is_named_better(other: Pair, pair: Pair, wanted: Wanted) -> bool:
    """Say whether a claim names more of what another pair has beside the reading that both have.

    "More than Germany" beside "Norway won 16, Germany 12 and China 9".
    """
    mine = [each for each in pair[:2] if each not in other[:2]]
    theirs = [each for each in other[:2] if each not in pair[:2]]
    if len(mine) != 1:
        return False
    one, two = mine[0], theirs[0]
    if not is_parallel(one, two) and not _are_in_one_table(one, two):
        return False
    said = wanted.words.keys()
    return not (one.own - two.about) & said and bool((two.own - one.about) & said)


def _are_in_one_table(one: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    if one.cell is None or other.cell is None:
        return False
    return (one.passage, one.cell.table) == (other.passage, other.cell.table)


def _only_two(
    readings: Sequence[EvidenceQuantity], words: Mapping[str, float], *, counts: bool
) -> Iterator[tuple[EvidenceQuantity, EvidenceQuantity]]:
    """Yield the two readings of their kind, where the evidence holds just two."""
    kept = [r for r in readings if not r.amount.weak and r.amount.kind == "count"]
    kept = [r for r in kept if r.amount.dimension] or kept  # no number of an invoice
    if len(kept) != 2 or not alike(kept[0], kept[1], words):
        return
    if kept[0].amount.dimension or (counts and kept[0].amount.noun == kept[1].amount.noun != ()):
        yield kept[0], kept[1]


def alike(first: EvidenceQuantity, second: EvidenceQuantity, words: Mapping[str, float]) -> bool:
    """Say whether two readings measure the same kind of thing."""
    one, other = first.amount, second.amount
    if one.dimension != other.dimension or one.kind != other.kind or one.weak or other.weak:
        return False
    if one.dimension == "time" and is_long(one) != is_long(other):
        return False
    if one.per != other.per and {one.per, other.per} <= BY_WORD.keys():
        return False  # "9.50 euros a month or 99 euros a year"
    if one.part != other.part and first.line == second.line:
        return set(one.noun) == set(other.noun) and is_part_of(first, second)
    counts_each = one.unit is COUNT and "each" in {one.per, other.per}  # "each holds 20 people"
    apart = is_of_each(one, other) and not (counts_each or _share_a_rate(first, second))
    if bool(one.per) != bool(other.per) and apart:
        return False
    if first.cell is not None and second.cell is not None:
        return _are_cells_alike(first, second)
    if one.unit is not COUNT or not one.noun or not other.noun:
        return True
    if set(one.noun) & ({*other.noun} | second.own) or set(other.noun) & first.own:
        return True
    return bool(set(one.noun) & words.keys()) and bool(set(other.noun) & words.keys())


def _are_cells_alike(first: EvidenceQuantity, second: EvidenceQuantity) -> bool:
    """Say whether two cells stand side by side, or in like columns of two tables."""
    cell = first.cell
    if cell is not None and cell is second.cell and "(%)" in f"{cell.row} {cell.column}":
        return False  # "63 (30.0)" of "n (%)"
    return is_parallel(first, second) or (
        not _are_in_one_table(first, second) and bool(_column(first) & _column(second))
    )


def _share_a_rate(first: EvidenceQuantity, second: EvidenceQuantity) -> bool:
    """Say whether "from $1.10 to $1.32 per share" is told, whose rate is that of both."""
    low, high = sorted((first, second), key=lambda r: r.span.start)
    near = 0 <= high.amount.first - low.amount.after <= _BETWEEN_PARTS
    return near and bool(high.amount.per) and (low.passage, low.line) == (high.passage, high.line)


def is_of_each(*amounts: Quantity) -> bool:
    """Say whether one of some amounts is for each of several things: "5 GB for every member"."""
    return any(a.per and (a.per == "each" or a.per not in _NAMES) for a in amounts)


def is_part_of(first: EvidenceQuantity, second: EvidenceQuantity) -> bool:
    """Say whether two readings are told as "18 of 30"."""
    low, high = sorted((first, second), key=lambda r: r.span.start)
    return low.amount.part and 0 <= high.amount.first - low.amount.after <= _BETWEEN_PARTS


def is_of_a_part(found: Derivation) -> bool:
    """Say whether a value is reckoned from a part and its whole: from "18 of 30"."""
    told = [one for one in found.held if isinstance(one, EvidenceQuantity)]
    return len(told) == len(found.held) == 2 and is_part_of(*told)


def is_long(amount: Quantity) -> bool:
    """Say whether a time is told in months or longer."""
    return amount.unit.factor >= _MONTH


def _column(reading: EvidenceQuantity) -> frozenset[str]:
    return frozenset(reading.cell.column.lower().split()) if reading.cell else frozenset()


def is_parallel(first: EvidenceQuantity, second: EvidenceQuantity) -> bool:
    """Say whether two readings stand side by side: in one sentence, column or row."""
    one, other = first.cell, second.cell
    if first.passage != second.passage:
        return one is not None and other is not None and one.column == other.column
    if one is not None and other is not None:
        if one.table != other.table:
            return False
        return one.column == other.column or one.at[0] == other.at[0]
    return first.line == second.line


def _told_apart(
    first: EvidenceQuantity, second: EvidenceQuantity, words: Mapping[str, float]
) -> bool:
    """Say whether a claim's words speak of both, or both stand in one clause."""
    here = first.line == second.line and first.passage == second.passage
    if first.own == second.own:
        return here
    within = first.own <= second.own or second.own <= first.own
    if here and within and first.cell is None and first.own & second.own & words.keys():
        return True  # "from $1.10 to $1.32 per share"
    row = first.cell is not None and second.cell is not None and is_parallel(first, second)
    if row and first.own & words.keys() and all(map(str.isdigit, first.own ^ second.own)):
        return True  # two years of a row
    one = (first.own - second.own) & words.keys()
    other = (second.own - first.own) & words.keys()
    return bool(one and other) or (bool(one or other) and is_parallel(first, second))


def in_one_unit(members: Sequence[EvidenceQuantity]) -> tuple[list[Fraction], MeasureUnit]:
    """Return the values of readings in the unit of the first, or without one."""
    unit = members[0].amount.unit
    if all(member.amount.unit == unit for member in members):
        shares = unit is COUNT and members[0].amount.kind == "share"
        return [member.amount.value for member in members], PERCENT if shares else unit
    if unit is COUNT or any(member.amount.unit is COUNT for member in members):
        return [member.amount.value for member in members], COUNT
    offset = unit.offset
    return [(member.amount.base - offset) / unit.factor for member in members], unit


def step_of(members: Sequence[EvidenceQuantity]) -> Fraction:
    """Return the finest precision that readings show."""
    return min(member.amount.step for member in members)


def scale_of(members: Sequence[EvidenceQuantity]) -> int:
    """Return the scale of the table that readings stand in."""
    return max(member.amount.scale for member in members)
