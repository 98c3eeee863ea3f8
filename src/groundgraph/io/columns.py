"""Which columns of a file hold which field, where it has names of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from groundgraph.io.cells import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FIELDS = ("answer", "passages", "question", "id", "label", "generator", "triples", "spans")
"""The fields of a row whose columns can be named."""
_NEXT = re.compile(rf",(?=(?:{'|'.join(FIELDS)})=)")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of each field that was named; a row that has them is of no other dialect.

    Attributes:
        of: By field; only the passages may stand in several, one after the other.

    Raises:
        InputError: When a field is unknown, or has no column or one too many.
    """

    of: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        for field, names in self.of.items():
            if field not in FIELDS:
                raise InputError(
                    f"found a column for {field!r}, expected one of {', '.join(FIELDS)}",
                    field="columns",
                )
            if not all(names) or (len(names) != 1 and (field != "passages" or not names)):
                raise InputError(
                    f"found {len(names)} columns for {field!r}, expected the name of one"
                    + (" or more" if field == "passages" else ""),
                    field="columns",
                )

    def field(self, column: str) -> str:
        """Return the field that a column holds, its own name where none was named for it."""
        return next((field for field, names in self.of.items() if column in names), column)

    def names(self) -> list[str]:
        """Return every column that was named."""
        return [name for names in self.of.values() for name in names]

    def check(self, header: Iterable[str]) -> None:
        """Make sure that a table, or the rows of a file together, have the columns.

        Raises:
            InputError: When they lack one; says which, and which there are.
        """
        there = list(header)
        for name in self.names():
            if name not in there:
                found = ", ".join(map(repr, there)) or "none"
                raise InputError(f"there is no column {name!r}; found {found}", field="columns")

    def named(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return a row with the fields' own names; other columns of such names are left out.

        Raises:
            InputError: When the column of the answer is missing.
        """
        taken = {*self.of, *self.names()}
        found = {name: value for name, value in row.items() if name not in taken}
        for field, names in self.of.items():
            values = [row[name] for name in names if name in row]
            if field == "answer" and not values:
                self.check(row)
            if field == "passages":
                found[field] = [passage for value in values for passage in _passages(value)]
            elif values:
                found[field] = values[0]
        return found


def _passages(value: Any) -> list[Any]:
    if isinstance(value, str):
        return texts_of(value)
    return value if isinstance(value, list) else [] if value is None else [value]


def columns_from(settings: Iterable[str] | Mapping[str, str | Iterable[str]]) -> Columns | None:
    """Read "answer=LLM answer,question=query" and the like; ``None`` where nothing is named.

    >>> columns_from(["answer=LLM answer,passages=p1", "passages=p2"]).of["passages"]
    ('p1', 'p2')

    Raises:
        InputError: When it says something else.
    """
    of: dict[str, tuple[str, ...]] = {}
    for field, name in _pairs(settings):
        of[field] = (*of.get(field, ()), name)
    return Columns(of) if of else None


def _pairs(
    settings: Iterable[str] | Mapping[str, str | Iterable[str]],
) -> Iterable[tuple[str, str]]:
    if hasattr(settings, "items"):
        for field, names in settings.items():
            yield from ((field, name) for name in ([names] if isinstance(names, str) else names))
        return
    for setting in (each for text in settings for each in _NEXT.split(text)):
        field, equals, name = setting.partition("=")
        if not equals:
            raise InputError(
                f"found the columns {setting!r}, expected FIELD=COLUMN, such as answer=output",
                field="columns",
            )
        yield field.strip(), name.strip()
