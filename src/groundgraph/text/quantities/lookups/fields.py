"""Words in the cells of tables and records: whether a claim gives a field its own or another's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.held_data import is_name
from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome, Kind
from groundgraph.text.quantities.lookups.pointed import pointed_at
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.tables.word_rows import PART
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.word_rows import WordRow
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.table_cells import TableCell
    from groundgraph.text.quantities.written.tokens import Token


_LONGEST_NAME = 40
"""Characters of a cell that may name its row."""
_NOTHING = frozenset({"none", "no", "nil", "-", "–", "—"})
"""Values by which a row or record has nothing of a column."""
_DENIED = re.compile(
    r"(?:\b(?:no|without)|(?:\bnot|n['’]t) (?:have|need|require|charge|offer)(?: any| an?))"
    r"((?: [\w-]{1,30}){1,5})",
    re.IGNORECASE,
)
_PLAIN = frozenset(
    map(
        stem,
        """required require needed need charged charge payable due applies apply available offered
        offer included""".split(),
    )
)
"""Words that tell no more of what is lacking than that."""


def check_cells(claim: ReadClaim) -> list[Check]:
    """Hold the words of a claim against the cells of the rows and fields that it names."""
    told = [
        check
        for passage in claim.index.passages
        if passage.records
        for check in _in_passage(claim, passage.number, passage.records)
    ]
    denied = [frozenset(cell_stems(match[1])) for match in _DENIED.finditer(claim.text)]
    return [*told, *(_lacking(claim, denied) if denied else ())]


def _lacking(claim: ReadClaim, denied: Sequence[frozenset[str]]) -> Iterator[Check]:
    """Hold "no exit fee" for right where the cells of that column say "None", or a dash.

    They are those of the row that the claim or question names, else all of the column.
    """
    known = claim.sentence.words.keys() | claim.question.words.keys()
    for passage in claim.index.passages:
        cells = [
            cell
            for cell in passage.tables.cells
            if (own := cell_stems(cell.column)) and any(said.issuperset(own) for said in denied)
        ]
        named = [cell for cell in cells if cell.row and known >= {*cell_stems(cell.row)}] or cells
        heads = [c.column for c in passage.tables.cells if c.at[1] == 0]  # what rows are: "Tariff"
        names = (*heads, *(name for cell in named for name in (cell.row, cell.column)))
        words = {word for name in names for word in cell_stems(name)}
        more = claim.sentence.words.keys() - words - claim.question.words.keys() - _PLAIN
        if all(cell.value.lower() in _NOTHING for cell in named) and not more:
            for cell in named[:1]:
                yield _check("supported", claim, cell.column, (cell, passage.number), "limit")


def _in_passage(claim: ReadClaim, passage: int, records: Sequence[WordRow]) -> Iterator[Check]:
    named = _named(claim, records)
    one = named is not None and len({cell.at[0] for cell in named.cells}) == 1
    several = named is None and sum(_is_held(r.stems, claim.sentence) for r in records) > 1
    pointed = None if one or several else pointed_at(claim, passage, records)
    named = pointed or named
    if named is not None:
        for cell in _meant(claim, passage, named.cells):
            rivals = [
                rival
                for rival in _rivals(claim, records, named, cell.column)
                if not _heads_others(claim, passage, rival)
            ]
            check = _cell_check(claim, passage, cell, rivals, pointed=pointed is not None)
            if check is not None:
                yield check
    yield from _fields(claim, passage, [c for one in records for c in one.cells if c.alone])


def _rivals(
    claim: ReadClaim, records: Sequence[WordRow], named: WordRow, column: str
) -> Iterator[TableCell]:
    """Yield the cells of a column in other rows that a claim does not speak of.

    What a row has itself, or another of its name, is no other's.
    """
    own = {cell.value for cell in named.cells}
    for row in records:
        if row is named or _is_spoken_of(claim, row, named, column):
            continue
        yield from (c for c in row.cells if c.column == column and c.value not in own)


def _heads_others(claim: ReadClaim, passage: int, cell: TableCell) -> bool:
    """Say whether a value is a key that other fields stand under: "test" of "jobs test os"."""
    own = {*cell_stems(cell.value)}
    cells = claim.index.passages[passage].tables.cells
    return any(
        own <= {*cell_stems(name)}
        for c in cells
        if c.column != cell.column
        for name in (c.column, "" if c.row.startswith(cell.value) else c.row)
    )


def _is_spoken_of(claim: ReadClaim, other: WordRow, named: WordRow, column: str) -> bool:
    """Say whether a claim names another row too, by a word that no cell of the first has."""
    theirs, own = (
        {*row.stems, *(w for c in row.cells if c.column != column for w in _short_stems(c))}
        for row in (other, named)
    )
    return not (theirs - own).isdisjoint(claim.sentence.words)


def _short_stems(cell: TableCell) -> Sequence[str]:
    return cell_stems(cell.value) if len(cell.value) <= _LONGEST_NAME else ()


def _meant(claim: ReadClaim, passage: int, cells: Sequence[TableCell]) -> Sequence[TableCell]:
    """Leave out fields of a list of which a claim or question names another in full."""
    asked = claim.sentence.words.keys() | claim.question.words.keys()
    fields = {c.column for c in claim.index.passages[passage].tables.cells if c.alone}
    named = {column for column in fields if (own := cell_stems(column)) and asked >= {*own}}
    if not named:
        return cells
    return [cell for cell in cells if not cell.alone or cell.column in {PART, *named}]


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
    if not stems or not sentence.stems.issuperset([s for s in stems if s.isalpha()]):
        return False
    return sentence.words.keys() >= {*stems}


def _cell_check(
    claim: ReadClaim,
    passage: int,
    cell: TableCell,
    rivals: Sequence[TableCell],
    *,
    pointed: bool,
) -> Check | None:
    """Compare the text of a cell with what the claim says, where it names the column.

    Of a row that a question points at, the value that a claim gives tells which column is meant.
    """
    own = cell_stems(cell.value)
    if (
        not own
        or (cell.at[1] == 0 and not pointed)
        or (cell.names_a_unit and claim.sentence.amounts)
    ):
        return None
    if _is_held(own, claim.sentence):
        return _check("supported", claim, cell.value, (cell, passage))
    asked = {*claim.sentence.words, *claim.question.words}
    if not pointed and cell.column != PART and asked.isdisjoint(cell_stems(cell.column)):
        return None
    row = {word for other in (cell.row, *cell.others) for word in cell_stems(other)}
    for rival in rivals:
        stems = [word for word in cell_stems(rival.value) if word not in row and word not in own]
        if stems and _is_held(cell_stems(rival.value), claim.sentence):
            return _check("contradicted", claim, rival.value, (cell, passage))
    return None


def _fields(claim: ReadClaim, passage: int, cells: Sequence[TableCell]) -> Iterator[Check]:
    """Hold a value that a claim gives against the fields of a record that share a word."""
    for cell in cells:
        told = _is_held(cell_stems(cell.value), claim.sentence)
        if not told or _heads_others(claim, passage, cell):
            continue
        asked = {*claim.sentence.words, *claim.question.words}
        own = {*cell_stems(cell.column)}
        rivals = [c for c in cells if c is not cell and own & {*cell_stems(c.column)}]
        rivals = [
            rival
            for rival in rivals
            if not _names_section(cell.column, rival.column)
            and not _is_held(cell_stems(rival.value), claim.sentence)  # it tells both
        ]
        for rival in rivals:
            theirs = {*cell_stems(rival.column)}
            if asked & (theirs - own) and not asked & (own - theirs):
                yield _check("contradicted", claim, cell.value, (rival, passage))
            elif asked & (own - theirs) and not asked & (theirs - own):
                yield _check("supported", claim, cell.value, (cell, passage))


def _names_section(column: str, other: str) -> bool:
    """Say whether a field tells what that is called which another field is of: "metadata name"."""
    section, _, key = column.rpartition(" ")
    return is_name(key) and other.startswith(f"{section} ")


def _check(
    outcome: CheckOutcome,
    claim: ReadClaim,
    said: str,
    told: tuple[TableCell, int],
    kind: Kind = "cell",
) -> Check:
    """Return a check of what a claim says in the words of a cell or column."""
    cell, passage = told
    event = Event.of_cell(cell, passage)
    return Check(outcome, kind, _place(claim.sentence, {*cell_stems(said)}), (event,), 1.0)


def _place(sentence: Sentence, stems: Collection[str]) -> Span:
    """Return the longest run of words of a sentence that are some stems, else all of it."""
    longest: list[Token] = []
    run: list[Token] = []
    for at, token in enumerate(sentence.tokens):
        words = content_words(sentence.tokens, sentence.text, at, at + 1)
        if words:
            run = [*run, token] if all(word in stems for word in words) else []
            longest = max(longest, run, key=len)
    return Span(longest[0].start, longest[-1].end) if longest else sentence.span
