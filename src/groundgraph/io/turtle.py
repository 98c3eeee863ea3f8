"""Triples of N-Triples and Turtle files, their names in words.

A line of N-Triples that cannot be read costs itself alone; what follows such a place in Turtle is
not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.io import tables
from groundgraph.io.scanning import opened
from groundgraph.text.rdf_terms import term_words
from groundgraph.text.triples.turtle import NotTurtleError, each_stated

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

    from groundgraph.io.tables import Content
    from groundgraph.types import Triple

SUFFIXES = (".nt", ".ttl")
_SHOWN = 80


def turtle_rows(source: str | Path, *, by_line: bool) -> Content:
    """Yield the triples of a file, each with the line where it stands, from 1.

    Args:
        source: The file, plain or gzipped.
        by_line: Whether each line is a text of its own, as in N-Triples.
    """
    with opened(source) as stream:
        if by_line:
            for number, raw in tables.lines(stream):
                yield from _rows(_decoded(raw), number)
        else:
            yield from _rows(_whole(stream), 0)


def _whole(stream: BinaryIO) -> str:
    """Return a text of which each line stands where it stood, the first behind a line break."""
    parts: list[str] = []
    last = 0
    for number, raw in tables.lines(stream):
        parts += ["\n" * (number - last), _decoded(raw)]
        last = number
    return "".join(parts)


def _decoded(raw: bytes) -> str:
    """Return the characters of a line; what is not UTF-8 makes an error of its triple."""
    return raw.decode("utf-8", "surrogateescape")


def _rows(text: str, line: int) -> Content:
    at = 0
    try:
        for stated in each_stated(text):
            line += text.count("\n", at, stated.span.start)
            at = stated.span.start
            yield line, _named(stated.triple)
    except NotTurtleError as error:
        line += text.count("\n", at, error.at)
        found = text[error.at :].partition("\n")[0][:_SHOWN] or "the end"
        yield line, InputError(f"expected N-Triples or Turtle, found {found!r}", line=line)


def _named(triple: Triple) -> list[str]:
    return [term_words(triple.subject), triple.predicate, term_words(triple.object)]
