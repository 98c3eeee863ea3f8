"""From bytes to the text of one row at a time: JSONL, a JSON array, or JSON objects in a row.

Memory holds one row, however long the file or its lines are, and of a row over the limit no more
than the limit.
"""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from groundgraph.errors import InputError, of_the_system
from groundgraph.io.places import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundgraph.io.limits import Limits

    Numbered = tuple[int, bytes]
    """A piece of the file and the line, from 1, on which it begins."""

_PIECE = 1 << 16
_GZIP = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"
_UNCLOSED = (b"{", b"[", b",", b":")
_FOREIGN = (
    (_GZIP, "gzip inside gzip; decompress it once"),
    (b"\xff\xfe\x00\x00", "UTF-32; save it as UTF-8"),
    (b"\x00\x00\xfe\xff", "UTF-32; save it as UTF-8"),
    (b"\xff\xfe", "UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "UTF-16; save it as UTF-8"),
    (b"PK\x03\x04", "a ZIP archive; unpack it"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd; decompress it, or use gzip"),
    (b"\xfd7zXZ\x00", "compressed by xz; decompress it, or use gzip"),
    (b"BZh91AY&SY", "compressed by bzip2; decompress it, or use gzip"),
    (b"PAR1", "Parquet; let its name end in .parquet"),
)
"""How files that are not read begin, and what they are."""
_WIDE = re.compile(
    rb"[\[{\s]\x00[^\x00]\x00|\x00[\[{\s]\x00[^\x00]|[\[{\s]\x00\x00\x00|\x00\x00\x00[\[{\s]"
)
"""JSON in UTF-16 or UTF-32 without a byte order mark begins so."""
_MARKS = re.compile(rb'\\.|["\[\]{},]', re.DOTALL)


@contextmanager
def opened(source: str | Path) -> Iterator[BinaryIO]:
    """Open a file for reading, or standard input for "-", decompressed where it is gzip.

    Pipes and terminals are read as they come.

    Raises:
        InputError: When it is a folder or a device, or cannot be opened.
        MachineError: When the permission to read it is missing.
    """
    if str(source) == "-":
        yield _standard_input()
        return
    _check_kind(source, repr(str(source)))
    try:
        file = Path(source).open("rb")  # noqa: SIM115 - closed by the `with` below
    except OSError as error:
        raise _cannot_read(repr(str(source)), error) from error
    except ValueError as error:
        raise InputError(f"cannot read {str(source)!r}: {error}") from error
    with file:
        yield _plain(file, repr(str(source)))


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise InputError("cannot read standard input: it is closed")
    with suppress(OSError, AttributeError):  # a test or a notebook may have put another there
        _check_kind(sys.stdin.fileno(), "standard input")
    return _plain(sys.stdin.buffer, "standard input")


def _check_kind(place: str | Path | int, name: str) -> None:
    kind = kind_of(place)
    if kind in {"folder", "device"}:
        raise InputError(f"cannot read {name}: it is a {kind}, expected a file or a pipe of rows")


def _cannot_read(name: str, error: OSError) -> Exception:
    return of_the_system(f"cannot read {name}", error, "make it readable and run this again")


def _plain(stream: BinaryIO, name: str) -> BinaryIO:
    try:
        compressed = stream.peek(2)[:2] == _GZIP  # type: ignore[attr-defined]
    except OSError as error:
        raise _cannot_read(name, error) from error
    return cast("BinaryIO", gzip.GzipFile(fileobj=stream)) if compressed else stream


def raw_rows(stream: BinaryIO, limits: Limits | None = None) -> Iterator[Numbered]:
    """Yield the bytes of each row and the line on which it begins; blank lines are passed over.

    A file that begins with "[" is an array of rows; one whose first line leaves an object open
    holds objects over several lines; anything else is one row a line.

    Args:
        stream: From `opened`.
        limits: Of a row that is longer, the first bytes are yielded, one more than the limit.

    Raises:
        InputError: When the file ends early, such as a truncated gzip, after the rows before; it
            has a ``line`` then. When the file is no text in UTF-8, or a gzip file unfolds to more
            than its limit, again after the rows before; it has none.
    """
    pieces = _pieces(stream)
    if limits is not None and isinstance(stream, cast("type", gzip.GzipFile)):
        pieces = _unfolded(pieces, limits)
    most = sys.maxsize - 1 if limits is None else limits.row_bytes
    first = next(((line, piece) for line, piece in pieces if piece.strip()), None)
    if first is None:
        return
    check_text(first[1])
    everything = chain([first], pieces)
    text = first[1].strip()
    if text.startswith(b"["):
        yield from _Scanner(inside=1, most=most).rows(everything)
    elif text.startswith(b"{") and first[1].endswith(b"\n") and text.endswith(_UNCLOSED):
        yield from _Scanner(inside=0, most=most).rows(everything)
    yield from _lines(everything, most)


def check_text(beginning: bytes) -> None:
    """Refuse a file that, as its beginning shows, would be an error in every line.

    Raises:
        InputError: When it is compressed in another way, or not in UTF-8.
    """
    known = next((what for mark, what in _FOREIGN if beginning.startswith(mark)), None)
    if known is None and _WIDE.match(beginning):
        known = "UTF-16 or UTF-32; save it as UTF-8"
    if known is not None:
        raise InputError(
            f"the file is {known}; rows are JSON, CSV or TSV in UTF-8, plain or gzipped"
        )


def _unfolded(pieces: Iterable[Numbered], limits: Limits) -> Iterator[Numbered]:
    """Pass the pieces on, up to what a gzip file may unfold to."""
    size = 0
    for line, piece in pieces:
        size += len(piece)
        limits.check_unfolded(size, line)
        yield line, piece


def _pieces(stream: BinaryIO) -> Iterator[Numbered]:
    """Cut the stream after each line break and, in long lines, every 64 KiB."""
    line = 1
    try:
        piece = stream.readline(_PIECE).removeprefix(BOM) or stream.readline(_PIECE)
        while piece:
            if _ends_in_escape(piece):
                piece += stream.read(1)  # an escape is never cut in two
            yield line, piece
            line += piece.endswith(b"\n")
            piece = stream.readline(_PIECE)
    except (EOFError, OSError, zlib.error) as error:
        raise InputError(
            f"the file cannot be read further: {error}; it is damaged or was cut off",
            line=line,
        ) from error


def _ends_in_escape(piece: bytes) -> bool:
    """Say whether the last of the backslashes at the end has none before it to be escaped by."""
    return (len(piece) - len(piece.rstrip(b"\\"))) % 2 == 1


class _Begun:
    """A row as far as it was read; of a row over the limit, one byte more than the limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pieces: list[bytes] = []
        self._room = most + 1
        self._over = False
        self._line = 1

    def add(self, line: int, piece: bytes) -> None:
        if not self._pieces:
            piece = piece.lstrip()
            self._line = line
        if kept := piece[: self._room]:
            self._pieces.append(kept)
            self._room -= len(kept)
        self._over = self._over or not (len(kept) == len(piece) or piece[len(kept) :].isspace())

    def take(self) -> Numbered | None:
        """Return the row, where it is not blank, and begin the next."""
        row = b"".join(self._pieces)
        if not self._over:  # one that goes on after spaces must still be seen to be longer
            row = row.rstrip()
        self._pieces.clear()
        self._room, self._over = self._most + 1, False
        return (self._line, row) if row else None


def _lines(pieces: Iterable[Numbered], most: int) -> Iterator[Numbered]:
    begun = _Begun(most)
    for line, piece in pieces:
        begun.add(line, piece)
        if piece.endswith(b"\n") and (row := begun.take()):
            yield row
    if row := begun.take():
        yield row


class _Scanner:
    """Finds where values end by counting brackets outside strings, without parsing them.

    A value that is not JSON but has its brackets closed therefore costs only its own row.

    Args:
        inside: Depth of the rows: 1 in an array, 0 for objects one after the other.
        most: Bytes of a row.
    """

    def __init__(self, inside: int, most: int) -> None:
        self._inside = inside
        self._depth = 0
        self._quoted = False
        self._begun = _Begun(most)

    def rows(self, pieces: Iterator[Numbered]) -> Iterator[Numbered]:
        """Yield the rows; an array leaves the pieces after its end unread."""
        line = 1
        for line, piece in pieces:
            for row in self._feed(line, piece):
                if row is None:
                    return
                yield row
        if rest := self._begun.take():
            yield rest
        elif self._depth:
            raise InputError("the JSON array is never closed: the file was cut off", line=line)

    def _feed(self, line: int, piece: bytes) -> Iterator[Numbered | None]:
        """Yield the rows that end in this piece, and ``None`` where the array itself ends."""
        done = 0
        for mark in _MARKS.finditer(piece):
            opened_here = self._inside and self._depth == 0
            if not self._is_boundary(mark.group()):
                continue
            if not opened_here:
                end = mark.start() if self._inside else mark.end()
                self._begun.add(line, piece[done:end])
                if row := self._begun.take():
                    yield row
            done = mark.end()
            if self._inside and self._depth <= 0:
                yield None
        self._begun.add(line, piece[done:])

    def _is_boundary(self, mark: bytes) -> bool:
        """Follow one mark; say whether a row, or the array, begins or ends with it."""
        if mark == b'"':
            self._quoted = not self._quoted
        elif self._quoted or mark.startswith(b"\\"):
            return False
        elif mark in b"[{":
            self._depth += 1
            return bool(self._inside) and self._depth == 1
        elif mark in b"]}":
            self._depth -= 1
            return self._depth <= 0
        elif mark == b",":
            return bool(self._inside) and self._depth == self._inside
        return False
