"""What cells of tables and frames hold: lists as JSON, Python or numpy writes them, or nothing.

``to_csv`` of pandas writes a list as Python prints it, ``['One.', "It's two."]``, and an array
without the commas. Both are translated to JSON, sign by sign; nothing is evaluated.
"""

from __future__ import annotations

import json
import math
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from groundgraph.io.dialect import number_to_text
from groundgraph.io.dialects import ANSWERS, DIALECTS, candidates
from groundgraph.io.nesting import MOST_NESTED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.io.columns import Columns

_VALUES = frozenset({"label", "prd", "sas"})
"""Columns beside the lists whose cells are JSON values and not texts."""
_NOTHING = frozenset({"NAType", "NaTType"})
"""Types of what pandas puts where a value is missing, beside NaN."""
_SIGN = re.compile(
    r"""\s*(?:
        (?P<text>'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*")
        | (?P<number>-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])
        | (?P<word>True|False|None|nan)\b
        | (?P<open>[\[({]) | (?P<close>[\])}]) | (?P<between>[,:])
    )\s*""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"'}
_WORDS = {"True": "true", "False": "false", "None": "null", "nan": "null"}
_OF_JSON = {"(": "[", ")": "]"}
_LIST_OF_TEXTS = re.compile(r"\[\s*(?:\{\s*)?['\"]|\[?(?:array|Document|Passage)\(")
"""How a list of texts or of objects begins, or of what a program calls so."""


def row_of(cells: Mapping[str, Any], columns: Columns | None = None) -> dict[str, Any]:
    """Return a row without the cells that are missing; of the answer it is an empty text.

    Where what is left fits no dialect, the fields by which dialects are known stay, as null. Where
    columns are named, all of them do.
    """
    if columns is not None:
        return {name: None if is_missing(cell) else cell for name, cell in cells.items()}
    found = {name: cell for name, cell in cells.items() if not is_missing(cell)}
    if not any(name.lower() in ANSWERS for name in found):
        found |= {name: "" for name in cells if name.lower() in ANSWERS}
    if not candidates(frozenset(name.lower() for name in found)):
        known = (name for name in cells if name.lower() in _telling())
        found = dict.fromkeys(known) | found
    return found


def is_missing(value: Any) -> bool:
    """Say whether a cell of a frame is empty: ``None``, NaN, or what pandas has for it."""
    is_nan = isinstance(value, float) and math.isnan(value)
    return value is None or is_nan or type(value).__name__ in _NOTHING


def value_of(name: str, cell: str) -> Any:
    """Return what a cell of text holds: a list or value where its column is one, else its text.

    Raises:
        InputError: When a column of lists has a cell that begins as one and cannot be read.
    """
    name = name.lower()
    is_list = name in fields_like("a list")
    if name in _VALUES or is_list or (cell[:1] in {"[", "{"} and name not in ANSWERS):
        found = _decoded(cell)
        if isinstance(found, list | dict) or (name in _VALUES and found is not None):
            return found
    if is_list and _LIST_OF_TEXTS.match(cell.strip()):
        raise InputError(
            f"field {name!r}: the cell begins as a list and cannot be read as one, of JSON or as "
            f"Python prints it; write JSON, such as {json.dumps(['One.', 'Two.'])}",
            field=name,
        )
    return [cell] if is_list else cell


def texts_of(text: str) -> list[Any]:
    """Return the list that a text in the place of one prints, else the list of it alone.

    >>> texts_of("['One.', 'Two.']"), texts_of("One."), texts_of(" ")
    (['One.', 'Two.'], ['One.'], [])
    """
    found = _decoded(text) if text.lstrip().startswith("[") else None
    return found if isinstance(found, list) else [text] if text.strip() else []


def of_frame(record: Mapping[str, Any], columns: Columns | None = None) -> dict[str, Any]:
    """Return the row of a table whose columns have types: a frame, or Parquet.

    A text in a column of lists is read as in a CSV file, and a number in a column of texts is the
    text that a CSV file has: such columns are numbers only because all of their cells are.
    """
    values = {
        str(name): _typed(columns.field(str(name)) if columns else str(name), value)
        for name, value in record.items()
    }
    return row_of(values, columns)


def _typed(name: str, value: Any) -> Any:
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, str) and value:
        return value_of(name, value)
    if isinstance(value, int | float) and not (isinstance(value, bool) or is_missing(value)):
        is_text = name.lower() in fields_like("a string") - _VALUES
        return number_to_text(value) if is_text else value
    return value


def _decoded(cell: str) -> Any:
    """Return what JSON or Python would read, ``None`` where neither does."""
    found = _loaded(cell)
    return _loaded(as_json(cell)) if found is None else found


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def as_json(text: str) -> str:
    """Return as JSON what Python or numpy prints of lists, "" for anything else.

    >>> as_json("['One.', ('Two.', None)]"), as_json("['One.' 'Two.']")
    ('["One.",["Two.",null]]', '["One.","Two."]')
    """
    parts: list[str] = []
    place, depth, ended = 0, 0, False
    while place < len(text):
        sign = _SIGN.match(text, place)
        if sign is None or depth > MOST_NESTED:
            return ""
        kind, place = str(sign.lastgroup), sign.end()
        depth += (kind == "open") - (kind == "close")
        if kind == "close" and parts[-1:] == [","]:
            parts.pop()
        elif ended and kind not in {"close", "between"}:  # numpy writes no commas
            parts.append(",")
        parts.append(_part(kind, sign[kind]))
        ended = kind not in {"open", "between"}
    return "".join(parts)


def _part(kind: str, sign: str) -> str:
    if kind == "text":
        return json.dumps(_ESCAPE.sub(_unescaped, sign[1:-1]))
    return _WORDS.get(sign, _OF_JSON.get(sign, sign))


def _unescaped(found: re.Match[str]) -> str:
    sign = found[1]
    if len(sign) == 1:
        return _ESCAPED.get(sign, found[0])
    code = int(sign[1:], 16)
    return chr(code) if code <= 0x10FFFF else found[0]


@cache
def fields_like(beginning: str) -> frozenset[str]:
    """Return the fields of all dialects whose description begins so, such as "a list"."""
    return frozenset(
        name
        for dialect in DIALECTS
        for name, expected in dialect.reads().items()
        if expected.startswith(beginning)
    )


@cache
def _telling() -> frozenset[str]:
    """Return the fields by which dialects are known."""
    return frozenset().union(*(fields for dialect in DIALECTS for fields in dialect.signatures))
