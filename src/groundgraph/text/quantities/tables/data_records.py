"""The leaves of JSON, of lines of JSON, and of Python literals as cells of records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from groundgraph.text.literals import read_records
from groundgraph.text.quantities.written.table_cells import TableCell, Tables, spaced
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LONGEST_DATA = 400_000
_NAMES = frozenset({"name", "title", "model", "product", "plan", "item"})
"""Fields that say what a record is called."""


def is_name(key: str) -> bool:
    """Say whether a field tells what its record is called."""
    return key.lower() in _NAMES


def data_cells(text: str) -> Tables | None:
    """Read a passage that is, or holds, one JSON object or array, one a line, or Python's."""
    start = min((at for at in (text.find("{"), text.find("[{")) if at >= 0), default=-1)
    stop = max(text.rfind("}"), text.rfind("]")) + 1
    if start < 0 or stop - start < 2 or stop - start > _LONGEST_DATA:
        return None
    data = read_records(text[start:stop])
    if data is None:
        return None
    cells = tuple(_leaves(data, text, start))
    return Tables(cells, (Span(start, stop),)) if cells else None


def _leaves(data: Any, text: str, start: int) -> Iterator[TableCell]:
    """Walk the leaves in the order of the text, without recursion."""
    stack: list[tuple[Any, tuple[str, ...], str]] = [(data, (), "")]
    cursor = start
    row = 0
    while stack:
        value, path, name = stack.pop()
        if isinstance(value, dict):
            name = next((str(value[key]) for key in value if is_name(str(key))), "") or name
            stack.extend((value[key], (*path, str(key)), name) for key in reversed(value))
            row += 1
        elif isinstance(value, list | tuple):
            called = _first_fields(value) or [name] * len(value)
            numbered = list(zip(value, range(1, len(value) + 1), called, strict=True))
            stack.extend((item, (*path, str(n)), own) for item, n, own in reversed(numbered))
        elif isinstance(value, str | bool | int | float):
            written = value if isinstance(value, str) else json.dumps(value)
            cursor, span = _place(text, path, written, cursor)
            yield _leaf(path, name, written, span, row)


def _first_fields(records: Sequence[Any]) -> list[str]:
    """Return what records are called that begin with one field, each with a value of its own."""
    if len(records) < 2 or not all(isinstance(each, dict) and each for each in records):
        return []
    firsts = [next(iter(each.items())) for each in records]
    names = [str(value) for _, value in firsts if isinstance(value, str | int)]
    alike = len({key for key, _ in firsts}) == 1 and len({*names}) == len(records)
    return names if alike and all(names) else []


def _leaf(path: Sequence[str], name: str, written: str, span: Span, row: int) -> TableCell:
    keys = [spaced(key) for key in path if not key.isdigit()]
    column = keys[-1] if keys else ""
    above = " ".join(keys[:-1])
    parts = [part for part in (name if name != written else "", above) if part]
    return TableCell(" ".join(parts), column, written, span, 0, (row, len(path)))


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
