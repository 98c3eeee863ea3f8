"""Rows of requests: what `groundgraph check` reads from a file, read from a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.io.examples import example_from
from groundgraph.io.reading import Row, decoded, digest_of, id_in

if TYPE_CHECKING:
    from groundgraph.io import Limits
    from groundgraph.types import Example


_SETTINGS = {
    "at": "the threshold is that of `groundgraph serve --at`",
    "detector": "name one in the address, ?detector=NAME",
}


def row_from_bytes(raw: bytes, number: int, limits: Limits) -> Row:
    """Read one row from its JSON; what is wrong with it is in the row.

    Args:
        raw: A line, or a whole body.
        number: Of the row in its request, from 1.
        limits: What it may ask.
    """
    try:
        limits.check_row(raw)
        value = decoded(raw, limits.nesting)
    except InputError as error:
        return failed(error, number)
    return row_from(value, number, limits)


def row_from(value: object, number: int, limits: Limits) -> Row:
    """Read one row from a decoded value; what is wrong with it is in the row."""
    try:
        refuse_settings(value)
        return row_of(example_from(value, number, nesting=limits.nesting), number, limits)
    except InputError as error:
        return failed(error, number, value)


def row_of(example: Example, number: int, limits: Limits) -> Row:
    """Return the row of an example.

    Raises:
        InputError: When it is over a limit, or names a file of the server's.
    """
    if "trace" in example.metadata:
        raise InputError(
            "field 'trace' names a file, which a server does not read; use `groundgraph check`",
            field="trace",
        )
    limits.check(example)
    return Row(number, digest_of(example), example=example, id=example.id)


def refuse_settings(value: object) -> None:
    """Refuse what chooses how to judge and is no field of a row.

    Raises:
        InputError: Names it, and says where it is set.
    """
    for name, place in _SETTINGS.items():
        if isinstance(value, dict) and name in value:
            raise InputError(f"field {name!r} is not read in a row: {place}", field=name)


def failed(error: InputError, number: int, value: object = None) -> Row:
    """Return the row of a value that could not be read."""
    return Row(number, "", error=error, id=id_in(value))
