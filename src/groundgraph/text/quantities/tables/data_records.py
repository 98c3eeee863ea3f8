"""Data that a passage holds as cells of records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from groundgraph.text.held_data import held_data
from groundgraph.text.quantities.tables.measured import with_currency
from groundgraph.text.quantities.written.table_cells import TableCell, Tables, spaced
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.held_data import HeldData


def data_cells(text: str) -> Tables | None:
    """Read a passage that is, or holds, one JSON object or array, one a line, or Python's."""
    held = held_data(text)
    if held is None:
        return None
    cells = tuple(with_currency([*_cells(held, text)]))
    return Tables(cells, (held.span,)) if cells else None


def _cells(held: HeldData, text: str) -> Iterator[TableCell]:
    cursor = held.span.start
    for path, value, record, name in held.leaves:
        if isinstance(value, str | bool | int | float):
            written = value if isinstance(value, str) else json.dumps(value)
            cursor, span = _place(text, path, written, cursor)
            yield _cell(path, name, written, span, record)


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
    if found < 0:
        return at, Span(at, at)
    return found + len(head), Span(found, found + len(written))
