"""What queries return: SPARQL's results in JSON, and rows of values behind the names of columns.

SPARQL's format (W3C, SPARQL 1.1 Query Results JSON) has an object for each value; what is read are
rows of plain values. A list of tuples becomes a table where a statement or list before it names as
many columns as each has values.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.text.documents.json_words import leaves
from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_RESULTS = re.compile(r"\{\s*\"(?:head|results)\"\s*:")
_NUMBERS = ("#integer", "#decimal", "#double", "#float", "#int", "#long", ":integer", ":decimal",
            ":double", ":float", ":int", ":long")  # fmt: skip
"""Ends of the names of types whose values are numbers."""
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?")
_ROWS = re.compile(r"\[\s*\((?=\s*[\"'\d.-])")
_SCALAR = re.compile(
    r"\s*(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|-?\d[\d._eE+-]*|None|True|False)\s*"
    r"(?P<mark>[,)])"
)
_CLOSES = re.compile(r"\s*\)")
_NEXT_ROW = re.compile(r"\s*,\s*\(")
_END = re.compile(r"\s{0,40}(?:,\s{0,40})?\]")
_COLUMNS = re.compile(
    r"\b(?:columns?|fields|header)\s*[:=]\s*[(\[]?(?P<names>[^()\[\]\n]+)", re.IGNORECASE
)
_AS = re.compile(r"\bas\s+(\w+)\s*\Z", re.IGNORECASE)
_NAME = re.compile(r"[\w.]+")
_BLANK = str.maketrans("\n\t\r", "   ")
_LEAST = 2


class _Row(NamedTuple):
    """The values of a row: where each stands, without quotes."""

    values: list[Span]


def plain_rows(text: str) -> PlainText | None:
    r"""Read results of SPARQL as rows of plain values; ``None`` of any other text.

    >>> one = '{"type": "literal", "value": "Ghent"}'
    >>> plain_rows('{"results": {"bindings": [{"cityLabel": ' + one + "}]}}").text
    '[{"city": "Ghent"}]'
    """
    opened = _RESULTS.search(text) if '"bindings"' in text and '"value"' in text else None
    if opened is None:
        return None
    begins = opened.start()
    rows, length = _bindings(text[begins:])
    data = text[begins : begins + length]
    found = [leaf for leaf in leaves(data) or () if leaf.keys[-1:] == ("value",)] if rows else []
    if not rows or len(found) != sum(map(len, rows)):
        return None
    out = PlainWriter(text)
    out.keep(0, begins)
    places = (Span(begins + leaf.value.start, begins + leaf.value.end) for leaf in found)
    for number, row in enumerate(rows):
        for at, (name, told) in enumerate(row.items()):
            place = next(places)
            lead = ", " if at else "[{" if not number else ", {"
            out.put(f'{lead}"{_called(name, row)}": ', place.start, place.start)
            _write_value(out, text, told, place)
        end = place.end
        out.put("}", end, end)
    out.put("]", end, end)
    out.keep(begins + length, len(text))
    return out.collected()


def _bindings(text: str) -> tuple[list[dict[str, Any]], int]:
    """Return the rows of what a text begins with, and its length."""
    try:
        data, length = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return [], 0
    results = data.get("results") if isinstance(data, dict) else None
    rows = results.get("bindings") if isinstance(results, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) and row for row in rows):
        return [], 0
    values = [value for row in rows for value in row.values()]
    told = all(isinstance(v, dict) and isinstance(v.get("value"), str) for v in values)
    apart = not text[length:].strip() or text[length:].lstrip(" ")[0] == "\n"
    return (rows, length) if told and apart else ([], 0)


def _called(name: str, row: dict[str, Any]) -> str:
    """Return the name of a variable; that of "cityLabel" is "city" where no other is so called."""
    short = name.removesuffix("Label")
    if len(short) < _LEAST:
        return "label" if short != name else name
    return short if short == name or short not in row else name


def _write_value(out: PlainWriter, text: str, told: dict[str, Any], place: Span) -> None:
    if (
        not told.get("datatype") or str(told["datatype"]).endswith(_NUMBERS)
    ) and _PLAIN_NUMBER.fullmatch(told["value"]):
        out.keep(*place)
        return
    at = place.start
    if told.get("type") == "uri":
        at = max(text.rfind("/", *place), text.rfind("#", *place), at - 1) + 1
    local = Span(at, place.end)
    out.put('"', place.start, place.start)
    if told.get("type") == "uri" and at < place.end:
        out.put(local.of(text).replace("_", " "), *local)
    else:
        out.keep(*place)
    out.put('"', place.end, place.end)


def named_rows(text: str) -> PlainText | None:
    r"""Read a list of tuples as a table whose columns a text before it names; else ``None``.

    >>> print(named_rows("SELECT name, count(*) AS many FROM t\n[('Ann', 3), ('Bo', 5)]").text)
    SELECT name, count(*) AS many FROM t
    <BLANKLINE>
    | name | many |
    |---|---|
    | Ann | 3 |
    | Bo | 5 |
    """
    opened = _ROWS.search(text)
    if opened is None:
        return None
    rows, stop = _tuples(text, opened.end())
    names = _columns(text[: opened.start()])
    if len(rows) < _LEAST or not names or {len(row.values) for row in rows} != {len(names)}:
        return None
    out = PlainWriter(text)
    at = opened.start()
    out.keep(0, len(text[:at].rstrip()))
    out.put(f"\n\n| {' | '.join(names)} |\n|{'---|' * len(names)}\n", at, at)
    for row in rows:
        for value in row.values:
            out.put("| ", value.start, value.start)
            out.keep(*value)
            out.put(" ", value.end, value.end)
        out.put("|\n", row.values[-1].end, row.values[-1].end)
    out.keep(stop, len(text))
    return out.collected().stripped()


def _tuples(text: str, at: int) -> tuple[list[_Row], int]:
    """Read tuples of plain values from behind the first bracket; none where others are held."""
    rows: list[_Row] = []
    values: list[Span] = []
    while match := _SCALAR.match(text, at):
        start, end = match.span("value")
        quoted = text[start] in "\"'"
        values.append(Span(start + quoted, end - quoted))
        at = match.end()
        if match["mark"] == ",":
            closed = _CLOSES.match(text, at)  # "(1,)"
            if closed is None:
                continue
            at = closed.end()
        rows.append(_Row(values))
        values = []
        if (following := _NEXT_ROW.match(text, at)) is None:
            break
        at = following.end()
    end_ = _END.match(text, at)
    return (rows, end_.end()) if end_ and not values else ([], at)


def _columns(before: str) -> list[str]:
    """Return the names of columns that a text names: a list of them, or a statement of SQL."""
    named = [*_COLUMNS.finditer(before)]
    said = named[-1]["names"] if named else _selected(before.translate(_BLANK))
    return [_column(part) for part in _split(said)] if said.strip() else []


def _selected(statement: str) -> str:
    """Return what stands between the last SELECT and its FROM, "" where they do not."""
    lower = statement.lower()
    at = lower.rfind("select ")
    stop = lower.find(" from ", at)
    said = statement[at + len("select ") : stop].strip() if 0 <= at < stop else ""
    distinct = said.lower().startswith("distinct ")
    return "" if ";" in said else said[len("distinct ") :] if distinct else said


def _split(names: str) -> Sequence[str]:
    """Cut at commas outside of brackets."""
    parts, depth = [""], 0
    for letter in names:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip(" \"'`)") if "(" not in part else part.strip() for part in parts]


def _column(said: str) -> str:
    if (named := _AS.search(said)) is not None:
        return named[1]
    return said.rpartition(".")[2] if _NAME.fullmatch(said) else said.replace("|", " ")
