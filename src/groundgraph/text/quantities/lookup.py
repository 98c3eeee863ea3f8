"""Words in the cells of tables and records: whether a claim gives a field its own or another's."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.cells import cell_amounts, cell_mentions, cell_stems
from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.model import Sentence
    from groundgraph.text.quantities.slots import ReadClaim
    from groundgraph.text.quantities.tables import TableCell

_LONGEST = 60
_PART = ""
"""Column of what stands beside an amount in a line of a list."""
_BETWEEN_PARTS = re.compile(r"[,;/]")


@dataclass(frozen=True)
class WordRow:
    """The cells of a row, or of a record without a name, that hold a word or a code.

    Attributes:
        name: What the row is called, or "".
        stems: The content words of the name.
        cells: The cells, in order.
    """

    name: str
    stems: tuple[str, ...]
    cells: tuple[TableCell, ...]


def records_of(cells: Sequence[TableCell]) -> list[WordRow]:
    """Return the rows of tables and the records of a passage, without amounts, dates and prose."""
    rows: defaultdict[tuple[int, str], list[TableCell]] = defaultdict(list)
    for cell in cells:
        if _is_word(cell):
            rows[cell.table, cell.row].append(cell)
    told = [WordRow(name, cell_stems(name), tuple(own)) for (_, name), own in rows.items()]
    return [*told, *_lines_of_parts(cells)]


def _lines_of_parts(cells: Sequence[TableCell]) -> Iterator[WordRow]:
    """Yield "Ramipril: 5 mg, morning" as a row with a word, where several lines are told so."""
    found: defaultdict[int, list[TableCell]] = defaultdict(list)
    for cell in cells:
        parts = [part.strip() for part in _BETWEEN_PARTS.split(cell.value)]
        if not cell.alone or len(parts) < 2 or not parts[0][:1].isdigit():
            continue
        word, key = ", ".join(parts[1:]), cell.column
        if len(word) <= _LONGEST and word[:1].isalpha() and not any(map(str.isdigit, word)):
            start = cell.span.end - len(word)
            own = replace(cell, row=key, column=_PART, value=word, span=Span(start, cell.span.end))
            found[cell.table].append(replace(own, others=(), at=(cell.at[1], 1)))
    for lines in found.values():
        if len(lines) > 1:
            yield from (WordRow(c.row, cell_stems(c.row), (c,)) for c in lines)


def check_cells(claim: ReadClaim) -> list[Check]:
    """Hold the words of a claim against the cells of the rows and fields that it names."""
    return [
        check
        for passage in claim.index.passages
        if passage.records
        for check in _in_passage(claim, passage.number, passage.records)
    ]


def _is_word(cell: TableCell) -> bool:
    if not 0 < len(cell.value) <= _LONGEST or not any(map(str.isalnum, cell.value)):
        return False
    if not any(map(str.isdigit, cell.value)):
        return True
    return not cell_mentions(cell.value)[1] and not cell_amounts(cell)


def _in_passage(claim: ReadClaim, passage: int, records: Sequence[WordRow]) -> Iterator[Check]:
    named = _named(claim, records)
    for cell in named.cells if named is not None else ():
        rivals = [
            c for one in records if one is not named for c in one.cells if c.column == cell.column
        ]
        check = _cell_check(claim, passage, cell, rivals)
        if check is not None:
            yield check
    yield from _fields(claim, passage, [c for one in records for c in one.cells if c.alone])


def _named(claim: ReadClaim, records: Sequence[WordRow]) -> WordRow | None:
    """Return the one row whose name the claim, or else the question, holds in full."""
    for sentence in (claim.sentence, claim.question):
        held = [one for one in records if one.name and _is_held(one.stems, sentence)]
        names = [set(one.stems) for one in held]
        longest = [
            one for one, own in zip(held, names, strict=True) if not any(own < o for o in names)
        ]
        if longest:
            return longest[0] if len(longest) == 1 else None
    return None


def _is_held(stems: Sequence[str], sentence: Sentence) -> bool:
    """Say whether a sentence holds some stems, asking first for what is quick to know."""
    if not stems or not all(word in sentence.stems for word in stems if word.isalpha()):
        return False
    return all(word in sentence.words for word in stems)


def _cell_check(
    claim: ReadClaim, passage: int, cell: TableCell, rivals: Sequence[TableCell]
) -> Check | None:
    """Compare the text of a cell with what the claim says, where it names the column."""
    own = cell_stems(cell.value)
    if not own or cell.at[1] == 0:
        return None
    if _is_held(own, claim.sentence):
        return Check("supported", "cell", cell.value, (_event(cell, passage),), 1.0)
    asked = {*claim.sentence.words, *claim.question.words}
    if cell.column != _PART and asked.isdisjoint(cell_stems(cell.column)):
        return None
    row = {word for other in (cell.row, *cell.others) for word in cell_stems(other)}
    for rival in rivals:
        stems = [word for word in cell_stems(rival.value) if word not in row and word not in own]
        if stems and _is_held(cell_stems(rival.value), claim.sentence):
            return Check("contradicted", "cell", rival.value, (_event(cell, passage),), 1.0)
    return None


def _fields(claim: ReadClaim, passage: int, cells: Sequence[TableCell]) -> Iterator[Check]:
    """Hold a value that a claim gives against the fields of a record that share a word."""
    for cell in cells:
        if not _is_held(cell_stems(cell.value), claim.sentence):
            continue
        asked = {*claim.sentence.words, *claim.question.words}
        own = {*cell_stems(cell.column)}
        rivals = [c for c in cells if c is not cell and own & {*cell_stems(c.column)}]
        for rival in rivals:
            theirs = {*cell_stems(rival.column)}
            if asked & (theirs - own) and not asked & (own - theirs):
                yield Check("contradicted", "cell", cell.value, (_event(rival, passage),), 1.0)
            elif asked & (own - theirs) and not asked & (theirs - own):
                yield Check("supported", "cell", cell.value, (_event(cell, passage),), 1.0)


def _event(cell: TableCell, passage: int) -> Event:
    return Event(Moment(), {}, passage, cell.span, cell.span, 0, cell)
