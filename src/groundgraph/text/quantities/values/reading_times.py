"""Which of two values was told of the earlier time: by column, by row, or by the dates beside them.

"Costs were $25 million in 2022 and $20 million in 2023" tells a date of each value.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS
from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.written.dates import mentions
from groundgraph.text.quantities.written.moments import Moment, order, turns_the_year
from groundgraph.text.quantities.written.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence
    from groundgraph.text.quantities.written.table_cells import TableCell

_QUARTER = re.compile(r"[Qq]([1-4])")


def times_of(
    claim: ReadClaim, one: EvidenceQuantity, other: EvidenceQuantity
) -> tuple[Moment, Moment] | None:
    """Return the times of which two values are told, where one is surely the earlier."""
    if one.cell is not None and other.cell is not None:
        same_table = (one.passage, one.cell.table) == (other.passage, other.cell.table)
        told = _of_cells(one.cell, other.cell) if same_table else None
    else:
        first, second = (_beside(claim, reading) for reading in (one, other))
        told = (first, second) if first is not None and second is not None else None
    if told is None:
        return None
    in_place = told if one.span.start < other.span.start else told[::-1]
    if one.passage == other.passage and turns_the_year(*in_place):
        return None
    return told if order(*told) in {"before", "after"} else None


def time_order(claim: ReadClaim, one: EvidenceQuantity, other: EvidenceQuantity) -> int:
    """Return -1 where the first of two values is of the earlier time, 1 of the later, 0 unknown."""
    times = times_of(claim, one, other)
    return (-1 if order(*times) == "before" else 1) if times is not None else 0


def _of_cells(one: TableCell, other: TableCell) -> tuple[Moment, Moment] | None:
    """Return the times that name the columns of one row, or the rows of one column."""
    if one.at[0] == other.at[0]:
        return _named(one.column, other.column)
    if one.at[1] == other.at[1]:
        return _named(one.row, other.row)
    return None


def _named(one: str, other: str) -> tuple[Moment, Moment] | None:
    """Return the times of two names that differ in nothing else: "Sales 2022", "Sales 2023"."""
    first, second = _time_and_rest(one), _time_and_rest(other)
    if first is None or second is None or first[1] != second[1]:
        return None
    return first[0], second[0]


def _time_and_rest(name: str) -> tuple[Moment, str] | None:
    quarter = _QUARTER.fullmatch(name.strip())
    if quarter is not None:
        return Moment(month=3 * int(quarter[1]) - 2, months=3), ""
    month = MONTHS.get(name.strip(" .").lower())
    if month is not None:
        return Moment(month=month), ""
    text = f"in {name}"
    dates = mentions(tokens(text), text)
    if len(dates) != 1 or not dates[0].moment.dated:
        return None
    span = dates[0].span
    return dates[0].moment, text[: span.start] + text[span.end :]


def _beside(claim: ReadClaim, reading: EvidenceQuantity) -> Moment | None:
    """Return the date that a sentence tells for one of its values.

    Dates and values of the kind take turns there: each has its own.
    """
    line = line_of(claim, reading)
    if line is None:
        return None
    dates = line.mentions
    alike = [a for a in line.amounts if a.dimension == reading.amount.dimension and not a.weak]
    if len(dates) != len(alike) or not all(date.moment.dated for date in dates):
        return None
    return _taking_turns(line, reading, sorted(date.first for date in dates))


def _taking_turns(
    line: Sentence, reading: EvidenceQuantity, places: Sequence[int]
) -> Moment | None:
    alike = [
        a.first for a in line.amounts if a.dimension == reading.amount.dimension and not a.weak
    ]
    turns = sorted((*places, *alike))
    of_dates = {*places}
    in_turn = all(
        (at in of_dates) == ((turns[0] in of_dates) == (number % 2 == 0))
        for number, at in enumerate(turns)
    )
    own = [at for at in alike if at == reading.amount.first]
    if not in_turn or not own:
        return None
    return next(d.moment for d in line.mentions if d.first == places[alike.index(own[0])])
