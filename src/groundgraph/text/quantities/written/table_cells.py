"""A cell of a table or record, and the names of fields in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import DAY_NAMES, MONTH_NAMES
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from groundgraph.types import Span

_CUT = 4
"""Letters of the names of months that are not cut in the heads of tables, at most."""
_CAMEL = re.compile(r"(?<=[a-z0-9][a-z0-9])(?=[A-Z])|[_\-]+")  # "kWh" is one word
_SHORT = {"pts": "points", "gf": "goals for", "ga": "goals against", "gd": "goal difference"}
_SHORT |= {"pld": "played", "qty": "quantity", "avg": "average", "temp": "temperature"}
_UNITS = frozenset({"unit", "units", "uom", "unit of measure", "unit of measurement"})
_LONG = [name for name in (*MONTH_NAMES, *DAY_NAMES) if len(name) > _CUT]
_SHORT_DATES = {name[:3].title(): name for name in _LONG} | {"Sept": "september"}
_SHORT_DATES |= {name[:3]: name for name in _LONG if name[:3] not in {"apr", "mar", "sat", "sun"}}
"""Cut names of months and days; "APR" and "sat" may be another thing."""

_RAISED = "¹²³⁰⁴-⁹"
_NOTE = re.compile(
    rf"(?:(?<![^\W_])(?P<word>[^\W_{_RAISED}]{{3,60}})|(?P<close>\)))"
    rf"(?:[{_RAISED}]{{1,2}}(?![^\W_])|[*†‡]{{1,3}}$)"
)
"""The mark of a footnote behind a name: "EBITDA² (€m)", "2023*"; not the power of a unit."""


@dataclass(frozen=True)
class TableCell:
    """One value of a table or record.

    Attributes:
        row: What the row is called, such as "Aro Classic"; "" where it has no name.
        column: What the column or field is called, such as "Price".
        value: The value as written.
        span: Where the value stands in the passage.
        table: Number of the table in its passage, from 0.
        at: Row and column in the table, from 0.
        others: The other texts of its row, which may name it too.
        caption: What stands above the table.
        alone: Whether its table is one record or list of "key: value".
        section: The rows above that head it and have no cells of their own, or "".
        unit: What the column of units has in its row, where that is said of the value: "kg".
        turns: Whether it is in brackets, and others of its line are above 0: "(2.2) | 4.9".
    """

    row: str
    column: str
    value: str
    span: Span
    table: int
    at: tuple[int, int]
    others: tuple[str, ...] = ()
    caption: str = ""
    alone: bool = False
    section: str = ""
    unit: str = ""
    turns: bool = False

    @property
    def names_a_unit(self) -> bool:
        """Whether it stands in a column of units."""
        return heads_units(self.column)


def heads_units(name: str) -> bool:
    """Say whether a column so called holds units: "Unit", "UoM"."""
    return name.lower().strip(" .:") in _UNITS


@dataclass(frozen=True)
class Tables:
    """The tables of a passage.

    Attributes:
        cells: Every cell, in order.
        spans: What of the passage the tables take up.
    """

    cells: tuple[TableCell, ...]
    spans: tuple[Span, ...]


@lru_cache(maxsize=1 << 12)
def spaced(name: str) -> str:
    """Split a field's name into words: "messages_per_day" → "messages per day", "Pts" → points."""
    return (
        _SHORT.get(name.lower())
        or _SHORT_DATES.get(name)
        or " ".join(_CAMEL.sub(" ", name).split())
    )


@lru_cache(maxsize=1 << 12)
def unmarked(name: str) -> str:
    """Return the name of a row or column without the marks of footnotes.

    >>> unmarked("EBITDA² (€m)"), unmarked("2023¹"), unmarked("Area in km²")
    ('EBITDA (€m)', '2023', 'Area in km²')
    """
    return _NOTE.sub(_without_mark, name)


def _without_mark(match: re.Match[str]) -> str:
    word = match["word"] or match["close"]
    return match[0] if word.lower() in BY_WORD else word
