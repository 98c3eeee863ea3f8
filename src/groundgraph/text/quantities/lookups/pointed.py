"""The row or record that a question points at by one of its values: "the talk by Amara Diallo"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.tables.word_rows import WordRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.table_cells import TableCell

_NUMBERS = frozenset("id no nr number code key ref reference ticket order invoice case".split())
"""Last words of columns that number their rows."""
_OF_TWO = frozenset(
    """same other others also besides except than after before next following previous both
    another different else share shares shared not""".split()
)
"""Words of a question that may be on another row than the one it points at."""
_LEAST = 2
"""Letters of a value that may point at a row, at least."""


def pointed_at(claim: ReadClaim, passage: int, records: Sequence[WordRow]) -> WordRow | None:
    """Return the one row of which a question has a value that no other row has, but for that value.

    Args:
        claim: The claim and its question.
        passage: The number of the passage.
        records: The rows of the passage that hold words.
    """
    if len(records) < _LEAST or not _OF_TWO.isdisjoint(claim.question.letters):
        return None
    cells = [c for row in records for c in row.cells if not c.alone]
    by_word = [c for c in cells if _is_asked(claim, c)]
    by_number = [
        c
        for c in (claim.index.passages[passage].tables.cells if claim.question.has_digit else ())
        if not c.alone and _numbers_row(c) and c.value in _numbers_asked(claim)
    ]
    pointing = [c for c in (*by_word, *by_number) if _stands_alone(c, cells)]
    places = {(c.table, c.at[0]) for c in pointing}
    if len(places) != 1:
        return None
    [place] = places
    own = [c for c in cells if (c.table, c.at[0]) == place and c not in pointing]
    own = [c for c in own if not _is_asked(claim, c)]
    return WordRow("", (), tuple(own)) if own else None


def _is_asked(claim: ReadClaim, cell: TableCell) -> bool:
    stems = cell_stems(cell.value)
    return len(cell.value) > _LEAST and bool(stems) and claim.question.words.keys() >= {*stems}


def _numbers_row(cell: TableCell) -> bool:
    name = cell.column.lower().rpartition(" ")[2]
    return name in _NUMBERS and any(map(str.isdigit, cell.value))


def _numbers_asked(claim: ReadClaim) -> frozenset[str]:
    """Return the numbers and codes of a question as they are written."""
    return frozenset(word.strip("?!.,;:()#") for word in claim.question.text.split())


def _stands_alone(cell: TableCell, cells: Sequence[TableCell]) -> bool:
    """Say whether no other row has the value in its column."""
    value = cell_stems(cell.value)
    return all(
        cell_stems(c.value) != value
        for c in cells
        if c.column == cell.column and c.table == cell.table and c.at[0] != cell.at[0]
    )
