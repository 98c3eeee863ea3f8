"""Words in the cells of tables and records: whether a claim gives a row its own or another's."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from groundgraph.text.quantities.cells import cell_stems
from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.slots import Claim
    from groundgraph.text.quantities.tables import Cell

_LONGEST = 60


def check_cells(claim: Claim) -> list[Check]:
    """Hold the words of a claim against the cells of the rows and columns that it names."""
    return [
        check
        for passage in claim.index.passages
        if passage.tables.cells
        for check in _in_passage(claim, passage.number, passage.tables.cells)
    ]


def _in_passage(claim: Claim, passage: int, cells: Sequence[Cell]) -> Iterator[Check]:
    rows: defaultdict[tuple[int, str], list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell.row:
            rows[cell.table, cell.row].append(cell)
    named = _named(claim, list(rows))
    if named is None:
        return
    for cell in rows[named]:
        rivals = [c for key, own in rows.items() if key != named for c in own if c.column == cell.column]
        check = _cell_check(claim, passage, cell, rivals)
        if check is not None:
            yield check


def _named(claim: Claim, rows: Sequence[tuple[int, str]]) -> tuple[int, str] | None:
    """Return the one row whose name the claim, or else the question, holds in full."""
    for words in (claim.sentence.words, claim.question.words):
        held = [key for key in rows if _is_held(cell_stems(key[1]), words.keys())]
        longest = [
            key
            for key in held
            if not any(set(cell_stems(key[1])) < set(cell_stems(other[1])) for other in held)
        ]
        if len(longest) == 1:
            return longest[0]
        if longest:
            return None
    return None


def _is_held(stems: Sequence[str], words: object) -> bool:
    return bool(stems) and all(stem in words for stem in stems)  # type: ignore[operator]


def _cell_check(claim: Claim, passage: int, cell: Cell, rivals: Sequence[Cell]) -> Check | None:
    """Compare the text of a cell with what the claim says, where it names the column."""
    own = cell_stems(cell.value)
    if not _is_text(cell.value) or not own or cell.at[1] == 0:
        return None
    words = claim.sentence.words.keys()
    held = Event(Moment(), {}, passage, cell.span, cell.span, 0, cell)
    if _is_held(own, words):
        return Check("supported", "cell", cell.value, (held,), 1.0)
    asked = {*words, *claim.question.words}
    column = cell_stems(cell.column)
    if not column or not any(word in asked for word in column):
        return None
    row = {word for other in (cell.row, *cell.others) for word in cell_stems(other)}
    for rival in rivals:
        stems = [word for word in cell_stems(rival.value) if word not in row]
        if _is_text(rival.value) and stems and _is_held(cell_stems(rival.value), words):
            return Check("contradicted", "cell", rival.value, (held,), 1.0)
    return None


def _is_text(value: str) -> bool:
    return 0 < len(value) <= _LONGEST and not any(map(str.isdigit, value))

