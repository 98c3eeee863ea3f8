"""What a claim says of several rows of a table: how many, which alone, which have the same.

"Only Plus covers glass", "two of the coffees have low acidity", "Salo and Moretti serve on one and
the same ship". Which cells are meant is told by words alone, so that what is found leans.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.leans.said import leaning
from groundgraph.text.quantities.lookups.columns import LACKS, yes_or_no_columns
from groundgraph.text.quantities.lookups.rows import named_in, with_places
from groundgraph.text.quantities.tables.column_values import is_yes
from groundgraph.text.quantities.tables.grids import said_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Grid

_WORD = re.compile(r"[^\W_]+")
ALONE = frozenset({"only", "alone", "sole", "solely", "exclusively"})
_SAME = frozenset({"same", "share", "shares", "shared", "identical", "alike"})
_UNLIKE = frozenset({"different", "differ", "differs", "unlike"})
_MANY = {"one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "twice": 2}
_ALL = frozenset({"all", "every", "each", "everyone", "everybody"})
_LIMITING = frozenset({"only", "just", "exactly"})
_HAVING = frozenset({"with", "has", "have", "had", "of"})
_CUES = ALONE | _SAME | _UNLIKE | _MANY.keys() | _ALL
_COMPARES = re.compile(r"\b(?:than|more|less|fewer|most|least|\w{2,12}est)\b|[,;]")
_LEAN, _TWO = 0.6, 2


class _Told(NamedTuple):
    """What a claim names of a table.

    Attributes:
        letters: The words of the claim in lower case.
        rows: Rows that are named.
        having: Rows that have what is said.
    """

    letters: list[str]
    rows: set[int]
    having: set[int]


def check_row_sets(claim: ReadClaim) -> list[Check]:
    """Let a claim lean to what the rows of tables say of how many, or which, have something."""
    letters = _WORD.findall(claim.text.lower())
    if _CUES.isdisjoint(letters) or not claim.grids or _COMPARES.search(claim.text[:-1].lower()):
        return []
    if any(amount.dimension for amount in claim.sentence.amounts):
        return []
    leans = [lean for _, grid in claim.grids if (lean := _lean(claim, letters, grid))]
    return [leaning(claim, sum(leans) / len(leans))] if leans else []


def _lean(claim: ReadClaim, letters: list[str], grid: Grid) -> float:
    if _SAME.isdisjoint(letters) and _UNLIKE.isdisjoint(letters):
        told = _told(claim, letters, grid)
        right = _is_so(told, len(grid.rows)) if told is not None else None
    else:
        right = _have_the_same(claim, letters, grid)
    return 0.0 if right is None else _LEAN if right else -_LEAN


def _told(claim: ReadClaim, letters: list[str], grid: Grid) -> _Told | None:
    """Return the rows that a claim names with those that have all values and marks it names."""
    said = with_places(said_in(claim.text), letters, grid)
    denied = not LACKS.isdisjoint(letters) or "n't" in claim.text or "n’t" in claim.text
    every = set(range(len(grid.rows)))
    named = named_in(said, grid)
    places = [(each, {column for _, column in each.places}) for each in named]
    rows = {row for each, columns in places for row, _ in each.places if 0 in columns}
    numbers = {str(_MANY[word]) for word in letters if word in _MANY}
    held = [
        {r for r, c in each.places if not _is_denied(grid, r, c)}
        for each, columns in places
        if 0 not in columns and not each.words <= numbers
    ]
    marked = yes_or_no_columns(said, grid) if not held or len(named) == len(rows) else set()
    if ALONE.isdisjoint(letters):
        marked = {column for column in marked if grid.headers[column] & said}
    held += [{row for row in every if is_yes(grid, row, column)} for column in marked]
    if not held:
        return None
    having = set.intersection(*held)
    return _Told(letters, rows, every - having if denied else having)


def _is_denied(grid: Grid, row: int, column: int) -> bool:
    """Say whether a cell denies what it names: "not included"."""
    return grid.rows[row][column].cell.value.lower().startswith(("not ", "no "))


def _is_so(told: _Told, many: int) -> bool | None:
    """Say whether as many rows, or those alone, have something as a claim says."""
    letters, rows, having = told
    if "but" in letters:  # "all but one"
        return len(having) == many - 1 if letters[:3] == ["all", "but", "one"] else None
    if not ALONE.isdisjoint(letters) and rows:
        return rows == having
    if not _ALL.isdisjoint(letters):
        return None if rows else len(having) == many
    numbers = {_MANY[word] for word in letters if word in _MANY}
    return len(having) in numbers if len(numbers) == 1 and not rows and _counts(letters) else None


def _counts(letters: Sequence[str]) -> bool:
    """Say whether a number counts rows: "two of the coffees", "only one", "has two of them"."""
    at = next(at for at, word in enumerate(letters) if word in _MANY)
    before, behind = letters[at - 1] if at else "", letters[at + 1 : at + 2]
    if letters[at] == "one" and behind != ["of"]:
        return before in _LIMITING
    return not at or before in _LIMITING | _HAVING


def _have_the_same(claim: ReadClaim, letters: list[str], grid: Grid) -> bool | None:
    """Say whether the two rows that a claim names have the same in the column that it speaks of."""
    said = said_in(claim.text)
    named = [each for each in named_in(said, grid) if len(each.places) == 1]
    rows = {row for each in named for row, _ in each.places}
    own = {column for each in named for _, column in each.places}
    if len(rows) != _TWO or len(named) != _TWO:
        return None
    heads = {c for c, head in grid.headers.items() if head & said and c not in own}
    columns = heads or {c for c in grid.headers if c not in own}
    one, other = (grid.rows[row] for row in sorted(rows))
    pairs = [(one[c].words, other[c].words) for c in columns if c in one and c in other]
    if len(heads) != 1 and len(pairs) != 1:
        return None
    [(mine, theirs)] = pairs or [(frozenset(), frozenset())]
    return (mine == theirs) == _UNLIKE.isdisjoint(letters) if mine or theirs else None
