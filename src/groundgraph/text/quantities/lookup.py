"""Words in the cells of tables and records: whether a claim gives a field its own or another's."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from groundgraph.text.quantities.cells import cell_amounts, cell_stems
from groundgraph.text.quantities.dates import mentions
from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.slots import Claim
    from groundgraph.text.quantities.tables import Cell

_LONGEST = 60


def check_cells(claim: Claim) -> list[Check]:
    """Hold the words of a claim against the cells of the rows and fields that it names."""
    return [
        check
        for passage in claim.index.passages
        if passage.words
        for check in _in_passage(claim, passage.number, passage.words)
    ]


def is_word(cell: Cell) -> bool:
    """Say whether a cell holds a word or a code, and no amount, date or prose."""
    if not 0 < len(cell.value) <= _LONGEST or not any(map(str.isalnum, cell.value)):
        return False
    if not any(map(str.isdigit, cell.value)):
        return True
    parts = tokens(cell.value)
    return not cell_amounts(cell) and not mentions(parts, cell.value)


def _in_passage(claim: Claim, passage: int, cells: Sequence[Cell]) -> Iterator[Check]:
    rows: defaultdict[tuple[int, str], list[Cell]] = defaultdict(list)
    for cell in cells:
        rows[cell.table, cell.row].append(cell)
    named = _named(claim, [key for key in rows if key[1]])
    for cell in rows[named] if named is not None else ():
        rivals = [
            c for key, own in rows.items() if key != named for c in own if c.column == cell.column
        ]
        check = _cell_check(claim, passage, cell, rivals)
        if check is not None:
            yield check
    yield from _fields(claim, passage, [cell for cell in cells if cell.alone])


def _named(claim: Claim, rows: Sequence[tuple[int, str]]) -> tuple[int, str] | None:
    """Return the one row whose name the claim, or else the question, holds in full."""
    for words in (claim.sentence.words.keys(), claim.question.words.keys()):
        held = [key for key in rows if _is_held(cell_stems(key[1]), words)]
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


def _is_held(stems: Sequence[str], words: AbstractSet[str]) -> bool:
    return bool(stems) and all(stem in words for stem in stems)


def _cell_check(claim: Claim, passage: int, cell: Cell, rivals: Sequence[Cell]) -> Check | None:
    """Compare the text of a cell with what the claim says, where it names the column."""
    own = cell_stems(cell.value)
    if not own or cell.at[1] == 0:
        return None
    words = claim.sentence.words.keys()
    if _is_held(own, words):
        return Check("supported", "cell", cell.value, (_event(cell, passage),), 1.0)
    asked = {*words, *claim.question.words}
    if asked.isdisjoint(cell_stems(cell.column)):
        return None
    row = {word for other in (cell.row, *cell.others) for word in cell_stems(other)}
    for rival in rivals:
        stems = [word for word in cell_stems(rival.value) if word not in row]
        if stems and _is_held(cell_stems(rival.value), words):
            return Check("contradicted", "cell", rival.value, (_event(cell, passage),), 1.0)
    return None


def _fields(claim: Claim, passage: int, cells: Sequence[Cell]) -> Iterator[Check]:
    """Hold a value that a claim gives against the fields of a record that share a word."""
    words = claim.sentence.words.keys()
    asked = {*words, *claim.question.words}
    for cell in cells:
        if not _is_held(cell_stems(cell.value), words):
            continue
        own = {*cell_stems(cell.column)}
        rivals = [c for c in cells if c is not cell and own & {*cell_stems(c.column)}]
        for rival in rivals:
            theirs = {*cell_stems(rival.column)}
            if asked & (theirs - own) and not asked & (own - theirs):
                yield Check("contradicted", "cell", cell.value, (_event(rival, passage),), 1.0)
            elif asked & (own - theirs) and not asked & (theirs - own):
                yield Check("supported", "cell", cell.value, (_event(cell, passage),), 1.0)


def _event(cell: Cell, passage: int) -> Event:
    return Event(Moment(), {}, passage, cell.span, cell.span, 0, cell)
