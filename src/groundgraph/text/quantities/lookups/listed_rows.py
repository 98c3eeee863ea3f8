"""Rows that a claim lists as those that meet a condition: "Three failed: X02, X04 and X06".

A row that is listed and does not meet it makes the claim wrong; so does one that is missing where
the claim, or its question, asks for all of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES
from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.lookups.named_rows import first_place, rows_listed
from groundgraph.text.quantities.tables.selections import selections
from groundgraph.text.quantities.written.model import Event
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.findings import CheckOutcome
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Grid
    from groundgraph.text.quantities.tables.selections import Selection

_APART = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nobody|nothing|without|except|than|but|while|whereas"
    r"|although|though|unlike|instead|rather|other|others|either)\b|n['’]t\b|;",
    re.IGNORECASE,
)
"""Words by which a claim says more of its rows than that they meet a condition."""
_OPEN = re.compile(
    r"\b(?:such as|for example|e\.g|including|include|includes|among)\b", re.IGNORECASE
)
_ALL = re.compile(r"\b(?:how many|which|what|who|list|name|any|all)\b", re.IGNORECASE)
_CHOOSES = re.compile(r"\W*(?:which|what|who|list|name|how many)\b", re.IGNORECASE)
_OF_SOME = re.compile(
    r"(?:(?:yes|there (?:are|were|is)|in total|only|just|exactly|a total of)[,:]? )*"
    r"(?P<many>\d{1,3}|[a-z]{2,9})\b(?! of\b)",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"\b(?P<many>\d{1,3}|[a-z]{2,9}) (?:out )?of (?:the |these |those |its |our )?"
    r"(?P<all>\d{1,3}|[a-z]{2,9})\b",
    re.IGNORECASE,
)
_SURE, _LEAN = 0.9, 0.6
_SEVERAL = 2


def check_listed_rows(claim: ReadClaim) -> list[Check]:
    """Hold the rows that a claim lists against those that have what it says of them."""
    if not claim.grids or _APART.search(claim.text):
        return []
    return [check for passage, grid in claim.grids for check in _in_grid(claim, passage, grid)]


def _in_grid(claim: ReadClaim, passage: int, grid: Grid) -> Iterator[Check]:
    places = rows_listed(claim, grid)
    names = {grid.rows[row][0].words for row in places if 0 in grid.rows[row]}
    if len(places) == 1 and not _CHOOSES.match(claim.question.text):
        return
    said = claim.text if len(places) > 1 else ""
    wanted = selections(f"{claim.question.text} {said}", grid, names)
    if not places:
        yield from _counted(claim, passage, grid)
    if not places or not wanted:
        return
    listed = frozenset(places)
    if (moved := _moved(claim, grid, places)) is not None:
        yield _check(passage, grid, "contradicted", moved[1], [moved[0]])
        return
    for each in wanted:
        wrong = sorted((listed & each.known) - each.rows)
        if wrong and len(wrong) < max(_SEVERAL, len(listed)):
            yield _check(passage, grid, "contradicted", places[wrong[0]], [(wrong[0], each.column)])
            return
    if len(listed) < _SEVERAL or any(listed - each.known for each in wanted):
        return
    right = frozenset.intersection(*(each.rows for each in wanted))
    many = _number(claim.text)
    if right == listed and many in {None, len(listed)}:
        yield _check(passage, grid, "supported", claim.sentence.span, _cells(wanted, right))
    elif _ALL.search(claim.question.text) and not _OPEN.search(claim.text):
        yield Check("open", "order", claim.sentence.span, lean=-_LEAN)


def _counted(claim: ReadClaim, passage: int, grid: Grid) -> Iterator[Check]:
    """Hold "two of the five museums" against the rows that have what the claim says."""
    found = _OF_ALL.search(claim.text)
    wanted = selections(claim.text, grid) if found else []
    if found is None or not wanted or _read(found["all"]) != len(grid.rows):
        return
    if all(len(each.known) == len(grid.rows) for each in wanted):
        rows = frozenset.intersection(*(each.rows for each in wanted))
        right = len(rows) == _read(found["many"])
        at = Span(*found.span("many")) if not right else claim.sentence.span
        shown = _cells(wanted, rows or frozenset({0}))
        yield _check(passage, grid, "supported" if right else "contradicted", at, shown)


def _moved(
    claim: ReadClaim, grid: Grid, places: dict[int, Span]
) -> tuple[tuple[int, int], Span] | None:
    """Return the first value that is told of another of the rows listed: "S-20 to Tallinn".

    A claim that lists rows tells the values of one column in the order of the rows, or each beside
    its own; where all of them are told, in another order, the first is of another row.
    """
    rows = sorted(places, key=lambda row: places[row].start)
    if len(rows) < _SEVERAL or len({places[row].start for row in rows}) < len(rows):
        return None
    for column in grid.headers:
        own = [grid.rows[row][column].words for row in rows if column and column in grid.rows[row]]
        if len({*own}) < len(rows) or not all(own):
            continue
        told = sorted(
            (at, number) for number, words in enumerate(own) if (at := first_place(claim, words))
        )
        in_order = [number for _, number in told]
        if len(told) == len(rows) and in_order != sorted(in_order):
            wrong = next(at for at, number in enumerate(in_order) if at != number)
            return (rows[wrong], column), told[wrong][0]
    return None


def _number(text: str) -> int | None:
    """Return how many rows a claim says that there are, ``None`` where it does not."""
    found = _OF_SOME.match(text)
    if found is None:
        return None
    return _read(found["many"])


def _read(said: str) -> int | None:
    return int(said) if said.isdecimal() else ONES.get(said.lower())


def _cells(wanted: Sequence[Selection], rows: frozenset[int]) -> list[tuple[int, int]]:
    return [(row, each.column) for row in sorted(rows)[:_SEVERAL] for each in wanted[:1]]


def _check(
    passage: int,
    grid: Grid,
    outcome: CheckOutcome,
    at: Span,
    places: Sequence[tuple[int, int]],
) -> Check:
    cells = [grid.rows[row][column].cell for row, column in places]
    held = tuple(Event.of_cell(c, passage) for c in cells)
    return Check(outcome, "row", at, held, _SURE)
