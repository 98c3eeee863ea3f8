"""Tables with the same columns under headings that tell them apart: "Q1" and "Q2", "2023", "2024".

What a claim on the second quarter says is held against the table under "Q2" alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from groundgraph.text.quantities.evidence.headed import Stretch
    from groundgraph.text.quantities.written.table_cells import TableCell
    from groundgraph.types import Span

    Place = tuple[int, int]
    """The number of a passage and that of a table in it."""


class HeadedTable(NamedTuple):
    """A table that a heading tells from others of its form.

    Attributes:
        place: Where it stands.
        head: The words of the heading that no other of its kind has.
        form: The kind of heading, and the names of the columns.
    """

    place: Place
    head: frozenset[str]
    form: tuple[int, frozenset[str]]


def headed_tables(
    tables: Iterable[tuple[int, Sequence[TableCell]]], stretches: Callable[[], Sequence[Stretch]]
) -> list[HeadedTable]:
    """Return the tables of some passages that stand under one of several headings.

    Of a table whose columns no other has, nothing needs to be told apart.

    Args:
        tables: The number of each passage with the cells of its tables.
        stretches: Returns what of the passages stands under which heading.
    """
    cells_of: defaultdict[Place, list[TableCell]] = defaultdict(list)
    for passage, cells in tables:
        for cell in cells:
            if not cell.alone:
                cells_of[passage, cell.table].append(cell)
    columns = {place: frozenset(cell.column for cell in own) for place, own in cells_of.items()}
    alike = Counter(columns.values())
    return [
        HeadedTable(place, each.head, (each.kin, columns[place]))
        for place, own in cells_of.items()
        if alike[columns[place]] > 1
        for each in stretches()
        if each.passage == place[0] and _holds(each.span, own[0]) and _holds(each.span, own[-1])
    ]


def _holds(span: Span, cell: TableCell) -> bool:
    return span.start <= cell.span.start and cell.span.end <= span.end


def not_named(tables: Sequence[HeadedTable], *texts: frozenset[str]) -> frozenset[Place]:
    """Return the tables that stand under another heading than the one that is named.

    Args:
        tables: Those that headings tell apart.
        texts: The words of a claim and of its question: the first that names a heading counts.
    """
    found: set[Place] = set()
    for form in {table.form for table in tables}:
        alike = [table for table in tables if table.form == form]
        for said in texts:
            if any(table.head <= said for table in alike):
                found.update(t.place for t in alike if t.head.isdisjoint(said))
                break
    return frozenset(found)
