"""Rows of text tables and of JSON lines, as they stand; a bad one costs itself only."""

from __future__ import annotations

import csv
import gzip
import sys
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from groundgraph.errors import InputError
from groundgraph.io.scanning import BOM, check_text, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Content: TypeAlias = Iterator[tuple[int, object]]
    """The line of each row, and the row or the error that stands for it."""

    from groundgraph.io.limits import Limits

_OTHERS = (";", "\t", "|", ",")
_LONGEST_HEADER = 65_536
"""Bytes of a first line that are looked at for what parts its columns."""
_LONGEST_CELL = 2**31 - 1
"""What `csv` can be told on every platform."""


def table_rows(
    stream: BinaryIO, delimiter: str, *, quoted: bool, limits: Limits | None = None
) -> Iterator[tuple[int, list[str] | InputError]]:
    """Yield the columns of each row and the line, from 1, on which it begins.

    Blank rows are passed over. Bytes that are not UTF-8 become lone surrogates.

    Args:
        stream: From `groundgraph.io.scanning.opened`.
        delimiter: Between the columns.
        quoted: Whether quotes hide delimiters and line breaks.
        limits: A row that is longer is an error.

    Raises:
        InputError: When the file ends early, such as a truncated gzip, or unfolds to more than its
            limit, after the rows before; or when it is no text in UTF-8.
    """
    source = _Lines(stream, limits)
    quoting: Any = csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
    reader = csv.reader(source, delimiter=delimiter, quoting=quoting)
    while True:
        line = source.begin()
        try:
            with _cells_of(limits):
                row = next(reader)
        except StopIteration:
            return
        except _LongRowError as error:
            yield line, InputError(str(error), line=line)
        except csv.Error as error:
            yield line, InputError(f"the row cannot be read: {error}", line=line)
        except (EOFError, OSError, zlib.error) as error:
            raise _cut_off(error, line) from error
        else:
            if any(row):
                yield line, row


def delimiter_of(source: str | Path, usual: str, least: int = 1) -> str:
    """Return what parts the columns of a table: the usual, else ";", a tab, "|" or ",".

    Args:
        source: Its file; what cannot be read twice, such as a pipe, has the usual.
        usual: What files of its name have.
        least: How often its first line must have it.
    """
    if not Path(source).is_file():
        return usual
    with opened(source) as stream:
        try:
            first = stream.readline(_LONGEST_HEADER).decode("utf-8", "replace")
        except (EOFError, OSError, zlib.error):  # reading the rows says so
            return usual
    return delimiter_in(first, usual, least)


def delimiter_in(first: str, usual: str, least: int = 1) -> str:
    """Return what parts the columns of a first line; see `delimiter_of`."""
    return next((each for each in (usual, *_OTHERS) if first.count(each) >= least), usual)


def first_line(stream: BinaryIO) -> str:
    """Return the first line of a stream that is not read yet, as far as it has come; "" if damaged.

    Reading the rows says what is wrong, then.
    """
    try:
        seen: bytes = stream.peek(_LONGEST_HEADER)  # type: ignore[attr-defined]
    except (EOFError, OSError, zlib.error):
        return ""
    line = seen[:_LONGEST_HEADER].removeprefix(BOM).lstrip().partition(b"\n")[0]
    return line.decode("utf-8", "replace")


@contextmanager
def _cells_of(limits: Limits | None) -> Iterator[None]:
    """Let cells be as long as rows; the setting is the process's own, so it is put back."""
    if limits is None:
        yield
        return
    before = csv.field_size_limit(min(limits.row_bytes, _LONGEST_CELL))
    try:
        yield
    finally:
        csv.field_size_limit(before)


class _LongRowError(Exception):
    """A row has more bytes than the limit; the next line begins another."""


class _Lines:
    """The lines of a table as text, of which one row may have so many bytes.

    Args:
        stream: The file.
        limits: ``None`` for none.
    """

    def __init__(self, stream: BinaryIO, limits: Limits | None) -> None:
        self._stream = stream
        self._limits = limits
        self._most = sys.maxsize - 1 if limits is None else limits.row_bytes
        self._packed = isinstance(stream, cast("type", gzip.GzipFile))
        self._number = self._size = self._total = 0

    def begin(self) -> int:
        """Begin a row; return its line, from 1."""
        self._size = 0
        return self._number + 1

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        piece = self._read()
        self._number += 1
        if self._number == 1:
            check_text(piece)
            piece = piece.removeprefix(BOM)
        elif not piece:
            raise StopIteration
        self._size += len(piece)
        if self._limits is not None and self._size > self._most:
            while not piece.endswith(b"\n") and (piece := self._read()):
                pass
            found = f"the row has more than {self._most:,} bytes"
            raise _LongRowError(str(self._limits.exceeded("row_bytes", found)))
        return piece.decode("utf-8", "surrogateescape")

    def _read(self) -> bytes:
        piece = self._stream.readline(self._most + 1)
        self._total += len(piece)
        if self._limits is not None and self._packed:
            self._limits.check_unfolded(self._total, self._number + 1)
        return piece


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield each line that is not blank, and its number, from 1.

    Raises:
        InputError: When the file ends early, such as a truncated gzip, after the lines before.
    """
    number = 0
    try:
        for number, line in enumerate(_unmarked(stream), 1):
            if row := line.strip():
                yield number, row
    except (EOFError, OSError, zlib.error) as error:
        raise _cut_off(error, number + 1) from error


def _unmarked(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines without the byte order mark that the first may begin with."""
    for number, line in enumerate(stream):
        yield line if number else line.removeprefix(BOM)


def _cut_off(error: Exception, line: int) -> InputError:
    found = f"the file cannot be read further: {error}; it is damaged or was cut off"
    return InputError(found, line=line)
