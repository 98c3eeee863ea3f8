"""Which rows of a table a claim names, and where."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.lookups.rows import named_in
from groundgraph.text.quantities.tables.grids import said_in, words_of
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Grid

_DIGITS, _YEARS = 3, range(1900, 2101)
_ARTICLE = re.compile(r"\b(?:the|a|an|also|in|at|#) ?$", re.IGNORECASE)


def rows_listed(claim: ReadClaim, grid: Grid) -> dict[int, Span]:
    """Return the rows that a claim names, each with where: one alone, or the items of a list."""
    found = rows_named(claim, grid)
    first = min((at.start for at in found.values()), default=0)
    return {row: at for row, at in found.items() if at.start == first or _goes_on(claim, at)}


def rows_named(claim: ReadClaim, grid: Grid) -> dict[int, Span]:
    """Return all rows that a claim names, each with where.

    A row is named by its first cell, or by that of another column of words in which no two rows
    are alike.
    """
    found: dict[int, Span] = {}
    asked = words_of(claim.question.text)
    naming = _naming(grid)
    for each in named_in(said_in(claim.text), grid):
        rows = {row for row, column in each.places if column in naming}
        alone = {column for _, column in each.places} <= naming
        at = first_place(claim, each.words)
        if len(rows) == 1 and (alone or not each.words <= asked) and at is not None:
            found.setdefault(next(iter(rows)), at)
    return found


def _naming(grid: Grid) -> set[int]:
    """Return the columns by which rows are named: the first, and those with no two alike."""
    return {0, *(column for column in grid.headers if _names_rows(grid, column))}


def _names_rows(grid: Grid, column: int) -> bool:
    """Say whether each row has a name of its own in a column: words, or a number of many digits."""
    held = [row[column] for row in grid.rows if column in row]
    if not len({cell.words for cell in held}) == len(held) == len(grid.rows):
        return False
    values = [cell.cell.value for cell in held]
    return all(v[:1].isalpha() for v in values) or _are_ids(values)


def _are_ids(values: Sequence[str]) -> bool:
    """Say whether some values are numbers that only name things, such as 5512, and no years."""
    sizes = {len(value) for value in values}
    if len(sizes) != 1 or min(sizes) < _DIGITS or not all(map(str.isdecimal, values)):
        return False
    return not all(int(value) in _YEARS for value in values)


def row_asked(claim: ReadClaim, grid: Grid) -> int | None:
    """Return the one row that a question names, ``None`` where it names none or several."""
    naming = _naming(grid)
    rows = {
        row
        for each in named_in(said_in(claim.question.text), grid)
        for row, column in each.places
        if column in naming
    }
    return rows.pop() if len(rows) == 1 else None


def _goes_on(claim: ReadClaim, at: Span) -> bool:
    """Say whether what stands at a place is the next of a list."""
    before = _ARTICLE.sub("", claim.text[: at.start]).rstrip(" *`\"“'‘")
    return before.endswith((",", "&", ":", "(", "/", " and", " or", "\n"))


def first_place(claim: ReadClaim, words: frozenset[str]) -> Span | None:
    """Return where a claim first has some words beside each other."""
    tokens = claim.sentence.tokens
    for at, token in enumerate(tokens):
        if words.isdisjoint(words_of(claim.text[token.start : token.end])):
            continue
        for last in tokens[at : at + 2 * len(words)]:
            span = Span(token.start, last.end)
            if words <= words_of(span.of(claim.text)):
                return span
    return None
