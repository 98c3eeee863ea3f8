"""Which rows of a table have what a claim, or its question, asks of them.

"The open tickets of high priority" are the rows with "open" under one column and "high" under
another; "vegan" may head a column of yes and no; "above 30" holds for numbers, "after 2022" for
dates. Each such condition is one selection.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.tables.column_values import (
    is_of_marks,
    is_of_numbers,
    is_yes,
    value_of,
)
from groundgraph.text.quantities.tables.grids import words_of
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from groundgraph.text.quantities.tables.grids import Grid

_ABOVE = re.compile(
    r"\b(?:above|over|more than|greater than|higher than|exceed(?:s|ed|ing)?) (?:[a-z]{3} )?[$€£]?"
    r"(?P<number>\d[\d,]*(?:\.\d+)?)",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"\b(?:below|under|less than|fewer than|lower than) (?:[a-z]{3} )?[$€£]?"
    r"(?P<number>\d[\d,]*(?:\.\d+)?)",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(?P<way>after|before|since) (?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-\d\d-\d\d.*)?")
_BIRTH = frozenset({stem("birth")})
_BEYOND = re.compile(
    r"\b(?P<way>above|over|exceed(?:s|ed)?|beyond|below|under) (?=(?:(?:its|their|the) )?[a-z])",
    re.IGNORECASE,
)
_TOLD = frozenset(map(stem, "actual spent level current value reading used".split()))
"""Words of columns that are held against a limit."""
_COUNTED = re.compile(r"\b(?P<many>\d{1,3}|[a-z]{3,5})[ -](?P<what>[a-z]{3,20})", re.IGNORECASE)
_GONE = re.compile(r"\b(?:out of stock|sold out|in stock none)\b", re.IGNORECASE)
_STOCK = frozenset(map(stem, "stock quantity hand inventory".split()))
_NONSTOP, _STOPS = frozenset({"nonstop", "direct"}), frozenset({stem("stops"), stem("stop")})
_SEXES = tuple(
    (frozenset({own}), frozenset(map(stem, of.split())))
    for own, of in (("f", "woman women female girl"), ("m", "man men male boy"))
)
_BLANK = frozenset({"yes", "no", "none", "nil", "x", "n/a", "true", "false", ""})
_BEFORE = 40
"""Characters before a limit in which what it limits is named: "a CTR over 3%"."""
_LEAST, _WORDY = 2, 4
"""Rows of a value that tells several, and words of a value from which it is a text."""


class Selection(NamedTuple):
    """A condition on the rows of a table.

    Attributes:
        column: The column that it is on.
        rows: The rows that meet it.
        known: The rows of which the table tells whether they do.
    """

    column: int
    rows: frozenset[int]
    known: frozenset[int]


def selections(
    text: str, grid: Grid, names: Container[frozenset[str]] = frozenset()
) -> list[Selection]:
    """Return what a text asks of the rows of a table; of each column one condition at most.

    Args:
        text: A claim, with its question or without.
        grid: The table.
        names: What rows that it speaks of are called, which may be values of other columns too.
    """
    said = words_of(text)
    return [
        *_by_value(text, said, grid, names),
        *_by_mark(said, grid),
        *_by_number(text, said, grid),
    ]


def _by_value(
    text: str, said: frozenset[str], grid: Grid, names: Container[frozenset[str]]
) -> Iterator[Selection]:
    """Yield the rows with the one value of a column that a text names, of several that it has."""
    for column, head in grid.headers.items():
        held = {n: row[column] for n, row in enumerate(grid.rows) if column in row}
        values = {cell.words for cell in held.values()}
        several = _LEAST <= len(values) < len(held) and not any(
            cell.cell.value.strip() and not cell.words for cell in held.values()
        )
        if not column or not several or is_of_marks(grid, column):
            continue
        named = {
            words
            for words in values
            if words
            and (words <= said or any(words == own and of & said for own, of in _SEXES))
            and len(words) < _WORDY
            and not words <= head
            and (head <= said or not all(map(str.isdigit, words)) or _counts(text, words, head))
        }
        named = {words for words in named if not any(words < other for other in named)}
        named = {words for words in named if words not in names} or named
        if len(named) == 1:
            [words] = named
            rows = frozenset(n for n, cell in held.items() if cell.words >= words)
            yield Selection(column, rows, frozenset(held))


def _counts(text: str, words: frozenset[str], head: frozenset[str]) -> bool:
    """Say whether a number counts what heads its column: "three-bedroom" of "beds"."""
    return any(
        words_of(match["many"]) == words and any(match["what"].lower().startswith(h) for h in head)
        for match in _COUNTED.finditer(text)
    )


def _by_mark(said: frozenset[str], grid: Grid) -> Iterator[Selection]:
    """Yield the rows with a yes in a column of yes and no that a text names in full."""
    for column, head in grid.headers.items():
        if column and head and head <= said and is_of_marks(grid, column):
            held = frozenset(n for n, row in enumerate(grid.rows) if column in row)
            yield Selection(column, frozenset(n for n in held if is_yes(grid, n, column)), held)


def _by_number(text: str, said: frozenset[str], grid: Grid) -> Iterator[Selection]:
    """Yield the rows that lie beyond a number or year, or have none of something."""
    values = {
        column: {
            n: v for n in range(len(grid.rows)) if (v := value_of(grid, n, column)) is not None
        }
        for column in grid.headers
        if column and is_of_numbers(grid, column)
    }
    for pattern, sign in ((_ABOVE, 1), (_BELOW, -1)):
        found = pattern.search(text)
        plain = {c: own for c, own in values.items() if not _is_of_dates(grid, c)}
        before = words_of(text[max(0, found.start() - _BEFORE) : found.start()]) if found else said
        beside = {c: own for c, own in plain.items() if grid.headers[c] <= before}
        named = beside or {c: own for c, own in plain.items() if grid.headers[c] & said} or plain
        if found and len(named) == 1:
            [(column, own)] = named.items()
            limit = float(found["number"].replace(",", "")) * sign
            rows = frozenset(n for n, value in own.items() if value * sign > limit)
            yield Selection(column, rows, frozenset(own))
    yield from _by_two_columns(text, values, grid)
    after = _AFTER.search(text)
    dated = [column for column in values if _is_of_dates(grid, column)]
    if after and len(dated) > 1:
        near = words_of(text[max(0, after.start() - _BEFORE) : after.start()])
        near |= _BIRTH if "born" in text[: after.start()].lower() else frozenset()
        dated = [column for column in dated if grid.headers[column] & near]
    if after and len(dated) == 1:
        yield _by_year(after, dated[0], grid)
    none = _STOCK if _GONE.search(text) else _STOPS if said & _NONSTOP else frozenset()
    for column, own in values.items():
        if none and grid.headers[column] & none:
            rows = frozenset(n for n, value in own.items() if value == 0)
            yield Selection(column, rows, frozenset(own))


def _by_two_columns(
    text: str, values: Mapping[int, Mapping[int, float]], grid: Grid
) -> Iterator[Selection]:
    """Yield the rows that have more, or less, in one column than in another: "over budget"."""
    found = _BEYOND.search(text)
    behind = words_of(text[found.end() : found.end() + _BEFORE]) if found else frozenset()
    limits = [
        column
        for column in values
        if (head := {word for word in grid.headers[column] if len(word) > 1}) and head <= behind
    ]
    if found is None or len(limits) != 1:
        return
    [limit] = limits
    others = [column for column in values if column != limit and not _is_of_dates(grid, column)]
    told = [column for column in others if grid.headers[column] & _TOLD]
    meant = told if len(told) == 1 else others
    if len(meant) == 1:
        both = values[limit].keys() & values[meant[0]].keys()
        sign = -1 if found["way"].lower() in {"below", "under"} else 1
        more = {n: sign * (values[meant[0]][n] - values[limit][n]) for n in both}
        yield Selection(limit, frozenset(n for n in both if more[n] > 0), frozenset(both))


def _is_of_dates(grid: Grid, column: int) -> bool:
    told = [row[column].cell.value for row in grid.rows if column in row]
    return bool(told) and all(_DATE.fullmatch(value) and value[4:5] in {"-", ""} for value in told)


def _by_year(after: re.Match[str], column: int, grid: Grid) -> Selection:
    year, way = int(after["year"]), after["way"].lower()
    own = {n: int(row[column].cell.value[:4]) for n, row in enumerate(grid.rows) if column in row}
    rows = {
        n
        for n, value in own.items()
        if (value > year if way == "after" else value >= year if way == "since" else value < year)
    }
    return Selection(column, frozenset(rows), frozenset(own))
