"""From bytes to the text of one row at a time: JSONL, a JSON array, or JSON objects in a row.

Memory holds one row, however long the file or its lines are.
"""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Numbered = tuple[int, bytes]
    """A piece of the file and the line, from 1, on which it begins."""

_PIECE = 1 << 16
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_UNCLOSED = (b"{", b"[", b",", b":")
_MARKS = re.compile(rb'\\.|["\[\]{},]', re.DOTALL)


@contextmanager
def opened(source: str | Path) -> Iterator[BinaryIO]:
    """Open a file for reading, or standard input for "-", decompressed where it is gzip.

    Raises:
        InputError: When the file cannot be opened.
    """
    if str(source) == "-":
        yield _plain(sys.stdin.buffer)
        return
    try:
        file = Path(source).open("rb")  # noqa: SIM115 - closed by the `with` below
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {str(source)!r}: {reason}") from error
    with file, _plain(file) as stream:
        yield stream


def _plain(stream: BinaryIO) -> BinaryIO:
    compressed = stream.peek(2)[:2] == _GZIP  # type: ignore[attr-defined]
    return cast("BinaryIO", gzip.GzipFile(fileobj=stream)) if compressed else stream


def raw_rows(stream: BinaryIO) -> Iterator[Numbered]:
    """Yield the bytes of each row and the line on which it begins; blank lines are passed over.

    A file that begins with "[" is an array of rows; one whose first line leaves an object open
    holds objects over several lines; anything else is one row a line.

    Raises:
        InputError: When the file ends early, such as a truncated gzip, after the rows before.
    """
    pieces = _pieces(stream)
    first = next(((line, piece) for line, piece in pieces if piece.strip()), None)
    if first is None:
        return
    everything = chain([first], pieces)
    text = first[1].strip()
    if text.startswith(b"["):
        yield from _Scanner(inside=1).rows(everything)
    elif text.startswith(b"{") and first[1].endswith(b"\n") and text.endswith(_UNCLOSED):
        yield from _Scanner(inside=0).rows(everything)
    yield from _lines(everything)


def _pieces(stream: BinaryIO) -> Iterator[Numbered]:
    """Cut the stream after each line break and, in long lines, every 64 KiB."""
    line = 1
    try:
        piece = stream.readline(_PIECE).removeprefix(_BOM) or stream.readline(_PIECE)
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


def _lines(pieces: Iterable[Numbered]) -> Iterator[Numbered]:
    begun: list[bytes] = []
    start = 0
    for line, piece in pieces:
        start = start if begun else line
        begun.append(piece)
        if piece.endswith(b"\n"):
            row = b"".join(begun).strip()
            begun.clear()
            if row:
                yield start, row
    if row := b"".join(begun).strip():
        yield start, row


class _Scanner:
    """Finds where values end by counting brackets outside strings, without parsing them.

    A value that is not JSON but has its brackets closed therefore costs only its own row.

    Args:
        inside: Depth of the rows: 1 in an array, 0 for objects one after the other.
    """

    def __init__(self, inside: int) -> None:
        self._inside = inside
        self._depth = 0
        self._quoted = False
        self._begun: list[bytes] = []
        self._start = 1

    def rows(self, pieces: Iterator[Numbered]) -> Iterator[Numbered]:
        """Yield the rows; an array leaves the pieces after its end unread."""
        line = 1
        for line, piece in pieces:
            for row in self._feed(line, piece):
                if row is None:
                    return
                yield row
        if rest := self._take():
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
                self._add(line, piece[done:end])
                if row := self._take():
                    yield row
            done = mark.end()
            if self._inside and self._depth <= 0:
                yield None
        self._add(line, piece[done:])

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

    def _add(self, line: int, text: bytes) -> None:
        if not self._begun:
            text = text.lstrip()
            self._start = line
        if text:
            self._begun.append(text)

    def _take(self) -> Numbered | None:
        row = b"".join(self._begun).strip()
        self._begun.clear()
        return (self._start, row) if row else None
