"""Knowledge graphs from files: JSON, text tables, Parquet, GraphML, N-Triples and Turtle.

::

    subject, predicate, object    ours; also "s, p, o", "head, relation, tail" and "h, r, t"
    source, description, target   GraphRAG's table ``relationships``
    src_id, keywords, tgt_id      LightRAG's relationships, as rows or as the reply of
                                  ``query_data``, in ``data.relationships``

The folder of GraphRAG's output, and LightRAG's working folder, stand for the file in them.
A row that cannot be used gives an error with its line and field; the rest goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import InputError
from groundgraph.io import tables, turtle
from groundgraph.io.graph_files import beside, graph_file, graphml_rows
from groundgraph.io.reading import decoded
from groundgraph.io.scanning import opened, raw_rows
from groundgraph.io.triple_fields import FIELDS, HEADINGS
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.types import Triple
from groundgraph.types.examples import part_of_triple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.io.tables import Content

_TABLES = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
_LINES = (".jsonl", ".ndjson")
_PARTS = len(FIELDS[0])
_UNNAMED = "; name the columns so; a text table of three columns can do without names"
_SHOWN = 80


class TripleRow(NamedTuple):
    """One row of a file; exactly one of ``triple`` and ``error`` is set.

    Attributes:
        line: Where it begins, from 1; in a Parquet file the number of the row.
        triple: What it holds, without the white space around its parts.
        error: Why it cannot be used.
    """

    line: int
    triple: Triple | None = None
    error: InputError | None = None


class LoadedGraph(NamedTuple):
    """A knowledge graph and the errors of the rows that it lacks."""

    graph: KnowledgeGraph
    errors: list[InputError]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file's rows are to be read, where its name and its fields do not say.

    Attributes:
        fields: Names of the fields of subject, predicate and object; ``None`` looks for
            `FIELDS`. It can name another field as the predicate, such as LightRAG's
            "description".
        unnamed: Predicate of a row whose own is empty or absent, as in a GraphRAG graph made
            without a language model; ``None`` makes such a row an error.
        delimiter: Between the columns of a text table; ``None`` goes by the file's name ("," for
            .csv, a tab for .tsv and .txt), or where the first line has no two of these by what it
            has: ";", a tab, "|" or ",".
        quoted: Whether columns can be in double quotes; ``None`` means where "," delimits.
        header: Whether a text table begins with its column names. Without, its columns are
            subject, predicate and object. ``None`` takes three columns for a triple whose names are
            none that columns of triples have.
    """

    fields: tuple[str, str, str] | None = None
    unnamed: str | None = None
    delimiter: str | None = None
    quoted: bool | None = None
    header: bool | None = None

    def fields_of(self, names: Sequence[str]) -> tuple[str, str, str] | None:
        """Return which of these names are subject, predicate and object; the ends must be there.

        >>> Layout().fields_of(["id", "source", "target", "weight", "description"])
        ('source', 'description', 'target')
        """
        known = FIELDS if self.fields is None else (self.fields,)
        return next((each for each in known if each[0] in names and each[2] in names), None)


def read_graph(source: str | Path, layout: Layout = Layout()) -> LoadedGraph:
    """Read a knowledge graph from a file; see `read_triples`.

    Raises:
        InputError: When the file cannot be read, or has rows and none can be used.
        MissingExtraError: When a Parquet file is given and pyarrow is not installed.
    """
    rows = list(read_triples(source, layout))
    errors = [row.error for row in rows if row.error is not None]
    if rows and len(errors) == len(rows):
        first = errors[0]
        raise InputError(
            f"none of the {len(rows)} rows of {source} can be used; line {first.line}: {first}",
            line=first.line,
            field=first.field,
        )
    triples = (row.triple for row in rows if row.triple is not None)
    return LoadedGraph(KnowledgeGraph.from_triples(triples), errors)


def read_triples(source: str | Path, layout: Layout = Layout()) -> Iterator[TripleRow]:
    """Read JSON, a text table (.csv, .tsv, .txt), Parquet, GraphML or RDF, as the name says.

    JSON is one object a line, an array or objects in a row, plain or gzipped; rows can also be
    arrays of three texts. RDF is N-Triples (.nt) or Turtle (.ttl). "-" is JSON from standard input.
    Of the folder of GraphRAG's output or LightRAG's storage the file of relationships is read. A
    file that breaks off gives an error as its last row.

    Raises:
        InputError: When the file cannot be opened, or is a table without the columns.
        MissingExtraError: When a Parquet file is given and pyarrow is not installed.
    """
    line = 0
    source = graph_file(source)
    try:
        for line, content in _contents(source, layout):
            yield _row(line, content, layout)
    except InputError as error:
        if error.line is None:
            raise
        yield TripleRow(error.line, error=error)


def _contents(source: str | Path, layout: Layout) -> Content:
    suffixes = Path(source).suffixes
    suffix = next((each.lower() for each in reversed(suffixes) if each.lower() != ".gz"), "")
    if suffix in (".parquet", ".pq"):
        from groundgraph.io.parquet import parquet_rows

        return parquet_rows(Path(source), lambda names: _columns(names, source, layout))
    if suffix in turtle.SUFFIXES:
        return turtle.turtle_rows(source, by_line=suffix == ".nt")
    if suffix == ".graphml":
        return graphml_rows(source)
    if layout.delimiter is not None:
        return _table(source, layout.delimiter, layout)
    if suffix in _TABLES:
        return _table(source, tables.delimiter_of(source, _TABLES[suffix], _PARTS - 1), layout)
    return _objects(source, by_line=suffix in _LINES)


def _table(source: str | Path, delimiter: str, layout: Layout) -> Content:
    quoted = delimiter == "," if layout.quoted is None else layout.quoted
    with opened(source) as stream:
        rows = tables.table_rows(stream, delimiter, quoted=quoted)
        names: Sequence[str] = layout.fields or FIELDS[0]
        if layout.header is not False:
            line, first = next(rows, (1, []))
            if isinstance(first, InputError):
                raise InputError(f"{source}: {first}")
            if layout.header is None and _is_triple(first, layout):
                rows = chain([(line, first)], rows)
            else:
                names = first
                _columns(names, source, layout)
        for line, row in rows:
            yield line, row if isinstance(row, InputError) else _named(names, row, line)


def _is_triple(first: Sequence[str], layout: Layout) -> bool:
    """Say whether the first row of a table is a triple, for it has no names of columns."""
    named = {name.strip().lower() for name in first}
    return len(first) == _PARTS and layout.fields is None and named.isdisjoint(HEADINGS)


def _named(names: Sequence[str], row: Sequence[str], line: int) -> object:
    if len(row) != len(names):
        found = f"found {len(row)} columns, expected {len(names)}: {', '.join(names)}"
        return InputError(found, line=line)
    return dict(zip(names, row, strict=True))


def _columns(names: Sequence[str], source: str | Path, layout: Layout) -> list[str]:
    """Return the columns to read."""
    fields = layout.fields_of(names)
    if fields is None:
        raise InputError(
            f"{source} has the columns {', '.join(names) or 'of an empty file'}; expected "
            f"{_expected(layout)}{beside(Path(source)) or _UNNAMED}"
        )
    return [field for field in fields if field in names]


def _objects(source: str | Path, *, by_line: bool) -> Content:
    with opened(source) as stream:
        for line, raw in tables.lines(stream) if by_line else raw_rows(stream):
            try:
                content = decoded(raw)
            except InputError as error:
                error.line = line
                yield line, error
                continue
            for each in _relationships(content):
                yield line, each


def _relationships(content: object) -> Iterator[object]:
    """Yield the rows of LightRAG's reply, or the row itself."""
    if not isinstance(content, dict) or Layout().fields_of(list(content)) is not None:
        yield content
        return
    reply = content.get("data", content)
    if content.get("status") == "failure":
        yield InputError(f"LightRAG found nothing: {content.get('message')}", field="status")
    elif isinstance(reply, dict) and isinstance(reply.get("relationships"), list):
        yield from reply["relationships"]
    else:
        yield content


def _row(line: int, content: object, layout: Layout) -> TripleRow:
    try:
        return TripleRow(line, _triple(content, layout))
    except InputError as error:
        error.line = line
        return TripleRow(line, error=error)


def _triple(content: object, layout: Layout) -> Triple:
    if isinstance(content, InputError):
        raise content
    fields: tuple[str, str, str] | None = FIELDS[0]
    if isinstance(content, list) and len(content) == _PARTS:
        content = dict(zip(FIELDS[0], content, strict=True))
    elif isinstance(content, dict):
        fields = layout.fields_of(list(content))
    if not isinstance(content, dict) or fields is None:
        found = repr(content)[:_SHOWN]
        raise InputError(f"expected {_expected(layout)}, or an array of these three, found {found}")
    subject, predicate, object_ = fields
    return Triple(
        _part(content, subject),
        _part(content, predicate, layout.unnamed),
        _part(content, object_),
    )


def _part(content: dict[str, Any], name: str, default: str | None = None) -> str:
    value = part_of_triple(content.get(name))
    if value is None or (isinstance(value, str) and not value.strip()):
        if default is not None:
            return default
        raise InputError(f"{name!r} is empty or missing", field=name)
    if not isinstance(value, str):
        found = type(value).__name__
        raise InputError(f"{name!r} must be a text or a number, found {found}", field=name)
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise InputError(f"{name!r} is not UTF-8: {ascii(value)[:_SHOWN]}", field=name)
    return value.strip()


def _expected(layout: Layout) -> str:
    known = FIELDS if layout.fields is None else (layout.fields,)
    return " or ".join(", ".join(fields) for fields in known)
