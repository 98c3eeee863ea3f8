"""Readings that are told side by side, their sums and averages."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS
from groundgraph.text.quantities.derived.derivations import (
    PARALLEL,
    Derivation,
    in_one_unit,
    pairs,
    scale_of,
    step_of,
    value_amount,
)
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity
    from groundgraph.text.quantities.written.table_cells import TableCell

_MONTHS = frozenset(map(stem, MONTHS))
_UNNAMED = 0.5
"""Fit of members of a list of which the claim says nothing."""
_COUNTED, _MOST_COUNTED = 0.65, 6
"""Fit of all that is counted by one noun, and of how many at most."""
_NUMBER_FITS, _NUMBER_DIFFERS = 0.15, 0.25
"""What it adds to a fit, or takes from it, that the claim numbers the members as the list does."""
_FEWEST_LEGS = 3
_ORDINALS = frozenset(map(stem, "first second third fourth fifth sixth last final".split()))
_MOST_IN_PROSE, _MOST_IN_COLUMN = 3, 40
_TOTAL = frozenset({"total", "sum", "all", "overall", "subtotal", "average", "mean"})


def groups(readings: Sequence[EvidenceQuantity]) -> Iterator[list[EvidenceQuantity]]:
    """Yield readings that are listed side by side: in one sentence, or down a column."""
    rows: defaultdict[tuple[object, ...], list[EvidenceQuantity]] = defaultdict(list)
    for reading in readings:
        if reading.amount.weak or reading.amount.kind != "count":
            continue
        if reading.cell is not None:
            if _TOTAL.isdisjoint(reading.cell.row.lower().split()):
                for key in keys_of(reading.cell, reading.passage):
                    rows[key].append(reading)
        else:
            amount = reading.amount
            key = "line", reading.passage, reading.line, amount.dimension, amount.per, amount.part
            rows[key].append(reading)
    for key, members in rows.items():
        most = _MOST_IN_PROSE if key[0] == "line" else _MOST_IN_COLUMN
        dimensions = {member.amount.dimension for member in members}
        if 2 <= len(members) <= most and len(dimensions) == 1:
            yield members


def keys_of(cell: TableCell, passage: int) -> list[tuple[object, ...]]:
    """Return the lists that a cell belongs to: its column, and its row where years head columns."""
    if cell.column[:1].isdigit() or cell.column[:1] == "Q":
        row = ("row", passage, cell.table, cell.at[0])
        named = any(map(str.isalpha, cell.column[1:]))  # "2023 revenue"
        return [row, ("column", passage, cell.table, cell.column)] if named else [row]
    if cell.alone:
        return [("column", passage, cell.table, cell.column), ("record", passage, cell.table)]
    return [("column", passage, cell.table, cell.column)]


def _fit(wanted: Wanted, members: Sequence[EvidenceQuantity], numbers: set[int]) -> float:
    """Return how well a list fits a claim, given the whole numbers that the claim names."""
    fit = min(1.0, wanted.share(*members) + PARALLEL) if wanted.total else _UNNAMED
    if len(members) in numbers:
        return min(1.0, fit + _NUMBER_FITS)
    return fit - _NUMBER_DIFFERS if numbers else fit


def sums(
    wanted: Wanted, readings: Sequence[EvidenceQuantity], numbers: set[int]
) -> Iterator[Derivation]:
    """Yield sums of two readings, and of lists."""
    for first, second, fit in pairs(wanted, readings):
        if _mixes_counts((first, second), readings, wanted):
            continue
        yield _sum(sorted((first, second), key=_place), fit)
    for members in groups(readings):
        if len(members) > 2 or len(members) in numbers:
            found = _sum(members, _fit(wanted, members, numbers))
            yield replace(found, whole=len(members) in numbers)


def _mixes_counts(
    pair: Sequence[EvidenceQuantity], readings: Sequence[EvidenceQuantity], wanted: Wanted
) -> bool:
    """Say whether a pair counts other things too than a claim does, where others count just them.

    Beside "8,220 students" the students of two schools, not students and teachers of one.
    """
    if any(one.amount.dimension for one in pair):
        return False
    said = {noun for one in readings for noun in one.amount.noun} & wanted.words.keys()
    counting = [not said.isdisjoint(one.amount.noun) for one in pair]
    others = sum(not said.isdisjoint(one.amount.noun) for one in readings)
    return any(counting) and not all(counting) and others > 1


def legs(wanted: Wanted, readings: Sequence[EvidenceQuantity]) -> Iterator[Derivation]:
    """Yield the sum of all times that one passage tells: of a bus, a wait and a train.

    And that of all sizes of one kind, where they are told from "the first" to "the last".
    """
    rows: defaultdict[tuple[int, str], list[EvidenceQuantity]] = defaultdict(list)
    for reading in readings:
        if reading.cell is None and reading.amount.dimension:
            rows[reading.passage, reading.amount.dimension].append(reading)
    for (_, dimension), members in rows.items():
        lines = {member.line for member in members}
        ordered = all(member.own & _ORDINALS for member in members)
        if (
            (dimension == "time" or ordered)
            and _FEWEST_LEGS <= len(members) <= _MOST_COUNTED
            and len(lines) > 1
        ):
            yield _sum(sorted(members, key=_place), _fit(wanted, members, set()))


def every_one(
    amount: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield the sum of all that is told in one way: "24 beds", "18 beds"; "cost £120", "cost £80".

    Each must be told of something else in much the same words, so that none is a part of another,
    and a claim must not name some of them alone.
    """
    own = {*amount.noun} if not amount.dimension else set()
    members = [
        r
        for r in readings
        if r.cell is None and not r.amount.weak and r.amount.kind == "count"
        and ({*r.amount.noun} == own if own else _is_of_its_kind(amount, r))
    ]  # fmt: skip
    if not 2 <= len(members) <= _MOST_COUNTED or any(m.amount.part for m in members):
        return
    apart = [m.own - own for m in members]
    shared = frozenset.intersection(*apart)
    # Of two years or days none is added to the other: "24 beds in 2019, 18 in 2020".
    named = [{word for word in rest - shared if not _is_of_a_date(word)} for rest in apart]
    distinct = all(named) and len(set(apart)) == len(apart)
    alike = all(2 * len(shared) >= len(rest) for rest in apart)
    some = {not words.isdisjoint(wanted.words) for words in named}
    if distinct and alike and (shared or own) and len(some) == 1:
        fit = max(_COUNTED, _fit(wanted, members, set())) if True in some else _COUNTED
        yield replace(_sum(sorted(members, key=_place), fit), whole=True)


def _is_of_its_kind(amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a reading measures what an amount does, and is for one of nothing.

    Times are told apart: what lies between two of them may be a part of a whole (see `legs`).
    """
    measures = amount.dimension not in {"", "time"}
    return measures and reading.amount.dimension == amount.dimension and not reading.amount.per


def _is_of_a_date(word: str) -> bool:
    return word[:1].isdigit() or word in _MONTHS


def _place(reading: EvidenceQuantity) -> tuple[int, int]:
    return reading.passage, reading.span.start


def _sum(members: Sequence[EvidenceQuantity], fit: float) -> Derivation:
    values, unit = in_one_unit(members)
    amount = value_amount(sum(values, Fraction(0)), unit, step_of(members), scale=scale_of(members))
    return Derivation(amount, _joined(values), tuple(members), fit, "sum")


def averages(
    wanted: Wanted, readings: Sequence[EvidenceQuantity], numbers: set[int]
) -> Iterator[Derivation]:
    """Yield the means of lists."""
    for members in groups(readings):
        if _mixes_scores_and_counts(members):
            continue
        values, unit = in_one_unit(members)
        mean = sum(values, Fraction(0)) / len(values)
        amount = value_amount(mean, unit, Fraction(0), scale=scale_of(members))
        terms = ("(", *_joined(values), f") / {len(values)}")
        fit, whole = _fit(wanted, members, numbers), len(members) in numbers
        yield Derivation(amount, terms, tuple(members), fit, "average", whole)


def _mixes_scores_and_counts(members: Sequence[EvidenceQuantity]) -> bool:
    """Say whether a list has scores and counts: "0.5 off the average of the three judges"."""
    scores = any(not one.amount.noun and one.amount.step < 1 for one in members)
    return scores and any(one.amount.noun and one.amount.step == 1 for one in members)


def _joined(values: Sequence[Fraction]) -> tuple[Fraction | str, ...]:
    terms: list[Fraction | str] = []
    for value in values:
        terms += [value, " + "]
    return tuple(terms[:-1])
