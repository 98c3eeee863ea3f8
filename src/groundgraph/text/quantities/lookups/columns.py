"""What a claim makes of the columns of a table: an extreme, two of one row, a yes or no.

"The longest warranty is given on a log boiler" holds the extreme of a column against the rows that
the claim names; "takes more in the morning than at night" holds two columns of one row against each
other; "worth trying again after E11" reads a column of yes and no. Which columns are meant is told
by words alone, so that what is found leans and does not decide (`matrices` does, of a claim that
says nothing else than that something has what a table of marks tells).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.number_words import ORDINALS
from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.lookups.rows import named_in, with_places
from groundgraph.text.quantities.tables.column_values import (
    column_of_times,
    is_of_numbers,
    is_of_yes_or_no,
    is_yes,
    mark_of,
    value_of,
)
from groundgraph.text.quantities.tables.grids import said_in, words_of
from groundgraph.text.quantities.tables.selections import selections
from groundgraph.text.quantities.written.adjectives import (
    COMPARATIVES,
    DEGREES,
    MOSTS,
    SUPERLATIVES,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Grid

_WORD = re.compile(r"[^\W\d_]+")
_CLAUSE = re.compile(r",? (?:but|and|while|whereas|although|though) |[;,]", re.IGNORECASE)
DENIALS = frozenset("no not never nobody nothing without cannot neither nor none".split())
LACKS = DENIALS | frozenset("lack lacks lacked lacking avoid avoids missing".split())
_BEATS = {"beat": 1, "beats": 1, "exceeded": 1, "exceeds": 1, "outnumber": 1, "outnumbered": 1}
_WON = {"won": 1, "wins": 1}
_PLACED = re.compile(
    r"\b(?:came|comes|ranked|ranks|finished|placed|was|is) (second|third|fourth|fifth)\b"
    r"(?![- ][a-z]+est)"
)
"""The place of a row by what a question asks for the most of: "Lemon came second"."""
_LEAN = 0.6
_TIMES = frozenset({"tim", "minut", "second", "min", "sec", "rank", "place"})
"""Stems of columns in which the winner has the least."""


class _Claimed(NamedTuple):
    """A claim as what it says of a table.

    Attributes:
        text: The claim, or a clause of it.
        letters: Its words in lower case, in order.
        said: Its words in the form of rows.
        asked: The words of the question in lower case, in order.
    """

    text: str
    letters: list[str]
    said: frozenset[str]
    asked: tuple[str, ...] = ()


class _Most(NamedTuple):
    """What a claim calls the most.

    Attributes:
        sign: 1 for the most, -1 for the least, 0 where it says no such thing.
        stems: What is measured.
        rank: 2 for the second.
        subject: The words that name what is so.
    """

    sign: int
    stems: frozenset[str]
    rank: int
    subject: str


def check_columns(claim: ReadClaim) -> list[Check]:
    """Let a claim lean to what the columns of a table say."""
    grids = [grid for _, grid in claim.grids]
    if not grids:
        return []
    said = _read(claim.text)._replace(asked=tuple(_WORD.findall(claim.question.text.lower())))
    leans = [lean for grid in grids for lean in _leans(said, grid)]
    whole = claim.sentence.span
    lean = sum(leans) / len(leans) if leans else 0.0
    return [Check("open", "cell" if lean > 0 else "order", whole, lean=lean)] if leans else []


def _read(text: str) -> _Claimed:
    return _Claimed(text, _WORD.findall(text.lower()), said_in(text))


def _leans(claim: _Claimed, grid: Grid) -> Iterator[float]:
    told = [*_of_extreme(claim, grid), *_of_two_columns(claim, grid)]
    yield from told
    if not told:
        parts = [_read(part) for part in _CLAUSE.split(claim.text) if part.strip()]
        for part in parts:
            yield from _of_yes_or_no(part, claim.said, grid)


def _of_extreme(claim: _Claimed, grid: Grid) -> Iterator[float]:
    """Yield how a claim that calls a row the most agrees with the column that it is said of."""
    sign, stems, rank, subject = _superlative(claim)
    column = _column_of(claim.said | stems, grid) if sign else None
    if column is None and stems == _OF_WINNERS:
        column = column_of_times(grid)
    if column is None or (stems == _OF_WINNERS and stems <= grid.headers[column]):
        return  # a column of games won has no winner
    if stems == _OF_WINNERS and grid.headers[column] & _TIMES:
        sign = -sign
    values = {
        n: value for n in range(len(grid.rows)) if (value := value_of(grid, n, column)) is not None
    }
    named = [
        {row for row, _ in each.places}
        for each in named_in(with_places(said_in(subject), claim.letters, grid), grid)
        if any(place[1] != column for place in each.places)
    ]
    if not named or len(values) < 2:
        return
    meant = set.intersection(*named)
    if not meant or meant >= values.keys():
        return
    asked = selections(" ".join(claim.asked), grid)
    chosen = [set(each.rows) & values.keys() for each in asked]
    groups = [set(values), *chosen, *([set.intersection(*chosen)] if chosen else [])]
    for at in range(len(named)):
        others = [*named[:at], *named[at + 1 :]]
        groups += [set.intersection(*others) & values.keys()] if others else []
    tops = [_tops(values, group, sign, rank) for group in groups if len(group) >= max(2, rank)]
    if tops:
        yield _LEAN if any(meant & top for top in tops) else -_LEAN


_OF_WINNERS = frozenset({"win"})


def _superlative(claim: _Claimed) -> _Most:
    """Return the only superlative of a claim, or that of its question where it tells a place.

    >>> _superlative(_read("Ash is the second-tallest tree.")).rank
    2
    """
    found = [at for at, word in enumerate(claim.letters) if word in SUPERLATIVES or word in MOSTS]
    if len(found) == 1 and "than" not in claim.letters and DENIALS.isdisjoint(claim.letters):
        word, before = claim.letters[found[0]], claim.letters[: found[0]][-1:]
        rank = ORDINALS.get(before[0], 1) if before else 1
        adjective = SUPERLATIVES.get(word)
        if adjective is None:
            return _Most(MOSTS[word], frozenset(), rank, claim.text)
        return _Most(adjective.sign, frozenset(adjective.attribute), rank, claim.text)
    placed = _PLACED.search(claim.text) if not found else None
    if placed and "than" not in claim.letters and not _asks_for_most(claim.asked):
        return _Most(1, _OF_WINNERS, ORDINALS[placed[1]], claim.text[: placed.start()])
    if placed and (asked := [SUPERLATIVES[word] for word in claim.asked if word in SUPERLATIVES]):
        stems, rank = frozenset(asked[-1].attribute), ORDINALS[placed[1]]
        return _Most(asked[-1].sign, stems, rank, claim.text[: placed.start()])
    won = any(word in _WON for word in claim.letters) and not found
    return _Most(int(won), _OF_WINNERS if won else frozenset(), 1, claim.text)


def _asks_for_most(asked: Sequence[str]) -> bool:
    return any(word in SUPERLATIVES or word in MOSTS for word in asked)


def _tops(values: dict[int, float], group: set[int], sign: int, rank: int) -> set[int]:
    """Return the rows of a group that have the most, or the next but so many."""
    in_order = sorted({values[row] * sign for row in group}, reverse=True)
    best = in_order[min(rank, len(in_order)) - 1]
    return {row for row in group if values[row] * sign == best}


def _column_of(said: frozenset[str], grid: Grid) -> int | None:
    """Return the one column of numbers whose name shares most words with a claim.

    The first column only names the rows.
    """
    heads = {c: head for c, head in grid.headers.items() if c and is_of_numbers(grid, c)}
    shared = {c: len(head & said) for c, head in heads.items()}
    best = max(shared.values(), default=0)
    held = [column for column, many in shared.items() if many == best]
    return held[0] if best and len(held) == 1 else None


def _of_two_columns(claim: _Claimed, grid: Grid) -> Iterator[float]:
    """Yield how a claim that compares two columns agrees with the rows that it names."""
    at = next((n for n, word in enumerate(claim.letters) if word in _ALL_WAYS), None)
    if at is None or not DENIALS.isdisjoint(claim.letters):
        return
    word = claim.letters[at]
    border = claim.letters.index("than") if "than" in claim.letters else at
    if border < at or ("than" not in claim.letters and word not in _BEATS):
        return
    sides = [_own_columns(part, grid) for part in (claim.letters[:border], claim.letters[border:])]
    if any(len(side) != 1 for side in sides) or sides[0] == sides[1]:
        return
    [first], [second] = sides
    rows = {row for each in named_in(claim.said, grid) for row, c in each.places if c == 0}
    for row in rows:
        one, other = value_of(grid, row, first), value_of(grid, row, second)
        if one is not None and other is not None and one != other:
            yield _LEAN if (one > other) == (_ALL_WAYS[word] > 0) else -_LEAN


_ALL_WAYS = {**_BEATS, **DEGREES, **{word: told.sign for word, told in COMPARATIVES.items()}}


def _own_columns(words: Sequence[str], grid: Grid) -> set[int]:
    """Return the columns of numbers of which some words name what no other column has."""
    heads = {c: head for c, head in grid.headers.items() if c and is_of_numbers(grid, c)}
    return _distinct(words_of(" ".join(words)), heads)


def _of_yes_or_no(part: _Claimed, whole: frozenset[str], grid: Grid) -> Iterator[float]:
    """Yield how a clause of one row agrees with a column of yes and no, or with some such cells."""
    meant = yes_or_no_columns(part.said, grid, whole)
    if not meant:
        yield from _of_marks(part, grid)
        return
    rows = {frozenset(row for row, _ in each.places) for each in named_in(part.said, grid)}
    if len(rows) != 1 or len(meant) != 1:
        return
    [named], [column] = rows, meant
    if len(named) == 1:
        [row] = named
        denied = not LACKS.isdisjoint(part.letters) or "n't" in part.text
        yield _LEAN if is_yes(grid, row, column) != denied else -_LEAN


def _of_marks(part: _Claimed, grid: Grid) -> Iterator[float]:
    """Yield how a clause agrees with the yes or no in the cells of a row and columns it names."""
    rows = {row for each in named_in(part.said, grid) for row, c in each.places if c == 0}
    heads = [c for c, head in grid.headers.items() if c and head and head <= part.said]
    if len(rows) != 1 or not heads or any(map(str.isdigit, part.text)):
        return
    row = rows.pop()
    marks = [mark_of(grid, row, column) for column in heads]
    if None not in marks:
        denied = not LACKS.isdisjoint(part.letters) or "n't" in part.text or "n’t" in part.text
        yield _LEAN if all(mark is not denied for mark in marks) else -_LEAN


def yes_or_no_columns(
    said: frozenset[str], grid: Grid, whole: frozenset[str] = frozenset()
) -> set[int]:
    """Return the columns of yes and no that a text names, or else its sentence; or the only one."""
    heads = {c: head for c, head in grid.headers.items() if is_of_yes_or_no(grid, c)}
    meant = _distinct(said, heads) or _distinct(whole, heads)
    return set(heads) if not meant and len(heads) == 1 else meant


def _distinct(said: frozenset[str], heads: Mapping[int, frozenset[str]]) -> set[int]:
    """Return the columns of which some words name what no other of them has."""
    found = set()
    for column, head in heads.items():
        others = frozenset().union(*(h for c, h in heads.items() if c != column))
        if said & (head - others):
            found.add(column)
    return found
