"""RDF dumps read piece by piece: N-Triples and Turtle, plain or gzipped."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from itertools import islice
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pyoxigraph import Quad

CHUNK = 100_000
"""Lines, or statements, of a piece: what a run that is killed has to read again."""
_FORMATS = {".nt": "N_TRIPLES", ".ttl": "TURTLE"}


class BadLine(NamedTuple):
    """A part of a dump that is skipped."""

    dump: str
    line: int
    reason: str


class Piece(NamedTuple):
    """What was read at once.

    Attributes:
        position: Lines of N-Triples, or statements of Turtle, read of the dump so far.
        statements: Those that could be read.
        bad: The others.
    """

    position: int
    statements: list[Quad]
    bad: list[BadLine]


def check_dump(path: Path) -> None:
    """Refuse what is no dump.

    Raises:
        InputError: When the file is not there, or its name says another format.
    """
    if _suffix(path) not in _FORMATS:
        raise InputError(f"{str(path)!r} is not a dump; expected .nt or .ttl, or these with .gz")
    if not path.is_file():
        raise InputError(f"{str(path)!r} is not a file")


def read_dump(path: Path, skip: int = 0, size: int = CHUNK) -> Iterator[Piece]:
    """Yield a dump piece by piece.

    Of a line of N-Triples that cannot be read, only that line is lost. Turtle is read on from
    the next statement; an unclosed quotation or bracket there can cost what follows it.

    Args:
        path: Named .nt or .ttl, or these with .gz.
        skip: `Piece.position` to go on after.
        size: Lines or statements of a piece.

    Raises:
        InputError: When the file is damaged.
    """
    try:
        with _opened(path) as stream:
            pieces = _lines if _suffix(path) == ".nt" else _statements
            yield from pieces(stream, path.name, skip, size)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path} cannot be read to its end: {error}") from error


def _lines(stream: IO[bytes], dump: str, skip: int, size: int) -> Iterator[Piece]:
    for _ in islice(stream, skip):
        pass
    position = skip
    while lines := list(islice(stream, size)):
        statements, bad = _parsed(lines, dump, position)
        position += len(lines)
        yield Piece(position, statements, bad)


def _parsed(lines: Sequence[bytes], dump: str, before: int) -> tuple[list[Quad], list[BadLine]]:
    from pyoxigraph import RdfFormat, parse

    try:
        return list(parse(input=b"".join(lines), format=RdfFormat.N_TRIPLES)), []
    except SyntaxError:
        pass
    # One by one, so that a bad line costs no other.
    read = [_line(line, dump, number) for number, line in enumerate(lines, before + 1)]
    bad = [line for line in read if isinstance(line, BadLine)]
    return [one for line in read if not isinstance(line, BadLine) for one in line], bad


def _line(line: bytes, dump: str, number: int) -> list[Quad] | BadLine:
    from pyoxigraph import RdfFormat, parse

    try:
        return list(parse(input=line, format=RdfFormat.N_TRIPLES))
    except SyntaxError as error:
        return BadLine(dump, number, str(error.msg))


def _statements(stream: IO[bytes], dump: str, skip: int, size: int) -> Iterator[Piece]:
    position = 0
    events = _events(stream, dump)
    while some := list(islice(events, size)):
        position += len(some)
        fresh = some[max(0, len(some) - max(0, position - skip)) :]
        if fresh:
            bad = [event for event in fresh if isinstance(event, BadLine)]
            statements = [event for event in fresh if not isinstance(event, BadLine)]
            yield Piece(position, statements, bad)


def _events(stream: IO[bytes], dump: str) -> Iterator[Quad | BadLine]:
    from pyoxigraph import RdfFormat, parse

    statements = iter(parse(input=stream, format=RdfFormat.TURTLE))
    while (event := _next(statements, dump)) is not None:
        yield event


def _next(statements: Iterator[Quad], dump: str) -> Quad | BadLine | None:
    try:
        return next(statements, None)
    except SyntaxError as error:
        return BadLine(dump, error.lineno or 0, str(error.msg))


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    if path.suffix == ".gz":
        with gzip.open(path) as packed:
            yield cast("IO[bytes]", packed)
    else:
        with path.open("rb") as plain:
            yield plain


def _suffix(path: Path) -> str:
    return path.with_suffix("").suffix if path.suffix == ".gz" else path.suffix
