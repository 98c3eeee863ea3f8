"""What is free in lists and tables of prices: "Name change: £25", "Date change: free"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.tables.cells import cell_amounts, cell_stems
from groundgraph.text.quantities.written.model import Event
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.table_cells import TableCell

_GRATIS = frozenset(
    {"free", "free of charge", "gratis", "complimentary", "no charge", "no fee", "no cost"}
)
"""What stands in place of a price."""
_SAYS_FREE = re.compile(
    r"\b(?:(?:for )?free(?: of charge)?|gratis|(?:no|without an?) (?:charge|fee|cost)s?)\b",
    re.IGNORECASE,
)
_FREE_WORDS = frozenset("free gratis charge charges fee fees cost costs".split())
"""Of which each of these has one."""
_DENIALS = frozenset("not no never isn't isn’t aren't aren’t without only unless if".split())
_NO_MORE = frozenset(cell_stems("free charge fee cost price charged costs payable pay"))
"""Stems by which a claim says no more than what something costs."""


class _Entry(NamedTuple):
    """What a list or table asks for something: a price, or nothing."""

    passage: int
    cell: TableCell
    name: frozenset[str]
    free: bool


def check_free(claim: ReadClaim) -> list[Check]:
    """Hold "a name change is free", or what it costs, against the entry that a claim names.

    Amounts are held against each other elsewhere.
    """
    free = not _FREE_WORDS.isdisjoint(claim.sentence.letters)
    said = [Span(*match.span()) for match in _SAYS_FREE.finditer(claim.text)] if free else []
    told = [a.span for a in claim.sentence.amounts]
    priced = [a.span for a in claim.sentence.amounts if a.dimension.startswith("money")]
    if len(said) + len(told) != 1 or not (said or priced):
        return []
    [at] = said or priced
    rest = f"{claim.text[: at.start]} {claim.text[at.end :]}".lower()
    entry = _named(claim) if _DENIALS.isdisjoint(rest.split()) else None
    if entry is None or not (said or entry.free):
        return []
    outcome = decided(right=entry.free and bool(said))
    if outcome == "contradicted" and _may_be_free(claim, entry):
        return []
    event = Event.of_cell(entry.cell, entry.passage)
    return [Check(outcome, "cell", at, (event,), 1.0)]


def _may_be_free(claim: ReadClaim, entry: _Entry) -> bool:
    """Say whether a sentence tells more of it: "Delivery is free for orders over £50."."""
    return any(
        bool(line.letters & {"free", "waived", "complimentary"}) and bool(line.stems & entry.name)
        for line in claim.index.sentences
    )


def _named(claim: ReadClaim) -> _Entry | None:
    """Return the one entry that a claim names in full, or its question, if it says no more."""
    asked = claim.question.words.keys()
    words = {word for word in claim.sentence.words if not word[0].isdigit()}
    entries = list(_entries(claim, words.union(asked)))
    longest = [e for e in entries if not any(e.name < other.name for other in entries)]
    own = [e for e in longest if e.name & words] or longest
    if len(own) != 1 or words - own[0].name - asked - _NO_MORE:
        return None
    return own[0]


def _entries(claim: ReadClaim, named: set[str]) -> Iterator[_Entry]:
    """Yield what is asked for each named thing of a list, and in each such row with one price."""
    for passage in claim.index.passages:
        rows: dict[tuple[int, int, str], list[_Entry]] = {}
        for cell in passage.tables.cells:
            name = cell.column if cell.alone else cell.row
            stems = cell_stems(name)
            if not stems or not named.issuperset(stems):
                continue
            free = cell.value.strip(" .").lower() in _GRATIS
            if free or _is_price(cell):
                key = (cell.table, -1, name) if cell.alone else (cell.table, cell.at[0], name)
                entry = _Entry(passage.number, cell, frozenset(stems), free)
                rows.setdefault(key, []).append(entry)
        yield from (own[0] for own in rows.values() if len(own) == 1)


def _is_price(cell: TableCell) -> bool:
    """Say whether a cell holds a price and no more."""
    amounts = cell_amounts(cell)
    if len(amounts) != 1 or not amounts[0].dimension.startswith("money"):
        return False
    [amount] = amounts
    return amount.span == Span(0, len(cell.value)) and amount.bound == "exact" and amount.value > 0
