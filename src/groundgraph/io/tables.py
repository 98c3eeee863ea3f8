"""Rows of text tables and of JSON lines, as they stand; a bad one costs itself only."""

from __future__ import annotations

import csv
import zlib
from typing import TYPE_CHECKING, BinaryIO

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOM = b"\xef\xbb\xbf"


def table_rows(
    stream: BinaryIO, delimiter: str, *, quoted: bool
) -> Iterator[tuple[int, list[str] | InputError]]:
    """Yield the columns of each row and the line, from 1, on which it begins.

    Blank rows are passed over. Bytes that are not UTF-8 become lone surrogates.

    Raises:
        InputError: When the file ends early, such as a truncated gzip, after the rows before.
    """
    reader = csv.reader(
        (line.decode("utf-8", "surrogateescape") for line in _unmarked(stream)),
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
    )
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, InputError(f"the row cannot be read: {error}", line=line)
        except (EOFError, OSError, zlib.error) as error:
            raise _cut_off(error, line) from error
        else:
            if any(row):
                yield line, row


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
        yield line if number else line.removeprefix(_BOM)


def _cut_off(error: Exception, line: int) -> InputError:
    found = f"the file cannot be read further: {error}; it is damaged or was cut off"
    return InputError(found, line=line)
