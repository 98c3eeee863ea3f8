"""Which cells of tables and lists a claim and its question name: by row, column, key and range."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.row_counts import counts_rows
from groundgraph.text.quantities.tables.cells import cell_stems, speaks_of_loss
from groundgraph.text.quantities.tables.heads import heads_period, is_period
from groundgraph.text.quantities.tables.periods import periods_in
from groundgraph.text.quantities.tables.reading import spaced
from groundgraph.text.quantities.tables.scales import scale_named
from groundgraph.text.quantities.tables.sheets import UNSCALED
from groundgraph.text.quantities.tables.signs import is_a_loss
from groundgraph.text.quantities.written.agreement import agreement, comparable
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.normals import OF_NORMALS, is_before_normals
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim, Slot
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.table_cells import TableCell

    _Place = tuple[int, int, str, int]


_REFERENCE = re.compile(r"\b(?:reference|ref|normal)\b|^range(?: \([^()]*\))?$", re.IGNORECASE)
_QUARTER = re.compile(r"\b[qh][1-4]\b", re.IGNORECASE)
_COUNTING = re.compile(
    r"how many\b[^?]{0,200}\b(?:above|below|over|under|exceed\w{0,3}|than) [$€£]?\d",
    re.IGNORECASE,
)


def counts_cells(claim: ReadClaim) -> bool:
    """Say whether a question asks how many cells are on one side of a value."""
    return _COUNTING.search(claim.question.text) is not None


def as_a_loss(claim: ReadClaim, check: Check) -> Check:
    """Turn that an amount is right which tells a loss as a gain: "net income was 350"."""
    told = check.held[0] if check.outcome == "supported" and check.held else None
    if not isinstance(told, EvidenceQuantity) or told.cell is None or not is_a_loss(told.cell):
        return check
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    opened = claim.text[: amount.span.start].rstrip("$€£¥ ").endswith(("(", "-", "−"))
    opened |= "(" in amount.span.of(claim.text)
    said = f"{claim.question.text} {claim.text}"
    if amount.value < 0 or opened or speaks_of_loss(said):
        return check
    return replace(check, outcome="contradicted")


def in_its_scale(claim: ReadClaim, check: Check) -> Check:
    """Leave open what has the digits of a cell in thousands, but not its scale."""
    told = check.held[0] if check.outcome == "supported" and check.held else None
    if not isinstance(told, EvidenceQuantity):
        return check
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    lacking = lacks_its_scale(claim, amount, told)
    return replace(check, outcome="open", lean=0.0) if lacking else check


def lacks_its_scale(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a sum has the digits of a cell and not its scale: "€48,200" of 48,200 in €k.

    A number alone may be meant in the scale of the table, as may what is asked or told "in €k".
    """
    money = amount.dimension.startswith("money") and not amount.scaled
    if reading.cell is None or reading.amount.scale == 1 or not money:
        return False
    if agreement(amount, replace(reading.amount, scale=1)) != "equal":
        return False
    unscaled = UNSCALED.search(f"{reading.cell.row} {reading.cell.column}")
    return not unscaled and scale_named(f"{claim.question.text} {claim.text}") == 1


def is_in_band(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether a cell stands in the row for a range that an amount told or asked falls in."""
    if claim.in_band is None or reading.cell is None:
        return False
    name = reading.cell.column if reading.cell.alone else reading.cell.row
    _, band = claim.in_band
    return band.table == (reading.passage, reading.cell.table) and band.row == cell_stems(name)


def is_of_another_row(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a claim gives its case, for which a row is meant, the value of another row."""
    return is_in_band(claim, reading) and any(
        agreement(amount, other.amount) == "equal"
        for other in claim.index.readings
        if other is not reading and are_in_one_column(other, reading)
    )


def are_in_one_column(one: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether two cells stand in one column, or in one list of "key: value"."""
    if one.cell is None or other.cell is None:
        return False
    if (one.passage, one.cell.table) != (other.passage, other.cell.table):
        return False
    return one.cell.column == other.cell.column or (one.cell.alone and other.cell.alone)


def _names_a_band(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether a cell only names the row in which the claim's case falls."""
    return (
        reading.cell is not None
        and not reading.cell.alone
        and reading.cell.at[1] == 0
        and is_in_band(claim, reading)
    )


def may_tell(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a reading may be what an amount tells: of its kind, and of the same role."""
    if not comparable(amount, reading.amount):
        return False
    if reading.cell is None:
        return True
    aside = _names_a_band(claim, reading) or _is_only_a_reference(claim, amount, reading)
    aside = aside or _counts_beside(claim, amount, reading)
    return not (aside or counts_rows(claim, amount, reading))


def _counts_beside(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a cell is a bare number beside one of what an amount measures: "$20 | 10"."""
    if not amount.dimension or reading.amount.dimension:
        return False
    measured = (reading.passage, reading.line, amount.dimension)
    return reading.cell is not None and measured in claim.index.measured_lines


def _is_only_a_reference(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a cell tells which values are normal, of which an amount of a claim is none."""
    if reading.cell is None or not _REFERENCE.search(spaced(reading.cell.column)):
        return False
    asked = {token.text for token in claim.question.tokens}
    if not OF_NORMALS.isdisjoint(asked):
        return False
    return OF_NORMALS.isdisjoint(claim.lower) or is_before_normals(claim.sentence, amount)


def names_row(claim: ReadClaim, best: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether a claim names the row of one cell and not that of another in its column.

    In a list of "key: value" it is the keys that name.
    """
    if best.cell is None or other.cell is None:
        return False
    named = {*claim.sentence.words, *claim.question.words}
    if is_in_band(claim, best):
        return not is_in_band(claim, other)
    if best.cell.column != other.cell.column:
        keys = [{*cell_stems(cell.column)} for cell in (best.cell, other.cell) if cell.alone]
        return len(keys) > 1 and _is_named_alone(named, *keys)
    own = row_words(best.cell) - row_words(other.cell)
    return bool(own) and own <= named


def _is_named_alone(named: AbstractSet[str], own: set[str], theirs: set[str]) -> bool:
    """Say whether all words of one name are held that another lacks, and not all of the other's."""
    one, other = own - theirs, theirs - own
    return bool(one) and one <= named and not (other and other <= named)


def gives_row_beside(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a question names a row of a table, and the claim gives it the value of another.

    Which column is meant is told by a word, or by the measure where the row has no other of it.
    """
    cell = held.cell
    if cell is None or cell.alone or not row_words(cell) or heads_period(cell.column):
        return False
    known = claim.question.words.keys() | claim.sentence.words.keys()
    beside = [
        r
        for r in claim.index.readings
        if r is not held and are_in_one_column(r, held) and r.cell is not None
    ]
    rows = [row_words(r.cell) for r in beside if agreement(amount, r.amount) == "equal" and r.cell]
    apart = [row - row_words(cell) for row in rows]
    own = row_words(cell)
    if not own <= known or not apart or any(not row or row & known for row in apart):
        return False
    return bool(head_of(cell) & known - own) or (
        held.amount.dimension == amount.dimension and _is_alone_of_its_kind(claim, held)
    )


def _is_alone_of_its_kind(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether no other cell of its row measures what a cell does: the one price."""
    in_row = [r for r in claim.index.readings if (r.passage, r.line) == (held.passage, held.line)]
    return [r for r in in_row if r.amount.dimension == held.amount.dimension != ""] == [held]


def gives_column_beside(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a claim names a cell by row and column, and gives it the value of another column.

    "Team allows 100 users" beside "Team | 100 GB | 10 users": by its digits, whatever it measures.
    """
    cell = held.cell
    if cell is None or not row_words(cell):
        return False
    known = claim.question.words.keys() | claim.sentence.words.keys() | {*amount.noun}
    own = row_words(cell)
    if not own <= known or not (head_of(cell) & known - own or _is_alone_of_its_kind(claim, held)):
        return False
    return any(
        r.cell is not None
        and (r.passage, r.line) == (held.passage, held.line)
        and r.cell.column != cell.column
        and r.amount.value == amount.value
        and known.isdisjoint({*cell_stems(r.cell.column)} - own)
        for r in claim.index.readings
    )


def is_asked(claim: ReadClaim, reading: EvidenceQuantity, rival: EvidenceQuantity) -> bool:
    """Say whether the question names the column of a cell by a word that a rival's lacks."""
    if reading.cell is None or rival.cell is None:
        return False
    own = {*cell_stems(reading.cell.column)} - {*cell_stems(rival.cell.column)}
    return bool(own & (claim.question.words.keys() - row_words(reading.cell)))


def in_one_table(one: Slot[EvidenceQuantity], other: Slot[EvidenceQuantity]) -> bool:
    """Say whether two readings stand in one table."""
    first, second = one.held, other.held
    if first.cell is None or second.cell is None:
        return False
    return first.passage == second.passage and first.cell.table == second.cell.table


def in_row(equal: Sequence[Slot[EvidenceQuantity]], best: Slot[EvidenceQuantity]) -> bool:
    """Say whether the value stands in another column of the row, whose name may only be another."""
    cell = best.held.cell
    return cell is not None and any(
        slot.held.cell is not None
        and slot.held.passage == best.held.passage
        and slot.held.line == best.held.line
        for slot in equal
    )


def names_another_column(
    claim: ReadClaim, words: AbstractSet[str], reading: EvidenceQuantity
) -> bool:
    """Say whether words name a column of the table of a cell, and none of its own column."""
    cell = reading.cell
    if cell is None or cell.alone or not words.isdisjoint(cell_stems(cell.column)):
        return False
    tables = [p.tables.cells for p in claim.index.passages if p.number == reading.passage]
    columns = {c.column for cells in tables for c in cells if c.table == cell.table}
    return any(own and own <= words for own in map(frozenset, map(cell_stems, columns)))


def names_column(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether the claim's own words name the column of a cell."""
    if reading.cell is None:
        return False
    if is_period(reading.cell.column):
        return _names_period(claim, reading.cell.column)
    return bool(
        head_of(reading.cell) & {*claim.sentence.words, *amount.noun} - row_words(reading.cell)
    )


def _names_period(claim: ReadClaim, column: str) -> bool:
    """Say whether a claim names the year, day or quarter that heads a column, and no other."""
    if column.isdecimal():
        return {m.moment.year for m in claim.sentence.mentions} == {int(column)}
    own = [period for period, _ in periods_in(column)]
    told = [period for period, _ in periods_in(claim.text)]
    if own and not (told and all(period.is_in(own[0]) for period in told)):
        return False
    quarter = _QUARTER.search(column)
    said = {match[0].lower() for match in _QUARTER.finditer(claim.text)}
    return said == {quarter[0].lower()} if quarter else bool(own)


def asks_for_column(
    claim: ReadClaim, best: EvidenceQuantity, others: Sequence[EvidenceQuantity]
) -> bool:
    """Say whether the question names the column of one cell in full, and no word of the others'."""
    if best.cell is None:
        return False
    own = {*cell_stems(best.cell.column)}
    theirs = {word for held in others if held.cell for word in cell_stems(held.cell.column)} - own
    known = claim.question.words.keys() | claim.sentence.words.keys()
    return bool(own) and own <= claim.question.words.keys() and theirs.isdisjoint(known)


def row_words(cell: TableCell) -> frozenset[str]:
    """Return the stems of what the row of a cell is called."""
    return frozenset(cell_stems(cell.row))


def near_cell(reading: EvidenceQuantity) -> frozenset[str]:
    """Return the words near an amount, those of a cell's names among them: "Name change: £25"."""
    if reading.cell is None:
        return reading.near
    return reading.near | {*f"{reading.cell.row} {reading.cell.column}".lower().split()}


def head_of(cell: TableCell) -> frozenset[str]:
    """Return the stem of what a column measures; of what a row does, where years head columns."""
    name = cell.row if heads_period(cell.column) else cell.column
    plain = spaced(name).lower().partition(" per ")[0].split("(")[0].split()
    return frozenset({stem(plain[-1].strip(".:#"))}) if plain else frozenset()


def counts_the_column(amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a cell is of what an amount counts: "48,120 rows" beside "rows: 48210"."""
    return reading.cell is not None and bool({*amount.noun} & head_of(reading.cell))


def tells_its_row(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a claim has the name and another amount of a row: "Pro | $39 | 100 GB"."""
    if held.cell is None or not row_words(held.cell) <= claim.sentence.words.keys():
        return False
    row = [r for r in claim.index.readings if (r.passage, r.line) == (held.passage, held.line)]
    return any(
        agreement(amount, r.amount) == "equal"
        for amount in claim.sentence.amounts
        for r in row
        if r is not held
    )


_NOT_OF_ANOTHER = 0.4
"""What a word weighs at least that is not of the clause of another amount alone."""


def without_longer_names(
    claim: ReadClaim, number: int, slots: Sequence[Slot[EvidenceQuantity]]
) -> list[Slot[EvidenceQuantity]]:
    """Leave out cells of "Nuvo S Max" where a claim names "Nuvo S", which heads cells beside them.

    Args:
        claim: The claim.
        number: Of its amount, in whose clause the name stands, or in that of no other.
        slots: The cells, and what else may be meant.
    """
    if not any(slot.held.cell is not None for slot in slots):
        return list(slots)
    of_clause = {w for w, weight in claim.words_for(number).items() if weight >= _NOT_OF_ANOTHER}
    said = (of_clause, {*claim.sentence.words, *claim.question.words})
    heads: dict[_Place, list[tuple[frozenset[str], AbstractSet[str]]]] = {}
    for place, own in {key for slot in slots for key in _names_of(slot.held)}:
        heads.setdefault(place, []).extend((own, words) for words in said if own and own <= words)
    return [
        slot
        for slot in slots
        if not any(
            own < name and not name <= words
            for place, name in _names_of(slot.held)
            for own, words in heads[place]
        )
    ]


def _names_of(reading: EvidenceQuantity) -> list[tuple[_Place, frozenset[str]]]:
    """Return the names of a cell's row and column, each with the table and the line across it."""
    cell = reading.cell
    if cell is None or cell.alone:
        return []
    table = reading.passage, cell.table
    row, column = frozenset(cell_stems(cell.row)), frozenset(cell_stems(cell.column))
    return [
        ((*table, "row", cell.at[0]), column),
        ((*table, "column", cell.at[1]), row),
    ]
