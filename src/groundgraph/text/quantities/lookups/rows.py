"""Rows of tables: whether one row has all that a claim says of it.

A claim that names the cells of two columns, such as "The dismissed case was decided by Castellano",
is right where they stand in one row and wrong where no row has both. A column that the claim names
holds its value to that column: "Dr Moyo has the renal ward on Tuesday".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.number_words import ORDINALS
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.tables.grids import is_another_amount, said_in, words_of
from groundgraph.text.quantities.values.named_cells import lacks_its_scale
from groundgraph.text.quantities.written.adjectives import COMPARATIVES, SUPERLATIVES
from groundgraph.text.quantities.written.model import Event
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Grid
    from groundgraph.text.quantities.written.model import Sentence

_CLAUSE = re.compile(r";|,? (?:but|and|while|whereas|although|though) |, ", re.IGNORECASE)
_AND = re.compile(r" and ", re.IGNORECASE)
_PART = re.compile(r"[,;](?!\d)")
_RECKONED = re.compile(r"[×÷=*]| x \d")
"""Signs by which a text reckons with values, of whatever row."""
_ALL_OF_THEM = re.compile(
    r"\b(?:the|all|these|those) (?:two|three|four|five|six|seven|eight|nine|ten)\b(?!\s\w)",
    re.IGNORECASE,
)
"""How many things are compared, which is no value of one of them: "the fewest of the three"."""
_DOING = re.compile(r"\b[a-z]{2,20}ed (?=by\b)", re.IGNORECASE)
"""What somebody did, and no state of a row: "opened by"."""
_VALUE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SAID = re.compile(r"[€$£]?\d+(?:[.,]\d+)*%?|[^\W\d_]+")
_ROWS = 2
_FREE = frozenset(
    """not no never neither nor none nobody nothing without except both same than other others
    either only all every each cannot least most vs versus against instead rather compared
    unlike than ahead behind""".split()
)
"""Words by which a claim speaks of several rows, or denies one."""
_COMPARED = frozenset(
    """more less fewer first second third last won wins winner winning came ranked finished
    placed""".split()
) | frozenset({*COMPARATIVES, *SUPERLATIVES})
_BLANK = frozenset({"yes", "no", "none", "nil", "free", "x", "n/a"})
"""Values of a cell that name nothing."""
_SURE = 0.9
_SHORT = 2
"""Characters of a code or number that stands in a text for many things."""


class Named(NamedTuple):
    """Something that a claim names: the places, row and column, where it stands."""

    words: frozenset[str]
    places: frozenset[tuple[int, int]]


def check_rows(claim: ReadClaim) -> list[Check]:
    """Hold a claim that names cells of a table against its rows."""
    found: list[Check] = []
    for passage, grid in claim.grids:
        found += [
            check
            for check in _in_grid(claim.sentence, passage, grid)
            if check.outcome == "supported" or not _may_be_of_others(claim, grid, check)
        ]
    return [check for check in found if not _lacks_a_scale(claim, check)]


def _may_be_of_others(claim: ReadClaim, grid: Grid, check: Check) -> bool:
    """Say whether a number that a row has not is told outside of its table: "rated 3.5 in all"."""
    numbers = _VALUE.findall(check.at.of(claim.text))
    return any(is_told_outside(claim, grid, number.replace(",", "")) for number in numbers)


def is_told_outside(claim: ReadClaim, grid: Grid, value: str) -> bool:
    """Say whether the evidence has a number somewhere else than in a table."""
    spans = [cell.cell.span for row in grid.rows for cell in row.values()]
    return any(
        reading.amount.number == float(value)
        and not (reading.cell and (reading.passage, reading.cell.table) in claim.other_tables)
        and not any(span.start <= reading.span.start < span.end for span in spans)
        for reading in claim.index.readings
    )


def _lacks_a_scale(claim: ReadClaim, check: Check) -> bool:
    """Say whether a row has the digits of a sum, and a scale that the claim does not tell."""
    if check.outcome != "supported":
        return False
    cells = {id(held.cell) for held in check.held}
    return any(
        lacks_its_scale(claim, amount, reading)
        for amount in claim.sentence.amounts
        for reading in claim.index.readings
        if reading.amount.scale > 1 and id(reading.cell) in cells
    )


def _in_grid(claim: Sentence, passage: int, grid: Grid) -> Iterator[Check]:
    parts = [match.span() for match in _CLAUSE.finditer(claim.text)]
    apart = grid.loose and bool(parts)  # what is listed in a sentence is told in a clause
    whole = None if apart else _one_row(claim.text, claim.span, passage, grid)
    if whole is not None:
        yield from whole
        return
    edges = [0, *chain.from_iterable(parts), len(claim.text)]
    for number, (start, end) in enumerate(zip(edges[::2], edges[1::2], strict=True)):
        found = _one_row(claim.text, Span(start, end), passage, grid) or ()
        joined = parts[number - 1] if number else (0, 0)
        if _AND.fullmatch(claim.text, *joined) and _names_one(claim.text[: joined[0]], grid):
            continue  # "Ash and Elm were felled by Brandt and Osei"
        yield from (each for each in found if not apart or each.outcome == "contradicted")


def _names_one(before: str, grid: Grid) -> bool:
    """Say whether the last clause of a text names one value of a table alone."""
    clause = _CLAUSE.split(before)[-1]
    return len(named_in(said_in(clause), grid)) < _ROWS


def _one_row(claim: str, at: Span, passage: int, grid: Grid) -> list[Check] | None:
    """Hold a clause that names one value of a column at most; ``None`` for one that names more."""
    text = at.of(claim)
    said = said_in(_DOING.sub("", _ALL_OF_THEM.sub("", text)))
    words = re.findall(r"[a-z]+", text.lower())
    if not _FREE.isdisjoint(words) or "n't" in text or _RECKONED.search(text):
        return None
    named = named_in(said, grid)
    if len(named) < _ROWS:
        return []
    columns: defaultdict[int, set[frozenset[str]]] = defaultdict(set)
    for each in named:
        own = {column for _, column in each.places}
        if len(own) == 1:
            columns[own.pop()].add(each.words)
    if any(len(values) > 1 for values in columns.values()) or _may_be_of_one_column(named):
        return None
    heads = _heads(said - frozenset().union(*(each.words for each in named)), grid)
    placed = [_in_columns(each, heads) for each in named]
    if any(_is_of_another_column(each, placed, heads - {0}, grid) for each in placed):
        both = _tells_both(placed, heads - {0}, grid)
        return None if both else [_check(passage, grid, placed, set(), _other(claim, at, placed))]
    common = set.intersection(*({row for row, _ in each.places} for each in placed))
    turned = _is_turned(grid, placed) and not _is_pinned(placed, heads)
    if not common and (turned or _is_scattered(text, placed)):
        return []
    if common:
        apart = {frozenset(c for r, c in each.places if r in common) for each in placed}
        if len(apart) < _ROWS or _says_more(text, heads, placed) or _is_shared(grid, placed):
            return []
    at = at if common else _other(claim, at, placed)
    return [_check(passage, grid, placed, common, at)]


def _may_be_of_one_column(named: Sequence[Named]) -> bool:
    """Say whether two values may both be of a column, of which one stands in others too."""
    own = [{column for _, column in each.places} for each in named]
    several = [columns for columns in own if len(columns) > 1]
    chained = sum(0 in columns for columns in several) > 1  # "for Rosa, who works for Hana"
    return chained or any(wide > other for wide in several for other in own if 0 not in other)


def _other(claim: str, at: Span, placed: Sequence[Named]) -> Span:
    """Return where a clause names the values that the row named does not have, else its whole."""
    rows = {row for each in placed for row, column in each.places if column == 0}
    other = [each.words for each in placed if rows.isdisjoint(row for row, _ in each.places)]
    words = frozenset().union(*other)
    said = [m.span() for m in _SAID.finditer(claim, *at) if words & words_of(m[0])]
    if not said or words_of(claim[said[0][0] : said[-1][1]]) != words:
        return at
    return Span(said[0][0], said[-1][1])


def with_places(said: frozenset[str], letters: Sequence[str], grid: Grid) -> frozenset[str]:
    """Add the number of "the second stage" to what is said, where "Stage" heads the rows."""
    head = grid.headers.get(0, frozenset())
    if not head or not head <= said:
        return said
    return said | {str(ORDINALS[word]) for word in letters if word in ORDINALS}


def named_in(said: frozenset[str], grid: Grid) -> list[Named]:
    """Return the values of cells that a text names; of those within another the longer alone."""
    places: defaultdict[frozenset[str], set[tuple[int, int]]] = defaultdict(set)
    blank = _BLANK - {"free"} if _tells_what_is_free(grid) else _BLANK
    headed = frozenset().union(*grid.headers.values())
    for number, row in enumerate(grid.rows):
        for column, (words, cell) in row.items():
            if not words or not words <= said or words <= headed:
                continue
            if cell.value.lower() not in blank and not is_another_amount(words, said):
                places[words].add((number, column))
    for number, part in _by_a_part(said, grid):
        places[part].add((number, 0))
    longest = [words for words in places if not any(words < other for other in places)]
    return [
        Named(words, frozenset(places[words]))
        for words in longest
        if not _is_common(words, places[words], grid, said)
    ]


def _tells_what_is_free(grid: Grid) -> bool:
    """Say whether "free" is no price in a table: it stands in several columns, as "let" does."""
    columns: defaultdict[str, set[int]] = defaultdict(set)
    for row in grid.rows:
        for column, (_, cell) in row.items():
            columns[cell.value.lower()].add(column)
    free = columns.pop("free", set())
    words = [own for value, own in columns.items() if value.isalpha() and value not in _BLANK]
    return len(free) >= _ROWS and any(len(own & free) >= _ROWS for own in words)


def _by_a_part(said: frozenset[str], grid: Grid) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield the rows of which a text holds a word of the name that stands nowhere else."""
    counted = Counter(
        word for row in grid.rows for words, _ in row.values() for word in words
    ) + Counter(word for head in grid.headers.values() for word in head)
    for number, row in enumerate(grid.rows):
        words = row[0].words if 0 in row else frozenset()
        own = {w for w in words & said if counted[w] == 1 and w.isalpha() and len(w) > _SHORT}
        if len(words) > 1 and own and not words <= said:
            yield number, frozenset(own)


def _is_common(
    words: frozenset[str], places: set[tuple[int, int]], grid: Grid, said: frozenset[str]
) -> bool:
    """Say whether a value is a short number, and no column of it is named: it may mean another."""
    [first, *rest] = words
    if rest or len(first) > _SHORT or not first.isdigit():
        return False
    heads = (grid.headers[column] for _, column in places)
    return not any(head and head <= said for head in heads)


def _heads(said: frozenset[str], grid: Grid) -> set[int]:
    """Return the columns whose names a text holds; of those within another the longer alone."""
    held = {column: head for column, head in grid.headers.items() if head and head <= said}
    return {c for c, head in held.items() if not any(head < other for other in held.values())}


def _in_columns(each: Named, heads: set[int]) -> Named:
    """Keep the places of a value in the columns that are named, where it stands in one of them."""
    kept = frozenset(place for place in each.places if place[1] in heads)
    return each._replace(places=kept) if kept else each


def _is_of_another_column(
    each: Named, placed: Sequence[Named], heads: set[int], grid: Grid
) -> bool:
    """Say whether the row named has another value in the one column that is named.

    Both columns must hold values of one kind, as the days of a rota do, or of one unit.
    """
    rows = set.intersection(*({row for row, _ in p.places} for p in placed))
    own = {column for _, column in each.places}
    if len(heads) != 1 or len(rows) != 1 or heads & own or 0 in own:
        return False
    [head], [row] = heads, rows
    values = [{r[c].words for r in grid.rows if c in r} for c in (head, *own)]
    kin = any(values[0] & other or _unit(values[0]) & _unit(other) for other in values[1:])
    return kin and head in grid.rows[row] and grid.rows[row][head].words != each.words


def _unit(values: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return the words that all values of a column have, such as "kg"."""
    return frozenset(w for w in frozenset.intersection(*values) if not w[0].isdigit())


def _tells_both(placed: Sequence[Named], heads: set[int], grid: Grid) -> bool:
    """Say whether a text tells the value of the column named too: "$849, while the S is $599"."""
    rows = {row for each in placed for row, _ in each.places}
    said = {each.words for each in placed}
    return any(
        row[column].words in said
        for number, row in enumerate(grid.rows)
        for column in heads
        if number in rows and column in row
    )


def _is_turned(grid: Grid, placed: Sequence[Named]) -> bool:
    """Say whether columns without a first name hold one thing each, and one has all named."""
    own = [{column for _, column in each.places} for each in placed]
    values = [columns for columns in own if columns != {0}]
    if grid.headers.get(0) or not values or not set.intersection(*values):
        return False
    return not _is_of_kinds(grid)


def _is_of_kinds(grid: Grid) -> bool:
    """Say whether the cells of each column are of one kind, and those of each row are not."""
    columns: defaultdict[int, set[str]] = defaultdict(set)
    rows: list[set[str]] = []
    for row in grid.rows:
        kinds = {column: _kind(cell.cell.value) for column, cell in row.items() if column}
        rows.append({*kinds.values()})
        for column, kind in kinds.items():
            columns[column].add(kind)
    alike = all(len(kinds) == 1 for kinds in columns.values())
    return alike and len(columns) > 1 and all(len(kinds) > 1 for kinds in rows)


def _kind(value: str) -> str:
    digits = sum(map(str.isdigit, value))
    return "number" if digits and 2 * digits >= sum(map(str.isalpha, value)) else "words"


def _is_pinned(placed: Sequence[Named], heads: set[int]) -> bool:
    """Say whether a text names a row and the one column of the one value that it gives."""
    own = [{column for _, column in each.places} for each in placed]
    return (
        len(placed) == _ROWS and {0} in own and any(len(c) == 1 and c <= heads - {0} for c in own)
    )


def _is_scattered(text: str, placed: Sequence[Named]) -> bool:
    """Say whether words of a value stand in several parts: "rinse the tank, fill it up"."""
    parts = [words_of(part) for part in _PART.split(text)]
    told = [
        each.words for each in placed if len(each.words) > 1 and all(map(str.isalpha, each.words))
    ]
    return any(not any(words <= part for part in parts) for words in told)


def _is_shared(grid: Grid, placed: Sequence[Named]) -> bool:
    """Say whether all rows have what is named, so that it tells none of them apart."""
    return all(len({row for row, _ in each.places}) == len(grid.rows) for each in placed)


def _says_more(text: str, heads: set[int], placed: Sequence[Named]) -> bool:
    """Say whether a claim compares too, or speaks of a column of which it names no value."""
    if not heads - {0} <= {column for each in placed for _, column in each.places}:
        return True
    return not _COMPARED.isdisjoint(re.findall(r"[a-z]+", text.lower()))


def _check(passage: int, grid: Grid, named: Sequence[Named], common: set[int], at: Span) -> Check:
    """Say whether a row has all that is named, showing the row that has the first of it."""
    places = [min(p for p in each.places if not common or p[0] in common) for each in named]
    if not common:
        places = _instead(named, grid) or [place for place in places if place[1]] or places
    shown = [grid.rows[row][column].cell for row, column in places]
    held = tuple(Event.of_cell(c, passage) for c in shown)
    return Check(decided(right=bool(common)), "row", at, held, _SURE)


def _instead(named: Sequence[Named], grid: Grid) -> list[tuple[int, int]]:
    """Return the cells that the row named has in the columns of the values of another row.

    Of several rows of that name it is the one that has most of what is named.
    """
    held = frozenset().union(*(each.places for each in named))
    rows = [{row for row, column in each.places if column == 0} for each in named]
    [own, *others] = [each for each in rows if each] or [set[int]()]
    if not own or others:
        return []
    row = max(sorted(own), key=lambda row: sum(row in {r for r, _ in e.places} for e in named))
    columns = dict.fromkeys(min(each.places)[1] for each in named)
    return [
        (row, column)
        for column in columns
        if column and column in grid.rows[row] and (row, column) not in held
    ]
