"""Data that a passage holds as cells of records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from groundgraph.text.held_data import held_data
from groundgraph.text.quantities.tables.item_places import item_places
from groundgraph.text.quantities.tables.measured import with_currency
from groundgraph.text.quantities.written.table_cells import TableCell, Tables, spaced
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.held_data import HeldData, Leaf
    from groundgraph.text.quantities.tables.item_places import ItemPlace


_PYTHON = frozenset({"true", "false"})
"""Values that Python writes with a capital."""


def data_cells(text: str) -> Tables | None:
    """Read a passage that is, or holds, one JSON object or array, one a line, or Python's."""
    held = held_data(text)
    if held is None:
        return None
    cells = tuple(with_currency([*_cells(held, text)]))
    return Tables(cells, (held.span,)) if cells else None


def _cells(held: HeldData, text: str) -> Iterator[TableCell]:
    told = list(_placed(held, text))
    places = item_places([leaf for leaf, _, _ in told])
    for number, (leaf, written, span) in enumerate(told):
        place = places.get(number)
        if place is None:
            yield _cell(leaf.path, leaf.name, written, span, leaf.record)
        else:
            yield _of_item(place, written, span)


def _of_item(place: ItemPlace, written: str, span: Span) -> TableCell:
    name = place.name if place.at[1] else ""
    row = " ".join(part for part in (name, place.above) if part)
    return TableCell(row, place.column, written, span, place.table, place.at)


def _placed(held: HeldData, text: str) -> Iterator[tuple[Leaf, str, Span]]:
    """Yield the values of data that are told, as written, with their places in its text."""
    cursor = held.span.start
    for leaf in held.leaves:
        if isinstance(leaf.value, str | bool | int | float):
            written = leaf.value if isinstance(leaf.value, str) else json.dumps(leaf.value)
            cursor, span = _place(text, leaf.path, written, cursor)
            yield leaf, written, span


def _cell(path: Sequence[str], name: str, written: str, span: Span, record: int) -> TableCell:
    keys = [spaced(key) for key in path if not key.isdigit()]
    column = keys[-1] if keys else ""
    above = " ".join(keys[:-1])
    parts = [part for part in (name if name != written else "", above) if part]
    return TableCell(" ".join(parts), column, written, span, 0, (record, len(path)))


def _place(text: str, path: Sequence[str], written: str, cursor: int) -> tuple[int, Span]:
    """Find a leaf after the last one: its key, then its value as it is written there."""
    key = path[-1] if path and not path[-1].isdigit() else ""
    at = text.find(key, cursor) if key else cursor
    at = cursor if at < 0 else at + len(key)
    head = written[:40]
    found = text.find(head, at)
    if head in _PYTHON and (own := text.find(head.title(), at)) >= 0:
        found = own if found < 0 else min(own, found)
    if found < 0:
        return at, Span(at, at)
    return found + len(head), Span(found, found + len(written))
