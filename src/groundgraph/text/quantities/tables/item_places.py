"""Where the values of a list of objects stand in the table that it is.

``{"daily": [{"date": "2025-03-10", "temp": {"max": -1.2}}, …]}`` is a table with the columns "date"
and "temp max" and a row for each item. What an item holds in a list of several is of that list's
own table.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.held_data import is_name
from groundgraph.text.quantities.tables.heads import is_period
from groundgraph.text.quantities.written.table_cells import spaced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.held_data import Leaf

_LEAST = 2


class ItemPlace(NamedTuple):
    """Where a value stands.

    Attributes:
        table: The number of its table, from 1.
        at: Row and column, from 0; the first column is that by which rows are told apart.
        name: What its row is called, "" where nothing names it.
        above: The keys that lead to the list, and to what is told of several periods.
        column: The keys that lead from the item to the value, or the period alone.
    """

    table: int
    at: tuple[int, int]
    name: str
    above: str
    column: str


class _Field(NamedTuple):
    """A field of an item: the number of its leaf, the item's, the keys to it, and its value.

    Attributes:
        around: What the innermost record is called that has a name, "" where none has.
    """

    number: int
    item: str
    keys: tuple[str, ...]
    value: str
    around: str

    @property
    def column(self) -> str:
        """Its name."""
        return " ".join(self.keys)


_Path = tuple[str, ...]


def item_places(leaves: Sequence[Leaf]) -> dict[int, ItemPlace]:
    """Return the places of the leaves that are of lists of several objects, by their numbers."""
    items: defaultdict[_Path, set[str]] = defaultdict(set)
    for leaf in leaves:
        for at, key in enumerate(leaf.path[:-1]):
            if key.isdecimal():
                items[leaf.path[:at]].add(key)
    tables: defaultdict[_Path, list[_Field]] = defaultdict(list)
    for number, leaf in enumerate(leaves):
        at = _item(leaf.path, items)
        keys = tuple(spaced(key) for key in leaf.path[at + 1 :] if not key.isdecimal())
        if at >= 0 and keys:
            tables[leaf.path[:at]].append(
                _Field(number, leaf.path[at], keys, str(leaf.value), leaf.name)
            )
    found: dict[int, ItemPlace] = {}
    for path, fields in tables.items():
        above = " ".join(spaced(key) for key in path if not key.isdecimal())
        found |= _places(fields, len(found) + 1, above)
    return found


def _item(path: _Path, items: Mapping[_Path, set[str]]) -> int:
    """Return which key of a path is the number of the item, of the innermost list; else -1."""
    places = reversed(range(len(path) - 1))
    several = (at for at in places if path[at].isdecimal() and len(items[path[:at]]) >= _LEAST)
    return next(several, -1)


def _places(fields: Sequence[_Field], table: int, above: str) -> dict[int, ItemPlace]:
    rows: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for field in fields:
        rows[field.item].setdefault(field.column, field.value)
    held = Counter(column for own in rows.values() for column in own)
    shared = [column for column, many in held.items() if many >= _LEAST]
    if len(rows) < _LEAST or len(shared) < _LEAST:
        return {}
    naming = _naming(list(rows.values()), shared)
    columns = [naming, *(column for column in held if column != naming)]
    numbers = {item: number for number, item in enumerate(rows)}
    found = {}
    for field in fields:
        at = numbers[field.item], columns.index(field.column)
        *outer, last = field.keys
        lead, column = (outer, last) if is_period(last) else ((), field.column)
        told = " ".join(filter(None, [above, *lead]))
        found[field.number] = ItemPlace(
            table, at, rows[field.item].get(naming, field.around), told, column
        )
    return found


def _naming(rows: Sequence[Mapping[str, str]], columns: Sequence[str]) -> str:
    """Return the column by which rows are told apart: one of names, else the first; "" for none.

    A first column that only counts the rows tells less than the one behind it.
    """
    apart = [
        column
        for column in columns
        if all(column in own for own in rows) and len({own[column] for own in rows}) == len(rows)
    ]
    first = [column for column in columns[:2] if column in apart and columns[0] in apart]
    if len(first) == 2 and all(own[first[0]].isdecimal() for own in rows):
        first.reverse()
    return next((column for column in apart if is_name(column)), next(iter(first), ""))
