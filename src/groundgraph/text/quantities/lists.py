"""Readings that are told side by side, their sums and averages."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derivations import (
    PARALLEL,
    Derivation,
    in_one_unit,
    pairs,
    scale_of,
    step_of,
    value_amount,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.model import Reading
    from groundgraph.text.quantities.slots import Wanted
    from groundgraph.text.quantities.tables import Cell

_UNNAMED = 0.5
_NUMBER_FITS, _NUMBER_DIFFERS = 0.15, 0.25
_MOST_IN_PROSE, _MOST_IN_COLUMN = 3, 40
_TOTAL = frozenset({"total", "sum", "all", "overall", "subtotal", "average", "mean"})


def groups(readings: Sequence[Reading]) -> Iterator[list[Reading]]:
    """Yield readings that are listed side by side: in one sentence, or down a column."""
    rows: defaultdict[tuple[object, ...], list[Reading]] = defaultdict(list)
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


def keys_of(cell: Cell, passage: int) -> list[tuple[object, ...]]:
    """Return the lists that a cell belongs to: its column, and its row where years head columns."""
    if cell.column[:1].isdigit() or cell.column[:1] == "Q":
        return [("row", passage, cell.table, cell.at[0])]
    if cell.alone:
        return [("column", passage, cell.table, cell.column), ("record", passage, cell.table)]
    return [("column", passage, cell.table, cell.column)]


def _fit(wanted: Wanted, members: Sequence[Reading], numbers: set[int]) -> float:
    """Return how well a list fits a claim, given the whole numbers that the claim names."""
    fit = min(1.0, wanted.share(*members) + PARALLEL) if wanted.total else _UNNAMED
    if len(members) in numbers:
        return min(1.0, fit + _NUMBER_FITS)
    return fit - _NUMBER_DIFFERS if numbers else fit


def sums(wanted: Wanted, readings: Sequence[Reading], numbers: set[int]) -> Iterator[Derivation]:
    """Yield sums of two readings, and of lists."""
    for first, second, fit in pairs(wanted, readings):
        yield _sum(sorted((first, second), key=_place), fit)
    for members in groups(readings):
        if len(members) > 2 or len(members) in numbers:
            found = _sum(members, _fit(wanted, members, numbers))
            yield replace(found, whole=len(members) in numbers)


def _place(reading: Reading) -> tuple[int, int]:
    return reading.passage, reading.span.start


def _sum(members: Sequence[Reading], fit: float) -> Derivation:
    values, unit = in_one_unit(members)
    amount = value_amount(sum(values, Fraction(0)), unit, step_of(members), scale=scale_of(members))
    return Derivation(amount, _joined(values), tuple(members), fit, "sum")


def averages(
    wanted: Wanted, readings: Sequence[Reading], numbers: set[int]
) -> Iterator[Derivation]:
    """Yield the means of lists."""
    for members in groups(readings):
        values, unit = in_one_unit(members)
        mean = sum(values, Fraction(0)) / len(values)
        amount = value_amount(mean, unit, Fraction(0), scale=scale_of(members))
        terms = ("(", *_joined(values), f") / {len(values)}")
        fit, whole = _fit(wanted, members, numbers), len(members) in numbers
        yield Derivation(amount, terms, tuple(members), fit, "average", whole)


def _joined(values: Sequence[Fraction]) -> tuple[Fraction | str, ...]:
    terms: list[Fraction | str] = []
    for value in values:
        terms += [value, " + "]
    return tuple(terms[:-1])
