"""What a record is called whose fields stand each on a line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.table_cells import TableCell


def named_by_first_field(cells: Sequence[TableCell]) -> Iterator[TableCell]:
    """Name records by their first field where several begin with the same one: "Country: …"."""
    firsts = {c.table: c for c in cells if c.alone and c.at == (0, 0)}
    fields = [cell.column for cell in firsts.values()]
    for cell in cells:
        first = firsts.get(cell.table)
        names = first is not None and cell.alone and fields.count(first.column) > 1
        if names and first is not None and not first.value[:1].isdigit():
            yield replace(cell, row=first.value, alone=False)
        else:
            yield cell
